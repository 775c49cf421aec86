/** Reads boards that list each cell with its row, column and labels, in JSON or in a table with titles. */
import { isPlainRectangle } from '../../puzzle/board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { knownOrders } from '../edge-order.ts';
import { boardsShowing, type ShownCell } from './board-colours.ts';
import { COLUMN_KEYS, ROW_KEYS } from './board-record.ts';
import type { BoardCandidate } from './candidate.ts';
import { directionsOf, parsed } from './structured.ts';

type Json = Readonly<Record<string, unknown>>;

const MAX_VISITED_VALUES = 1_000;

/** Returns the boards whose cells show the labels that the text lists for them. */
export function placedLabelBoards(puzzle: EdgePuzzle, text: string): BoardCandidate[] {
  if (!isPlainRectangle(puzzle.board)) return [];
  const { width, height } = puzzle.board;
  for (const items of listsIn(parsed(text) ?? tableIn(text))) {
    const isNamed = items.every((item) => directionsOf(item) !== null);
    const shown = shownBy(items, width, height);
    const orders = isNamed ? (['NESW'] as const) : knownOrders.map(({ order }) => order);
    if (shown) return boardsShowing(puzzle, shown, orders);
  }
  return [];
}

/** Returns the rows of a table as objects keyed by column title, or null for any other text. */
export function tableIn(text: string): Json[] | null {
  const rows = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(/[,;\t|]|(?<=\S) +(?=\S)/).map((field) => field.trim()));
  const [titles = [], ...body] = rows;
  const isTable = body.length > 1 && body.every(({ length }) => length === titles.length);
  if (titles.length < 3 || !isTable || titles.some((title) => !/^\p{L}/u.test(title))) return null;
  return body.map((fields) => Object.fromEntries(fields.map((field, i) => [titles[i]!, valueOf(field)])));
}

const valueOf = (field: string): string | number | null =>
  /^-?\d{1,6}$/.test(field) ? Number(field) : field === '' ? null : field;

function listsIn(root: unknown): (readonly Json[])[] {
  const queue: unknown[] = [root];
  const lists: (readonly Json[])[] = [];
  for (let i = 0; i < queue.length && i < MAX_VISITED_VALUES; i++) {
    const value = queue[i];
    if (value === null || typeof value !== 'object') continue;
    const items: readonly unknown[] = Object.values(value);
    const isObject = (item: unknown): item is Json =>
      item !== null && typeof item === 'object' && !Array.isArray(item);
    if (Array.isArray(value) && items.length > 1 && items.every(isObject)) lists.push(items);
    else queue.push(...items);
  }
  return lists;
}

function shownBy(items: readonly Json[], width: number, height: number): (ShownCell | null)[] | null {
  const cells = items.map((item) => {
    const under = (keys: RegExp): unknown => Object.entries(item).find(([key]) => keys.test(key))?.[1];
    const listed = Object.values(item).find((value) => Array.isArray(value) && value.length === 4);
    const labels = directionsOf(item) ?? (listed as readonly unknown[] | undefined) ?? null;
    return { row: Number(under(ROW_KEYS)), column: Number(under(COLUMN_KEYS)), labels };
  });
  const shown = Array<ShownCell | null>(width * height).fill(null);
  const [firstRow, firstColumn] = cells.some(({ row, column }) => row === 0 || column === 0)
    ? [0, 0]
    : [1, 1];
  for (const { row, column, labels } of cells) {
    const [y, x] = [row - firstRow, column - firstColumn];
    if (!(x >= 0 && x < width && y >= 0 && y < height) || labels === null) return null;
    shown[y * width + x] = { labels: labels.map(String), tile: null };
  }
  return shown;
}
