// How many processes a host starts in one turn of its event loop. During a turn, the host can't answer requests.
import { expect, test, vi } from 'vitest';
import { externalSolver } from '../../../../src-main/external-engines/external-solver.ts';
import { addedProgram } from '../../support/added-program.ts';
import { owenPuzzle, allOf } from '../../../integration/host.ts';

const started = vi.hoisted(() => [] as string[]);
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>();
  const spawn = (command: string, args: string[], options: object): unknown => {
    started.push(command);
    return real.spawn(command, args, options);
  };
  return { ...real, spawn };
});

test.skipIf(process.platform === 'win32')(
  'the watchdog and the engine are started in separate turns',
  async () => {
    const command = process.execPath;
    const handle = externalSolver(addedProgram(command, ['-e', '']));
    const ended = new Promise<void>((resolve) => {
      handle.onMessage(({ type }) => type === 'ended' && resolve());
    });
    const { puzzleId: _, ...settings } = allOf(0, { engine: 'mine' });
    const job = { ...settings, puzzle: owenPuzzle(3, 3) };
    const begin = { limits: settings.limits, checkpoints: [], databasesDir: '', lowPriority: false };
    handle.post({ type: 'start', job, ...begin });
    // Wait until the microtasks of this turn are done.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await Promise.resolve();
    expect(started).toEqual(['/bin/sh']);
    await ended;
    expect(started).toEqual(['/bin/sh', command]);
  },
);
