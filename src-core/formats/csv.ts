import { cellText, OpenQuotes, rowsOf } from '../csv.ts';
import { boardOf, isPlainRectangle, shapeName } from '../puzzle/board.ts';
import { letteredLabels, numberedLabels, styleIndex, symbolLabel } from '../puzzle/labels.ts';
import {
  MAX_LABELS,
  type BoardShape,
  type EdgeLabel,
  type EdgePuzzle,
  type LabelStyle,
} from '../puzzle/puzzle.ts';
import { boardText } from './board-text.ts';
import { CannotWrite, cut, FormatError, quoted } from './format-error.ts';
import type { Format, ReadOptions } from './format.ts';
import { checkFaces, headOf, meaningOf, rimRule, rimText, type Faces } from './meaning.ts';
import { parseSize, sizeOf } from './size.ts';
import { isNumber, type Source, type Token } from './text.ts';
import { changedIn, lostIn } from './written.ts';

/**
 * A table for spreadsheets, one tile per row.
 * - The header names the columns `top`, `right`, `bottom` and `left`, in any order. For tiles with any number of edges,
 *   it can name `side 1`, `side 2`, … instead. Printed backs have the columns `back 1`, `back 2`, ….
 * - The column `tile` is ignored.
 * - A half of a symbol is written as the symbol followed by 0 or 1.
 * - Lines `# key: value` before the header can specify the name, the size or board, the mating and rim rules,
 *   the turns and the labels.
 */
export const csv: Format = {
  name: 'csv',
  title: 'Table (CSV)',
  extension: 'csv',
  usesOptions: ['size', 'board', 'mating', 'rim', 'turns'],

  recognises(source) {
    if (source.lines.length === 0) return 0; // JSON is never a table; `lines` is empty for JSON
    const header = firstLine(source);
    if (/[()[\]{}]/.test(header)) return 0; // a header with brackets is probably source code, not a table
    const fields = header.toLowerCase().split(separatorOf(header));
    return columnsOf(fields.map((field) => field.replaceAll('"', '').trim())) ? 1 : 0;
  },

  readPuzzle(source, options) {
    const records = recordsOf(source);
    const columns = records[0] && columnsOf(records[0].fields);
    if (!columns) {
      throw new FormatError({
        line: records[0]?.line ?? 1,
        found: records[0] ? quoted(records[0].fields.join(',')) : 'comments only',
        expected: 'a header with the columns top, right, bottom and left, or side 1, side 2, side 3 ...',
        fix: 'Add the header as the first line of the table.',
      });
    }
    if (records.slice(1).every(({ fields }) => fields.every((field) => field === ''))) {
      throw new FormatError({
        line: records[0]!.line,
        found: 'a header, but no tiles',
        expected: 'tiles below the header, one per row',
        fix: 'Add the tiles.',
      });
    }
    // Spreadsheets write an empty row as a line of separators.
    const filled = records.slice(1).filter(({ fields }) => fields.some((field) => field !== ''));
    const rows = filled.map(({ fields, line }): Row => {
      const face = (from: readonly number[]): Token[] =>
        from.map((column) => {
          const text = fields[column] ?? '';
          if (text !== '') return { text, line, column: 0 };
          throw new FormatError({
            line,
            found: `no label in column ${column + 1}`,
            expected: 'a label for every edge of the tile',
            fix: 'Fill in the column, or remove the row.',
          });
        });
      const printed = columns.back.some((column) => (fields[column] ?? '') !== '');
      return printed
        ? { edges: face(columns.edges), back: face(columns.back) }
        : { edges: face(columns.edges) };
    });
    return { puzzle: puzzleFrom(rows, source, options) };
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'edge-matching') {
      throw new CannotWrite(
        'A table can hold only edge-matching puzzles. Use the sliding or edgewise format.',
      );
    }
    const names = namesOf(puzzle);
    const label = (code: EdgeLabel): string => {
      const name = names[styleIndex(puzzle.mating, code)]!;
      return cellText(puzzle.mating === 'same' ? name : `${name}${code & 1}`);
    };
    const { board, tiles } = puzzle;
    const { sides } = boardOf(board);
    const named = (what: string): string[] => Array.from({ length: sides }, (_, i) => `${what} ${i + 1}`);
    const backs = tiles.some(({ back }) => back !== undefined);
    const head = [
      `# name: ${puzzle.name}`,
      isPlainRectangle(board) ? `# size: ${board.width}x${board.height}` : `# board: ${boardText(board)}`,
      `# mating: ${puzzle.mating}`,
      `# rim: ${rimText(puzzle.rim, label)}`,
      `# turns: ${puzzle.turns}`,
      `# labels: ${names.map(cellText).join(',')}`,
      ['tile', ...(sides === 4 ? MAIN_SIDE_NAMES : named('side')), ...(backs ? named('back') : [])].join(','),
    ];
    const none = Array<string>(sides).fill('');
    const rows = tiles.map(({ edges, back }, tile) =>
      [String(tile + 1), ...edges.map(label), ...(backs ? (back?.map(label) ?? none) : [])].join(','),
    );
    return {
      text: [...head, ...rows, ''].join('\n'),
      lost: lostIn(puzzle),
      changed: changedIn(puzzle, { rim: 'said', turns: 'said', board: 'said' }),
    };
  },
};

const SIDE_NAMES: readonly (readonly string[])[] = [
  ['top', 'north', 'n', 'up'],
  ['right', 'east', 'e'],
  ['bottom', 'south', 's', 'down'],
  ['left', 'west', 'w'],
];

const MAIN_SIDE_NAMES = SIDE_NAMES.map(([name]) => name!);

interface Columns {
  readonly edges: readonly number[];
  readonly back: readonly number[];
}

function columnsOf(header: readonly string[]): Columns | null {
  const fields = header.map((field) => field.toLowerCase());
  const numbered = (what: string): number[] => {
    const columns: number[] = [];
    for (let at; (at = fields.indexOf(`${what} ${columns.length + 1}`)) !== -1;) columns.push(at);
    return columns;
  };
  const plain = SIDE_NAMES.map((names) => fields.findIndex((field) => names.includes(field)));
  const edges = plain.includes(-1) ? numbered('side') : plain;
  return edges.length < 3 ? null : { edges, back: numbered('back') };
}

const firstLine = ({ lines }: Source): string => lines[0]?.text ?? '';

interface Record {
  readonly fields: readonly string[];
  readonly line: number;
}

const separatorOf = (header: string): string =>
  header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';

function recordsOf(source: Source): Record[] {
  const options = { separator: separatorOf(firstLine(source)), comment: '#' };
  return rowsIn(source.text.replaceAll(/\r\n?/g, '\n'), options).map(({ cells, line }) => ({
    fields: cells,
    line,
  }));
}

function rowsIn(...given: Parameters<typeof rowsOf>): ReturnType<typeof rowsOf> {
  try {
    return rowsOf(...given);
  } catch (error) {
    if (!(error instanceof OpenQuotes)) throw error;
    throw new FormatError({
      line: error.line,
      found: 'an opening quote without a closing one',
      expected: 'a closing "',
      fix: 'Close the quotes.',
    });
  }
}

const cellsOf = (text: string): readonly string[] => rowsIn(text)[0]?.cells ?? [''];

function namesOf(puzzle: EdgePuzzle): string[] {
  const names = puzzle.labels.map(({ name }) => name);
  const usable = names.every((name) => name === name.trim() && !/[\r\n]/.test(name));
  if (usable && new Set(names).size === names.length) return names;
  const plain = puzzle.mating === 'same' ? numberedLabels(names.length) : letteredLabels(names.length);
  return plain.map(({ name }) => name);
}

type Row = Faces;

function puzzleFrom(rows: readonly Row[], source: Source, options: ReadOptions): EdgePuzzle {
  const head = headOf(source);
  const meaning = meaningOf(source, options);
  const tokens = rows.flatMap(({ edges, back = [] }) => [...edges, ...back]);
  const halves = tokens.every(({ text }) => /\D[01]$/.test(text));
  const mating = meaning.mating ?? (halves ? 'opposite' : 'same');
  const named = head.get('labels');
  const used = [...new Set(tokens.map(({ text }) => (mating === 'same' ? text : text.slice(0, -1))))];
  const labels = named === undefined ? stylesFor(used, mating) : cellsOf(named).map((name) => ({ name }));
  const numbers = new Map(labels.map(({ name }, style) => [name, style]));
  const labelOf = ({ text, line }: Token): EdgeLabel => {
    const style = numbers.get(mating === 'same' ? text : text.slice(0, -1));
    const half = /[01]$/.exec(text)?.[0];
    if (style !== undefined && mating === 'same') return style;
    if (style !== undefined && half !== undefined) return symbolLabel(style, half === '1' ? 1 : 0);
    throw new FormatError({
      line,
      found: quoted(text),
      expected:
        mating === 'same'
          ? `one of the colours ${cut(labels.map(({ name }) => name).join(', '))}`
          : 'a symbol followed by 0 (tail) or 1 (head)',
      fix: 'Correct the label.',
    });
  };
  const colourOf = (text: string): EdgeLabel => labelOf({ text: cellsOf(text)[0]!, line: 0, column: 0 });
  const backs = rows.some(({ back }) => back !== undefined);
  const name = options.name ?? head.get('name');
  const board = boardFor(rows, head, meaning.board, options);
  return {
    kind: 'edge-matching',
    name: name ?? `Table ${shapeName(board)}`,
    board,
    mating,
    rim: meaning.rim ? rimRule(meaning.rim, colourOf) : { kind: 'free' },
    turns: meaning.turns ?? (backs ? 'flip' : 'rotate'),
    tiles: rows.map(({ edges, back }) =>
      back ? { edges: edges.map(labelOf), back: back.map(labelOf) } : { edges: edges.map(labelOf) },
    ),
    labels,
    hints: [],
    forbidden: [],
  };
}

/**
 * Returns the board of a table. If the table specifies the board, there may be fewer tiles than cells. If the options
 * specify the board, there must be a tile for each cell.
 */
function boardFor(
  rows: readonly Row[],
  head: ReadonlyMap<string, string>,
  named: BoardShape | undefined,
  options: ReadOptions,
): BoardShape {
  if (named) {
    if (options.board) checkFaces(rows, named);
    return named;
  }
  const size = head.get('size');
  const own = options.size === undefined && size !== undefined ? parseSize(size) : undefined;
  return { kind: 'rectangle', ...(own ?? sizeOf(rows.length, options.size)) };
}

function stylesFor(used: readonly string[], mating: EdgePuzzle['mating']): LabelStyle[] {
  if (mating === 'same' && used.every((name) => isNumber(name) && Number(name) < MAX_LABELS)) {
    return numberedLabels(used.reduce((most, name) => Math.max(most, Number(name)), 0) + 1);
  }
  return [...new Set(used)].sort().map((name) => ({ name }));
}
