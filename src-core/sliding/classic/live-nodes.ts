/** Node numbers run over chunks of this size, so that memory grows without copying. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;
const NONE = -1;

interface Chunk {
  readonly tiles: Uint8Array;
  readonly parent: Int32Array;
  readonly children: Uint8Array;
  readonly moves: Uint16Array;
  readonly manhattan: Uint16Array;
  readonly ranked: Uint16Array;
  readonly blank: Uint8Array;
}

/** One node read out of the store. */
export interface LiveNode {
  readonly tiles: Uint8Array;
  readonly moves: number;
  readonly manhattan: number;
  readonly ranked: number;
  readonly blank: number;
}

/**
 * The nodes of a branch and bound search that are in memory: those waiting and their ancestors. A node
 * holds its whole position (cells + 13 bytes). Freed nodes are used again; freeing the last child of a
 * node that is itself done with frees that node too.
 */
export class LiveNodes {
  readonly #cells: number;
  readonly #chunks: Chunk[] = [];
  readonly #free: number[] = [];
  #created = 0;

  constructor(cells: number) {
    this.#cells = cells;
  }

  /** nodes in memory now */
  get count(): number {
    return this.#created - this.#free.length;
  }

  add(node: LiveNode, parent: number | null): number {
    const id = this.#free.pop() ?? this.#created++;
    if (id >> CHUNK_BITS === this.#chunks.length) this.#chunks.push(newChunk(this.#cells));
    const chunk = this.#chunkOf(id);
    const at = id & (CHUNK - 1);
    chunk.tiles.set(node.tiles, at * this.#cells);
    chunk.parent[at] = parent ?? NONE;
    chunk.children[at] = 0;
    chunk.moves[at] = node.moves;
    chunk.manhattan[at] = node.manhattan;
    chunk.ranked[at] = node.ranked;
    chunk.blank[at] = node.blank;
    if (parent !== null) this.#chunkOf(parent).children[parent & (CHUNK - 1)]!++;
    return id;
  }

  /** `tiles` is a view: it changes when the node is freed and used again. */
  read(id: number): LiveNode {
    const chunk = this.#chunkOf(id);
    const at = id & (CHUNK - 1);
    return {
      tiles: chunk.tiles.subarray(at * this.#cells, (at + 1) * this.#cells),
      moves: chunk.moves[at]!,
      manhattan: chunk.manhattan[at]!,
      ranked: chunk.ranked[at]!,
      blank: chunk.blank[at]!,
    };
  }

  blankOf(id: number): number {
    return this.#chunkOf(id).blank[id & (CHUNK - 1)]!;
  }

  parentOf(id: number): number | null {
    const parent = this.#chunkOf(id).parent[id & (CHUNK - 1)]!;
    return parent === NONE ? null : parent;
  }

  /** Says that no more children will come. Frees the node, and then its ancestors, once they have none. */
  release(id: number): void {
    for (let node: number | null = id; node !== null;) {
      const chunk = this.#chunkOf(node);
      const at = node & (CHUNK - 1);
      if (chunk.children[at]! > 0) return;
      const parent = this.parentOf(node);
      this.#free.push(node);
      if (parent !== null) this.#chunkOf(parent).children[parent & (CHUNK - 1)]!--;
      node = parent;
    }
  }

  /** Whether an ancestor has the same position. */
  repeatsAncestor(id: number): boolean {
    const { tiles, blank } = this.read(id);
    for (let node = this.parentOf(id); node !== null; node = this.parentOf(node)) {
      const chunk = this.#chunkOf(node);
      const at = node & (CHUNK - 1);
      if (chunk.blank[at] !== blank) continue;
      let cell = 0;
      while (cell < tiles.length && chunk.tiles[at * tiles.length + cell] === tiles[cell]) cell++;
      if (cell === tiles.length) return true;
    }
    return false;
  }

  /** The tiles moved from the root to a node. */
  pathTo(id: number): number[] {
    const path: number[] = [];
    for (let node = id, parent = this.parentOf(id); parent !== null;) {
      path.push(this.read(node).tiles[this.blankOf(parent)]!);
      node = parent;
      parent = this.parentOf(parent);
    }
    return path.reverse();
  }

  #chunkOf(id: number): Chunk {
    return this.#chunks[id >> CHUNK_BITS]!;
  }
}

const newChunk = (cells: number): Chunk => ({
  tiles: new Uint8Array(cells * CHUNK),
  parent: new Int32Array(CHUNK),
  children: new Uint8Array(CHUNK),
  moves: new Uint16Array(CHUNK),
  manhattan: new Uint16Array(CHUNK),
  ranked: new Uint16Array(CHUNK),
  blank: new Uint8Array(CHUNK),
});
