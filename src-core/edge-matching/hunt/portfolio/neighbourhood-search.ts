/**
 * Large-neighbourhood search (Shaw 1998): repeatedly removes a few tiles from a full board and puts them back in the
 * best way.
 *
 * - An *exchange* permutes the tiles of cells that don't touch. Finding the best permutation is an assignment problem.
 * - A *rebuild* takes the tiles from a few connected cells around a mismatch and searches for the best way to put them
 *   back.
 *
 * A new board replaces the old one even if their scores are equal, so the search can cross plateaus.
 */
import type { Random } from '../../../random.ts';
import { cheapestAssignment } from './assignment.ts';
import type { Instance } from '../shared/instance.ts';
import { matchedEdges } from './score.ts';

const MAX_EXCHANGED_CELLS = 16;
const MAX_REBUILT_CELLS = 8;
const MAX_REBUILD_NODES = 3000;
const EXCHANGES_PER_REBUILD = 2;

export class NeighbourhoodSearch {
  /** number of tiles placed so far, including those removed again */
  nodes = 0;
  matched: number;
  readonly board: Int32Array;
  readonly #instance: Instance;
  readonly #random: Random;
  readonly #movable: Int32Array;
  /** for each list of allowed orientations: an array with 1 for the orientations in the list and 0 for the others */
  readonly #mayLie: Map<Int32Array, Uint8Array>;
  readonly #byTile: Int32Array[];

  constructor(instance: Instance, board: Int32Array, random: Random) {
    this.#instance = instance;
    this.#random = random;
    this.board = Int32Array.from(board);
    this.matched = matchedEdges(instance, board);
    const cells = Array.from(board.keys()).filter((cell) => board[cell]! >= 0 && instance.pinned[cell]! < 0);
    this.#movable = Int32Array.from(cells);
    this.#mayLie = new Map();
    for (const allowed of instance.allowed) {
      if (this.#mayLie.has(allowed)) continue;
      const may = new Uint8Array(instance.orientations);
      for (const orientation of allowed) may[orientation] = 1;
      this.#mayLie.set(allowed, may);
    }
    const byTile: number[][] = Array.from({ length: instance.tiles }, () => []);
    instance.tileOf.forEach((tile, orientation) => byTile[tile]!.push(orientation));
    this.#byTile = byTile.map((orientations) => Int32Array.from(orientations));
  }

  /** Exchanges tiles a few times, then rebuilds one region. Returns false if no tile can be moved. */
  step(): boolean {
    if (this.#movable.length === 0) return false;
    for (let i = 0; i < EXCHANGES_PER_REBUILD; i++) this.#exchange();
    this.#rebuild();
    return true;
  }

  /** Returns the number of sides that would match their neighbours if `orientation` were placed in the cell. */
  #matches(cell: number, orientation: number): number {
    return this.#countSides(cell, orientation, (shown, met) => this.#instance.mate[shown] === met);
  }

  /** Returns the number of sides of a cell that touch a tile. */
  #neighbours(cell: number): number {
    return this.#countSides(cell, this.board[cell]!, () => true);
  }

  #countSides(cell: number, orientation: number, counts: (shown: number, met: number) => boolean): number {
    const { across, sideCount, sides } = this.#instance;
    let count = 0;
    for (let side = 0; side < sideCount; side++) {
      const facing = across[cell * sideCount + side]!;
      if (facing < 0) continue;
      const other = Math.floor(facing / sideCount);
      if (other === cell && facing < cell * sideCount + side) continue; // count an edge between two sides of the same cell once
      const there = other === cell ? orientation : this.board[other]!;
      if (there < 0) continue;
      const met = sides[there * sideCount + facing - other * sideCount]!;
      if (counts(sides[orientation * sideCount + side]!, met)) count++;
    }
    return count;
  }

  #drawNearMismatch(): number {
    for (let tries = 0; tries < 64; tries++) {
      const cell = this.#movable[this.#random.below(this.#movable.length)]!;
      if (this.#matches(cell, this.board[cell]!) < this.#neighbours(cell)) return cell;
    }
    return this.#movable[this.#random.below(this.#movable.length)]!;
  }

  #touch(a: number, b: number): boolean {
    const { across, sideCount } = this.#instance;
    for (let side = a * sideCount; side < (a + 1) * sideCount; side++) {
      if (across[side]! >= 0 && Math.floor(across[side]! / sideCount) === b) return true;
    }
    return false;
  }

  #exchange(): void {
    const cells: number[] = [];
    for (let tries = 0; tries < MAX_EXCHANGED_CELLS * 3 && cells.length < MAX_EXCHANGED_CELLS; tries++) {
      const cell =
        tries % 2 === 0 ? this.#drawNearMismatch() : this.#movable[this.#random.below(this.#movable.length)]!;
      if (!cells.some((other) => other === cell || this.#touch(other, cell))) cells.push(cell);
    }
    const n = cells.length;
    const tiles = cells.map((cell) => this.#instance.tileOf[this.board[cell]!]!);
    const cost = new Float64Array(n * n);
    const way = new Int32Array(n * n);
    let before = 0;
    for (const cell of cells) before += this.#matches(cell, this.board[cell]!);
    for (let i = 0; i < n; i++) {
      const may = this.#mayLie.get(this.#instance.allowed[cells[i]!]!)!;
      for (let j = 0; j < n; j++) {
        let bestValue = -100;
        for (const orientation of this.#byTile[tiles[j]!]!) {
          if (!may[orientation]) continue;
          const value = this.#matches(cells[i]!, orientation) + this.#random.fraction() / 64;
          if (value <= bestValue) continue;
          bestValue = value;
          way[i * n + j] = orientation;
        }
        cost[i * n + j] = -bestValue;
      }
    }
    const columns = cheapestAssignment(cost, n);
    for (let i = 0; i < n; i++) this.board[cells[i]!] = way[i * n + columns[i]!]!;
    this.nodes += n;
    for (const cell of cells) this.matched += this.#matches(cell, this.board[cell]!);
    this.matched -= before;
  }

  #rebuild(): void {
    const { across, sideCount, tileOf } = this.#instance;
    const region = [this.#drawNearMismatch()];
    const wanted = 3 + this.#random.below(MAX_REBUILT_CELLS - 2);
    for (let tries = 0; tries < 60 && region.length < wanted; tries++) {
      const from = region[this.#random.below(region.length)]!;
      const facing = across[from * sideCount + this.#random.below(sideCount)]!;
      if (facing < 0) continue;
      const to = Math.floor(facing / sideCount);
      if (this.board[to]! < 0 || this.#instance.pinned[to]! >= 0 || region.includes(to)) continue;
      region.push(to);
    }
    const held = region.map((cell) => this.board[cell]!);
    const tiles = held.map((orientation) => tileOf[orientation]!);
    const withRegion = this.#edges(region);
    for (const cell of region) this.board[cell] = -1;
    const found = this.#bestFilling(region, tiles, withRegion);
    region.forEach((cell, i) => (this.board[cell] = found ? found.placed[i]! : held[i]!));
    if (found) this.matched += found.matched - withRegion;
  }

  /** Returns the number of matched edges with at least one end in the region. */
  #edges(region: readonly number[]): number {
    let matched = 0;
    const held = region.map((cell) => this.board[cell]!);
    for (const cell of region) this.board[cell] = -1;
    region.forEach((cell, i) => {
      matched += this.#matches(cell, held[i]!);
      this.board[cell] = held[i]!;
    });
    return matched;
  }

  /**
   * Searches for ways to fill the region. Returns the one with the most matched edges, chosen at random if there are
   * several. Returns null if none has at least `least` matched edges. The search ends after MAX_REBUILD_NODES nodes, so
   * it may miss the best way.
   */
  #bestFilling(region: readonly number[], tiles: readonly number[], least: number) {
    const { board } = this;
    // For each cell of the region: the number of edges that have a tile on both sides once the cell is filled, but not
    // before. This is the maximum number of matches that filling the cell can add.
    const { across, sideCount } = this.#instance;
    const sidesMet = region.map((cell, i) => {
      let met = 0;
      for (let side = cell * sideCount; side < (cell + 1) * sideCount; side++) {
        const other = across[side]! < 0 ? -1 : Math.floor(across[side]! / sideCount);
        if (other < 0 || (other === cell && across[side]! < side)) continue;
        const at = region.indexOf(other);
        if (at < 0 ? board[other]! >= 0 : at <= i) met++;
      }
      return met;
    });
    const rest = new Int32Array(region.length + 1);
    for (let i = region.length - 1; i >= 0; i--) rest[i] = rest[i + 1]! + sidesMet[i]!;
    const used = new Uint8Array(tiles.length);
    let best = least - 1;
    let budget = MAX_REBUILD_NODES;
    let result: { placed: Int32Array; matched: number } | null = null;
    const fill = (depth: number, matched: number): void => {
      if (depth === region.length) {
        best = matched;
        result = { placed: Int32Array.from(region, (cell) => board[cell]!), matched };
        return;
      }
      const cell = region[depth]!;
      const may = this.#mayLie.get(this.#instance.allowed[cell]!)!;
      const options: { tile: number; orientation: number; matches: number }[] = [];
      for (let tile = 0; tile < tiles.length; tile++) {
        if (used[tile]) continue;
        for (const orientation of this.#byTile[tiles[tile]!]!) {
          if (!may[orientation]) continue;
          const matches = this.#matches(cell, orientation);
          if (matched + matches + rest[depth + 1]! > best) options.push({ tile, orientation, matches });
        }
      }
      this.#random.shuffle(options);
      options.sort((a, b) => b.matches - a.matches);
      for (const { tile, orientation, matches } of options) {
        if (budget-- <= 0) return;
        if (matched + matches + rest[depth + 1]! <= best) return;
        this.nodes++;
        used[tile] = 1;
        board[cell] = orientation;
        fill(depth + 1, matched + matches);
        board[cell] = -1;
        used[tile] = 0;
      }
    };
    fill(0, 0);
    return result as { placed: Int32Array; matched: number } | null;
  }
}
