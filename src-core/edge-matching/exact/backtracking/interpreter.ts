import { candidatesAt, type SearchTree } from '../tree/search-tree.ts';
import type { Backtracker, TreePath } from './backtracker.ts';

/**
 * The reference implementation: textbook backtracking over the arrays of a search tree. Both compiled kernels place
 * the same tiles in the same order, about five times as fast. The interpreter is also used for small trees, for the
 * upper depths of large trees, and for slices that must stop at an exact node.
 */
export class Interpreter implements Backtracker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #tree: SearchTree;
  readonly #base: number;
  readonly #stock: Int32Array;
  /** for each side of each cell, at index `cell * sides + side`: its label; meaningless if the cell is empty */
  readonly #shown: Int32Array;
  readonly #assignment: Int32Array;
  #depth: number;
  #next: number;
  /** for each depth: 1 if a tile was placed there since the search last entered this depth from above */
  readonly #fruitful: Uint8Array;

  /**
   * The search starts at `path`. `base` is the first depth of the task's subtree, and the search never backtracks
   * above it.
   */
  constructor(tree: SearchTree, base: number, path: TreePath) {
    const depths = tree.variables.length;
    this.#tree = tree;
    this.#base = base;
    this.#stock = tree.stock.slice();
    this.#shown = new Int32Array(tree.cells * tree.sides);
    this.#assignment = new Int32Array(depths);
    this.#fruitful = new Uint8Array(depths + 1);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    this.#depth = path.length - 1;
    for (let depth = 0; depth < this.#depth; depth++) {
      this.#lay(depth, path[depth]!);
      if (depth >= base) this.#fruitful[depth] = 1;
    }
    this.#next = path[this.#depth] ?? -1;
    if (this.#next === -1 && this.#depth >= 0) this.#next = this.#first();
    else if (this.#depth >= 0) this.#fruitful[this.#depth] = this.#laidBefore() ? 1 : 0;
  }

  get finished(): boolean {
    return this.#depth < this.#base;
  }

  path(): TreePath {
    if (this.finished) return new Int32Array(0);
    const path = new Int32Array(this.#depth + 1);
    path.set(this.#assignment.subarray(0, this.#depth));
    path[this.#depth] = this.#next;
    return path;
  }

  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    const { candidateKind, candidateLabels, variables, labels, sides } = this.#tree;
    const stock = this.#stock;
    const shown = this.#shown;
    const assignment = this.#assignment;
    const fruitful = this.#fruitful;
    const nodesByDepth = this.nodesByDepth;
    const last = variables.length - 1;
    let depth = this.#depth;
    let candidate = this.#next;
    let left = budget;
    while (depth >= this.#base && left > 0) {
      let kind = candidateKind[candidate]!;
      while (kind !== -1 && stock[kind] === 0) kind = candidateKind[++candidate]!;
      if (kind === -1) {
        // End of the list: remove the tile at the previous depth and try the candidates after it.
        if (!fruitful[depth]) this.deadEnds[depth]!++;
        depth--;
        if (depth < this.#base) break;
        candidate = assignment[depth]!;
        stock[candidateKind[candidate]!]!++;
        candidate++;
        continue;
      }
      nodesByDepth[depth]!++;
      left--;
      fruitful[depth] = 1;
      assignment[depth] = candidate;
      if (depth === last) {
        candidate++;
        if (onSolution(assignment)) break;
        continue;
      }
      stock[kind]!--;
      const at = variables[depth]!.cell * sides;
      for (let side = 0; side < sides; side++) shown[at + side] = candidateLabels[candidate * sides + side]!;
      depth++;
      fruitful[depth] = 0;
      candidate = candidatesAt(variables[depth]!, labels, shown);
    }
    this.#depth = depth;
    this.#next = candidate;
  }

  #lay(depth: number, candidate: number): void {
    const { candidateKind, candidateLabels, variables, sides } = this.#tree;
    this.#assignment[depth] = candidate;
    this.#stock[candidateKind[candidate]!]!--;
    const at = variables[depth]!.cell * sides;
    for (let side = 0; side < sides; side++)
      this.#shown[at + side] = candidateLabels[candidate * sides + side]!;
  }

  #first(): number {
    return candidatesAt(this.#tree.variables[this.#depth]!, this.#tree.labels, this.#shown);
  }

  #laidBefore(): boolean {
    for (let candidate = this.#first(); candidate < this.#next; candidate++) {
      if (this.#stock[this.#tree.candidateKind[candidate]!]! > 0) return true;
    }
    return false;
  }
}
