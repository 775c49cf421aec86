/** Reads positions of sliding puzzles: permutations of numbers, with the empty space written in any common way. */
import type { Size } from '../size.ts';
import type { Token } from '../text.ts';
import type { TextRow } from './line-labels.ts';
import type { TextRows } from './text-rows.ts';
import { BLANK_SYMBOL, isJoinedPosition, withoutHexPrefix } from './vocabulary.ts';

export interface SlidingText {
  readonly start: readonly number[];
  readonly size: Size;
  /** how the text shows the empty space: "0", "_", "16", "left out" */
  readonly blank: string;
  readonly sizeFrom: 'header' | 'rows' | 'count';
  /** true if it is unclear whether the header gives columns or rows first */
  readonly mayBeTurned?: true;
  /** true if the text also has other rows, so the numbers might not be a position */
  readonly isAmongWords?: true;
}

export interface StartAndGoal {
  readonly start: SlidingText;
  readonly goal: readonly number[];
  /** phrase for the user that says how the start and goal were told apart; absent if the text names the goal */
  readonly note?: string;
}

export const MAX_SIDE = 8;
/** Maximum length, in characters, of a word for the empty space */
const MAX_BLANK_LENGTH = 6;
const MAX_ROWS = 20_000;

/** Returns the position in the rows, or null if they aren't a permutation. `given` is the size, if known. */
export function slidingIn(rows: readonly TextRow[], given: Size | null): SlidingText | null {
  if (rows.length === 0 || rows.some(({ back }) => back)) return null;
  const numbers = rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (numbers > MAX_SIDE * MAX_SIDE + 4) return null;
  return underHeader(rows, given) ?? (rows.length === 1 ? onOneLine(rows[0]!, given) : null);
}

function underHeader(rows: readonly TextRow[], given: Size | null): SlidingText | null {
  for (let skip = 0; skip <= Math.min(2, rows.length - 1); skip++) {
    const head = rows.slice(0, skip).flatMap(({ tokens }) => tokens);
    if (head.length > 2 || !head.every(({ text }, i) => (i === 0 ? /^\d$/ : /^\d{1,3}$/).test(text))) break;
    // A header of 1 is the number of positions, not a size. A number after the size may be the maximum number of
    // moves.
    const header = head.map(({ text }) => Number(text)).filter((number) => number > 1 && number <= MAX_SIDE);
    const size = header.length === 0 ? null : { width: header[0]!, height: header.at(-1)! };
    const found = positionIn(rows.slice(skip), {
      size: given ?? size,
      from: given === null && size !== null ? 'header' : 'rows',
    });
    if (found) return found;
  }
  return null;
}

function onOneLine({ tokens, line }: TextRow, given: Size | null): SlidingText | null {
  for (const skip of [1, 2]) {
    const head = tokens.slice(0, skip).map(({ text }) => Number(text));
    const [width, height = width] = head as [number, number?];
    if (width * height !== tokens.length - skip) continue;
    const found = positionIn([{ tokens: tokens.slice(skip), line }], {
      size: given ?? { width, height },
      from: 'header',
    });
    if (found) return found;
  }
  const isNumbered = tokens.length >= MIN_NUMBERED_ROW_LABELS && /^#?\d+[.:)]?$/.test(tokens[0]!.text);
  return isNumbered ? positionIn([{ tokens: tokens.slice(1), line }], UNSTATED_SIZE) : null;
}

const UNSTATED_SIZE = { size: null, from: 'rows' } as const;

interface Frame {
  readonly size: Size | null;
  readonly from: 'header' | 'rows';
}

const positionIn = (rows: readonly TextRow[], frame: Frame): SlidingText | null =>
  joinedPosition(rows, frame) ?? listedPosition(rows, frame);

/** Maximum number of cells of a non-square position written with one character per cell */
const MAX_JOINED_CELLS = 6;

function joinedPosition(rows: readonly TextRow[], { size, from }: Frame): SlidingText | null {
  const [only] = rows;
  if (!only || rows.some(({ tokens }) => tokens.length !== 1)) return null;
  const words = rows.map(({ tokens: [token] }) => withoutHexPrefix(token!.text));
  const joined = words.join('');
  if (joined.length < 4 || joined.length > 25 || !areJoinedRows(words)) return null;
  const letters = numbered(
    Array.from(joined, (text, i): Token => ({ text, line: only.line, column: i + 1 })),
  ).map((token) => ({ ...token, text: digitOf(token.text) }));
  const own = rows.length > 1 ? { width: words[0]!.length, height: rows.length } : null;
  const shape = size ?? own ?? squarest(joined.length);
  const found = shape && permutation(letters, shape);
  return found && { ...found, size: shape, sizeFrom: size ? from : own ? 'rows' : 'count' };
}

function areJoinedRows(words: readonly string[]): boolean {
  const width = words[0]!.length;
  if (words.length === 1 || words.some(({ length }) => length !== width)) return words.length === 1;
  // With one character per cell, a position is a square or a small rectangle. A larger rectangle may be the first rows
  // of a square in hexadecimal digits.
  return width === words.length || (width > 1 && width * words.length <= MAX_JOINED_CELLS);
}

function listedPosition(rows: readonly TextRow[], frame: Frame): SlidingText | null {
  const tokens = numbered(rows.flatMap((row) => row.tokens));
  const widths = rows.map(({ tokens: row }) => row.length);
  const width = Math.max(...widths);
  if (rows.length === 1 || width === 1) return positionInOrder(tokens, frame);
  const short = widths.filter((each) => each !== width);
  if (short.length > 0) {
    const lacksOne = short.length === 1 && short[0] === width - 1;
    return lacksOne ? shortPosition(rows, tokens, width, frame.size) : null;
  }
  const own = { width, height: rows.length };
  const { size, from } = frame;
  // A header may give the height first. The lengths of the rows show whether it does.
  const isTurned = from === 'header' && size?.width === own.height && size.height === own.width;
  return wholePosition(tokens, isTurned ? own : (size ?? own), size ? from : 'rows');
}

function positionInOrder(tokens: readonly Token[], { size, from }: Frame): SlidingText | null {
  const sizeFrom = size ? from : 'count';
  const shape = size ?? squarest(tokens.length);
  if (fits(shape, tokens.length)) {
    const found = wholePosition(tokens, shape, sizeFrom);
    const mayBeTurned = from === 'header' && size !== null && size.width !== size.height;
    return found && mayBeTurned ? { ...found, mayBeTurned } : found;
  }
  // If no label stands for the empty space, it is in the last cell.
  const whole = size ?? squarest(tokens.length + 1);
  if (!whole || whole.width * whole.height !== tokens.length + 1) return null;
  const found = permutation([...tokens, { text: '', line: 0, column: 0 }], whole);
  return found && { ...found, blank: 'left out', size: whole, sizeFrom };
}

function wholePosition(
  tokens: readonly Token[],
  size: Size | null,
  sizeFrom: SlidingText['sizeFrom'],
): SlidingText | null {
  const found = size && fits(size, tokens.length) ? permutation(tokens, size) : null;
  return found && size && { ...found, size, sizeFrom };
}

/**
 * Reads a position with one row that is one field too short. The empty space is at the gap in that row or, without a
 * gap, at its end.
 */
function shortPosition(
  rows: readonly TextRow[],
  tokens: readonly Token[],
  width: number,
  size: Size | null,
): SlidingText | null {
  const own = { width, height: rows.length };
  const at = rows.findIndex((row) => row.tokens.length !== width);
  const others = rows.filter((_, i) => i !== at);
  const gap = gapIn(rows[at]!, others) ?? emptyField(rows[at]!, others) ?? width - 1;
  const before = at * width + gap;
  const filled = [...tokens.slice(0, before), blankIn(rows[at]!), ...tokens.slice(before)];
  const found = fits(own, filled.length) ? permutation(filled, own) : null;
  return found && { ...found, blank: 'left out', size: size ?? own, sizeFrom: 'rows' };
}

const blankIn = ({ line }: TextRow): Token => ({ text: '', line, column: 1 });

/**
 * Adds an empty space in each column where a row has no field. Returns the row unchanged if its fields don't fit the
 * columns of the other rows.
 */
export function withGaps(row: TextRow, others: readonly TextRow[]): TextRow {
  const taken = columnsTaken(row, others);
  if (!taken) return row;
  const tokens = others[0]!.tokens.map((_, i) => row.tokens[taken.indexOf(i)] ?? blankIn(row));
  return { ...row, tokens };
}

function gapIn(row: TextRow, others: readonly TextRow[]): number | null {
  const taken = columnsTaken(row, others);
  const gap = taken ? others[0]!.tokens.findIndex((_, i) => !taken.includes(i)) : -1;
  return gap === -1 ? null : gap;
}

function columnsTaken(row: TextRow, others: readonly TextRow[]): number[] | null {
  if (others.length === 0) return null;
  const endOf = ({ column, text }: Token): number => column + text.length - 1;
  const columns = others[0]!.tokens.map((_, i) => ({
    from: Math.min(...others.map(({ tokens }) => tokens[i]!.column)),
    to: Math.max(...others.map(({ tokens }) => endOf(tokens[i]!))),
  }));
  if (columns.some(({ from }, i) => i > 0 && from <= columns[i - 1]!.to)) return null;
  const taken = row.tokens.map((token) =>
    columns.findIndex(({ from, to }) => token.column <= to && endOf(token) >= from),
  );
  return taken.includes(-1) || new Set(taken).size < taken.length ? null : taken;
}

/**
 * Returns the index of the empty field in a row, or null. An empty field shows as two spaces in text that otherwise
 * has one space between fields.
 */
function emptyField(row: TextRow, others: readonly TextRow[]): number | null {
  const base = Math.min(...others.map(({ tokens }) => tokens[0]!.column));
  const blanks = ({ tokens }: TextRow): number[] =>
    tokens.map(({ column }, i) =>
      i === 0 ? column - base + 1 : column - tokens[i - 1]!.column - tokens[i - 1]!.text.length,
    );
  if (others.some((other) => blanks(other).some((count) => count !== 1))) return null;
  const at = blanks(row).indexOf(2);
  return at === -1 ? null : at;
}

const fits = (size: Size | null, cells: number): boolean =>
  size !== null &&
  size.width * size.height === cells &&
  size.width >= 2 &&
  size.height >= 2 &&
  size.width <= MAX_SIDE &&
  size.height <= MAX_SIDE;

/**
 * Returns the tokens with numbers instead of letters. If nearly all tokens are letters, A becomes 1, B becomes 2, and
 * so on. Otherwise, the letters A to F in a 4 × 4 position are read as hexadecimal digits.
 */
function numbered(tokens: readonly Token[]): readonly Token[] {
  const tiles = tokens.filter(({ text }) => text !== '' && !BLANK_SYMBOL.test(text));
  const letters = tokens.filter(({ text }) => /^[a-z]$/i.test(text)).length;
  if (
    letters >= tokens.length - 1 &&
    letters > 3 &&
    new Set(tokens.map(({ text }) => text)).size === tokens.length
  ) {
    const place = (text: string): number => text.toLowerCase().charCodeAt(0) - 96;
    const isLetter = (text: string): boolean => /^[a-z]$/i.test(text);
    return tokens.map((token) =>
      isLetter(token.text) ? { ...token, text: String(place(token.text)) } : token,
    );
  }
  const isHex = tokens.length === 16 && tiles.some(({ text }) => /^[a-f]$/i.test(text));
  return isHex ? tokens.map((token) => ({ ...token, text: digitOf(token.text) })) : tokens;
}

const digitOf = (letter: string): string =>
  /^[a-fA-F]$/.test(letter) ? String(parseInt(letter, 16)) : letter;

/**
 * Returns the squarest size with this number of cells. Returns null if the only possible sizes are a single row or
 * wider than Edgewise supports.
 */
export function squarest(cells: number): Size | null {
  for (let height = Math.floor(Math.sqrt(cells)); height >= 2; height--) {
    if (cells % height === 0 && cells / height <= MAX_SIDE) return { width: cells / height, height };
  }
  return null;
}

export function permutation(tokens: readonly Token[], size: Size): { start: number[]; blank: string } | null {
  const cells = size.width * size.height;
  if (tokens.length !== cells || !fits(size, cells)) return null;
  const symbols = tokens.filter(({ text }) => !/^\d+$/.test(text));
  if (symbols.length > 1) return null;
  // With nine or more cells, any short word that isn't a number may be the empty space.
  const isBlank = ({ text }: Token): boolean =>
    BLANK_SYMBOL.test(text) || (cells >= 9 && text.length <= MAX_BLANK_LENGTH);
  if (!symbols.every(isBlank)) return null;
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

/** Returns the positions if the text has two or more: one per line, one per block, or each below its own size. */
export function slidingCollection(
  rows: readonly TextRow[],
  blockOf: readonly number[],
): { found: SlidingText; line: number }[] {
  if (rows.length > MAX_ROWS) return [];
  const blocks = blocksOf(rows, blockOf);
  const groupings = [
    ...(blocks.length > 1 ? [blocks] : []),
    ...[groupsBySize(rows) ?? groupsBelowCount(rows), squaresIn(blocks), squaresIn([rows])].filter(
      (groups) => groups !== null,
    ),
  ];
  for (const grouping of groupings) {
    const good = positionsIn(grouping);
    if (good) return good;
  }
  const lines = rows.map((row) => [row]);
  const good = positionsIn(lines, (row) => positionOnly(spread(row)));
  if (good) return good;
  // Each position can have another number before or after it, such as its number of moves.
  for (const [before, after] of DROPPED_LABEL_COUNTS) {
    const cut = positionsIn(lines, (row) => withoutEnds(spread(row), before, after));
    if (cut) return cut;
  }
  return [];
}

function withoutEnds(row: TextRow, before: number, after: number): TextRow {
  const { length } = row.tokens;
  return length < MIN_NUMBERED_ROW_LABELS
    ? row
    : { ...row, tokens: row.tokens.slice(before, length - after) };
}

/** Numbers of labels dropped before and after a position, in the order they are tried */
const DROPPED_LABEL_COUNTS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 2],
  [1, 2],
  [1, 3],
] as const;
/** Minimum number of labels on a row that consists of a 3 × 3 position and another number */
const MIN_NUMBERED_ROW_LABELS = 10;

function positionsIn(
  grouping: readonly (readonly TextRow[])[],
  cut = (row: TextRow): TextRow => row,
): { found: SlidingText; line: number }[] | null {
  const good: { found: SlidingText; line: number }[] = [];
  for (const [i, group] of grouping.entries()) {
    const each = group.map(cut);
    const found = mayBePosition(each) ? slidingIn(each, null) : null;
    // The first line may be the number of positions, and the last line may be the name of an algorithm.
    const isOther = (i === 0 || i === grouping.length - 1) && each.every(({ tokens }) => tokens.length <= 2);
    if (found) good.push({ found, line: each[0]!.line });
    else if (!isOther) return null;
  }
  return good.length > 1 && good.every(isClearlySliding) ? good : null;
}

/** Returns whether the rows have at least four labels in all, or at least nine characters in their first words. */
function mayBePosition(rows: readonly TextRow[]): boolean {
  const labels = rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const characters = rows.reduce((sum, { tokens }) => sum + tokens[0]!.text.length, 0);
  return labels >= 4 || (characters >= 9 && (rows.length === 1 || rows.every(isWord)));
}

const isWord = ({ tokens }: TextRow): boolean => tokens.length === 1 && tokens[0]!.text.length >= 3;

/**
 * Divides rows into positions. Rows of n labels form positions of n rows each. A block that can't be divided into
 * squares is a single position.
 */
function squaresIn(blocks: readonly (readonly TextRow[])[]): TextRow[][] | null {
  const groups: TextRow[][] = [];
  for (const [i, block] of blocks.entries()) {
    for (let at = i === 0 && block[0]?.tokens.length === 1 ? 1 : 0; at < block.length;) {
      const group = squareAt(block, at) ?? (at === 0 ? block : []);
      const { length } = group;
      if (length < 2 || length > MAX_SIDE || group.some(({ tokens }) => tokens.length > MAX_SIDE))
        return null;
      groups.push([...group]);
      at += length;
    }
  }
  return groups.length > 1 ? groups : null;
}

/**
 * Returns the rows of the square that begins at index `at`, or null if there is none. One row may be one label short,
 * because the empty space may be written as a gap.
 */
function squareAt(rows: readonly TextRow[], at: number): readonly TextRow[] | null {
  const side = Math.max(rows[at]!.tokens.length, rows[at + 1]?.tokens.length ?? 0);
  const square = rows.slice(at, at + side);
  const labels = square.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const areRows = square.every(({ tokens }) => tokens.length === side || tokens.length === side - 1);
  return square.length === side && areRows && labels >= side * side - 1 ? square : null;
}

/** Removes squares that are too large for Edgewise. Returns the remaining rows and the number of squares removed. */
export function withoutLargeSquares(own: TextRows): { own: TextRows; large: number; side: number } {
  const isOld = own.rows.every(({ tokens }) => tokens.length <= MAX_SIDE);
  const blocks = isOld ? [] : blocksOf(own.rows, own.blockOf);
  const large = blocks.filter(isLargeSquare);
  const dropped = new Set(large.flat());
  if (dropped.size === 0) return { own, large: 0, side: 0 };
  const isKept = (row: TextRow | undefined): boolean => row !== undefined && !dropped.has(row);
  return {
    own: {
      ...own,
      rows: own.rows.filter(isKept),
      blockOf: own.blockOf.filter((_, i) => isKept(own.rows[i])),
      skipped: [...own.skipped, ...large.flat().map(({ line }) => line)].sort((a, b) => a - b),
    },
    large: large.length,
    side: large[0]!.at(-1)!.tokens.length,
  };
}

/**
 * Returns whether a block of rows is a square position too large for Edgewise. The square's side length may be on a
 * line above it.
 */
function isLargeSquare(block: readonly TextRow[]): boolean {
  const rows = block[0]!.tokens.length === 1 ? block.slice(1) : block;
  const side = rows.length;
  if (side <= MAX_SIDE || rows.some(({ tokens, back }) => back || tokens.length !== side)) return false;
  const words = rows.flatMap(({ tokens }) => tokens.map(({ text }) => text));
  const numbers = new Set(words.filter((word) => /^\d+$/.test(word)).map(Number));
  return numbers.size >= side * side - 1 && [...numbers].every((number) => number <= side * side);
}

/** Splits fields with several numbers, as in `2,"8 1 3 4 0 2 7 6 5"`. */
export function spread(row: TextRow): TextRow {
  if (!row.tokens.some(({ text }) => text.includes(' '))) return row;
  const tokens = row.tokens.flatMap((token) => token.text.split(' ').map((text) => ({ ...token, text })));
  return { ...row, tokens };
}

function positionOnly(row: TextRow): TextRow {
  if (row.tokens.length > 3) return row;
  const joined = row.tokens.filter(({ text }) => isJoinedPosition(text));
  return joined.length === 1 ? { ...row, tokens: joined } : row;
}

export function withoutColumnTitles(rows: readonly TextRow[]): readonly TextRow[] {
  const isNumber = ({ text }: Token): boolean => /^-?\d+$/.test(text);
  const [head, ...body] = rows;
  if (!head || body.length < 2 || head.tokens.length < 3) return rows;
  if (head.tokens.some(isNumber)) return isNumberedHead(head, body) ? body : rows;
  const isBody = body.every(
    ({ tokens }) =>
      tokens.length === head.tokens.length && tokens.filter(isNumber).length >= tokens.length - 1,
  );
  return isBody ? body : rows;
}

/**
 * Returns whether the first row consists of column titles, some of which are numbers, as in `0,1,2,3,cost`. At least
 * one title must be a word, and all rows below must have only numbers.
 */
const isNumberedHead = ({ tokens }: TextRow, body: readonly TextRow[]): boolean =>
  tokens.some(({ text }) => /^\p{L}{3,}$/u.test(text) && !BLANK_SYMBOL.test(text)) &&
  body.every(
    (row) => row.tokens.length === tokens.length && row.tokens.every(({ text }) => /^-?\d+$/.test(text)),
  );

/** Divides the rows into blocks of consecutive rows. */
export function blocksOf(rows: readonly TextRow[], blockOf: readonly number[]): TextRow[][] {
  const byBlock = new Map<number, TextRow[]>();
  rows.forEach((row, i) => {
    const block = byBlock.get(blockOf[i]!);
    if (block) block.push(row);
    else byBlock.set(blockOf[i]!, [row]);
  });
  return [...byBlock.values()];
}

function groupsBySize(rows: readonly TextRow[]): TextRow[][] | null {
  const groups: TextRow[][] = [];
  for (let at = 0; at < rows.length;) {
    const { tokens } = rows[at]!;
    const [width = 0, height = width] = tokens.map(({ text }) => Number(text));
    if (tokens.length > 2 || !(width >= 2 && height >= 2 && height <= MAX_SIDE)) return null;
    const body = rows.slice(at + 1, at + 1 + height);
    if (body.length < height || body.some((row) => row.tokens.length > width)) return null;
    groups.push([rows[at]!, ...body]);
    at += 1 + height;
  }
  return groups.length > 1 ? groups : null;
}

/**
 * If the first row says how many positions follow, returns the rows of each position, starting with the row that gives
 * its size. Otherwise returns null.
 */
function groupsBelowCount([head, ...rows]: readonly TextRow[]): TextRow[][] | null {
  const groups = head?.tokens.length === 1 ? groupsBySize(rows) : null;
  return groups?.length === Number(head?.tokens[0]!.text) ? groups : null;
}

/**
 * Returns whether a position can't be a tile. Four numbers can also be the edges of a square, and six those of a
 * hexagon.
 */
const isClearlySliding = ({ found: { start, sizeFrom, blank } }: { found: SlidingText }): boolean =>
  start.length > 6 || sizeFrom === 'header' || (sizeFrom === 'rows' && (blank === '0' || blank === '_'));
