/** What the two formats of symbol halves have in common: one tile a line, a letter and a half an edge. */
import { halfOf, styleIndex, symbolLabel } from '../puzzle/labels.ts';
import type { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import { symbolLetters } from './label-text.ts';
import { sizeOf } from './size.ts';
import { fieldsOf, type Token } from './text.ts';
import { lostIn, sizeName } from './written.ts';

interface HalvesText {
  readonly name: string;
  readonly title: string;
  /** the letters or digits for tail and head */
  readonly halves: readonly [tail: string, head: string];
  /** for messages: "a capital letter and 0 or 1, such as Y1" */
  readonly expected: string;
}

export function halvesFormat({ name, title, halves, expected }: HalvesText): Format {
  const word = new RegExp(`^[A-Z][${halves.join('')}]$`);

  function symbolOf(token: Token): string {
    if (word.test(token.text)) return token.text[0]!;
    throw new FormatError({
      line: token.line,
      column: token.column,
      found: quoted(token.text),
      expected,
      mend: 'Correct this edge.',
    });
  }

  return {
    name,
    title,
    extension: 'txt',
    heeds: ['size'],

    recognises({ lines }) {
      const words = lines.flatMap(({ text }) => text.split(/[\s,;]+/)).filter((text) => text !== '');
      return words.filter((text) => word.test(text)).length / Math.max(1, words.length);
    },

    readPuzzle({ lines }, options) {
      const rows = fieldsOf(lines);
      for (const row of rows) {
        row.forEach(symbolOf);
        if (row.length !== 4) throw wrongCount(row);
      }
      const symbols = [...new Set(rows.flat().map(symbolOf))].sort();
      const size = sizeOf(rows.length, options.size);
      const puzzle: EdgePuzzle = {
        kind: 'edge-matching',
        name: options.name ?? `Scramble ${sizeName(size)}`,
        board: { kind: 'rectangle', ...size },
        mating: 'opposite',
        rim: { kind: 'free' },
        turns: 'rotate',
        tiles: rows.map((row) => ({
          edges: row.map(({ text }) => symbolLabel(symbols.indexOf(text[0]!), text[1] === halves[0] ? 0 : 1)),
        })),
        labels: symbols.map((symbol) => ({ name: symbol })),
        hints: [],
        forbidden: [],
      };
      return { puzzle };
    },

    writePuzzle(puzzle: Puzzle) {
      const letters = lettersFor(puzzle);
      const text = (puzzle as EdgePuzzle).tiles
        .map(({ edges }) =>
          edges.map((l) => letters[styleIndex('opposite', l)]! + halves[halfOf(l)]).join(','),
        )
        .join('\n');
      return { text: `${text}\n`, lost: lostIn(puzzle as EdgePuzzle, { rim: 'free' }) };
    },
  };
}

function lettersFor(puzzle: Puzzle): string[] {
  if (puzzle.kind !== 'edge-matching' || puzzle.mating !== 'opposite') {
    throw new CannotWrite('This format holds tiles with halves of symbols only; use numeric or edgewise.');
  }
  const letters = symbolLetters(puzzle);
  if (letters) return letters;
  throw new CannotWrite(
    `This format names symbols by capital letters; ${puzzle.labels.length} are too many. Use edgewise.`,
  );
}

const wrongCount = (row: readonly Token[]): FormatError =>
  new FormatError({
    line: row[0]!.line,
    found: `${row.length} edge${row.length === 1 ? '' : 's'}`,
    expected: '4 edges on every line, clockwise from the top',
    mend: row.length < 4 ? 'Add the missing edge.' : 'Write one tile a line.',
  });
