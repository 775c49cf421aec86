// Published counts that take too long for a unit test. Counted by the command line with two threads.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root, script } from './command-line.ts';

// All 24 squares of three colours on a board of 6 × 4, with a single colour on the whole rim. In row order the
// search tree has 5 × 10^10 nodes. If the frame is filled first, the tree is a twentieth of that.
test("MacMahon's squares have 106,624 solutions", () => {
  const args = [
    'resources/samples/macmahon-24.edgewise',
    '--count',
    '--option',
    'order=frame',
    '--threads',
    '2',
  ];
  const { stdout } = spawnSync(process.execPath, [script, 'solve', ...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const done = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
  // Rotating the board by a half turn maps every solution to another one. Both count as one unique solution.
  expect(done).toMatchObject({ status: 'exhausted', solutions: 106_624, uniqueSolutions: 53_312 });
});
