import { expect, test, vi } from 'vitest';
import { outputWritten } from '../../../../src-main/cli/output.ts';

test.each(['stdout', 'stderr'] as const)(
  'the command ends only when all its output is written: %s',
  async (name) => {
    let taken = (): void => undefined;
    const spies = (['stdout', 'stderr'] as const).map((each) =>
      vi.spyOn(process[each], 'write').mockImplementation(((_: string, done: () => void) => {
        if (each === name) taken = done;
        else done();
        return true;
      }) as typeof process.stdout.write),
    );
    let isWritten = false;
    const writing = outputWritten().then(() => (isWritten = true));
    await new Promise(setImmediate);
    const early = isWritten;
    taken();
    await writing;
    for (const spy of spies) spy.mockRestore();
    expect({ early, isWritten }).toEqual({ early: false, isWritten: true });
  },
);
