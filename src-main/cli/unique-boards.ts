import { EMPTY, placementCode, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';

/**
 * Boards of one puzzle, each once, in the order of `compareBoards`. They are kept as strings that sort so, of two
 * characters a cell: a million of them take less than half of what the boards would.
 */
export class UniqueBoards implements Iterable<PartialBoard> {
  readonly #all = new Set<string>();

  get size(): number {
    return this.#all.size;
  }

  add(board: PartialBoard): void {
    this.#all.add(packed(board));
  }

  *[Symbol.iterator](): Generator<PartialBoard> {
    for (const text of [...this.#all].sort()) yield unpacked(text);
  }
}

/** Tile numbers cell by cell, an empty cell first; then how each tile lies. */
function packed(board: PartialBoard): string {
  const characters = new Uint16Array(2 * board.length);
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    const tile = tileOf(code);
    characters[cell] = tile + 1;
    characters[board.length + cell] = code - placementCode(tile, 0);
  });
  return String.fromCharCode(...characters);
}

function unpacked(text: string): PartialBoard {
  const cells = text.length / 2;
  return Int32Array.from({ length: cells }, (_, cell) => {
    const tile = text.charCodeAt(cell) - 1;
    return tile < 0 ? EMPTY : placementCode(tile, 0) + text.charCodeAt(cells + cell);
  });
}
