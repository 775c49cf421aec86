/** One round of iterative deepening: a depth-first search for a path of limited length. */
import * as v from 'valibot';
import { distance, neighbours, type Position } from '../state.ts';
import {
  FOUND,
  FRAME,
  GROUP,
  kernelLayout,
  MAX_DEPTH,
  MOVE,
  rankBytes,
  STATE,
  STOPPED,
  type KernelLayout,
} from './kernel-layout.ts';
import { binomial, isRanked } from './numbering.ts';
import type { PreparedPatterns } from './prepared.ts';

export type Outcome = 'stopped' | 'found' | 'exhausted';

/** A checkpoint of a search, which only `BoundedSearch` can read. */
export interface SearchState {
  /** name of the databases used by the search */
  readonly patterns: string;
  readonly setup: Uint8Array;
  readonly stack: Uint8Array;
}

export const searchState: v.GenericSchema<unknown, SearchState> = v.strictObject({
  patterns: v.string(),
  setup: v.instance(Uint8Array),
  stack: v.instance(Uint8Array),
});

interface Kernel {
  expand(frame: number, move: number): void;
  run(nodes: number): number;
  value(group: number): number;
}

export class BoundedSearch {
  readonly #prepared: PreparedPatterns;
  readonly #layout: KernelLayout;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #kernel: Kernel;
  readonly #name: string;

  constructor(prepared: PreparedPatterns) {
    this.#prepared = prepared;
    this.#name = prepared.patterns.map((tiles) => tiles.join('.')).join(' ');
    const { size, patterns, databases, memory, module, mirrored } = prepared;
    const layout = (this.#layout = kernelLayout(size, prepared.ranked));
    const own = new WebAssembly.Memory({ initial: layout.pages });
    this.#bytes = new Uint8Array(own.buffer);
    this.#view = new DataView(own.buffer);
    const instance = new WebAssembly.Instance(module, { own: { memory: own }, shared: { memory } });
    this.#kernel = instance.exports as unknown as Kernel;

    const { cells } = layout;
    neighbours(size).forEach((beside, cell) => {
      for (let i = 0; i < 4; i++) this.#bytes[layout.beside + 4 * cell + i] = beside[i] ?? 255;
    });
    for (let cell = 0; cell < cells; cell++) {
      this.#bytes[layout.mirror + cell] = this.#mirror(cell);
      for (let tile = 1; tile < cells; tile++) {
        this.#bytes[layout.steps + tile * 64 + cell] = distance(size.width, cell, tile);
      }
    }
    const kinds = [...new Set(prepared.ranked)];
    kinds.forEach((tiles, i) => this.#fillRanks(layout.ranks + i * rankBytes(layout.chunkBits), tiles));
    let slot = layout.slots;
    for (const side of mirrored ? [0, 1] : [0]) {
      patterns.forEach((tiles, p) => {
        const group = this.#group(p, side);
        const ranked = this.#isRanked(p);
        const set = (offset: number, value: number): void =>
          this.#view.setUint32(group + offset, value, true);
        set(GROUP.slots, slot);
        set(GROUP.database, databases[p]!);
        set(GROUP.ranked, ranked ? tiles.length : 0);
        set(GROUP.shift, 4 * p);
        tiles.forEach((tile, i) => {
          this.#view.setUint32(this.#tile(tile, side), ranked ? slot : this.#weight(p, i), true);
          this.#view.setUint32(this.#tile(tile, side) + 4, group, true);
          if (ranked) slot += 4;
        });
      });
    }
  }

  /**
   * Starts a search for a path of at most `moves` moves. `before` is the cell that the empty space came from, or null.
   * The first move must not take the empty space back there.
   */
  start(position: Position, before: number | null, moves: number): void {
    const { layout, view } = { layout: this.#layout, view: this.#view };
    const { patterns, mirrored } = this.#prepared;
    this.#bytes.set(position, layout.board);
    const sums = [0, 0];
    const values = [0n, 0n];
    for (const side of mirrored ? [0, 1] : [0]) {
      patterns.forEach((tiles, p) => {
        let where = 0;
        tiles.forEach((tile, i) => {
          const cell = position.indexOf(side === 0 ? tile : this.#mirror(tile));
          const ownCell = side === 0 ? cell : this.#mirror(cell);
          if (this.#isRanked(p)) {
            view.setUint32(view.getUint32(this.#tile(tile, side), true), (1 << ownCell) - 1, true);
            where |= 1 << ownCell;
          } else {
            where += this.#weight(p, i) * ownCell;
          }
        });
        view.setUint32(this.#group(p, side) + GROUP.where, where, true);
        const value = this.#kernel.value(this.#group(p, side));
        sums[side]! += value;
        values[side]! |= BigInt(value) << BigInt(4 * p);
      });
    }
    let steps = 0;
    position.forEach((tile, cell) => {
      if (tile !== 0) steps += distance(this.#prepared.size.width, cell, tile);
    });
    view.setBigUint64(this.#layout.root + MOVE.values, values[0]!, true);
    view.setBigUint64(this.#layout.root + MOVE.mirrored, values[1]!, true);
    view.setInt32(this.#layout.root + MOVE.distance, steps, true);
    view.setInt32(this.#layout.root + MOVE.sum, sums[0]!, true);
    view.setInt32(this.#layout.root + MOVE.mirroredSum, sums[1]!, true);
    view.setInt32(layout.state + STATE.depth, 0, true);
    view.setInt32(layout.state + STATE.nodes, 0, true);
    view.setInt32(layout.state + STATE.found, 0, true);
    view.setInt32(layout.state + STATE.limit, moves, true);
    this.#bytes[layout.frames + FRAME.blank] = position.indexOf(0);
    this.#bytes[layout.frames + FRAME.before] = before ?? 255;
    this.#kernel.expand(layout.frames, this.#layout.root);
  }

  /** A lower bound from the databases on the number of moves from the start of this search to the goal. */
  get lowerBound(): number {
    const at = (offset: number): number => this.#view.getInt32(this.#layout.root + offset, true);
    return at(MOVE.distance) + 2 * Math.max(at(MOVE.sum), at(MOVE.mirroredSum));
  }

  /** Returns the number of nodes visited since the last call. */
  takeNodes(): number {
    const at = this.#layout.state + STATE.nodes;
    const nodes = this.#view.getInt32(at, true);
    this.#view.setInt32(at, 0, true);
    return nodes;
  }

  get depth(): number {
    return this.#view.getInt32(this.#layout.state + STATE.depth, true);
  }

  /**
   * Runs until the search ends or `nodes` nodes have been visited since the last call of `takeNodes`. May visit up to
   * three more.
   */
  run(nodes: number): Outcome {
    const status = this.#kernel.run(nodes);
    return status === STOPPED ? 'stopped' : status === FOUND ? 'found' : 'exhausted';
  }

  /**
   * Returns the cells that the empty space moves to, in order. May be called only after `run` has returned `found`.
   */
  cellsOfPath(): number[] {
    const { frames, state } = this.#layout;
    const path = Array.from(
      { length: this.depth },
      (_, i) => this.#bytes[frames + (i + 1) * FRAME.bytes + FRAME.blank]!,
    );
    return [...path, this.#view.getInt32(state + STATE.found, true) - 1];
  }

  save(): SearchState {
    const { board, ranks, state, frames } = this.#layout;
    return {
      patterns: this.#name,
      setup: this.#bytes.slice(board, ranks),
      stack: this.#bytes.slice(state, frames + (this.depth + 1) * FRAME.bytes),
    };
  }

  /** Returns whether a saved state comes from a search that used the same databases. */
  fits = (saved: SearchState): boolean => saved.patterns === this.#name;

  restore(saved: SearchState): void {
    const { board, state, frames } = this.#layout;
    if (!this.fits(saved) || saved.stack.length > frames - state + MAX_DEPTH * FRAME.bytes)
      throw new Error('the checkpoint belongs to a different search');
    this.#bytes.set(saved.setup, board);
    this.#bytes.set(saved.stack, state);
  }

  #group = (pattern: number, side: number): number =>
    this.#layout.groups + (side * this.#prepared.patterns.length + pattern) * GROUP.bytes;

  #isRanked = (pattern: number): boolean => {
    const { patterns, size, withoutDatabase } = this.#prepared;
    const without = withoutDatabase > 0 && pattern === patterns.length - 1;
    return !without && isRanked(size.width * size.height, patterns[pattern]!.length);
  };

  #weight(pattern: number, i: number): number {
    const { patterns, withoutDatabase } = this.#prepared;
    if (withoutDatabase > 0 && pattern === patterns.length - 1) return 0;
    return this.#layout.cells ** i;
  }

  #tile = (tile: number, side: number): number =>
    this.#layout.tiles + 16 * (side === 0 ? tile : this.#mirror(tile)) + 8 * side;

  /**
   * Returns the reflection of a cell, or the cell itself if reflections are not used. A tile can be passed too,
   * because its number is that of its goal cell.
   */
  #mirror(cell: number): number {
    const { width } = this.#prepared.size;
    return this.#prepared.mirrored ? (cell % width) * width + Math.floor(cell / width) : cell;
  }

  /**
   * Fills the kernel's tables for numbering sets of cells (numbering.ts). A set is a bit mask. The kernel looks up
   * each half of the mask and adds the two results. The result for a half depends on its bits and on the number of
   * cells in the set that come before it.
   */
  #fillRanks(start: number, tiles: number): void {
    const { chunkBits, cells } = this.#layout;
    for (const half of [0, 1]) {
      for (let before = 0; before <= tiles; before++) {
        const row = start + (half * 9 + before) * 4 * (1 << chunkBits);
        for (let bits = 0; bits < 1 << chunkBits; bits++) {
          let number = 0;
          let place = before;
          for (let i = 0; i < chunkBits && place < tiles; i++) {
            const cell = half * chunkBits + i;
            if ((bits >> i) & 1 && cell < cells) number += binomial(cell, ++place);
          }
          this.#view.setUint32(row + 4 * bits, number, true);
        }
      }
    }
  }
}
