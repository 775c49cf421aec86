/** What a beam looks up, and how it keeps a position: what does not change while it runs. */
import { random } from '../../random.ts';
import { distance, neighbours } from '../state.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

export interface Tables {
  readonly cells: number;
  /** groups of a side: one for each pattern */
  readonly groups: number;
  /** 2 where the position's reflection has values of its own */
  readonly sides: number;
  readonly beside: readonly Uint8Array[];
  readonly mirror: Uint8Array;
  /** tile · cells + cell: steps to its place */
  readonly steps: Uint8Array;
  /** side · cells + tile: its group on that side, and what one cell adds to the group's number */
  readonly groupOf: Uint8Array;
  readonly weightOf: Int32Array;
  /** tile · cells + cell: random bits */
  readonly hashes: Int32Array;
  readonly values: Uint8Array;
  /** for each group where its database begins in `values` */
  readonly databases: readonly number[];
  readonly record: RecordLayout;
}

/**
 * A position is a record of whole words, so that keeping a child is copying its parent's and making the
 * move. Beginnings of the fields in bytes: the board, a byte a cell; each group's value, a byte; each
 * group's number, a word; then six fields of one.
 */
export interface RecordLayout {
  readonly excess: number;
  readonly numbers: number;
  readonly hash: number;
  /** two bytes each */
  readonly worth: number;
  readonly steps: number;
  /** a byte each: the cell of the empty space, and the one it came from */
  readonly blank: number;
  readonly before: number;
  /** length of a record */
  readonly bytes: number;
}

const wholeWords = (bytes: number): number => (bytes + 3) & ~3;

function recordLayout(cells: number, groups: number): RecordLayout {
  const excess = wholeWords(cells);
  const numbers = excess + wholeWords(groups);
  const hash = numbers + 4 * groups;
  return {
    excess,
    numbers,
    hash,
    worth: hash + 4,
    steps: hash + 6,
    blank: hash + 8,
    before: hash + 9,
    bytes: hash + 12,
  };
}

/** The value of a group by its number: (moves - Manhattan distance) / 2. */
export function valueAt(t: Tables, group: number, number: number): number {
  const byte = t.values[t.databases[group]! + (number >>> 1)]!;
  return number & 1 ? byte >> 4 : byte & 15;
}

export function tablesOf({
  size,
  patterns,
  databases,
  withoutDatabase,
  mirrored,
  memory,
  ranked,
}: PreparedPatterns): Tables {
  if (ranked.length > 0) throw new Error('beam search reads plainly numbered databases only');
  const cells = size.width * size.height;
  const sides = mirrored ? 2 : 1;
  const mirror = Uint8Array.from({ length: cells }, (_, cell) =>
    mirrored ? (cell % size.width) * size.width + Math.floor(cell / size.width) : cell,
  );
  const steps = new Uint8Array(cells * cells);
  const hashes = new Int32Array(cells * cells);
  const chance = random(0x5eed);
  for (let tile = 1; tile < cells; tile++) {
    for (let cell = 0; cell < cells; cell++) {
      steps[tile * cells + cell] = distance(size.width, cell, tile);
      hashes[tile * cells + cell] = chance.next();
    }
  }
  const groupOf = new Uint8Array(sides * cells);
  const weightOf = new Int32Array(sides * cells);
  for (let side = 0; side < sides; side++) {
    patterns.forEach((tiles, p) => {
      const without = withoutDatabase > 0 && p === patterns.length - 1;
      tiles.forEach((tile, i) => {
        const player = side === 0 ? tile : mirror[tile]!;
        groupOf[side * cells + player] = side * patterns.length + p;
        weightOf[side * cells + player] = without ? 0 : cells ** i;
      });
    });
  }
  return {
    cells,
    groups: patterns.length,
    sides,
    beside: neighbours(size).map((beside) => Uint8Array.from(beside)),
    mirror,
    steps,
    groupOf,
    weightOf,
    hashes,
    values: new Uint8Array(memory.buffer),
    databases: sides === 2 ? [...databases, ...databases] : databases,
    record: recordLayout(cells, patterns.length * sides),
  };
}
