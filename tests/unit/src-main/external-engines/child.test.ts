// A program's output is split into lines, however it is divided into chunks. Between chunks, the host can do other
// work.
import { expect, test } from 'vitest';
import { startChild } from '../../../../src-main/external-engines/child.ts';

/** Runs a JavaScript program in a child process and returns its lines. Calls `turn` for each line. */
function linesOf(program: string, turn: () => void = () => undefined): Promise<string[]> {
  const lines: string[] = [];
  return new Promise((resolve) => {
    startChild(
      process.execPath,
      ['-e', program],
      { lowPriority: false },
      {
        line: (text) => {
          turn();
          lines.push(text);
        },
        tooLong: () => lines.push('too long'),
        exit: () => resolve(lines),
      },
    );
  });
}

test('a line may end with a carriage return, be split within a character, or be empty; unfinished text at the end is not a line', async () => {
  const program = `
    const bytes = Buffer.from('ä one\\r\\n\\ntwo €\\nunfinished');
    let at = 0;
    const timer = setInterval(() => {
      process.stdout.write(bytes.subarray(at, ++at));
      if (at === bytes.length) clearInterval(timer);
    }, 1);`;
  expect(await linesOf(program)).toEqual(['ä one', '', 'two €']);
});

test('whatever a program prints, others are served after each piece of its output', async () => {
  let now = 0;
  let over = false;
  const inTurn = new Map<number, number>();
  const next = (): void => {
    now++;
    if (!over) setImmediate(next);
  };
  next();
  const count = 3000;
  const program = `process.stdout.write(('x'.repeat(999) + '\\n').repeat(${count}))`;
  const lines = await linesOf(program, () => inTurn.set(now, (inTurn.get(now) ?? 0) + 1));
  over = true;
  expect(lines).toHaveLength(count);
  // Output arrives in chunks of 64 KB. Lines have 1,000 bytes, so at most 66 of them end in one chunk. When the program
  // exits, Node resumes its paused output, so one turn may get a second chunk.
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(2 * 66);
});
