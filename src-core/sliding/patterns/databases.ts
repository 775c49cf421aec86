/**
 * Stores pattern databases as files. They are built when they are first needed, verified on every read, and rebuilt if
 * damaged.
 */
import type { Assets, Preparing } from '../../engine.ts';
import type { BoardSize } from '../state.ts';
import { buildPattern } from './build.ts';
import { cellSets, entryCount, factorial, isRanked, orderFromNumber } from './numbering.ts';

/** Version of the database files. Increase it when the numbering of positions or the meaning of values changes. */
const FORMAT_VERSION = 2;
export const DATABASE_HEADER_BYTES = 16;
const MAGIC = 0x62645745; // the letters "EWdb"

/** Returns the file name of a pattern's database. */
export const databaseFile = ({ width, height }: BoardSize, tiles: readonly number[]): string =>
  `sliding-${width}x${height}-${tiles.join('.')}.pdb`;
const bytesOf = ({ width, height }: BoardSize, tiles: readonly number[]): number =>
  Math.ceil(entryCount(width * height, tiles.length) / 2);

/**
 * Reads a pattern's database from its file. Returns 4-bit values, two per byte, indexed by position number (see
 * `entryCount`). Returns null if the file is missing or damaged.
 */
export function keptDatabase(size: BoardSize, tiles: readonly number[], assets: Assets): Uint8Array | null {
  const file = assets.read(databaseFile(size, tiles));
  return file && isSound(file, bytesOf(size, tiles)) ? file.subarray(DATABASE_HEADER_BYTES) : null;
}

/**
 * Reads a pattern's database from its file, or builds it if there is no valid file. Returns 4-bit values, two per byte,
 * indexed by position number (see `entryCount`).
 */
export function* patternDatabase(
  size: BoardSize,
  tiles: readonly number[],
  assets: Assets,
): Generator<Preparing, Uint8Array, void> {
  const name = databaseFile(size, tiles);
  const cells = size.width * size.height;
  const bytes = bytesOf(size, tiles);
  const file = assets.read(name);
  if (file && isSound(file, bytes)) return file.subarray(DATABASE_HEADER_BYTES);
  const why = file ? 'is damaged and is being rebuilt' : 'is being built, for this and later runs';
  const what = `Pattern database for tiles ${tiles.join(', ')} ${why}`;
  const built = new Uint8Array(DATABASE_HEADER_BYTES + bytes);
  const steps = buildPattern(size, tiles);
  for (;;) {
    const step = steps.next();
    if (step.done) {
      if (isRanked(cells, tiles.length)) built.set(step.value, DATABASE_HEADER_BYTES);
      else spread(step.value, cells, tiles.length, built.subarray(DATABASE_HEADER_BYTES));
      break;
    }
    yield { fraction: step.value, what };
  }
  const header = new DataView(built.buffer);
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, FORMAT_VERSION, true);
  header.setUint32(8, bytes, true);
  header.setUint32(12, checksum(built.subarray(DATABASE_HEADER_BYTES)), true);
  assets.write(name, built);
  return built.subarray(DATABASE_HEADER_BYTES);
}

/**
 * Rearranges a database that is indexed by compact position numbers, and writes it to `into`, indexed by simple numbers
 * (see `isRanked`). The simple number of a position is the sum of `c * cells ** i` over its tiles i, where c is the
 * cell of tile i.
 */
function spread(compact: Uint8Array, cells: number, tiles: number, into: Uint8Array): void {
  const orders = factorial(tiles);
  const places = new Uint8Array(orders * tiles);
  for (let order = 0; order < orders; order++) {
    orderFromNumber(order, places.subarray(order * tiles, (order + 1) * tiles));
  }
  const weights = Array.from({ length: tiles }, (_, i) => cells ** i);
  const parts = new Uint32Array(tiles * tiles);
  let from = 0;
  for (const set of cellSets(cells, tiles)) {
    for (let i = 0; i < tiles; i++) {
      for (let place = 0; place < tiles; place++) parts[i * tiles + place] = weights[i]! * set[place]!;
    }
    for (let order = 0; order < orders; order++, from++) {
      let number = 0;
      for (let i = 0; i < tiles; i++) number += parts[i * tiles + places[order * tiles + i]!]!;
      const value = (compact[from >> 1]! >> (4 * (from & 1))) & 15;
      into[number >> 1]! |= value << (4 * (number & 1));
    }
  }
}

function isSound(file: Uint8Array, bytes: number): boolean {
  if (file.length !== DATABASE_HEADER_BYTES + bytes) return false;
  const header = new DataView(file.buffer, file.byteOffset, DATABASE_HEADER_BYTES);
  return (
    header.getUint32(0, true) === MAGIC &&
    header.getUint32(4, true) === FORMAT_VERSION &&
    header.getUint32(8, true) === bytes &&
    header.getUint32(12, true) === checksum(file.subarray(DATABASE_HEADER_BYTES))
  );
}

/**
 * Returns a checksum that depends on every bit and its position. Processes about 1 GB/s. `bytes` must start at a
 * multiple of four bytes.
 */
function checksum(bytes: Uint8Array): number {
  const whole = bytes.length >> 2;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, whole);
  let sum = bytes.length;
  for (let i = 0; i < whole; i++) {
    sum = Math.imul(sum ^ words[i]!, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  for (let i = whole * 4; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i]!, 0x85ebca6b);
  return sum >>> 0;
}
