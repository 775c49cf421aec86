/**
 * Shared code of the two formats for symbol halves. Each line is a tile. Each edge is a letter for the symbol, then a
 * letter or digit for the half.
 */
import { counted } from '../text/counted.ts';
import { halfOf, styleIndex, symbolLabel } from '../puzzle/labels.ts';
import { isPlainRectangle, shapeName } from '../puzzle/board.ts';
import type { BoardShape, EdgeLabel, EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { boardText } from './board-text.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format, WrittenPuzzle } from './format.ts';
import { symbolLetters } from './label-text.ts';
import { meaningOf } from './meaning.ts';
import { puzzleOfRows, wordsReader, type LabelReader } from './rows.ts';
import { sizeOf, usualSize } from './size.ts';
import { facesOf, shareOfWords, type Token } from './text.ts';
import { changedIn, lostIn, refuseFewTiles } from './written.ts';

interface HalvesText {
  readonly name: string;
  readonly title: string;
  readonly halves: readonly [tail: string, head: string];
  /** what a half looks like, for error messages: "a capital letter and 0 or 1, such as Y1" */
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
      fix: 'Correct this edge.',
    });
  }

  return {
    name,
    title,
    extension: 'txt',
    usesOptions: ['size', 'board', 'mating', 'rim', 'turns'],

    recognises: ({ lines }) => shareOfWords(lines, true, (text) => word.test(text)),

    readPuzzle(source, options) {
      const rows = facesOf(source.lines);
      const meaning = meaningOf(source, options);
      const tokens = rows.flatMap(({ edges, back = [] }) => [...edges, ...back]);
      const symbols = [...new Set(tokens.map(symbolOf))].sort();
      if (!meaning.board) for (const { edges } of rows) if (edges.length !== 4) throw wrongCount(edges);
      const board: BoardShape = meaning.board ?? { kind: 'rectangle', ...sizeOf(rows.length, options.size) };
      const labelOf = (token: Token): EdgeLabel => {
        const symbol = symbols.indexOf(symbolOf(token));
        if (symbol !== -1) return symbolLabel(symbol, token.text[1] === halves[0] ? 0 : 1);
        throw new FormatError({
          found: quoted(token.text),
          expected: 'a label that is on a tile',
          fix: 'Correct it.',
        });
      };
      const reader: LabelReader =
        meaning.mating === 'same'
          ? wordsReader(tokens, 'same')
          : { mating: 'opposite', labels: symbols.map((symbol) => ({ name: symbol })), labelOf };
      const named = options.name ?? (meaning.board ? undefined : `Scramble ${shapeName(board)}`);
      return { puzzle: puzzleOfRows(rows, reader, { ...meaning, board }, named) };
    },

    writePuzzle: (puzzle: Puzzle) => writtenHalves(puzzle, halves),
  };
}

function writtenHalves(puzzle: Puzzle, halves: HalvesText['halves']): WrittenPuzzle {
  const own = halvesPuzzle(puzzle);
  const letters = lettersFor(own);
  refuseFewTiles(own, 'edgewise or csv');
  const rows = own.tiles.map(({ edges }) =>
    edges.map((l) => letters[styleIndex('opposite', l)]! + halves[halfOf(l)]).join(','),
  );
  const head = isUsualSize(own) ? [] : [`# board: ${boardText(own.board)}`];
  return {
    text: `${[...head, ...rows].join('\n')}\n`,
    lost: lostIn(own),
    changed: changedIn(own, { rim: 'free', turns: 'rotate', board: 'plain' }),
  };
}

function isUsualSize({ board, tiles }: EdgePuzzle): boolean {
  if (!isPlainRectangle(board)) return true;
  const usual = usualSize(tiles.length);
  return usual?.width === board.width && usual.height === board.height;
}

function halvesPuzzle(puzzle: Puzzle): EdgePuzzle {
  if (puzzle.kind === 'edge-matching' && puzzle.mating === 'opposite') return puzzle;
  throw new CannotWrite(
    'This format can hold only tiles whose sides show halves of symbols. Use the numeric or edgewise format.',
  );
}

function lettersFor(puzzle: EdgePuzzle): string[] {
  const letters = symbolLetters(puzzle);
  if (letters) return letters;
  throw new CannotWrite(
    `This format names each symbol with one capital letter, so it can’t hold ${puzzle.labels.length} symbols. Use the edgewise format.`,
  );
}

const wrongCount = (row: readonly Token[]): FormatError =>
  new FormatError({
    line: row[0]!.line,
    found: counted(row.length, 'edge'),
    expected: '4 edges on every line, clockwise from the top',
    fix: row.length < 4 ? 'Add the missing edge.' : 'Write one tile per line.',
  });
