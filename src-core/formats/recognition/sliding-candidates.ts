/** Reads positions of sliding puzzles: a permutation of numbers, with the empty space written in any usual way. */
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import { BLANK_SYMBOL, type TextRow } from './text-rows.ts';

export interface SlidingText {
  readonly start: readonly number[];
  readonly size: Size;
  /** how the empty space was written: "0", "_", "16", "left out" */
  readonly blank: string;
  readonly sizeFrom: 'header' | 'rows' | 'count';
}

const MAX_SIDE = 8;
/** Lines of a text that are looked through for positions. */
const MAX_COLLECTED = 20_000;

/** Returns the position that rows hold, or null when they are no permutation. `given`: the size, where it is said. */
export function slidingIn(rows: readonly TextRow[], given: Size | null): SlidingText | null {
  if (rows.length === 0 || rows.some(({ back }) => back)) return null;
  const numbers = rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (numbers > MAX_SIDE * MAX_SIDE + 4) return null;
  // A header of one or two lines, or none.
  for (let skip = 0; skip <= Math.min(2, rows.length - 1); skip++) {
    const head = rows.slice(0, skip).flatMap(({ tokens }) => tokens);
    if (head.length > 2 || !head.every(({ text }) => /^\d$/.test(text))) break;
    const header = head.map(({ text }) => Number(text));
    const size = header.length === 0 ? null : { width: header[0]!, height: header.at(-1)! };
    const found = positionIn(rows.slice(skip), given ?? size, size === null ? 'rows' : 'header');
    if (found) return found;
  }
  // The size on the same line as the tiles.
  if (rows.length === 1) {
    const [{ tokens, line }] = rows as [TextRow];
    for (const skip of [1, 2]) {
      const head = tokens.slice(0, skip).map(({ text }) => Number(text));
      const [width, height = width] = head as [number, number?];
      if (!(width * height === tokens.length - skip)) continue;
      const found = positionIn([{ tokens: tokens.slice(skip), line }], given ?? { width, height }, 'header');
      if (found) return found;
    }
  }
  return null;
}

function positionIn(
  rows: readonly TextRow[],
  size: Size | null,
  from: 'header' | 'rows',
): SlidingText | null {
  const [only] = rows;
  const joined = rows.every(({ tokens }) => tokens.length === 1)
    ? rows.map(({ tokens: [token] }) => token!.text).join('')
    : '';
  if (
    only &&
    joined.length >= 4 &&
    joined.length <= 16 &&
    (rows.length === 1 || rows.every(({ tokens }) => tokens[0]!.text.length === rows.length))
  ) {
    const letters = Array.from(joined, (text, i): Token => ({
      text: digitOf(text),
      line: only.line,
      column: i + 1,
    }));
    const shape =
      size ??
      (rows.length > 1
        ? { width: joined.length / rows.length, height: rows.length }
        : squarest(joined.length));
    const found = shape && permutation(letters, shape);
    if (found) return { ...found, size: shape, sizeFrom: size ? from : rows.length > 1 ? 'rows' : 'count' };
  }
  const tokens = rows.flatMap((row) => row.tokens);
  const widths = rows.map(({ tokens: row }) => row.length);
  const width = Math.max(...widths);
  const short = widths.filter((each) => each !== width);
  const inRows = rows.length > 1 && width > 1;
  const own = inRows ? { width, height: rows.length } : null;
  if (inRows && short.length === 1 && short[0] === width - 1) {
    // One row is a number short: the empty space was left out at its end.
    const at = widths.findIndex((each) => each !== width);
    const before = widths.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
    const blank: Token = { text: '', line: rows[at]!.line, column: 1 };
    const filled = [...tokens.slice(0, before), blank, ...tokens.slice(before)];
    const found = fits(own, filled.length) && permutation(filled, own!);
    return found ? { ...found, blank: 'left out', size: size ?? own!, sizeFrom: 'rows' } : null;
  }
  if (inRows && short.length > 0) return null;
  const shape = size ?? own ?? squarest(tokens.length);
  if (!shape || !fits(shape, tokens.length)) {
    // The empty space is left out altogether.
    const whole = size ?? squarest(tokens.length + 1);
    if (!whole || whole.width * whole.height !== tokens.length + 1 || inRows) return null;
    const found = permutation([...tokens, { text: '', line: 0, column: 0 }], whole);
    return found && { ...found, blank: 'left out', size: whole, sizeFrom: size ? from : 'count' };
  }
  const found = permutation(tokens, shape);
  return found && { ...found, size: shape, sizeFrom: size ? from : own ? 'rows' : 'count' };
}

const fits = (size: Size | null, cells: number): boolean =>
  size !== null &&
  size.width * size.height === cells &&
  size.width >= 2 &&
  size.height >= 2 &&
  size.width <= MAX_SIDE &&
  size.height <= MAX_SIDE;

const digitOf = (letter: string): string =>
  /^[a-fA-F]$/.test(letter) ? String(parseInt(letter, 16)) : letter;

/** As square as can be, at least as wide as high. */
function squarest(cells: number): Size | null {
  for (let height = Math.floor(Math.sqrt(cells)); height >= 2; height--) {
    if (cells % height === 0 && cells / height <= MAX_SIDE) return { width: cells / height, height };
  }
  return null;
}

function permutation(tokens: readonly Token[], size: Size): { start: number[]; blank: string } | null {
  const cells = size.width * size.height;
  if (tokens.length !== cells || !fits(size, cells)) return null;
  const symbols = tokens.filter(({ text }) => !/^\d+$/.test(text));
  if (symbols.length > 1 || symbols.some(({ text }) => !BLANK_SYMBOL.test(text))) return null;
  const numbers = tokens.map(({ text }) => (/^\d+$/.test(text) ? Number(text) : -1));
  const all = new Set(numbers);
  if (all.size !== cells) return null;
  const sorted = [...all].sort((a, b) => a - b);
  const isRun = (values: readonly number[], first: number): boolean =>
    values.every((value, i) => value === first + i);
  if (symbols.length === 1) {
    if (!isRun(sorted.slice(1), 1)) return null;
    return { start: numbers.map((number) => Math.max(0, number)), blank: symbols[0]!.text };
  }
  if (isRun(sorted, 0)) return { start: numbers, blank: '0' };
  if (isRun(sorted, 1))
    return { start: numbers.map((number) => (number === cells ? 0 : number)), blank: String(cells) };
  return null;
}

/** Returns the positions of a text that holds several: one a line, or one a block. Empty when it holds one or none. */
export function slidingCollection(
  rows: readonly TextRow[],
  blockOf: readonly number[],
): { found: SlidingText; line: number }[] {
  // A position has at most 64 numbers: what is far longer is no list of them.
  if (rows.length > MAX_COLLECTED) return [];
  const byBlock = new Map<number, TextRow[]>();
  rows.forEach((row, i) => {
    const block = byBlock.get(blockOf[i]!);
    if (block) block.push(row);
    else byBlock.set(blockOf[i]!, [row]);
  });
  const groups =
    byBlock.size > 1 ? [[...byBlock.values()], rows.map((row) => [row])] : [rows.map((row) => [row])];
  for (const group of groups) {
    const found = group.map((each) => {
      const cells = each.reduce((sum, { tokens }) => sum + tokens.length, 0);
      const position = cells >= 4 || each[0]!.tokens[0]!.text.length >= 9 ? slidingIn(each, null) : null;
      return position && { found: position, line: each[0]!.line };
    });
    const good = found.filter((each) => each !== null);
    // A first line may count what follows.
    const head = found[0] === null && group[0]!.every(({ tokens }) => tokens.length <= 2) ? 1 : 0;
    if (good.length > 1 && good.length === found.length - head && good.every(isTelling)) return good;
  }
  return [];
}

/** Six numbers may be the edges of a hexagon, four those of a square. */
const isTelling = ({ found: { start, sizeFrom, blank } }: { found: SlidingText }): boolean =>
  start.length > 6 || sizeFrom === 'header' || (sizeFrom === 'rows' && (blank === '0' || blank === '_'));
