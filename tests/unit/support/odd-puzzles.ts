/** Puzzles with unusual names, and what each format preserves of them. */
import fc from 'fast-check';
import * as v from 'valibot';
import { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { edgePuzzle } from './data.ts';
import { oddText } from './odd-names.ts';

export const bases = {
  halves: edgePuzzle('Y1,G0,R0,B1\nY0,G1,R1,B0\nY1,G1,R0,B0\nY0,G0,R1,B1\n'),
  colours: edgePuzzle(
    '# turns: rotate\n# rim: free\n# mating: same\n# board: rectangle:2x2\n1 2 3 4\n2 3 4 1\n1 3 2 4\n4 1 2 2\n',
  ),
  framed: edgePuzzle('0 1 2 0\n0 2 1 0\n0 1 1 0\n0 2 2 0\n'),
};

/** Puzzles with unusual names, all of which are allowed in requests, files and the library. */
export const oddPuzzle = (...of: (keyof typeof bases)[]): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      base: fc.constantFrom(...of),
      name: fc.oneof(oddText(200), fc.constantFrom('=1+1', '# a', 'x'.repeat(200), '\u{1f9e9}'.repeat(100))),
      labels: fc.array(oddText(70), { minLength: 5, maxLength: 5 }),
      text: oddText(40),
      notes: oddText(1000),
    })
    .map(({ base, name, labels, text, notes }) =>
      v.parse(EdgePuzzle, {
        ...bases[base],
        name,
        // Each name contains a number, because a table can't distinguish two labels with the same name.
        labels: bases[base].labels.map((_, i) => ({ name: `${labels[i]!}${i}`, text })),
        notes,
      }),
    );

const all = (puzzle: EdgePuzzle): object => puzzle;
const names = ({ name, labels }: EdgePuzzle): object => ({
  name,
  labels: labels.map(({ name }) => ({ name })),
});
const title = ({ name }: EdgePuzzle): object => ({ name });

/**
 * For each format: its name, what it preserves of a puzzle unless it reports a loss, and the puzzles that it can hold
 */
export const formatsOfOddPuzzles = [
  ['edgewise', all, ['halves', 'colours', 'framed']],
  ['json', all, ['halves']],
  ['link', all, ['halves', 'colours', 'framed']],
  ['csv', names, ['halves', 'colours', 'framed']],
  ['legespiel', names, ['halves', 'colours']],
  ['instance', title, ['colours', 'framed']],
  ['bucas', title, ['framed']],
] as const;
