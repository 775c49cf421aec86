/** Extracts the size, name and frame from the named values in the text. */
import type { EdgeOrder } from '../edge-order.ts';
import { parseSize, type Size } from '../size.ts';
import type { Token } from '../text.ts';
import { statedOrder } from './stated-order.ts';
import type { TextRow } from './line-labels.ts';
import type { TextRows } from './text-rows.ts';

export type Scalar = string | number;

export interface StructuredRows extends TextRows {
  readonly facts: Facts;
}

export const isNamed = (part: TextRows): part is StructuredRows => 'facts' in part;

export interface Facts {
  readonly size: Size | null;
  readonly name: string | undefined;
  /** label of the frame, from a key such as `border` */
  readonly frame: string | undefined;
  /** edge order, from a key such as `order` */
  readonly order: EdgeOrder | null;
  /** goal of a sliding puzzle, from a key such as `goal` */
  readonly goal: readonly Scalar[] | null;
}

const WIDTH_KEY = /^(width|w|cols?|columns?|numcols|num_cols|ncols|x)$/i;
const HEIGHT_KEY = /^(height|h|rows?|numrows|num_rows|nrows|y)$/i;
const SIDE_KEY = /^(n|m|size|side|dim|dimension|board_?size)$/i;
const EDGE_ORDER_KEY = /^(?:(?:edge|side)s?_?)?(?:order|format|convention)$/i;
const FRAME_KEY = /^(border|frame|rim|gr[ae]y|wall|border_?colou?r|edge_?colou?r)$/i;

/** Extracts facts from keys and values. If several keys give the same fact, uses the first. */
export function factsOf(fields: Iterable<readonly [key: string, value: unknown]>): Facts {
  const all = [...fields];
  const under = (keys: RegExp): unknown[] => all.filter(([key]) => keys.test(key)).map(([, field]) => field);
  const numbers = (keys: RegExp): number[] =>
    under(keys)
      .map(numberOf)
      .filter((number) => number > 0);
  const [width, height] = under(/^(size|dim)/i).find(isPair) ?? [
    numbers(WIDTH_KEY)[0],
    numbers(HEIGHT_KEY)[0],
  ];
  const sides = numbers(SIDE_KEY);
  const [across, down] = width && height ? [width, height] : [sides[0], sides.at(-1)];
  const name = under(/^(name|title)$/i).find((field) => typeof field === 'string');
  return {
    size: across && down && across <= 64 && down <= 64 ? { width: across, height: down } : null,
    name: name?.trim() || undefined,
    frame: under(FRAME_KEY).find(isScalar)?.toString(),
    order: statedOrder(under(EDGE_ORDER_KEY).map(textOf).join('\n'), () => false),
    goal: null,
  };
}

const textOf = (field: unknown): string =>
  [field].flat().every((each) => typeof each === 'string') ? [field].flat().join(' ') : '';

const isScalar = (field: unknown): field is Scalar => typeof field === 'string' || typeof field === 'number';

const numberOf = (field: unknown): number => {
  const number = typeof field === 'string' && /^\d{1,2}$/.test(field) ? Number(field) : field;
  return typeof number === 'number' && Number.isInteger(number) ? number : 0;
};

const isPair = (field: unknown): field is [number, number] =>
  Array.isArray(field) && field.length === 2 && field.every((each) => numberOf(each) > 0);

/** Returns the size that header lines give, or null. */
export function sizeIn(fields: ReadonlyMap<string, string>): Size | null {
  const number = (...names: string[]): number =>
    names
      .map((name) => Number(fields.get(name)))
      .find((value) => Number.isInteger(value) && value > 0 && value <= 64) ?? 0;
  const size = fields.get('size') ?? fields.get('board size') ?? fields.get('board_size');
  if (size !== undefined && /^\d+(?:\s*[x×,]\s*|\s+)\d+$/i.test(size.trim()))
    return parseSize(size.replace(',', ' '));
  if (size !== undefined && /^\d{1,2}$/.test(size)) return { width: Number(size), height: Number(size) };
  const width = number('width', 'w', 'cols', 'columns', 'col', 'column');
  const height = number('height', 'h', 'rows', 'row');
  if (width > 0 && height > 0) return { width, height };
  const side = number('n');
  return side > 0 ? { width: side, height: number('m') || side } : null;
}

/** Converts lists of labels to rows. Since the lists have no line numbers, the rows are numbered from 1. */
export function rowsOfLists(lists: readonly (readonly Scalar[])[]): TextRows {
  const rows = lists.map((items, i): TextRow => ({
    tokens: items.map((item): Token => ({ text: String(item), line: 0, column: 0 })),
    line: i + 1,
  }));
  return { rows, blockOf: rows.map(() => 0), skipped: [], remarks: [], fields: new Map() };
}
