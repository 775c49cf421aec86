// Random pieces of text, repeated on one line and on many. Every reader, including the one for engines' output, takes
// time proportional to the length of the text.
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { random, type Random } from '../../src-core/random.ts';
import { BoardLines } from '../../src-main/external-engines/lines-solver.ts';
import { growthOf, readersOf, shapesOf, TIMES } from '../unit/support/growth.ts';
import type { Part } from './part.ts';

const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const SMALL = 4_000;
/** Length of an engine's output, in characters */
const SMALL_OUTPUT = 3_000;

const pieces = [
  ...[
    '#',
    ';',
    ':',
    '=',
    '_',
    '"',
    "'",
    ',',
    '.',
    '-',
    '+',
    '/',
    '\\',
    '|',
    '&',
    '%',
    '?',
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    ' ',
    '\t',
    '\u2028',
    '\u00a0',
    'a',
    'x',
    '0',
    '1',
    '12',
    '-1',
    '1:0',
    '<a ',
    '</',
    '/>',
    'x="',
    '\u{1f9e9}',
  ],
  ...['board', 'board_edges=', 'turns:', '# rim', 'v ', 's SAT', '==='],
];

/** Returns a text of one to three random pieces. */
const pieceFrom = (chance: Random): string =>
  Array.from({ length: 1 + chance.below(3) }, () => pieces[chance.below(pieces.length)]!).join('');

function readOutput(text: string): void {
  const lines = new BoardLines(puzzle);
  for (const line of text.split('\n')) lines.read(line);
}

export const growth: Part = (seed, going) => {
  const chance = random(seed, 15);
  const failures: string[] = [];
  const readers = readersOf(puzzle);
  let tried = 0;
  do {
    const piece = pieceFrom(chance);
    const isOutput = chance.below(3) === 0;
    const [name, read] = isOutput
      ? (['the output of an engine', readOutput] as const)
      : readers[chance.below(readers.length)]!;
    const size = isOutput ? SMALL_OUTPUT : SMALL;
    const larger = shapesOf(piece, size * TIMES);
    shapesOf(piece, size).forEach((small, shape) => {
      tried++;
      const times = growthOf(read, small, larger[shape]!);
      if (times !== null)
        failures.push(`${name}: ${JSON.stringify(piece)} as shape ${shape} takes ${times} times as long`);
    });
  } while (going(tried) && failures.length < 200);
  return Promise.resolve({
    count: tried,
    tried: `${tried} texts for ${readers.length + 1} readers, each also ${TIMES} times as long`,
    failures,
  });
};
