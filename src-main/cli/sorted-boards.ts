import { openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EMPTY, placementCode, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { imagesOf } from '../../src-core/puzzle/symmetry.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { CliFailure, exit } from './failure.ts';

/** Once there are this many characters in memory, they are written to a temporary file. */
const MAX_CHARACTERS_IN_MEMORY = 2 ** 22;
/** Number of characters read from the temporary file at a time. */
const CHARACTERS_PER_READ = 2 ** 15;
const ENCODING = 'utf16le';

/**
 * How boards are sorted. `tiles first`: as in `compareBoards`. `cell by cell`: by the first cell's tile and
 * orientation, then by the second cell's, and so on.
 */
type Order = 'tiles first' | 'cell by cell';

type Texts = IterableIterator<string, void>;

/**
 * Collects boards of one puzzle and returns them sorted, without duplicates. Can hold more boards than fit in memory.
 */
export class SortedBoards implements Iterable<PartialBoard> {
  readonly #order: Order;
  /** number of characters per board */
  #length = 0;
  /** boards that haven't been written to the temporary file yet */
  #held = new Set<string>();
  #file: number | null = null;
  /**
   * Boards that no longer fit in memory are sorted and appended to the file as a part. These are the positions, in
   * characters, at which the parts start and end.
   */
  readonly #bounds = [0];

  readonly #most: number;

  /** `most`: maximum length of the boards' text in memory, in characters */
  constructor(order: Order = 'tiles first', most = MAX_CHARACTERS_IN_MEMORY) {
    this.#order = order;
    this.#most = most;
  }

  add(board: PartialBoard): void {
    const text = packed(board, this.#order);
    this.#length = text.length;
    this.#held.add(text);
    if (this.#held.size * text.length >= this.#most) this.#write();
  }

  /** Returns the number of different boards. Reads all of them to count them. */
  count(): number {
    const texts = this.#texts();
    let count = 0;
    while (!texts.next().done) count++;
    return count;
  }

  *[Symbol.iterator](): Generator<PartialBoard> {
    for (const text of this.#texts()) yield unpacked(text, this.#order);
  }

  #texts(): Texts {
    const parts = this.#bounds.slice(1).map((end, part) => this.#read(this.#bounds[part]!, end));
    return merged([...parts, [...this.#held].sort().values()]);
  }

  #write(): void {
    const text = [...this.#held].sort().join('');
    try {
      writeFileSync((this.#file ??= fileWithoutName()), text, ENCODING);
    } catch (error) {
      throw new CliFailure(
        `not enough temporary space in ${tmpdir()} to sort the boards: ` +
          `${(error as Error).message}. Set another folder with TMPDIR (on Windows TEMP), or use --json, which writes boards as they are found.`,
        exit.failed,
      );
    }
    this.#bounds.push(this.#bounds.at(-1)! + text.length);
    this.#held.clear();
  }

  *#read(begin: number, end: number): Generator<string, void> {
    const one = this.#length;
    const bytes = Buffer.alloc(2 * one * Math.ceil(CHARACTERS_PER_READ / one));
    for (let from = 2 * begin; from < 2 * end; from += bytes.length) {
      const length = readSync(this.#file!, bytes, 0, Math.min(bytes.length, 2 * end - from), from);
      const text = bytes.toString(ENCODING, 0, length);
      for (let at = 0; at < text.length; at += one) yield text.slice(at, at + one);
    }
  }
}

/**
 * Packs a board into a string, in such a way that sorting the strings sorts the boards. For each cell, the string has
 * a character for the tile (0 if empty) and a character for its orientation.
 */
function packed(board: PartialBoard, order: Order): string {
  const characters = new Uint16Array(2 * board.length);
  const { step, turn } = layoutOf(board.length, order);
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    const tile = tileOf(code);
    characters[step * cell] = tile + 1;
    characters[step * cell + turn] = code - placementCode(tile, 0);
  });
  return String.fromCharCode(...characters);
}

function unpacked(text: string, order: Order): PartialBoard {
  const cells = text.length / 2;
  const { step, turn } = layoutOf(cells, order);
  return Int32Array.from({ length: cells }, (_, cell) => {
    const tile = text.charCodeAt(step * cell) - 1;
    return tile < 0 ? EMPTY : placementCode(tile, 0) + text.charCodeAt(step * cell + turn);
  });
}

/**
 * Returns the layout of a board's text. `step`: distance between the tile characters of consecutive cells. `turn`:
 * distance from a cell's tile character to its orientation character.
 */
const layoutOf = (cells: number, order: Order): { step: number; turn: number } =>
  order === 'tiles first' ? { step: 1, turn: cells } : { step: 2, turn: 1 };

/** Returns the boards and all their images under the puzzle's symmetries, sorted cell by cell. */
export function allImages(puzzle: EdgePuzzle, boards: Iterable<PartialBoard>): SortedBoards {
  const images = new SortedBoards('cell by cell');
  for (const board of boards) for (const image of imagesOf(puzzle, board)) images.add(image);
  return images;
}

function merged(parts: readonly Texts[]): Texts {
  if (parts.length === 1) return parts[0]!;
  const half = parts.length >> 1;
  return bothOf(merged(parts.slice(0, half)), merged(parts.slice(half)));
}

function* bothOf(a: Texts, b: Texts): Generator<string, void> {
  let next = b.next();
  for (const text of a) {
    for (; !next.done && next.value <= text; next = b.next()) if (next.value !== text) yield next.value;
    yield text;
  }
  for (; !next.done; next = b.next()) yield next.value;
}

/**
 * Opens a file that the operating system deletes when the process ends, even after a crash. Returns its descriptor.
 */
function fileWithoutName(): number {
  const folder = makeTemporaryFolder('boards');
  try {
    return openSync(path.join(folder, 'boards'), 'wx+');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
