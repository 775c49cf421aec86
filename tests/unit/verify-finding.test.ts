import { expect, test } from 'vitest';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { verifyFinding } from '../../src-main/services/check-finding.ts';

test('a board that is said to be a solution and is none is not told', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  expect(() => verifyFinding(puzzle, { type: 'solution', board: solution })).not.toThrow();
  const wrong = solution.slice();
  [wrong[5], wrong[6]] = [wrong[6]!, wrong[5]!];
  expect(() => verifyFinding(puzzle, { type: 'solution', board: wrong })).toThrow(/none/);
  expect(() => verifyFinding(puzzle, { type: 'improved', board: wrong })).not.toThrow();
  wrong[5] = wrong[6];
  expect(() => verifyFinding(puzzle, { type: 'improved', board: wrong })).toThrow(/none/);
});
