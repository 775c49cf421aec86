// Published counts that take too long for a unit test, counted by the command line with two threads.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root, script } from './command-line.ts';

// MacMahon's 24 squares of three colours on 6 × 4, with a single colour on the whole rim. The search tree has 5 ×
// 10^10 nodes in row order, a twentieth of that if the frame is filled first.
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
  // A half turn of the board maps every solution to another. Both count as one unique solution.
  expect(done).toMatchObject({ status: 'exhausted', solutions: 106_624, uniqueSolutions: 53_312 });
});
