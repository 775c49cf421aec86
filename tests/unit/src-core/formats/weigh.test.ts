import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { Candidate } from '../../../../src-core/formats/recognition/candidate.ts';
import { weigh } from '../../../../src-core/formats/recognition/weigh.ts';
import { roughlyExpectedSolutions } from '../../../../src-core/puzzle/expected-solutions.ts';
import { turned } from '../../../../src-core/puzzle/labels.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const candidate = (puzzle: EdgePuzzle, penalty: number, mating: string): Candidate => ({
  format: 'numeric',
  puzzle,
  penalty,
  assumptions: [
    { option: 'mating', text: mating, options: { mating: puzzle.mating } },
    { option: 'edgeOrder', text: 'edges N E S W', options: { edgeOrder: 'NESW' } },
  ],
});

/** A puzzle so large that it takes a long time to find out whether it has a solution. */
const { puzzle: large } = generate({ family: 'unframed', width: 6, height: 6, seed: 3 });

test.each([
  ['is asked about if chance doesn’t explain its solution', 6, 1e-4, 0.1, 1],
  ['is not asked about if chance may explain its solution', 4, 0.1, 10, 0],
])('a solvable reading with another mating rule %s', (_, innerLabels, least, most, questions) => {
  const { puzzle } = generate({ family: 'scramble', width: 3, height: 3, seed: 3, innerLabels });
  expect(roughlyExpectedSolutions(puzzle)).toBeGreaterThan(least);
  expect(roughlyExpectedSolutions(puzzle)).toBeLessThan(most);
  const weighed = weigh([candidate(large, 0, 'equal labels match'), candidate(puzzle, 1, 'halves')]);
  expect(weighed.best.puzzle).toBe(large);
  expect(weighed.questions).toHaveLength(questions);
});

test.each([
  ['are asked about if they are listed as in their solution', false, 1],
  ['are read as such if they are listed in another order', true, 0],
])('tiles with a solution without rotations %s', (_, isReversed, questions) => {
  const cut = generate({ family: 'unframed', width: 3, height: 3, seed: 5, innerLabels: 20 });
  const laid = Array.from(cut.solution, (code) => ({
    edges: turned(cut.puzzle.tiles[tileOf(code)]!, rotationOf(code)),
  }));
  const tiles = isReversed ? laid.toReversed() : laid;
  const rotatable: EdgePuzzle = { ...cut.puzzle, tiles };
  const fixed: EdgePuzzle = { ...cut.puzzle, tiles, turns: 'fixed' };
  const weighed = weigh([candidate(rotatable, 0, 'rotatable'), candidate(fixed, 0.4, 'fixed')]);
  expect(weighed.questions).toHaveLength(questions);
  expect(weighed.best.puzzle.kind === 'edge-matching' && weighed.best.puzzle.turns).toBe(
    isReversed ? 'fixed' : 'rotate',
  );
});

test('a reading that may have a solution is offered if the usual reading has none', () => {
  const puzzle = candidate(large, 2.5, 'free rim');
  const refuted = candidate({ ...large, rim: { kind: 'colour', colour: 0, inside: false } }, 0, 'framed');
  const { best, questions } = weigh([refuted, puzzle]);
  expect(best).toBe(refuted);
  expect(questions[0]!.choices.map(({ preview }) => preview)).toEqual([refuted.puzzle, large]);
});
