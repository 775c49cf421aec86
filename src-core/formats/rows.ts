/** Reads rows of tiles on any board: one label per side, clockwise, with a printed back after `|`. */
import { boardOf, shapeName } from '../puzzle/board.ts';
import { letteredLabels, numberedLabels, styleIndex, symbolLabel } from '../puzzle/labels.ts';
import {
  MAX_LABELS,
  type BoardShape,
  type EdgeLabel,
  type EdgePuzzle,
  type LabelStyle,
  type MatingRule,
  type Tile,
} from '../puzzle/puzzle.ts';
import { FormatError, quoted } from './format-error.ts';
import { checkFaces, rimRule, type Faces, type Meaning, type RimText } from './meaning.ts';
import { isNumber, numberIn, type Token } from './text.ts';

/** Converts labels, as they are written in the text, to label codes. */
export interface LabelReader {
  readonly mating: MatingRule;
  readonly labels: readonly LabelStyle[];
  readonly labelOf: (token: Token) => EdgeLabel;
}

/**
 * Returns a puzzle with the tiles in the rows. If no rim rule is given, the rim is free, unless the colours are numbers
 * and a tile has a 0. Then 0 is the frame.
 */
export function puzzleOfRows(
  rows: readonly Faces[],
  reader: LabelReader,
  { board, rim, turns }: Meaning & { board: BoardShape },
  name: string | undefined,
): EdgePuzzle {
  checkFaces(rows, board);
  const { mating, labelOf } = reader;
  const tiles = rows.map(({ edges, back }): Tile =>
    back ? { edges: edges.map(labelOf), back: back.map(labelOf) } : { edges: edges.map(labelOf) },
  );
  const backs = tiles.some(({ back }) => back !== undefined);
  // On a board without a rim, 0 is an ordinary colour.
  const numbered = reader.labels.every(({ name }, i) => name === String(i)) && mating === 'same';
  const zeros = tiles.some(({ edges, back = [] }) => edges.includes(0) || back.includes(0));
  const framed = numbered && zeros && boardOf(board).across.includes(-1);
  const colour = rim?.kind === 'colour' ? labelOf(tokenOf(rim.colour)) : 0;
  return {
    kind: 'edge-matching',
    name: name ?? capitalised(shapeName(board)),
    board,
    mating,
    rim: rim
      ? rimRule(rim, () => colour)
      : framed
        ? { kind: 'colour', colour: 0, inside: false }
        : { kind: 'free' },
    turns: turns ?? (backs ? 'flip' : 'rotate'),
    tiles,
    labels: reader.labels,
    hints: [],
    forbidden: [],
  };
}

const capitalised = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

const all = (rows: readonly Faces[]): Token[] => rows.flatMap(({ edges, back = [] }) => [...edges, ...back]);

/**
 * Returns a reader for the labels in the rows. For opposite mating, a number is `2 * symbol + half`, and a word is a
 * symbol followed by 0 (tail) or 1 (head).
 */
export function readerFor(rows: readonly Faces[], mating: MatingRule, rim?: RimText): LabelReader {
  const tokens = all(rows);
  if (!tokens.every(({ text }) => isNumber(text))) return wordsReader(tokens, mating);
  // Include the rim's colour even if it occurs on no tile.
  return numbersReader(rim?.kind === 'colour' ? [...tokens, tokenOf(rim.colour)] : tokens, mating);
}

const tokenOf = (text: string): Token => ({ text, line: 0, column: 0 });

function numbersReader(tokens: readonly Token[], mating: MatingRule): LabelReader {
  const most = mating === 'same' ? MAX_LABELS - 1 : 2 * MAX_LABELS - 1;
  const labelOf = (token: Token): EdgeLabel =>
    numberIn(token, most, mating === 'same' ? 'a colour' : 'a half');
  const largest = tokens.reduce((sum, token) => Math.max(sum, labelOf(token)), 0);
  const count = styleIndex(mating, largest) + 1;
  return { mating, labels: mating === 'same' ? numberedLabels(count) : letteredLabels(count), labelOf };
}

export function wordsReader(tokens: readonly Token[], mating: MatingRule): LabelReader {
  const nameIn = (token: Token): string => {
    if (mating === 'same') return token.text;
    if (/.[01]$/s.test(token.text)) return token.text.slice(0, -1);
    throw new FormatError({
      line: token.line,
      column: token.column,
      found: quoted(token.text),
      expected: 'a symbol followed by 0 (tail) or 1 (head)',
      fix: 'Correct this label.',
    });
  };
  const names = [...new Set(tokens.map(nameIn))].sort();
  const numbers = new Map(names.map((name, i) => [name, i]));
  const labelOf = (token: Token): EdgeLabel => {
    const style = numbers.get(nameIn(token));
    if (style === undefined) {
      throw new FormatError({
        line: token.line,
        column: token.column,
        found: quoted(token.text),
        expected: `one of the ${mating === 'same' ? 'colours' : 'symbols'} ${names.join(', ')}`,
        fix: 'Correct this label.',
      });
    }
    return mating === 'same' ? style : symbolLabel(style, token.text.endsWith('1') ? 1 : 0);
  };
  return { mating, labels: names.map((name) => ({ name })), labelOf };
}
