/** Squares drawn as pictures, as in Advent of Code 2020, day 20: their borders are the labels. */
import type { EdgePuzzle, Tile } from '../../puzzle/puzzle.ts';
import { symbolLabel } from '../../puzzle/labels.ts';
import { FormatError } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import { sizeOf } from '../size.ts';
import type { Candidate } from './candidate.ts';

interface Picture {
  readonly rows: readonly string[];
  readonly line: number;
}

const MIN_SIDE = 3;

/** Returns the square pictures of a text: blocks of as many lines as they are long, of two characters. */
function picturesIn(text: string): { pictures: Picture[]; skipped: number[] } {
  const pictures: Picture[] = [];
  const skipped: number[] = [];
  let rows: string[] = [];
  let begins = 0;
  const close = (): void => {
    const side = rows[0]?.length ?? 0;
    if (side >= MIN_SIDE && rows.length === side && rows.every((row) => row.length === side)) {
      pictures.push({ rows, line: begins });
    } else rows.forEach((_, i) => skipped.push(begins + i));
    rows = [];
  };
  text.split(/\r\n|\n|\r/).forEach((line, i) => {
    const row = line.trim();
    if (/^[#.]+$|^[01]{3,}$|^[█░ ]+$|^[#_]+$|^[*.]+$|^[xX.]+$|^[oO.]+$/.test(row) && row.length >= MIN_SIDE) {
      if (rows.length > 0 && (rows.length === rows[0]!.length || row.length !== rows[0]!.length)) close();
      if (rows.length === 0) begins = i + 1;
      rows.push(row);
      return;
    }
    if (rows.length > 0) close();
    if (row !== '') skipped.push(i + 1);
  });
  close();
  return { pictures, skipped };
}

/** Returns the reading of a text of pictures, or null when it has none. Throws FormatError for a border that is its own mirror image. */
export function pictureCandidate(text: string, options: ReadOptions): Candidate | null {
  if (!/^[ \t]*[#.█░01_*xXoO]{3,}[ \t]*$/m.test(text)) return null;
  const { pictures, skipped } = picturesIn(text);
  if (pictures.length < 4) return null;
  const side = pictures[0]!.rows.length;
  if (pictures.some(({ rows }) => rows.length !== side)) return null;
  const drawn = pictures.length * side;
  if (drawn < 0.6 * (drawn + skipped.length)) return null;
  if (options.mating === 'same' || options.turns === 'fixed') return null;
  const numbers = new Map<string, number>();
  const labelOf = (border: string, line: number): number => {
    const mirrored = Array.from(border).reverse().join('');
    if (mirrored === border) {
      throw new FormatError({
        line,
        found: `a border that is its own mirror image (${border})`,
        expected: 'borders that show which way round they lie',
        fix: 'Write the tiles as rows of labels instead.',
      });
    }
    const least = border < mirrored ? border : mirrored;
    if (!numbers.has(least)) numbers.set(least, numbers.size);
    return symbolLabel(numbers.get(least)!, border === least ? 0 : 1);
  };
  const tiles = pictures.map(({ rows, line }): Tile => {
    const top = rows[0]!;
    const right = rows.map((row) => row.at(-1)!).join('');
    const bottom = Array.from(rows.at(-1)!).reverse().join('');
    const left = rows
      .map((row) => row[0]!)
      .reverse()
      .join('');
    const edges = [top, right, bottom, left].map((border) => labelOf(border, line));
    return { edges, back: [edges[0]! ^ 1, edges[3]! ^ 1, edges[2]! ^ 1, edges[1]! ^ 1] };
  });
  const board = options.board ?? ({ kind: 'rectangle', ...sizeOf(tiles.length, options.size) } as const);
  const puzzle: EdgePuzzle = {
    kind: 'edge-matching',
    name: options.name ?? `Pictures ${tiles.length}`,
    board,
    mating: 'opposite',
    rim: { kind: 'free' },
    turns: 'flip',
    tiles,
    labels: Array.from({ length: numbers.size }, (_, i) => ({ name: `P${i + 1}` })),
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
      { option: 'mating', text: `${tiles.length} pictures, mirrored borders meet`, options: {} },
      { option: 'rim', text: 'free rim', options: {} },
      { option: 'turns', text: 'tiles may be turned over', options: {} },
    ],
    skipped,
  };
}
