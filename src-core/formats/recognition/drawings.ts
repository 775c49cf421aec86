/** Reads tiles drawn in boxes or crosses: three lines per row, with a label at each of the four edges. */
import { rowsOfLists, type StructuredRows } from './facts.ts';

/** Enough for 64 rows of tiles, with ruled and empty lines between them */
const MAX_DRAWING_LINES = 400;
/** Maximum length in characters, enough for lines of 64 tiles with 8 characters each */
const MAX_DRAWING_LENGTH = MAX_DRAWING_LINES * 64 * 8;
/** Matches bars, diagonals, and the dashes around the labels of a cross: `--6--` above `4---5`. */
const BARS = /[|│┃║\\/╲╱]|[-–—_=~]{2,}/g;
const RULED_LINE = /^[-+=_~.\s\u2500-\u257F|]*$/;
/** Matches the titles of one or more tiles, such as `Tile 1   Tile 2` or `#1  #2`. */
const TILE_TITLES = /^\s*(?:(?:\p{L}{3,12}[ #]{0,2}\d{1,4}|#\s?\d{1,4})[:.)]?\s*)+$/u;
/** Matches the title of a whole drawing, such as `Start:`. */
const WORD_TITLE = /^\s*\p{L}[\p{L} ]{1,40}:\s*$/u;
const CROSS_CENTRE = /^[Xx×+]$/;
/**
 * Matches the labels to the left and right of a cross, as in `4X5`. A small `x` is not a cross, because `0x41` is a
 * number.
 */
const LABELS_AROUND_CROSS = /^([^Xx×]+)[X×]([^Xx×]+)$/;
/** Matches the labels to the left and right of a dot, as in `4.5`. */
const LABELS_AROUND_DOT = /^([^.]+)\.([^.]+)$/;
/** Matches the left and right digits of adjacent tiles, as in `5.22.77.5`. */
const DIGITS_AROUND_DOTS = /^(?:\d\.\d)+$/;

/** Matches the title of one of several solutions, such as `Solution 2:`. */
const SOLUTION_TITLE = /^[ \t]*(?:solution|lösung|solución|soluzione|solução)[ \t]*#?\d{1,6}:?[ \t\r]*$/imu;

/**
 * Returns the tiles of a drawing, row by row, or null if the text is not a drawing. If the text shows several
 * solutions, returns the tiles of the first, because all solutions have the same tiles.
 */
export function drawnRows(text: string): StructuredRows | null {
  if (text.length > MAX_DRAWING_LENGTH) return null;
  const [, solution, more] = text.split(SOLUTION_TITLE, 3);
  return tilesDrawn(solution !== undefined && more !== undefined ? solution : text);
}

function tilesDrawn(text: string): StructuredRows | null {
  const untitled = text
    .split(/\r\n|\n|\r/)
    .map((line) => (TILE_TITLES.test(line) || WORD_TITLE.test(line) ? '' : line));
  const lines = withoutCorners(untitled);
  if (lines.length > MAX_DRAWING_LINES || lines.some((line) => /[,;:="]/.test(line))) return null;
  const all = lines.filter((line) => !RULED_LINE.test(line)).map(wordsIn);
  // A row of tiles takes three lines, so any extra lines at the top are titles.
  const drawn = all.slice(all.length % 3);
  const width = drawn[0]?.length ?? 0;
  const height = drawn.length / 3;
  if (height < 2 ? !isNumberedRow(drawn) : width < 2 && (height < 4 || !isInBlocks(lines))) return null;
  const tiles: string[][] = [['n', 'e', 's', 'w']];
  for (let at = 0; at < drawn.length; at += 3) {
    const row = tilesIn(drawn.slice(at, at + 3), width);
    if (!row) return null;
    tiles.push(...row);
  }
  const facts = {
    size: width > 1 && height > 1 ? { width, height } : null,
    name: undefined,
    frame: undefined,
    order: null,
    goal: null,
  };
  return { ...rowsOfLists(tiles), facts };
}

function tilesIn([top, middle, bottom]: readonly (readonly string[])[], width: number): string[][] | null {
  // If the labels on the outer lines contain dots, as in `1.0`, a dot on the middle line is also part of a label.
  const isDotCentre = ![...top!, ...bottom!].some((label) => label.includes('.'));
  const sides = withoutCentres(middle!, width, isDotCentre);
  if (top!.length !== width || bottom!.length !== width || sides?.length !== 2 * width) return null;
  return top!.map((label, at) => [label, sides[2 * at + 1]!, bottom![at]!, sides[2 * at]!]);
}

/** Matches a line of a tile drawn as three by three characters with equal corners: `.5.` above `3.4` above `.1.`. */
const LINE_WITH_EQUAL_CORNERS = /^(?:([.\-_*#·])\S\1|\S[.\-_*#·]\S)$/;

function withoutCorners(lines: readonly string[]): readonly string[] {
  const words = lines.join(' ').trim().split(/\s+/);
  const corner = words[0]![0]!;
  const isDrawn = words.every(
    (word, i) =>
      LINE_WITH_EQUAL_CORNERS.test(word) &&
      (word[0] === corner || word[1] === corner) &&
      (i > 0 || word[2] === corner),
  );
  return words.length >= 12 && isDrawn ? lines.map((line) => line.replaceAll(corner, ' ')) : lines;
}

const isInBlocks = (lines: readonly string[]): boolean =>
  lines
    .map((line) => (RULED_LINE.test(line) ? '' : line))
    .join('\n')
    .trim()
    .split(/\n\s*\n/)
    .every((block) => block.trim().split('\n').length === 3);

const wordsIn = (line: string): string[] => line.replace(BARS, ' ').trim().split(/\s+/);

const isRun = (words: readonly string[]): boolean =>
  words.length > 1 &&
  words.every((word, i) => /^#?\d+$/.test(word) && numberOf(word) === numberOf(words[0]!) + i);

/** Returns whether these are the three lines of one row of tiles, with the number of each tile in its middle. */
const isNumberedRow = ([top, middle]: readonly (readonly string[])[]): boolean =>
  top !== undefined &&
  top.length >= 4 &&
  middle!.length === 3 * top.length &&
  isRun(middle!.filter((_, i) => i % 3 === 1));

const numberOf = (word: string): number => Number(word.replace('#', ''));

function withoutCentres(
  words: readonly string[],
  width: number,
  isDotCentre: boolean,
): readonly string[] | null {
  if (words.length === 3 * width) {
    const centres = words.filter((_, i) => i % 3 === 1);
    return centres.every((word) => CROSS_CENTRE.test(word)) || isRun(centres)
      ? words.filter((_, i) => i % 3 !== 1)
      : null;
  }
  if (words.length === 1 && width > 1 && DIGITS_AROUND_DOTS.test(words[0]!)) return words[0]!.match(/\d/g)!;
  if (words.length !== width) return words;
  const pairs = words.map(
    (word) => LABELS_AROUND_CROSS.exec(word) ?? (isDotCentre ? LABELS_AROUND_DOT.exec(word) : null),
  );
  return pairs.every((pair) => pair !== null) ? pairs.flatMap(([, left, right]) => [left!, right!]) : null;
}
