/**
 * Scans a view depth first: fills the cells row by row with candidates that match, and goes on only with boards whose
 * score reaches the threshold of the next cell. All candidates of a cell match the same edges, so the score is compared
 * once per cell, before the first candidate.
 *
 * `ReferenceWalk` is the search in TypeScript. `kernel.ts` compiles the same search to WebAssembly.
 */
import { belowOf, kindOf, rightOf, type Model } from './model.ts';
import type { Prices } from './prices.ts';

/** The input of a walk. */
export interface WalkTask {
  readonly model: Model;
  readonly prices: Prices;
  readonly thresholds: Int32Array;
  /** the kind of tile in the first cell, or null for any */
  readonly firstKind: number | null;
}

export interface Walk {
  /** number of tiles placed at each depth since the counts were last set to 0 */
  readonly nodesByDepth: Float64Array;
  readonly finished: boolean;
  /**
   * Places `budget` tiles, or fewer if a solution is found or the search ends. Returns the number of tiles placed. The
   * walk has found a solution if `depth` is the number of cells.
   */
  run(budget: number): number;
  /** number of tiles on the current board */
  readonly depth: number;
  /** the candidates on the current board, one word per cell */
  board(): Int32Array;
  /** Returns the place of the search: an index into `Model.words` per tile placed, and one for the next candidate. */
  path(): Int32Array;
}

/** The state of a walk. The arrays with an entry per depth have one extra entry, for the depth of a complete board. */
export interface WalkState {
  /** for each kind, the number of unused tiles */
  readonly stock: Int32Array;
  /** for each label, the number of edges that are not yet matched */
  readonly edges: Int32Array;
  /** score before and after the matches of the cell at each depth */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** index of the next candidate at each depth, and of the end of its list */
  readonly cursor: Int32Array;
  readonly end: Int32Array;
  /** the candidate placed at each depth */
  readonly placed: Int32Array;
}

const stateOf = ({ kinds, edges, cells }: Model): WalkState => {
  const perDepth = (): Int32Array => new Int32Array(cells + 1);
  return {
    stock: Int32Array.from(kinds, (tiles) => tiles.length),
    edges: edges.slice(),
    before: perDepth(),
    after: perDepth(),
    cursor: perDepth(),
    end: perDepth(),
    placed: perDepth(),
  };
};

export class ReferenceWalk implements Walk {
  readonly nodesByDepth: Float64Array;
  readonly #task: WalkTask;
  readonly #state: WalkState;
  #depth = 0;
  #finished = false;

  /** `path`: the place to resume from, as returned by `path()`; undefined begins a new search */
  constructor(task: WalkTask, path?: Int32Array) {
    this.#task = task;
    this.#state = stateOf(task.model);
    this.nodesByDepth = new Float64Array(task.model.cells);
    this.#enter();
    if (path) this.#follow(path);
  }

  get finished(): boolean {
    return this.#finished;
  }

  get depth(): number {
    return this.#depth;
  }

  board(): Int32Array {
    return this.#state.placed.slice(0, this.#depth);
  }

  path(): Int32Array {
    const { cursor } = this.#state;
    return Int32Array.from({ length: this.#depth + 1 }, (_, depth) =>
      depth < this.#depth ? cursor[depth]! - 1 : cursor[depth]!,
    );
  }

  run(budget: number): number {
    const { cells } = this.#task.model;
    let nodes = 0;
    if (this.#depth === cells) this.#leave();
    while (nodes < budget && !this.#finished && this.#depth < cells) {
      if (this.#takeNext()) {
        nodes++;
        if (this.#depth < cells) this.#enter();
      } else this.#leave();
    }
    return nodes;
  }

  /** Places the next candidate whose tile is unused. Returns false if there is none. */
  #takeNext(): boolean {
    const { words } = this.#task.model;
    const { stock, cursor, end } = this.#state;
    const depth = this.#depth;
    while (cursor[depth]! < end[depth]!) {
      const word = words[cursor[depth]!++]!;
      if (stock[kindOf(word)] === 0 || !this.#isAllowed(word)) continue;
      this.nodesByDepth[depth]!++;
      this.#place(word);
      return true;
    }
    return false;
  }

  #isAllowed(word: number): boolean {
    const { firstKind } = this.#task;
    return this.#depth > 0 || firstKind === null || kindOf(word) === firstKind;
  }

  #place(word: number): void {
    const { stock, before, after, placed } = this.#state;
    const { gain, gainRow } = this.#task.prices;
    const kind = kindOf(word);
    const depth = this.#depth++;
    placed[depth] = word;
    before[depth + 1] = after[depth]! + gain[kind * gainRow + stock[kind]!]!;
    stock[kind]!--;
  }

  /** Charges for the matches of the next cell and begins its list of candidates. */
  #enter(): void {
    const { model, prices, thresholds } = this.#task;
    const { edges, before, after, cursor, end } = this.#state;
    const depth = this.#depth;
    const { left, above } = this.#labels(depth);
    let score = before[depth]!;
    if (left > 0) score -= prices.price[left * prices.priceRow + edges[left]!--]!;
    if (above > 0) score -= prices.price[above * prices.priceRow + edges[above]!--]!;
    after[depth] = score;
    const list = model.tables[depth]! + left * model.labels + above;
    end[depth] = model.starts[list + 1]!;
    cursor[depth] = score < thresholds[depth]! ? end[depth] : model.starts[list]!;
  }

  /** Takes back the last tile. */
  #leave(): void {
    const { cells } = this.#task.model;
    const { stock, edges, placed } = this.#state;
    if (this.#depth < cells) {
      const { left, above } = this.#labels(this.#depth);
      if (left > 0) edges[left]!++;
      if (above > 0) edges[above]!++;
    }
    if (this.#depth === 0) this.#finished = true;
    else stock[kindOf(placed[--this.#depth]!)]!++;
  }

  /** Returns the labels that the tile at this depth must show on the left and above. */
  #labels(depth: number): { left: number; above: number } {
    const { width } = this.#task.model;
    const { placed } = this.#state;
    return {
      left: depth % width === 0 ? 0 : rightOf(placed[depth - 1]!),
      above: depth < width ? 0 : belowOf(placed[depth - width]!),
    };
  }

  #follow(path: Int32Array): void {
    const { words, cells } = this.#task.model;
    const { cursor } = this.#state;
    path.forEach((at, depth) => {
      if (depth === path.length - 1) {
        if (depth < cells) cursor[depth] = at;
        return;
      }
      cursor[depth] = at + 1;
      this.#place(words[at]!);
      if (this.#depth < cells) this.#enter();
    });
  }
}
