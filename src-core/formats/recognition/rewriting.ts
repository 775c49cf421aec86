/** Rewrites texts in which a tile or position takes several lines, or a line has several tiles or positions. */
import { rowsOfElements } from './elements.ts';
import { frameFits } from './frame.ts';
import { sideNamed } from './side-names.ts';

/** Matches a number before a tile when several tiles are on a line, such as `6:` or `6)`. */
const NUMBER_IN_LINE = /(?<=^|\s\s)(\d{1,4})[:.)]\s/g;

const tilesSideBySide = (text: string): string | null => rowsFromBlocks(text) ?? rowsOfNumberedColumns(text);

/**
 * If the text prints numbered tiles side by side, returns the tiles, one per line, sorted by number. Otherwise returns
 * null.
 */
function rowsOfNumberedColumns(text: string): string | null {
  const tiles: { number: number; row: string }[] = [];
  let most = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const numbers = Array.from(line.matchAll(NUMBER_IN_LINE));
    if (numbers.length === 0 || line.slice(0, numbers[0]!.index).trim() !== '') return null;
    most = Math.max(most, numbers.length);
    for (const [i, { 0: all, 1: number, index }] of numbers.entries())
      tiles.push({
        number: Number(number),
        row: line.slice(index + all.length, numbers[i + 1]?.index).trim(),
      });
  }
  tiles.sort((one, other) => one.number - other.number);
  const areCounted = tiles.length > 3 && tiles.every(({ number }, i) => number === tiles[0]!.number + i);
  return most > 1 && areCounted ? tiles.map(({ row }) => row).join('\n') : null;
}

/** Returns the text with one tile, row or position per line, or null if none of the notations in this file fits. */
export const rowsOnLines = (text: string): string | null =>
  rowsOfElements(text) ??
  rowsOfMatrix(text) ??
  rowsOfListColumn(text) ??
  positionsInProse(text) ??
  positionsBetweenArrows(text) ??
  positionsInUnderscores(text) ??
  rowsOfYaml(text) ??
  rowsBetween(text) ??
  tilesSideBySide(text) ??
  rowsOfOneWord(text) ??
  positionInCommand(text) ??
  rowsWithBlankFrame(text) ??
  rowsWithEmptyFields(text) ??
  tilesInSentence(text) ??
  rowsAmongText(text);

const LATEX_MATRIX = /\\begin\{(?:[pbvBV]?matrix|array|tabular)\*?\}(?:\{[^{}]*\})?([\s\S]*?)\\end\{/g;

/** Matches an empty cell in LaTeX. */
const LATEX_BLANK =
  /\\(?:_|phantom\{[^{}]*\}|quad|hspace\{[^{}]*\}|square|Box|blacksquare|bullet|cdot|ast)|[~$]|\{\}/g;

/**
 * Returns the rows of the LaTeX matrices in a text, one row per line. Returns null if there are none, or if one of them
 * doesn't have exactly one empty cell and so is not a position.
 */
function rowsOfMatrix(text: string): string | null {
  const matrices = Array.from(text.matchAll(LATEX_MATRIX), ([, inside = '']) => rowsInLatex(inside));
  return matrices.length > 0 && matrices.every((rows) => rows !== null) ? matrices.join('\n\n') : null;
}

function rowsInLatex(inside: string): string | null {
  const rows = inside
    .replaceAll('\\hline', '')
    .split('\\\\')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('&').map((cell) => cell.replace(LATEX_BLANK, '').trim() || '_'));
  const isEven = rows.length > 1 && rows.every(({ length }) => length > 1 && length === rows[0]!.length);
  return isEven && rows.flat().filter((cell) => cell === '_').length === 1
    ? rows.map((row) => row.join(' ')).join('\n')
    : null;
}

/** Matches a position in prose, such as `7 2 4 / 5 _ 6 / 8 3 1`. */
const POSITION_IN_PROSE =
  /(?:(?:\d{1,2}|[_x*-]|blank)[ ,]+){1,9}(?:\d{1,2}|[_x*-]|blank)(?: ?[/|;] ?(?:(?:\d{1,2}|[_x*-]|blank)[ ,]+){1,9}(?:\d{1,2}|[_x*-]|blank)){1,9}/gi;
const GOAL_BEFORE = /\b(?:goal|target|final|desired|solution|ziel\p{L}*|but|objetivo|meta)\b/iu;

/** Finds the start and the goal in prose: `from 7 2 4 / 5 _ 6 / 8 3 1 to the goal _ 1 2 / …` */
function positionsInProse(text: string): string | null {
  if (text.length > MAX_COMMAND_LENGTH || !/\p{L}{2}/u.test(text)) return null;
  const found = Array.from(text.matchAll(POSITION_IN_PROSE));
  const positions = found.map(([all]) => all.split(/[/|;]/).map((row) => row.trim().split(/[ ,]+/)));
  const arePositions = positions.every(
    (rows) =>
      rows.every(({ length }) => length === rows[0]!.length) &&
      new Set(rows.flat()).size === rows.flat().length &&
      rows.flat().length === positions[0]!.flat().length,
  );
  if (positions.length === 0 || positions.length > 2 || !arePositions) return null;
  const texts = positions.map((rows) => rows.map((row) => row.join(' ')).join('\n'));
  if (texts.length === 1) return texts[0]!;
  const areGoals = found.map(({ index }, i) => {
    const from = i === 0 ? 0 : found[i - 1]!.index + found[i - 1]![0].length;
    return GOAL_BEFORE.test(text.slice(from, index));
  });
  if (areGoals[0] === areGoals[1]) return null;
  const [start, goal] = areGoals[1] ? texts : texts.toReversed();
  return `Start:\n${start!}\n\nGoal:\n${goal!}`;
}

/**
 * Returns the lists in a column of a table, one per line, such as `1;2;5;…` in `0,3x3,1;2;5;…`. Returns null if there
 * is no such column, or if the lists differ in length.
 */
function rowsOfListColumn(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.map((line) =>
    line.split(/[,\t]/).map((field) => field.replace(/["'[\]]/g, ' ').trim()),
  );
  const lists = fields.map((row) =>
    row.map((field) => field.split(/[;\s]+/)).filter(({ length }) => length >= 4),
  );
  const body = lists.slice(1);
  const length = body[0]?.[0]?.length;
  const isEven = body.every(([list, more]) => list?.length === length && more === undefined);
  if (length === undefined || !isEven || fields[0]!.length < 2) return null;
  const rows = lists[0]!.length === 1 && lists[0]![0]!.length === length ? lists : body;
  return rows.map(([list]) => list!.join(' ')).join('\n');
}

const ARROW = /[-=]{1,3}>|→/;

/**
 * Returns positions separated by arrows, `123/046/758 -> 123/406/758 -> …`, one per line, or null for any other text.
 */
function positionsBetweenArrows(text: string): string | null {
  const lines = text.trim().split('\n');
  const positions = lines.flatMap((line) => line.split(ARROW)).filter((each) => each.trim() !== '');
  if (lines.length > 0.5 * positions.length || positions.length < 3) return null;
  return positions
    .map((each) => (/^\s*[\d_]+(?:\/[\d_]+)+\s*$/.test(each) ? each.replaceAll('/', '') : each))
    .join('\n');
}

/** Reads positions whose rows are joined with underscores, such as `876_543_21x`, and puts each row on a line. */
function positionsInUnderscores(text: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isPosition = (line: string): boolean => {
    const rows = line.split('_');
    return rows.length > 2 && rows.every((row) => row.length === rows.length && /^[\da-z.]+$/i.test(row));
  };
  return lines.length > 0 && lines.every(isPosition)
    ? lines.map((line) => line.replaceAll('_', '')).join('\n')
    : null;
}

/** Matches a label as a YAML list item. After `- - ` it begins an inner list. */
const YAML_ITEM = /^\s*- (- )?["']?([^\s"':]+)["']?\s*$/;

/**
 * Returns the labels of YAML lists, one row per list, or null if the text has no lists of equal length. In YAML, each
 * label is on its own line.
 */
function rowsOfYaml(text: string): string | null {
  const rows: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const item = YAML_ITEM.exec(line);
    if (!item) {
      isOpen &&= line.trim() === '';
      continue;
    }
    if (!isOpen || item[1] !== undefined) rows.push([]);
    rows.at(-1)!.push(item[2]!);
    isOpen = true;
  }
  const isEven = rows.every(({ length }) => length === rows[0]!.length);
  return rows.length > 1 && rows[0]!.length > 2 && isEven
    ? rows.map((row) => row.join(' ')).join('\n')
    : null;
}

/** Splits rows at semicolons or similar separators: `tiles = [1 2 3 4; 5 6 7 8];` */
function rowsBetween(text: string): string | null {
  const [, bracketed = ''] = /\[([^[\]]*)\]/.exec(text) ?? [];
  const inside = bracketed.includes(';') ? bracketed : text;
  for (const separator of [';', ':', '|', '/'].filter((each) => inside.includes(each))) {
    const rows = inside
      .split(separator)
      .flatMap((row) => row.split('\n'))
      .filter((row) => /[^\s\-+=]/.test(row));
    const widths = new Set(rows.map((row) => row.trim().split(/[\s,]+/).length));
    const isAssigned = rows.some((row) => /\w=\w/.test(row));
    if (rows.length >= 4 && widths.size === 1 && !widths.has(1) && !isAssigned) return rows.join('\n');
  }
  return null;
}

/** Splits words without separators into tiles of four letters. Returns null unless the tiles form a frame. */
function rowsOfOneWord(text: string): string | null {
  const words = text.split('\n').flatMap((line) => line.trim() || []);
  const [first = ''] = words;
  const side = Math.sqrt(first.length / 4);
  const size =
    words.length > 1 ? { width: first.length / 4, height: words.length } : { width: side, height: side };
  const areTiles = words.every((word) => word.length === first.length && /^[\p{L}\d]+$/u.test(word));
  if (!areTiles || !Number.isInteger(size.width) || size.width < (words.length > 1 ? 2 : 3)) return null;
  const tiles = words.flatMap((word) => word.match(/.{4}/gu) ?? []);
  const fits = frameFits(
    tiles.map((tile) => Array.from(tile)),
    size,
  );
  return fits.some(({ exact }) => exact) ? tiles.join('\n') : null;
}

/** Match several tiles within a sentence: four characters each, or four labels with the same separator. */
const TILES_IN_SENTENCE = [
  /(?<![\p{L}\d])[\p{L}\d]{4}(?:[,;/|][ \n]?[\p{L}\d]{4}(?![\p{L}\d])){3,}/gu,
  /(?<![\p{L}\d])\d{4}(?:[ ,;]{1,2}\d{4}(?!\d)){3,}/gu,
  /(?<![\p{L}\d])\w{1,8}(?:([-.:/,])\w{1,8})(?:\1\w{1,8}){2}(?:[ ,;]{1,2}\w{1,8}(?:\1\w{1,8}){3}(?![\p{L}\d])){3,}/gu,
];

/**
 * Returns a pattern for a tile within a sentence. `between` separates the tile's labels; undefined if they are joined.
 */
const tileBetween = (between: string | undefined): RegExp =>
  between === undefined
    ? /[^\s,;/|]{4}/g
    : between === ','
      ? /[^\s,;]{1,8}(?:,[^\s,;]{1,8}){3}/g
      : /[^\s,;]{1,40}/g;

/**
 * Moves the tiles in a sentence to lines of their own below the text. Returns null unless the words are certainly
 * tiles: they form a frame, or they have four digits each and the text is about tiles.
 */
function tilesInSentence(text: string): string | null {
  if (!/\p{L}{2}/u.test(text)) return null;
  for (const pattern of TILES_IN_SENTENCE) {
    const [found, more] = text.length > MAX_SENTENCES_LENGTH ? [] : Array.from(text.matchAll(pattern));
    if (found === undefined || more !== undefined) continue;
    const [run, between] = found;
    const words = run.match(tileBetween(between)) ?? [];
    const tiles = words.map((word) => (between === undefined ? Array.from(word) : word.split(between)));
    const side = Math.sqrt(tiles.length);
    if (tiles.some(({ length }) => length !== 4) || !Number.isInteger(side)) continue;
    const isFramed = frameFits(tiles, { width: side, height: side }).some(({ exact }) => exact);
    const areDigits =
      side > 2 &&
      /\btiles?\b|\bpieces?\b|tetravex/i.test(text) &&
      words.every((word) => /^\d{4}$/.test(word));
    if (isFramed || areDigits)
      return `${text.replace(run, ' ')}\n${tiles.map((tile) => tile.join(' ')).join('\n')}`;
  }
  return null;
}

/** Maximum length, in characters, of text whose sentences are searched for tiles */
const MAX_SENTENCES_LENGTH = 20_000;

const LIST_SEPARATORS = [/[^\d,]/, /[^\d ]/, /[^\d, ]/];
/** Maximum length of a command, in characters */
const MAX_COMMAND_LENGTH = 1_000;

/**
 * Finds the position in a command such as `python driver.py bfs 0,8,7,6,5,4,3,2,1`. It must be the only permutation on
 * the line, and not in ascending order.
 */
function positionInCommand(text: string): string | null {
  const line = text.trim();
  if (line.length > MAX_COMMAND_LENGTH || line.includes('\n') || !/\p{L}{2}/u.test(line)) return null;
  const joined = line.split(/\D+/).map((digits) => digits.split(''));
  const separated = LIST_SEPARATORS.flatMap((divider) => line.split(divider)).map((list) =>
    list.split(/[, ]+/).filter((word) => word !== ''),
  );
  const lists = [...joined, ...separated].map((words) => words.map(Number)).filter(isShuffled);
  const [position] = lists;
  if (!position || lists.some((list) => list.join() !== position.join())) return null;
  const side = Math.sqrt(position.length);
  return Array.from({ length: side }, (_, i) => position.slice(i * side, (i + 1) * side).join(' ')).join(
    '\n',
  );
}

function isShuffled(numbers: readonly number[]): boolean {
  const sorted = numbers.toSorted((a, b) => a - b);
  const isPermutation = sorted.every((number, i) => number === i);
  const isSorted = numbers.every((number, i) => number === i);
  return isPermutation && !isSorted && numbers.length >= 9 && Number.isInteger(Math.sqrt(numbers.length));
}

/** If spaces stand for the frame, returns the text with dots instead: ` ab` becomes `.ab.`. Otherwise returns null. */
function rowsWithBlankFrame(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 9 || lines.some((line) => line.length > 4 || !/^[\p{L}\d ]+$/u.test(line))) return null;
  const dotted = lines.map((line) => line.padEnd(4).replaceAll(' ', '.'));
  const tiles = dotted.map((line) => Array.from(line));
  return isFramedByDots(tiles) ? dotted.join('\n') : null;
}

/**
 * If empty fields stand for the frame, returns the text with dots in them: `a,,,b` becomes `a,.,.,b`. Otherwise returns
 * null.
 */
function rowsWithEmptyFields(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const separator = [',', ';', '\t'].find((each) => lines.at(-1)?.includes(each));
  if (separator === undefined || lines.some((line) => line.includes('.'))) return null;
  const fields = withoutNumbers(lines.map((line) => line.split(separator).map((field) => field.trim())));
  const isHead = (row: readonly string[]): boolean => row.every((field) => sideNamed(field) !== -1);
  const from = fields.findIndex((row) => row.length === 4 && !isHead(row));
  const tiles = fields.slice(from).map((row) => row.map((label) => label || '.'));
  if (from < 0 || from > 2 || tiles.length < 9 || tiles.some(({ length }) => length !== 4)) return null;
  if (!isFramedByDots(tiles)) return null;
  return [...lines.slice(0, from), ...tiles.map((tile) => tile.join(separator))].join('\n');
}

/** Removes tile numbers from rows of five fields. */
function withoutNumbers(fields: string[][]): string[][] {
  const from = fields.findIndex((row, i) => row.length === 5 && row[0] === '1' && fields[i + 1]?.[0] === '2');
  const rows = from === -1 ? [] : fields.slice(from);
  const areNumbered = rows.every((row, i) => row.length === 5 && row[0] === String(i + 1));
  return rows.length > 0 && areNumbered ? rows.map((row) => row.slice(1)) : fields;
}

const isFramedByDots = (tiles: readonly (readonly string[])[]): boolean =>
  divisorsOf(tiles.length).some((height) =>
    frameFits(tiles, { width: tiles.length / height, height }).some(
      ({ label, exact }) => exact && label === '.',
    ),
  );

const divisorsOf = (count: number): number[] =>
  Array.from({ length: Math.floor(Math.sqrt(count)) }, (_, i) => i + 1).filter((each) => count % each === 0);

/** Reads tiles from blocks with one label per line. All blocks must have the same length. */
function rowsFromBlocks(text: string): string | null {
  const blocks = text
    .split(/\n[ \t\r]*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  const [first] = blocks;
  const isEven = blocks.every(
    (lines) => lines.length === first!.length && lines.every((line) => !/[\s,;]/.test(line.trim())),
  );
  return blocks.length >= 4 && [3, 4, 6].includes(first!.length) && isEven
    ? blocks.map((lines) => lines.map((line) => line.trim()).join(',')).join('\n')
    : null;
}

const MIN_ROW_LINE_FRACTION = 0.6;
/** Matches a header line of a patch in diff format. */
const PATCH_HEAD = /^(?:@@|\+\+\+|---) /;
/** Maximum length, in characters, of a line that is searched for numbers */
const MAX_ROW_LENGTH = 300;

/** Matches text that touches the number after it, as in `a.txt:1:3 0 0 2`. The number may be a label. */
const TEXT_BEFORE_NUMBER =
  /(?<=^|[\s,;&|])((?=[^\s,;&|]*\p{L})[^\s,;&|]*[\p{L}\d][:/=>@_-])(?=\d{1,5}(?:$|[\s,;&|]))/gu;

/**
 * Finds rows of numbers on lines with other text: `[1,] 0 0 1 2`, `.byte 0,0,1,2`, `0 & 0 & 1 & 2 \\ \hline`. The
 * other text must be the same on all lines, except for its numbers.
 */
function rowsAmongText(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !PATCH_HEAD.test(line));
  if (lines.some(({ length }) => length > MAX_ROW_LENGTH)) return null;
  const found = lines.flatMap((line) => rowAmongText(line) ?? []);
  const width = found.at(-1)?.row.length ?? 0;
  const isEven = found.every(({ row, around }) => row.length === width && around === found[0]!.around);
  if (width < 3 || found.length < 4 || found.length < MIN_ROW_LINE_FRACTION * lines.length || !isEven)
    return null;
  return found.map(({ row }) => row.join(' ')).join('\n');
}

/**
 * Returns the longest row of numbers on a line, and the rest of the line as `around`. Numbers in the rest are replaced
 * with 0 so that lines can be compared.
 */
function rowAmongText(line: string): { row: string[]; around: string } | null {
  const words = line
    .replaceAll(TEXT_BEFORE_NUMBER, '$1 ')
    .split(/[\s,;&|]+/)
    .filter((word) => word !== '');
  const isNumber = (word: string): boolean => /^\+?-?\d{1,5}$/.test(word);
  let [from, to] = [0, 0];
  for (let start = 0; start < words.length; start++) {
    let end = start;
    while (end < words.length && isNumber(words[end]!)) end++;
    if (end - start > to - from) [from, to] = [start, end];
  }
  const rest = [...words.slice(0, from), ...words.slice(to)];
  const sign = words[from]?.startsWith('+') || /^\s*&/.test(line) ? '+' : '';
  const around = `${sign}${rest.join(' ').replace(/\d+/g, '0')}`;
  const isEnd = /^[/)\]};\s]*$/.test(around.replace('+', ''));
  // In `VALUES (1, 0, 0, 2)`, the brackets touch the 1 and the 2, so only `0, 0` would be found. Reject such rows.
  const isCut = [words[from - 1], words[to]].some((word) => /^[([{]+-?\d|\d[)\]}]+;?$/.test(word ?? ''));
  if (isCut) return null;
  // A number in brackets after the labels may be a number of copies, so such rows are not read here.
  if (to - from < 3 || (isEnd && sign === '') || around.endsWith('(0)')) return null;
  return { row: words.slice(from, to).map((word) => word.replace('+', '')), around: isEnd ? '+' : around };
}
