import { ones } from './bits.ts';
import type { Model } from './model.ts';
import { DEAD, SOLVED, type Propagator } from './propagator.ts';

/**
 * The position of a walk in the search tree. Together with the propagator's failure counts, it is all that a
 * checkpoint needs.
 */
export interface WalkState {
  /** the decisions made, as pairs of a variable and a bit number in its domain */
  readonly path: Int32Array;
  /** for each depth up to the current one: the variable to decide, or -1 if none has been chosen yet */
  readonly variables: Int32Array;
  /** for each depth, `words` words: the candidates not tried yet, as bits */
  readonly rest: Int32Array;
  readonly finished: boolean;
}

/** What a walk has counted since the caller last reset the counts. */
export interface WalkCounts {
  nodes: number;
  deadEnds: number;
  /** number of cells filled by propagation */
  fills: number;
}

/**
 * The priority of each candidate, indexed by `variable * words * 32 + bit`. Candidates with a higher priority are
 * tried first. If there are no priorities (null), candidates are tried in numerical order.
 */
export type Priorities = Float64Array | null;

/** A depth-first search of the subtree below some decisions. Each candidate tried is a node. */
export class Walk {
  readonly counts: WalkCounts = { nodes: 0, deadEnds: 0, fills: 0 };
  /** number of nodes at each depth; a node's depth is the number of tiles on the board before it */
  readonly nodesByDepth: Float64Array;
  readonly #model: Model;
  readonly #propagator: Propagator;
  readonly #priorities: Priorities;
  readonly #base: number;
  readonly #path: Int32Array;
  readonly #variables: Int32Array;
  readonly #rest: Int32Array;
  /** number of decisions made; it is below `#base` once the walk is over */
  #depth = 0;
  #stopped = false;

  /**
   * The walk searches below the decisions in `prefix`, given as pairs of a variable and a bit number. They must not
   * lead to a dead end.
   */
  constructor(model: Model, propagator: Propagator, priorities: Priorities, prefix: Int32Array) {
    const variables = model.variables.length;
    this.#model = model;
    this.#propagator = propagator;
    this.#priorities = priorities;
    this.#base = prefix.length / 2;
    this.#path = new Int32Array(2 * variables);
    this.#variables = new Int32Array(variables + 1).fill(-1);
    this.#rest = new Int32Array((variables + 1) * model.words);
    this.nodesByDepth = new Float64Array(variables);
    this.#path.set(prefix);
    this.#depth = this.#base;
    this.#replay(0);
  }

  get finished(): boolean {
    return this.#depth < this.#base;
  }

  get depth(): number {
    return this.#depth;
  }

  /** number of cells filled at the current level */
  get filled(): number {
    return this.#model.variables.length - this.#at(this.#propagator.layout.open);
  }

  state(): WalkState {
    const levels = this.finished ? 0 : this.#depth + 1;
    return {
      path: this.#path.slice(0, 2 * Math.max(0, this.#depth)),
      variables: this.#variables.slice(0, levels),
      rest: this.#rest.slice(0, levels * this.#model.words),
      finished: this.finished,
    };
  }

  restore(state: WalkState): void {
    if (state.finished) {
      this.#depth = this.#base - 1;
      return;
    }
    const from = this.#base;
    this.#path.set(state.path);
    this.#variables.fill(-1);
    this.#variables.set(state.variables);
    this.#rest.set(state.rest);
    this.#depth = state.path.length / 2;
    this.#replay(from);
  }

  /** Recomputes all levels, after another walk has overwritten them. */
  reclaim(): void {
    if (!this.finished) this.#replay(0);
  }

  /** Tries at most `budget` candidates. Stops early if `onSolution` returns true for a solution. */
  run(budget: number, onFuller: () => void, onSolution: () => boolean): void {
    let left = budget;
    while (left > 0 && !this.finished) {
      if (!this.#open(onSolution)) {
        if (this.#stopped) {
          this.#stopped = false;
          return;
        }
        continue;
      }
      const bit = this.#next();
      if (bit === -1) {
        this.#depth--;
        continue;
      }
      left--;
      this.#try(bit, onFuller);
    }
    this.#settle();
  }

  /** fraction of the subtree searched so far, if all branches of a node count equally */
  get fraction(): number {
    const { words } = this.#model;
    let share = 0;
    let weight = 1;
    for (let depth = this.#base; depth <= this.#depth && this.#variables[depth] !== -1; depth++) {
      const { layout, memory } = this.#propagator;
      const all = memory[this.#levelAt(depth) + layout.count + this.#variables[depth]!]!;
      let left = depth < this.#depth ? 1 : 0;
      for (let word = 0; word < words; word++) left += ones(this.#rest[depth * words + word]!);
      share += (weight * (all - left)) / all;
      weight /= all;
    }
    return share;
  }

  /**
   * Chooses the variable to decide at the current level, unless it has been chosen already. If the level is a solution
   * or a dead end, goes back to the previous level and returns false.
   */
  #open(onSolution: () => boolean): boolean {
    const depth = this.#depth;
    if (this.#variables[depth] !== -1) return true;
    const variable = this.#propagator.choose(depth);
    if (variable < 0) {
      if (variable === DEAD) this.counts.deadEnds++;
      if (variable === SOLVED) this.#stopped = onSolution();
      this.#depth--;
      return false;
    }
    this.#variables[depth] = variable;
    const { words } = this.#model;
    const domain = this.#levelAt(depth) + variable * words;
    const rest = depth * words;
    for (let word = 0; word < words; word++)
      this.#rest[rest + word] = this.#propagator.memory[domain + word]!;
    return true;
  }

  #try(bit: number, onFuller: () => void): void {
    const depth = this.#depth;
    const variable = this.#variables[depth]!;
    this.nodesByDepth[this.filled]!++;
    this.counts.nodes++;
    if (!this.#propagator.place(depth, variable, bit)) {
      this.counts.deadEnds++;
      return;
    }
    this.#path[2 * depth] = variable;
    this.#path[2 * depth + 1] = bit;
    const before = this.filled;
    this.#depth = depth + 1;
    this.#variables[depth + 1] = -1;
    this.counts.fills += this.filled - before - 1;
    onFuller();
  }

  /**
   * Returns the next candidate to try at the current level and removes it from `#rest`. Returns -1 if there is none.
   */
  #next(): number {
    const { words } = this.#model;
    const from = this.#depth * words;
    const rest = this.#rest;
    const priorities = this.#priorities;
    const own = this.#variables[this.#depth]! * words * 32;
    let best = -1;
    let most = -Infinity;
    for (let word = 0; word < words; word++) {
      for (let bits = rest[from + word]!; bits !== 0; bits &= bits - 1) {
        const bit = word * 32 + 31 - Math.clz32(bits & -bits);
        const priority = priorities ? priorities[own + bit]! : -bit;
        if (priority <= most) continue;
        most = priority;
        best = bit;
        if (!priorities) break;
      }
      if (best !== -1 && !priorities) break;
    }
    if (best !== -1) rest[from + (best >> 5)]! &= ~(1 << (best & 31));
    return best;
  }

  /**
   * Goes back past all levels without untried candidates, so that `finished` becomes true as soon as the last
   * candidate has been tried.
   */
  #settle(): void {
    const { words } = this.#model;
    while (!this.finished && this.#variables[this.#depth] !== -1) {
      const from = this.#depth * words;
      for (let word = 0; word < words; word++) if (this.#rest[from + word] !== 0) return;
      this.#depth--;
    }
  }

  /**
   * Recomputes the levels after level `from` by repeating the decisions of the path. The failure counts stay
   * unchanged.
   */
  #replay(from: number): void {
    const fails = this.#propagator.fails.slice();
    for (let depth = from; depth < this.#depth; depth++) {
      // `choose` must be called here, because it can change the level.
      this.#propagator.choose(depth);
      this.#propagator.place(depth, this.#path[2 * depth]!, this.#path[2 * depth + 1]!);
    }
    if (this.#variables[this.#depth] !== -1) this.#propagator.choose(this.#depth);
    this.#propagator.fails.set(fails);
  }

  #levelAt(depth: number): number {
    const { base, layout } = this.#propagator;
    return base + depth * layout.size;
  }

  #at(offset: number): number {
    return this.#propagator.memory[this.#levelAt(this.#depth) + offset]!;
  }
}
