/**
 * The branch and bound of "A-NXN-Puzzle-Solver": a best-first search with a weighted cost. The program's description
 * leaves two questions open, which we answer as follows:
 *
 * - Of several nodes with equal cost, the newest is expanded first.
 * - A node is dropped as a "cycle" if its position has been reached before in the same number of moves or fewer, on
 *   any path. Otherwise, on 5 × 5 and 6 × 6, copies of the same positions would fill the memory before any solution
 *   is found.
 */
import { distance, neighbours, type BoardSize } from '../state.ts';
import { CostQueue } from './cost-queue.ts';
import { KnownPositions } from './known-positions.ts';
import { LiveNodes, type LiveNode } from './live-nodes.ts';

export interface CostWeights {
  readonly moves: number;
  readonly outOfPlace: number;
  readonly manhattan: number;
  readonly rankedManhattan: number;
}

/**
 * Counts of the search. The first four are totals that can be added up over a run. The last two are the current and the
 * maximum number of nodes in memory.
 */
export interface BranchAndBoundCounts {
  /** number of nodes taken from the queue */
  activated: number;
  /** number of nodes taken from the queue that could not improve on the best solution */
  pruned: number;
  /** number of nodes whose position had been reached before in the same number of moves or fewer */
  cycles: number;
  /** number of solutions found, each better than the one before */
  answers: number;
  liveNodes: number;
  peakLiveNodes: number;
}

interface ActiveNode {
  readonly id: number;
  readonly node: LiveNode;
  readonly from: number;
  next: number;
}

export class BranchAndBound {
  readonly #width: number;
  readonly #cells: number;
  /** distance from each cell to the nearest goal cell of each tile */
  readonly #stepsHome: Uint8Array;
  /** for each tile: the first tile identical to it */
  readonly #alike: Uint8Array;
  readonly #weights: CostWeights;
  readonly #maxLiveNodes: number;
  readonly #neighbours: number[][];
  readonly #nodes: LiveNodes;
  readonly #queue = new CostQueue();
  readonly #known: KnownPositions;
  #active: ActiveNode | null = null;
  #best: number[] | null = null;
  #full = false;
  #peakLive = 0;
  #peakDepth = 0;
  #steps = 0;
  /** counts since the start of the search or the last reset by the caller */
  counts = newCounts();

  /**
   * Starts a search. `start` has the tile numbers that `withHomes` returns. `homes` lists the goal cells of each tile
   * (from `homesOf`).
   */
  constructor(
    size: BoardSize,
    start: readonly number[],
    weights: CostWeights,
    maxLiveNodes: number,
    homes: readonly (readonly number[])[] = start.map((_, tile) => [tile]),
  ) {
    const cells = start.length;
    this.#cells = cells;
    this.#width = size.width;
    this.#stepsHome = new Uint8Array(cells * cells);
    homes.forEach((own, tile) => {
      for (let cell = 0; cell < cells; cell++) {
        const steps = own.map((home) => distance(size.width, cell, home));
        this.#stepsHome[tile * cells + cell] = Math.min(...steps);
      }
    });
    this.#alike = Uint8Array.from(homes, (own) => homes.findIndex((other) => other.join() === own.join()));
    this.#weights = weights;
    this.#maxLiveNodes = maxLiveNodes;
    this.#neighbours = neighbours(size);
    this.#nodes = new LiveNodes(start.length);
    this.#known = new KnownPositions(start.length);
    const tiles = Uint8Array.from(start);
    this.#from(tiles);
    this.#known.note(0);
    let manhattan = 0;
    let ranked = 0;
    tiles.forEach((tile, cell) => {
      if (tile === 0) return;
      const steps = this.#stepsHome[tile * cells + cell]!;
      manhattan += steps;
      ranked += this.#rank(tile) * steps;
    });
    this.#enqueue({ tiles, moves: 0, manhattan, ranked, blank: tiles.indexOf(0) }, null);
  }

  get best(): readonly number[] | null {
    return this.#best;
  }

  /** true if the search ended because it holds the maximum number of nodes in memory */
  get full(): boolean {
    return this.#full;
  }

  get done(): boolean {
    return this.#full || (this.#active === null && this.#queue.size === 0);
  }

  /** Number of steps so far, which fully determines the state of the search. */
  get steps(): number {
    return this.#steps;
  }

  get peakDepth(): number {
    return this.#peakDepth;
  }

  get depth(): number {
    return this.#active?.node.moves ?? 0;
  }

  /**
   * Runs until the search ends, finds a better solution, creates `maxNodes` nodes or takes `maxSteps` steps. Returns
   * the number of nodes created.
   */
  run(maxNodes: number, maxSteps: number): number {
    let created = 0;
    const end = this.#steps + maxSteps;
    const { best } = this;
    for (; !this.done && created < maxNodes && this.#steps < end && this.best === best; this.#steps++) {
      if (this.#active === null) {
        this.#activate();
      } else if (this.#active.next === this.#neighbours[this.#active.node.blank]!.length) {
        this.#nodes.release(this.#active.id);
        this.#active = null;
      } else if (this.#createChild(this.#active)) {
        created++;
      }
    }
    this.counts.liveNodes = this.#nodes.count;
    this.counts.peakLiveNodes = this.#peakLive;
    return created;
  }

  #activate(): void {
    const id = this.#queue.pop()!;
    const node = this.#nodes.read(id);
    this.counts.activated++;
    if (this.#best && node.moves + node.manhattan >= this.#best.length) {
      this.counts.pruned++;
      this.#nodes.release(id);
    } else if (node.manhattan === 0) {
      this.#best = this.#nodes.pathTo(id);
      this.counts.answers++;
      this.#nodes.release(id);
    } else if (this.#known.full && this.#nodes.repeatsAncestor(id)) {
      // A node can repeat one of its ancestors only if the table of known positions is full.
      this.counts.cycles++;
      this.#nodes.release(id);
    } else {
      const parent = this.#nodes.parentOf(id);
      this.#from(node.tiles);
      this.#active = { id, node, from: parent === null ? -1 : this.#nodes.blankOf(parent), next: 0 };
    }
  }

  #createChild(active: ActiveNode): boolean {
    const { id, node, from } = active;
    const cell = this.#neighbours[node.blank]![active.next++]!;
    if (cell === from) return false;
    if (this.#nodes.count >= this.#maxLiveNodes) {
      this.#full = true;
      return false;
    }
    const tile = node.tiles[cell]!;
    if (!this.#known.improves(this.#alike[tile]!, cell, node.blank, node.moves + 1)) {
      this.counts.cycles++;
      return false;
    }
    const own = tile * this.#cells;
    const nearer = this.#stepsHome[own + node.blank]! - this.#stepsHome[own + cell]!;
    const tiles = node.tiles.slice();
    tiles[node.blank] = tile;
    tiles[cell] = 0;
    const manhattan = node.manhattan + nearer;
    const ranked = node.ranked + nearer * this.#rank(tile);
    this.#enqueue({ tiles, moves: node.moves + 1, manhattan, ranked, blank: cell }, id);
    return true;
  }

  #enqueue(node: LiveNode, parent: number | null): void {
    const { moves, outOfPlace, manhattan, rankedManhattan } = this.#weights;
    let cost = moves * node.moves + manhattan * node.manhattan + rankedManhattan * node.ranked;
    if (outOfPlace !== 0) cost += outOfPlace * tilesOutOfPlace(node.tiles);
    this.#queue.push(this.#nodes.add(node, parent), cost);
    this.#peakLive = Math.max(this.#peakLive, this.#nodes.count);
    this.#peakDepth = Math.max(this.#peakDepth, node.moves);
  }

  #from(tiles: Uint8Array): void {
    this.#known.from(tiles.map((tile) => this.#alike[tile]!));
  }

  /** Returns the weight of a tile's distance: the row or column of its goal cell, whichever is larger. */
  #rank(tile: number): number {
    return Math.max(tile % this.#width, Math.floor(tile / this.#width));
  }
}

export const newCounts = (): BranchAndBoundCounts => ({
  activated: 0,
  pruned: 0,
  cycles: 0,
  answers: 0,
  liveNodes: 0,
  peakLiveNodes: 0,
});

const tilesOutOfPlace = (tiles: Uint8Array): number =>
  tiles.reduce((count, tile, cell) => count + (tile !== 0 && tile !== cell ? 1 : 0), 0);
