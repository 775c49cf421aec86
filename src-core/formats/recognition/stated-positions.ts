/** Lists all positions of sliding puzzles in text with words, whatever the notation around them. */
import type { Size } from '../size.ts';
import { CHECK, isUsualGoal, titleIn, type Bracketed } from './position-notations.ts';
import { MAX_SIDE, permutation, slidingIn, squarest, type SlidingText } from './positions.ts';
import { textRows } from './text-rows.ts';

/** A position as written in the text, and what the words around it say */
export interface Stated {
  readonly position: SlidingText;
  /** equal for equal positions */
  readonly key: string;
  /** whether the words before the position call it a start or a goal */
  readonly title: Bracketed['title'];
  /** whether the position is assigned to a name for a start, such as `initial_state = …` */
  readonly isNamedStart: boolean;
  /** whether the tiles are in order, as in a usual goal */
  readonly isInOrder: boolean;
  /** true if the position is in a comment, or if it is untitled and outside the code blocks that have positions */
  readonly isAside: boolean;
  /** the code or words before the position, without digits and names; equal for positions of the same kind */
  readonly kind: string;
}

/** Maximum length, in characters, of text that is searched */
const MAX_SEARCH_LENGTH = 200_000;
/** Maximum number of characters before a position that are searched for its title */
const MAX_TITLE_DISTANCE = 400;

/** Matches an empty cell of an HTML table. */
const EMPTY_CELL = /<td(?:\s[^<>\n]{0,60})?>\s{0,9}(?:&nbsp;)?\s{0,9}<\/td>/gi;
/** Matches a mark of a list before a row: `- [5, 7, 2]`, `* row two: 3, 1, 4`. */
const ROW_MARK =
  /^[ \t]*-(?=[ \t]+\[)|^[ \t]*(?:[*+-][ \t]+)?(?:row|line|zeile|reihe|fila|ligne|riga)[ \t]+\w{1,9}[ \t]*[:=](?=[ \t]*[\d[_])/gim;
/** Matches comment marks, HTML tags such as `<br>` and `<td>`, and words between the brackets of nested lists. */
const MARKUP =
  /^[ \t]*(?:\/\/+|#+|%+|;+|--|\*|>|REM\b)(?=[ \t])|<\/?[a-z]\w{0,9}(?:\s[^<>\n]{0,60})?\/?>|\bvec!(?=\[)|\bnew (?:int|byte|short|char|Integer)\b/gim;
/** A line break in a string of a program */
const LINE_BREAK = String.raw`\n`;
/** Matches a number, or a character, word or gap that stands for the empty space. */
const CELL =
  /(?<![\p{L}\d_.+-])(?:\d{1,2}|-1|[_*xX·□.?-]|(?<=[\d,|][ \t]?)#|[bBeEvohn]|None|null|nil|NULL|(?:BLANK|EMPTY|blank|empty)(?:_[A-Za-z]{1,8})?)(?![\p{L}\d_+-]|\.\d)|(?<![\])}])'[ _x]?'|(?<![\])}])"[ _x]?"|(?<=\|)[ \t]{0,12}(?=\|)/gu;
/** Matches what may come between two cells of a position. */
const BETWEEN = /^[\s,;|()[\]{}<>&\\/:'"`+=\u2500-\u257F-]{0,200}$/;
/** Matches a position with one character per cell. */
const JOINED = /(?<![\p{L}\d_.*-])(?:[\d_x.*]{9}|[\da-f_.]{16})(?![\p{L}\d_*]|\.\d)/giu;
/** Matches the first or last line of a code block. */
const FENCE = /^[ \t]*(?:```|~~~)[^\n`]*$/gm;
/** Matches the beginning of a comment, at the start of a line or after code. */
const COMMENT = /^[ \t]*(?:\/\/|%|;|--|#(?!#)|REM\b|\*)|[ \t](?:\/\/|#|%)[ \t]/i;
/**
 * Matches code that assigns a value to a start position, from the variable's name up to the value. There may be a type
 * or function calls in between.
 */
const NAMED_START =
  /(?:start|initial|init|begin|inicial|inicio)[\p{L}_]*["'\])]*\s*(?:[:=]|=>)(?:[^\p{L}.]|\p{L}\w*[.!([{<])*$/iu;

/** Matches the rest of a table's header after the numbers of the cells, as in `0,1,2,3,4,5,6,7,8,moves`. */
const TITLES_AFTER = /^["']?[,;\t] ?["']?\p{L}/u;

/** Maximum number of characters between two cells of a position whose rows differ in length */
const MAX_CELL_GAP = 20;
const SQUARE_CELL_COUNTS = [36, 25, 16, 9];
/** Maximum number of cells of a rectangle */
const MAX_CELLS = 36;
/** Minimum number of cells of a position that isn't square */
const MIN_CELLS = 6;

/** Returns a string that is equal only for equal positions. */
export const keyOf = ({ start, size }: SlidingText): string => `${size.width}:${start.join()}`;

interface Cell {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

type Row = readonly Cell[];

interface Place {
  readonly position: SlidingText;
  readonly from: number;
  readonly to: number;
}

/** Returns the positions in the text, in order, or none if the text is too long. */
export function statedPositions(text: string): Stated[] {
  if (text.length > MAX_SEARCH_LENGTH) return [];
  const blanked = (part: string): string => ' '.repeat(part.length);
  const bare = text
    .replace(EMPTY_CELL, (cell) => '_'.padEnd(cell.length))
    .replace(ROW_MARK, blanked)
    .replace(MARKUP, blanked)
    .replace(CHECK, blanked)
    .replaceAll(LINE_BREAK, ' \n');
  const runs = runsOf(bare).flatMap((run) => positionsInRun(run, bare));
  const places = [...joinedPositions(bare), ...runs]
    .filter(({ position, to }) => !isUsualGoal(position) || !TITLES_AFTER.test(text.slice(to, to + 20)))
    .sort((one, other) => one.from - other.from);
  const fences = Array.from(text.matchAll(FENCE), ({ index }) => index);
  let end = 0;
  let kind = '';
  const stated = places.map(({ position, from, to }) => {
    const before = text.slice(Math.max(end, from - MAX_TITLE_DISTANCE), from);
    end = to;
    const line = lineBefore(before);
    // Without words of its own, a position is of the same kind as the one before it in the list.
    kind = kindOf(line) || (/\p{L}/u.test(before) ? '' : kind);
    return {
      position,
      key: keyOf(position),
      title: titleIn(before, position),
      isNamedStart: NAMED_START.test(line),
      isInOrder: isUsualGoal(position),
      isListed: !/\p{L}/u.test(before),
      isAside: COMMENT.test(lineUntil(text, from)),
      isFenced: fences.findLastIndex((fence) => fence < from) % 2 === 0,
      kind,
    };
  });
  // If there are positions in code blocks, a position outside them is probably just an explanation, unless it has a
  // title.
  const areFenced = stated.some(({ isFenced, isInOrder }) => isFenced && !isInOrder);
  return withListedStarts(stated).map(({ isFenced, isListed: _, ...each }) => ({
    ...each,
    isAside: each.isAside || (areFenced && !isFenced && each.title === null),
  }));
}

/**
 * Adds the title of a list such as `initial_states` to all its positions. Only the first has it so far. A list of two
 * positions is left unchanged if the second may be the goal of the first.
 */
function withListedStarts<Each extends Stated & { readonly isListed: boolean }>(
  stated: readonly Each[],
): readonly Each[] {
  const hasGoal = stated.some(({ title }) => title === 'Goal');
  return divided(stated, ({ isListed }) => !isListed).flatMap((list) => {
    const [{ title, isNamedStart }, second, more] = list as [Each, ...Each[]];
    const mayHaveGoal = !more && second?.isInOrder === true && !hasGoal;
    return isNamedStart && !mayHaveGoal ? list.map((each) => ({ ...each, title, isNamedStart })) : list;
  });
}

/**
 * Returns the part of a line before the index `at`. Returns an empty string if this part is long, because such a line
 * is not a comment.
 */
function lineUntil(text: string, at: number): string {
  const from = Math.max(0, at - MAX_TITLE_DISTANCE);
  const before = text.slice(from, at);
  const lineBreak = before.lastIndexOf('\n');
  return lineBreak === -1 && from > 0 ? '' : before.slice(lineBreak + 1);
}

/** Returns the text before a position on its line. If that is only brackets, returns the line before the brackets. */
function lineBefore(before: string): string {
  const lines = before.split('\n').filter((line) => /\S/.test(line));
  const own = before.slice(before.lastIndexOf('\n') + 1);
  if (/\p{L}/u.test(own)) return own;
  const code = lines.findLast((line) => /\p{L}/u.test(line)) ?? '';
  return /[[({:=]\s*$/.test(code) ? code : own;
}

const kindOf = (line: string): string =>
  line
    .replace(/\w{1,60}(?=[ \t]{0,4}(?::[^=\n]{0,60})?=)/g, 'name')
    .replace(/(?<=[\w>] )\w{1,60}(?=\()/g, 'name')
    .replace(/[^\p{L}=(]+/gu, ' ')
    .trim();

function joinedPositions(text: string): Place[] {
  return Array.from(text.matchAll(JOINED)).flatMap(({ 0: word, index }): Place[] => {
    const cells = Array.from(word, (sign) => ({
      text: word.length === 16 && /[a-f]/i.test(sign) ? String(parseInt(sign, 16)) : sign,
    }));
    const position = positionOf(cells, squarest(word.length));
    return position ? [{ position, from: index, to: index + word.length }] : [];
  });
}

/** Returns whether a letter is an argument before a list, as in `State(n, [1, 2, 3])`. */
const isArgument = ({ text }: Cell, after: string): boolean =>
  /^\p{L}$/u.test(text) && /[[({]/.test(after) && !/[\])}]/.test(after);

/** Returns runs of cells that are separated only by brackets, spaces and punctuation. */
function runsOf(text: string): Cell[][] {
  const runs: Cell[][] = [];
  let run: Cell[] = [];
  let [end, line] = [0, 0];
  for (const { 0: cell, index } of text.matchAll(CELL)) {
    const between = text.slice(end, index);
    end = index + cell.length;
    line += between.split('\n').length - 1;
    if (run.length > 0 && (!BETWEEN.test(between) || isArgument(run.at(-1)!, between))) {
      runs.push(run);
      run = [];
    }
    run.push({
      text: /^(?:blank|empty)/i.test(cell) ? '_' : cell.replace(/["']/g, '').trim(),
      from: index,
      to: end,
      line,
    });
  }
  return [...runs, run].filter(({ length }) => length >= MIN_CELLS - 1);
}

/**
 * Returns the positions in a run of cells (see `runsOf`). Blank lines can separate positions, or the rows of one
 * position.
 */
function positionsInRun(run: readonly Cell[], text: string): Place[] {
  const rows = [...Map.groupBy(run, ({ line }) => line).values()];
  const whole = rows.length > 1 && rows.length <= MAX_SIDE ? gridOf(rows) : null;
  if (whole) return [whole];
  const blocks = divided(rows, (row, before) => row[0]!.line > before[0]!.line + 1);
  return blocks.flatMap((block) => positionsInBlock(block, text));
}

function positionsInBlock(rows: readonly Row[], text: string): Place[] {
  const bands = divided(rows, (row, before) => row.length !== before.length);
  const found = bands.flatMap(positionsInBand);
  if (found.length > 0) return found;
  const cells = rows.flat();
  const squares = squaresIn(cells);
  if (squares.length > 0 || cells.length > MAX_CELLS) return squares;
  const position = placeOf(cells) ?? withGap(rows, text);
  return position ? [position] : [];
}

/** Returns the positions in rows of equal length: grids one below the other, or one position per row. */
function positionsInBand(rows: readonly Row[]): Place[] {
  const width = rows[0]!.length;
  if (width === 1 || rows.length === 1) return squaresIn(rows.flat());
  for (let height = Math.min(rows.length, MAX_SIDE); height > 1; height--) {
    if (rows.length % height > 0 || width > MAX_SIDE) continue;
    const grids = Array.from({ length: rows.length / height }, (_, i) =>
      gridOf(rows.slice(i * height, (i + 1) * height)),
    );
    if (grids.every((grid) => grid !== null)) return grids;
  }
  return rows.flatMap(squaresIn);
}

function gridOf(rows: readonly Row[]): Place | null {
  const [first] = rows;
  if (rows.some(({ length }) => length !== first!.length)) return null;
  const cells = rows.flat();
  const size = { width: first!.length, height: rows.length };
  const position = cells.length < MIN_CELLS ? null : positionOf(cells, size);
  return position && { position, from: cells[0]!.from, to: cells.at(-1)!.to };
}

/** Returns a position that has a gap in one row or lacks its last cell. */
function withGap(rows: readonly Row[], text: string): Place | null {
  const cells = rows.flat();
  const from = text.lastIndexOf('\n', cells[0]!.from - 1) + 1;
  const { to } = cells.at(-1)!;
  const isSquare = Number.isInteger(Math.sqrt(cells.length + 1));
  const position = isSquare
    ? slidingIn(textRows({ text: text.slice(from, to), lines: [] }).rows, null)
    : null;
  return position?.blank === 'left out' ? { position, from: cells[0]!.from, to } : null;
}

/** Splits a list before each item for which `isNew` returns true. */
function divided<T>(list: readonly T[], isNew: (item: T, before: T) => boolean): T[][] {
  const parts: T[][] = [];
  for (const [i, item] of list.entries())
    if (i === 0 || isNew(item, list[i - 1]!)) parts.push([item]);
    else parts.at(-1)!.push(item);
  return parts;
}

/**
 * If all the given cells form one position, returns it. Otherwise returns the square positions among them. All cells
 * together are tried first, because part of a rectangle could look like a square.
 */
function squaresIn(run: readonly Cell[]): Place[] {
  const whole = run.length <= MAX_CELLS ? placeOf(run) : null;
  if (whole) return [whole];
  const lines = Map.groupBy(run, ({ line }) => line);
  const found: Place[] = [];
  for (let at = 0; at < run.length;) {
    const square = squareAt(run, at);
    const { length = 1 } = square?.position.start ?? {};
    // A position's side length or number of cells can come before its cells, as in `3 8 1 4 …`. Then the line has more
    // numbers than its positions have cells. Without that check, a number of cells could be taken for the empty space,
    // which may be written as the highest number: in `16 15 14 8 … 7 4 0`, the empty space is 0.
    const first = Number(run[at]!.text);
    const isBefore = square && (first === square.position.size.width || first === length);
    const isMore = isBefore && lines.get(run[at]!.line)!.length % length > 0;
    const after = isMore ? placeOf(run.slice(at + 1, at + 1 + length)) : null;
    if (square) found.push(after ?? square);
    at += after ? length + 1 : length;
  }
  return found;
}

const squareAt = (run: readonly Cell[], at: number): Place | undefined =>
  SQUARE_CELL_COUNTS.filter((cells) => areDifferent(run, at, cells))
    .map((cells) => placeOf(run.slice(at, at + cells)))
    .find((each) => each !== null);

/** Returns whether there are `cells` cells from index `at` on, all different. */
function areDifferent(run: readonly Cell[], at: number, cells: number): boolean {
  if (at + cells > run.length) return false;
  const seen = new Set<string>();
  for (let i = at; i < at + cells; i++) {
    const { text } = run[i]!;
    if (seen.has(text) || Number(text) > cells) return false;
    seen.add(text);
  }
  return true;
}

/** Returns whether cells are in rows of equal length, or close together. Otherwise they may belong to two grids. */
function isInRows(run: readonly Cell[]): boolean {
  const lengths = [...Map.groupBy(run, ({ line }) => line).values()].map(({ length }) => length);
  const isClose = run.every(({ from }, i) => i === 0 || from - run[i - 1]!.to <= MAX_CELL_GAP);
  return isClose || lengths.every((length) => length === lengths[0]);
}

function placeOf(run: readonly Cell[]): Place | null {
  const position = run.length < MIN_CELLS ? null : positionOf(run, squarest(run.length));
  return position && isInRows(run) ? { position, from: run[0]!.from, to: run.at(-1)!.to } : null;
}

function positionOf(cells: readonly Pick<Cell, 'text'>[], size: Size | null): SlidingText | null {
  const tokens = cells.map(({ text }, i) => ({ text, line: 1, column: i + 1 }));
  const found = size && permutation(tokens, size);
  // The highest number can stand for the empty space. It rarely does on a board that isn't square, so such a position
  // is rejected.
  const isBlankShown = size?.width === size?.height || found?.blank !== String(cells.length);
  return found && isBlankShown ? { ...found, size, sizeFrom: 'count' } : null;
}
