// Published counts that take too long for a unit test, counted with the command line on two threads.
import { expect, test } from 'vitest';
import { edgewise, jsonLines } from './command-line.ts';

/**
 * MacMahon's 24 squares of three colours on 6 × 4, with a single colour on the whole rim. One square has this colour on
 * all its edges. The four symmetries move that square into each quarter of the board equally often, so it is enough to
 * count the solutions that have it in the first quarter. This takes a fifth of the time.
 */
test("MacMahon's squares have 106,624 solutions", () => {
  const solutionsWith = (hint: string): number => {
    const { out } = edgewise([
      ...['solve', 'resources/samples/macmahon-24.edgewise', '--count', '--json'],
      ...['--option', 'order=frame', '--threads', '2', '--hint', hint],
    ]);
    const done = jsonLines(out).at(-1)!;
    expect(done).toMatchObject({ status: 'exhausted' });
    return Number(done['solutions']);
  };
  const quarter = [1, 2, 3, 7, 8, 9].map((cell) => solutionsWith(`${cell}=1`));
  expect(4 * quarter.reduce((sum, solutions) => sum + solutions)).toBe(106_624);
});
