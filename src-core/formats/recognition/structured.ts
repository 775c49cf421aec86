/** Rows of labels in JSON with any key names, and in INI files. */
import { parseJson } from '../json.ts';
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import type { TextRow, TextRows } from './text-rows.ts';

export interface StructuredRows extends TextRows {
  readonly size: Size | null;
  readonly name: string | undefined;
  /** a label that a key such as `border` names */
  readonly frame: string | undefined;
}

type Scalar = string | number;
const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

const DIRECTIONS: readonly (readonly string[])[] = [
  ['n', 'north', 'top', 'up', 't', 'u'],
  ['e', 'east', 'right', 'r'],
  ['s', 'south', 'bottom', 'down', 'b', 'd'],
  ['w', 'west', 'left', 'l'],
];
const WIDTHS = /^(width|w|cols?|columns?|numcols|num_cols|ncols|x)$/i;
const HEIGHTS = /^(height|h|rows?|numrows|num_rows|nrows|y)$/i;
const SIDES = /^(n|m|size|side|dim|dimension|board_?size)$/i;
const FRAMES = /^(border|frame|rim|gr[ae]y|wall|border_?colou?r|edge_?colou?r)$/i;

/** Returns the rows of a JSON text: the first list of tiles, or of numbers, that it holds. Null when it holds none. */
export function jsonRows(text: string): StructuredRows | null {
  const json = parseJson(text);
  const list = listIn(json);
  if (!list) return null;
  const facts = factsIn(json);
  return { ...rowsOf(list), ...facts };
}

/** Breadth first: the list nearest the root. */
function listIn(root: unknown): unknown[][] | null {
  const queue: unknown[] = [root];
  for (let i = 0; i < queue.length && i < 10_000; i++) {
    const value = queue[i];
    if (Array.isArray(value)) {
      const rows = rowsIn(value as unknown[]);
      if (rows) return rows;
      queue.push(...(value as unknown[]).slice(0, 100));
    } else if (value !== null && typeof value === 'object')
      queue.push(...(Object.values(value) as unknown[]));
  }
  return null;
}

function rowsIn(list: readonly unknown[]): unknown[][] | null {
  if (list.length < 2) return null;
  if (list.every((item) => Array.isArray(item) && item.length > 0 && item.every(isScalar)))
    return list as unknown[][];
  if (list.every(isScalar)) {
    if (list.every((item) => typeof item === 'string' && /[\s,;]/.test(item.trim()))) {
      return (list as string[]).map((item) => item.trim().split(/[\s,;]+/));
    }
    return list.length >= 4 ? list.map((item) => [item]) : null;
  }
  if (!list.every((item) => item !== null && typeof item === 'object' && !Array.isArray(item))) return null;
  const objects = list as Record<string, unknown>[];
  const directed = objects.map(directionsOf);
  if (directed.every((row) => row !== null)) return [['n', 'e', 's', 'w'], ...directed];
  const nested = objects.map((item) =>
    Object.values(item).find(
      (value) => Array.isArray(value) && value.length >= 3 && value.length <= 6 && value.every(isScalar),
    ),
  );
  if (nested.every((row) => row !== undefined)) return nested as unknown[][];
  const inner = objects.map((item) =>
    Object.values(item)
      .map((value) => (isObject(value) ? directionsOf(value) : null))
      .find(Boolean),
  );
  return inner.every(Boolean) ? [['n', 'e', 's', 'w'], ...(inner as unknown[][])] : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function directionsOf(item: Record<string, unknown>): Scalar[] | null {
  const entries = Object.entries(item).map(([key, value]) => [key.toLowerCase(), value] as const);
  const sides = DIRECTIONS.map(
    (names) => entries.find(([key]) => names.includes(key.replace(/^(edge|side|colou?r)_?/, '')))?.[1],
  );
  return sides.every(isScalar) ? sides : null;
}

function factsIn(root: unknown): { size: Size | null; name: string | undefined; frame: string | undefined } {
  let [width, height, side, other] = [0, 0, 0, 0];
  let name: string | undefined;
  let frame: string | undefined;
  const queue: unknown[] = [root];
  for (let i = 0; i < queue.length && i < 50; i++) {
    const value = queue[i];
    if (!isObject(value)) continue;
    for (const [key, field] of Object.entries(value)) {
      const number =
        typeof field === 'number'
          ? field
          : typeof field === 'string' && /^\d{1,2}$/.test(field)
            ? Number(field)
            : 0;
      if (WIDTHS.test(key) && number) width ||= number;
      else if (HEIGHTS.test(key) && number) height ||= number;
      else if (SIDES.test(key) && number) [side, other] = side ? [side, number] : [number, other];
      else if (/^(size|dim)/i.test(key) && Array.isArray(field)) [width, height] = field as [number, number];
      else if (/^(name|title)$/i.test(key) && typeof field === 'string') name ??= field;
      else if (FRAMES.test(key) && isScalar(field)) frame ??= String(field);
      if (isObject(field)) queue.push(field);
    }
  }
  const found =
    width > 0 && height > 0 ? { width, height } : side > 0 ? { width: side, height: other || side } : null;
  const usable = found && found.width <= 64 && found.height <= 64 ? found : null;
  return { size: usable, name: name?.trim().slice(0, 120) || undefined, frame };
}

function rowsOf(list: readonly (readonly unknown[])[]): TextRows {
  const rows = list.map((items, i): TextRow => ({
    tokens: items.map((item): Token => ({ text: String(item), line: 0, column: 0 })),
    line: i + 1,
  }));
  return { rows, blockOf: rows.map(() => 0), skipped: [], fields: new Map() };
}

/** Returns the rows of an INI text whose sections name the edges of a tile each, or null when it is none. */
export function iniRows(text: string): StructuredRows | null {
  if (!/^\s*\[[^\]\n,]+\]\s*$/m.test(text)) return null;
  const sections: Record<string, string>[] = [{}];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const bare = line.replace(/^\s*[#;].*$/, '').trim();
    if (/^\[[^\],]+\]$/.test(bare)) sections.push({});
    const [, key, value] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(bare) ?? [];
    if (key !== undefined) sections.at(-1)![key.toLowerCase()] = value!;
  }
  const tiles = sections.map((section) => directionsOf(section)).filter((row) => row !== null);
  if (tiles.length < 2) return null;
  return {
    ...rowsOf([['n', 'e', 's', 'w'], ...tiles]),
    ...factsIn(Object.assign({}, ...sections.filter((section) => !directionsOf(section)).toReversed())),
  };
}
