import { cellText, OpenQuotes, rowsOf } from '../csv.ts';
import { gridOf } from '../puzzle/board.ts';
import { letteredLabels, numberedLabels, styleIndex, symbolLabel } from '../puzzle/labels.ts';
import {
  MAX_LABELS,
  type EdgeLabel,
  type EdgePuzzle,
  type LabelStyle,
  type RimRule,
} from '../puzzle/puzzle.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format, ReadOptions } from './format.ts';
import { parseSize, sizeOf } from './size.ts';
import { isNumber, type Source } from './text.ts';
import { lostIn, sizeName } from './written.ts';

/**
 * A table for spreadsheets: a header with top, right, bottom, left in any order (a column `tile` is
 * passed over), one tile a row. Halves are written as symbol and 0 or 1. Lines `# key: value` before it
 * may give name, size, mating, rim, turns and labels.
 */
export const csv: Format = {
  name: 'csv',
  title: 'Table (CSV)',
  extension: 'csv',
  heeds: ['size'],

  recognises(source) {
    if (source.lines.length === 0) return 0; // JSON
    const header = firstLine(source);
    const fields = header.toLowerCase().split(separatorOf(header));
    return columnsOf(fields.map((field) => field.replaceAll('"', '').trim())) ? 1 : 0;
  },

  readPuzzle(source, options) {
    const records = recordsOf(source);
    const columns = columnsOf(records[0]!.fields);
    if (!columns) {
      throw new FormatError({
        line: records[0]!.line,
        found: quoted(records[0]!.fields.join(',')),
        expected: 'a header with the columns top, right, bottom and left',
        mend: 'Add the header as the first line of the table.',
      });
    }
    const rows = records.slice(1).map(({ fields, line }) => ({
      line,
      edges: columns.map((column) => {
        const text = fields[column] ?? '';
        if (text !== '') return text;
        throw new FormatError({
          line,
          found: `no label in column ${column + 1}`,
          expected: 'a label for top, right, bottom and left',
          mend: 'Fill in the column, or remove the row.',
        });
      }),
    }));
    return { puzzle: puzzleFrom(rows, headOf(source.text), options) };
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'edge-matching') {
      throw new CannotWrite('A table holds tiles with edges; use sliding or edgewise.');
    }
    const names = namesOf(puzzle);
    const label = (code: EdgeLabel): string => {
      const name = names[styleIndex(puzzle.mating, code)]!;
      return cellText(puzzle.mating === 'same' ? name : `${name}${code & 1}`);
    };
    const { width, height } = gridOf(puzzle.board);
    const { rim } = puzzle;
    const rimText =
      rim.kind === 'colour' ? `${rim.inside ? 'colour' : 'frame'} ${label(rim.colour)}` : rim.kind;
    const head = [
      `# name: ${puzzle.name.replaceAll(/\s+/g, ' ')}`,
      `# size: ${width}x${height}`,
      `# mating: ${puzzle.mating}`,
      `# rim: ${rimText}`,
      `# turns: ${puzzle.turns}`,
      `# labels: ${names.map(cellText).join(',')}`,
      'tile,top,right,bottom,left',
    ];
    const rows = puzzle.tiles.map(({ edges }, tile) => `${tile + 1},${edges.map(label).join(',')}`);
    const lost = lostIn({ ...puzzle, rim: { kind: 'free' }, turns: 'rotate' }, { rim: 'free' });
    return { text: [...head, ...rows, ''].join('\n'), lost };
  },
};

const SIDES: readonly (readonly string[])[] = [
  ['top', 'north', 'n', 'up'],
  ['right', 'east', 'e'],
  ['bottom', 'south', 's', 'down'],
  ['left', 'west', 'w'],
];

/** Where top, right, bottom and left stand in a header, or null when it is none. */
function columnsOf(header: readonly string[]): number[] | null {
  const columns = SIDES.map((names) => header.findIndex((field) => names.includes(field.toLowerCase())));
  return columns.includes(-1) ? null : columns;
}

/** The first line that is no comment: it sets the separator. */
const firstLine = ({ text }: Source): string =>
  text.split(/\r\n|\n|\r/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';

interface Record {
  readonly fields: readonly string[];
  readonly line: number;
}

const separatorOf = (header: string): string =>
  header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';

function recordsOf(source: Source): Record[] {
  const options = { separator: separatorOf(firstLine(source)), comment: '#' };
  try {
    return rowsOf(source.text.replaceAll(/\r\n?/g, '\n'), options).map(({ cells, line }) => ({
      fields: cells,
      line,
    }));
  } catch (error) {
    if (!(error instanceof OpenQuotes)) throw error;
    throw new FormatError({
      line: error.line,
      found: 'quotes that are not closed',
      expected: 'a closing "',
      mend: 'Close the quotes.',
    });
  }
}

/** The cells of one line of the head. */
const cellsOf = (text: string): readonly string[] => rowsOf(text)[0]?.cells ?? [''];

/** The lines `# key: value`. */
function headOf(text: string): Map<string, string> {
  return new Map(
    Array.from(text.matchAll(/^#[ \t]*(\w+)[ \t]*:(.*)$/gm), (match) => [
      match[1]!.toLowerCase(),
      match[2]!.trim(),
    ]),
  );
}

/** Label names where they differ and say a label in one piece; else letters or numbers. */
function namesOf(puzzle: EdgePuzzle): string[] {
  const names = puzzle.labels.map(({ name }) => name);
  const usable = names.every((name) => name === name.trim() && !/[\r\n]/.test(name));
  if (usable && new Set(names).size === names.length) return names;
  const plain = puzzle.mating === 'same' ? numberedLabels(names.length) : letteredLabels(names.length);
  return plain.map(({ name }) => name);
}

type Rows = readonly { readonly edges: readonly string[]; readonly line: number }[];

function puzzleFrom(rows: Rows, head: Map<string, string>, options: ReadOptions): EdgePuzzle {
  const halves = rows.every(({ edges }) => edges.every((text) => /\D[01]$/.test(text)));
  const mating = choice(head, 'mating', ['same', 'opposite'], halves ? 'opposite' : 'same');
  const named = head.get('labels');
  const used = [...new Set(rows.flatMap(({ edges }) => edges))].map((text) =>
    mating === 'same' ? text : text.slice(0, -1),
  );
  const labels = named === undefined ? stylesFor(used, mating) : cellsOf(named).map((name) => ({ name }));
  const numbers = new Map(labels.map(({ name }, style) => [name, style]));
  const labelOf = (text: string, line: number): EdgeLabel => {
    const style = numbers.get(mating === 'same' ? text : text.slice(0, -1));
    const half = /[01]$/.exec(text)?.[0];
    if (style !== undefined && mating === 'same') return style;
    if (style !== undefined && half !== undefined) return symbolLabel(style, half === '1' ? 1 : 0);
    throw new FormatError({
      line,
      found: quoted(text),
      expected:
        mating === 'same'
          ? `one of the colours ${labels.map(({ name }) => name).join(', ')}`
          : 'a symbol followed by 0 (tail) or 1 (head)',
      mend: 'Correct the label.',
    });
  };
  const size = head.get('size');
  const board = sizeOf(rows.length, options.size ?? (size === undefined ? undefined : parseSize(size)));
  return {
    kind: 'edge-matching',
    name: options.name ?? head.get('name') ?? `Table ${sizeName(board)}`,
    board: { kind: 'rectangle', ...board },
    mating,
    rim: rimFrom(head.get('rim'), labelOf),
    turns: choice(head, 'turns', ['rotate', 'flip', 'fixed'], 'rotate'),
    tiles: rows.map(({ edges, line }) => ({ edges: edges.map((text) => labelOf(text, line)) })),
    labels,
    hints: [],
    forbidden: [],
  };
}

function stylesFor(used: readonly string[], mating: EdgePuzzle['mating']): LabelStyle[] {
  if (mating === 'same' && used.every((name) => isNumber(name) && Number(name) < MAX_LABELS)) {
    return numberedLabels(Math.max(...used.map(Number)) + 1);
  }
  return [...new Set(used)].sort().map((name) => ({ name }));
}

function rimFrom(text: string | undefined, labelOf: (text: string, line: number) => EdgeLabel): RimRule {
  const [, kind, label] = /^(frame|colour|free|uniform)\s*(.*)$/.exec(text ?? 'free') ?? [];
  if (kind === 'free' || kind === 'uniform') return { kind };
  if (kind === undefined) {
    throw new FormatError({
      found: `rim: ${text ?? ''}`,
      expected: 'free, uniform, frame and a colour, or colour and a colour',
      mend: 'Correct the line "# rim:".',
    });
  }
  const colour = labelOf(cellsOf(label!)[0]!, 0);
  return { kind: 'colour', colour, inside: kind === 'colour' };
}

function choice<T extends string>(head: Map<string, string>, key: string, values: readonly T[], usual: T): T {
  const text = head.get(key) ?? usual;
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new FormatError({
    found: `${key}: ${text}`,
    expected: values.join(' or '),
    mend: `Correct the line "# ${key}:".`,
  });
}
