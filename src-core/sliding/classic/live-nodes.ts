/** Nodes are stored in chunks of this size, so that the store can grow without copying nodes. */
const CHUNK_BITS = 16;
const CHUNK_NODES = 1 << CHUNK_BITS;
const NO_PARENT = -1;

interface Chunk {
  readonly tiles: Uint8Array;
  readonly parent: Int32Array;
  readonly children: Uint8Array;
  readonly moves: Uint16Array;
  readonly manhattan: Uint16Array;
  readonly ranked: Uint16Array;
  readonly blank: Uint8Array;
}

export interface LiveNode {
  readonly tiles: Uint8Array;
  readonly moves: number;
  readonly manhattan: number;
  readonly ranked: number;
  readonly blank: number;
}

/**
 * The nodes that a branch and bound search holds in memory: those waiting in the queue, and their ancestors. A node
 * takes (cells + 13) bytes. A finished node is freed when its last child is freed.
 */
export class LiveNodes {
  readonly #cells: number;
  readonly #chunks: Chunk[] = [];
  readonly #free: number[] = [];
  #created = 0;

  constructor(cells: number) {
    this.#cells = cells;
  }

  get count(): number {
    return this.#created - this.#free.length;
  }

  add(node: LiveNode, parent: number | null): number {
    const id = this.#free.pop() ?? this.#created++;
    if (id >> CHUNK_BITS === this.#chunks.length) this.#chunks.push(newChunk(this.#cells));
    const chunk = this.#chunkOf(id);
    const at = id & (CHUNK_NODES - 1);
    chunk.tiles.set(node.tiles, at * this.#cells);
    chunk.parent[at] = parent ?? NO_PARENT;
    chunk.children[at] = 0;
    chunk.moves[at] = node.moves;
    chunk.manhattan[at] = node.manhattan;
    chunk.ranked[at] = node.ranked;
    chunk.blank[at] = node.blank;
    if (parent !== null) this.#chunkOf(parent).children[parent & (CHUNK_NODES - 1)]!++;
    return id;
  }

  /** Returns a node. Its `tiles` are a view of memory that is overwritten once the node has been freed. */
  read(id: number): LiveNode {
    const chunk = this.#chunkOf(id);
    const at = id & (CHUNK_NODES - 1);
    return {
      tiles: chunk.tiles.subarray(at * this.#cells, (at + 1) * this.#cells),
      moves: chunk.moves[at]!,
      manhattan: chunk.manhattan[at]!,
      ranked: chunk.ranked[at]!,
      blank: chunk.blank[at]!,
    };
  }

  blankOf(id: number): number {
    return this.#chunkOf(id).blank[id & (CHUNK_NODES - 1)]!;
  }

  parentOf(id: number): number | null {
    const parent = this.#chunkOf(id).parent[id & (CHUNK_NODES - 1)]!;
    return parent === NO_PARENT ? null : parent;
  }

  /** Frees a finished node if it has no children left. Then does the same for its parent, and so on up to the root. */
  release(id: number): void {
    for (let node: number | null = id; node !== null;) {
      const chunk = this.#chunkOf(node);
      const at = node & (CHUNK_NODES - 1);
      if (chunk.children[at]! > 0) return;
      const parent = this.parentOf(node);
      this.#free.push(node);
      if (parent !== null) this.#chunkOf(parent).children[parent & (CHUNK_NODES - 1)]!--;
      node = parent;
    }
  }

  repeatsAncestor(id: number): boolean {
    const { tiles, blank } = this.read(id);
    for (let node = this.parentOf(id); node !== null; node = this.parentOf(node)) {
      const chunk = this.#chunkOf(node);
      const at = node & (CHUNK_NODES - 1);
      if (chunk.blank[at] !== blank) continue;
      let cell = 0;
      while (cell < tiles.length && chunk.tiles[at * tiles.length + cell] === tiles[cell]) cell++;
      if (cell === tiles.length) return true;
    }
    return false;
  }

  /** Returns the tiles that move on the way from the root to a node. */
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
  tiles: new Uint8Array(cells * CHUNK_NODES),
  parent: new Int32Array(CHUNK_NODES),
  children: new Uint8Array(CHUNK_NODES),
  moves: new Uint16Array(CHUNK_NODES),
  manhattan: new Uint16Array(CHUNK_NODES),
  ranked: new Uint16Array(CHUNK_NODES),
  blank: new Uint8Array(CHUNK_NODES),
});
