/**
 * Reads square tiles drawn as pictures, as in Advent of Code 2020, day 20. The borders of a picture are the tile's
 * labels.
 */
import type { EdgePuzzle, LabelStyle, Tile } from '../../puzzle/puzzle.ts';
import { symbolLabel } from '../../puzzle/labels.ts';
import { FormatError } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import { sizeOf } from '../size.ts';
import type { Candidate } from './candidate.ts';

interface Picture {
  readonly rows: readonly (readonly string[])[];
  readonly line: number;
}

const MIN_PICTURE_SIDE = 3;

const PIXEL_LINE = /^\s*(?:[^\p{L}\p{N}\s]|[01xXoO]|\s(?=\S))+\s*$/u;

/** Maximum length, in characters, of text with drawn pictures. 4,096 pictures of ten rows take 500,000. */
const MAX_DRAWN_LENGTH = 600_000;

/** Maximum length, in characters, of JSON that is searched for pictures. 144 pictures of ten rows take 25,000. */
const MAX_JSON_LENGTH = 200_000;

/**
 * Converts pictures written as lists of strings, such as `{"Tile 11": ["#..", ".#.", "##."]}`, to text with one row per
 * line. Returns null if there are fewer than four pictures.
 */
export function picturesInLists(text: string): string | null {
  if (text.length > MAX_JSON_LENGTH) return null;
  const lists = text
    .split(/[[\]]/)
    .map((part) => Array.from(part.matchAll(/"([^"\s]+)"/g), ([, row = '']) => row));
  const pictures = lists.filter(
    (rows) =>
      rows.length >= MIN_PICTURE_SIDE && rows.every((row) => row.length === rows.length && pixelsOf(row)),
  );
  return pictures.length < 4 ? null : pictures.map((rows) => rows.join('\n')).join('\n\n');
}

function pixelsOf(line: string): string[] | null {
  if (!PIXEL_LINE.test(line)) return null;
  const text = line.trim();
  const pixels = Array.from(/^\S( \S)+$/u.test(text) ? text.replaceAll(' ', '') : text);
  return pixels.length >= MIN_PICTURE_SIDE && !pixels.some((pixel) => /\s/.test(pixel)) ? pixels : null;
}

/** Returns the two most common characters, which the pictures are drawn with. */
function inkOf(lines: readonly (readonly string[] | null)[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const pixels of lines) {
    if (!pixels) continue;
    const ink = [...new Set(pixels)].sort().join('');
    if (Array.from(ink).length === 2) counts.set(ink, (counts.get(ink) ?? 0) + 1);
  }
  return new Set(Array.from([...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''));
}

/** Rewrites pictures drawn side by side so that they are one below the other. */
function belowEachOther(text: string): string {
  const bands = text
    .trim()
    .split(/\n[ \t\r]*\n/)
    .map((band) => band.split(/\r\n|\n|\r/).map((line) => line.trim().split(/\s+/)));
  const isBand = (rows: readonly (readonly string[])[]): boolean =>
    rows.length > MIN_PICTURE_SIDE &&
    rows.every(
      (words) => words.length === rows[0]!.length && words.every((word) => word.length === rows.length),
    );
  if (!bands.every(isBand) || bands.every(([first]) => first!.length < 2)) return text;
  return bands
    .flatMap((rows) => rows[0]!.map((_, at) => rows.map((words) => words[at]!).join('\n')))
    .join('\n\n');
}

/** Matches an email quote mark at the start of a line. */
const QUOTE_MARK = /^[ \t]*>[> \t]*/;
/** Match code before and after a multi-line string, such as `3: """`. */
const MULTILINE_STRING_START = /^(?:[^"'`]{0,60}[:=([,])?[ \t]*(?:"""|'''|`)[ \t]*/;
const MULTILINE_STRING_END = /(?:"""|'''|`)[^"'`]{0,60}$/;

function withoutQuotes(text: string): string {
  const hasStrings = /"""|'''|`/.test(text);
  const lines = text.split('\n');
  const bare = hasStrings
    ? lines.map((line) => line.replace(MULTILINE_STRING_START, '').replace(MULTILINE_STRING_END, ''))
    : lines;
  const quoted = bare.filter((line) => QUOTE_MARK.test(line)).length;
  return (quoted > 0.5 * bare.length ? bare.map((line) => line.replace(QUOTE_MARK, '')) : bare).join('\n');
}

function picturesIn(written: string): { pictures: Picture[]; skipped: number[] } {
  const text = belowEachOther(withoutQuotes(written));
  const lines = text.split(/\r\n|\n|\r/);
  const drawn = lines.map(pixelsOf);
  const ink = inkOf(drawn);
  const pictures: Picture[] = [];
  const skipped: number[] = [];
  let rows: string[][] = [];
  let begins = 0;
  const close = (): void => {
    const side = rows[0]?.length ?? 0;
    if (side >= MIN_PICTURE_SIDE && rows.length === side && rows.every((row) => row.length === side)) {
      pictures.push({ rows, line: begins });
    } else rows.forEach((_, i) => skipped.push(begins + i));
    rows = [];
  };
  lines.forEach((line, i) => {
    const row = drawn[i];
    if (row?.every((pixel) => ink.has(pixel))) {
      if (rows.length > 0 && (rows.length === rows[0]!.length || row.length !== rows[0]!.length)) close();
      if (rows.length === 0) begins = i + 1;
      rows.push(row);
      return;
    }
    if (rows.length > 0) close();
    if (line.trim() !== '') skipped.push(i + 1);
  });
  close();
  return { pictures, skipped };
}

/** Matches the beginning of a multi-line string in a program, such as `const SAMPLE = ` followed by a quote. */
const MULTILINE_ASSIGNMENT = /^.*\b\w+(?:\s?:\s?\w+)? = (?:"""|'''|`)/gm;

/**
 * Reads the pictures in the text. If a program has several strings with pictures, each string is a puzzle; otherwise
 * all pictures belong to one puzzle. Returns [] if there are no pictures.
 */
export function pictureCandidates(text: string, options: ReadOptions): Candidate[] {
  const begins =
    text.length > MAX_DRAWN_LENGTH
      ? []
      : Array.from(text.matchAll(MULTILINE_ASSIGNMENT), ({ index }) => index);
  const parts = begins.map((from, i) => text.slice(from, begins[i + 1])).filter(hasPictures);
  const each = parts.length > 1 ? parts.map((part) => pictureCandidate(part, options)) : [];
  if (each.length > 1 && each.every((candidate) => candidate !== null)) return each;
  const all = pictureCandidate(text, options);
  return all ? [all] : [];
}

const hasPictures = (text: string): boolean => picturesIn(text).pictures.length > 3;

/**
 * Reads tiles drawn as pictures, or returns null if there are none. Throws FormatError if a border that is its own
 * mirror image occurs twice.
 */
function pictureCandidate(text: string, options: ReadOptions): Candidate | null {
  if (text.length > MAX_DRAWN_LENGTH) return null;
  const { pictures, skipped } = picturesIn(text);
  if (pictures.length < 4) return null;
  const side = pictures[0]!.rows.length;
  if (pictures.some(({ rows }) => rows.length !== side)) return null;
  const drawn = pictures.length * side;
  if (drawn < 0.6 * (drawn + skipped.length)) return null;
  if (options.mating === 'same' || options.turns === 'fixed') return null;
  const { tiles, labels } = tilesOf(pictures);
  const board = options.board ?? ({ kind: 'rectangle', ...sizeOf(tiles.length, options.size) } as const);
  const puzzle: EdgePuzzle = {
    kind: 'edge-matching',
    name: options.name ?? `Pictures ${tiles.length}`,
    board,
    mating: 'opposite',
    rim: { kind: 'free' },
    turns: 'flip',
    tiles,
    labels,
    hints: [],
    forbidden: [],
  };
  return {
    format: 'pictures',
    puzzle,
    penalty: 0,
    assumptions: [
      ...(board.kind === 'rectangle' && !options.size && !options.board
        ? [
            {
              option: 'size' as const,
              text: `${board.width} × ${board.height}`,
              options: { size: { width: board.width, height: board.height } },
            },
          ]
        : []),
      {
        option: 'mating',
        text: `${tiles.length} pictures, borders match if they are mirror images`,
        options: {},
      },
      { option: 'rim', text: 'free rim', options: {} },
      { option: 'turns', text: 'tiles may be flipped', options: {} },
    ],
    skipped,
  };
}

/**
 * Returns the tiles in pictures, with their labels. A border and its mirror image are the two halves of a symbol. A
 * border that is its own mirror image becomes a half that nothing matches, so it can lie only on the rim. If such a
 * border occurs twice, throws FormatError, because the two borders would match each other but have the same half.
 */
function tilesOf(pictures: readonly Picture[]): { tiles: Tile[]; labels: LabelStyle[] } {
  const numbers = new Map<string, number>();
  const mirrors = new Set<string>();
  const labelOf = (pixels: readonly string[], line: number): number => {
    const border = pixels.join('');
    const mirrored = pixels.toReversed().join('');
    if (mirrored === border && mirrors.has(border)) throw mirrorImage(line, border);
    if (mirrored === border) mirrors.add(border);
    const least = border < mirrored ? border : mirrored;
    if (!numbers.has(least)) numbers.set(least, numbers.size);
    return symbolLabel(numbers.get(least)!, border === least ? 0 : 1);
  };
  const tiles = pictures.map(({ rows, line }): Tile => {
    const top = rows[0]!;
    const right = rows.map((row) => row.at(-1)!);
    const bottom = rows.at(-1)!.toReversed();
    const left = rows.map((row) => row[0]!).reverse();
    const edges = [top, right, bottom, left].map((border) => labelOf(border, line));
    return { edges, back: [edges[0]! ^ 1, edges[3]! ^ 1, edges[2]! ^ 1, edges[1]! ^ 1] };
  });
  return { tiles, labels: Array.from({ length: numbers.size }, (_, i) => ({ name: `P${i + 1}` })) };
}

const mirrorImage = (line: number, border: string): FormatError =>
  new FormatError({
    line,
    found: `a second symmetric border (${border})`,
    expected: 'borders that differ from their mirror images',
    fix: 'Write the tiles as rows of labels instead.',
  });
