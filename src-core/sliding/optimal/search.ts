import type { Search, Slice } from '../../engine.ts';
import { tilesAlong, type BoardSize, type Position } from '../state.ts';
import type { OptimalData } from './data.ts';
import { BoundedSearch } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import type { Root, Work, WorkState } from './rounds.ts';

/** Node budget of a probe, which takes about 20 milliseconds */
const PROBE_NODES = 500_000;

/** Performs the search of a probe or chunk (see rounds.ts). */
export class OptimalSearch implements Search<OptimalData> {
  readonly #size: BoardSize;
  readonly #pathBack: (path: Iterable<number>) => number[];
  readonly #work: Work;
  readonly #roots: readonly Root[];
  readonly #search: BoundedSearch;
  #bound: number;
  #root = 0;
  #spent = 0;
  #owed = 0;
  #found: readonly number[] | null = null;
  #over = false;

  /**
   * Starts or resumes a search. `start` comes from `withBlankFirst`, and `pathBack` converts the tile numbers in a
   * path to the puzzle's own.
   */
  constructor(
    prepared: PreparedPatterns,
    start: Position,
    pathBack: (path: Iterable<number>) => number[],
    work: Work,
    state?: WorkState,
  ) {
    this.#pathBack = pathBack;
    this.#size = prepared.size;
    this.#work = work;
    this.#roots = work.type === 'chunk' ? work.roots : [{ position: start, path: [], before: -1 }];
    this.#search = new BoundedSearch(prepared);
    if (state) {
      this.#bound = state.bound;
      this.#root = state.root;
      this.#spent = state.spent;
      this.#owed = state.owed;
      this.#found = state.found;
      this.#over = state.over;
      if (state.search) this.#search.restore(state.search);
    } else {
      if (work.type === 'chunk') {
        this.#bound = work.bound;
      } else {
        this.#search.start(start, null, 0);
        this.#bound = this.#search.lowerBound;
      }
      this.#begin();
    }
  }

  step(nodeBudget: number): Slice<OptimalData['note']> {
    // The kernel may visit up to three nodes more than requested.
    while (!this.#over && this.#owed < nodeBudget) this.#go(nodeBudget - this.#owed);
    const nodes = Math.min(this.#owed, nodeBudget);
    this.#owed -= nodes;
    const done = this.#over && this.#owed === 0;
    const path = done ? this.#found : null;
    return {
      nodes,
      nodesByDepth: null,
      // This solution is a shortest one, because all shorter lengths have been ruled out.
      findings: path ? [{ type: 'path', moves: path, lowerBound: path.length, optimal: true }] : [],
      counts: {},
      current: null,
      depth: this.#search.depth + this.#roots[Math.min(this.#root, this.#roots.length - 1)]!.path.length,
      fraction: null,
      done,
      note: { bound: this.#bound, path },
    };
  }

  hear({ bound, winner }: OptimalData['news']): void {
    if (this.#work.type === 'chunk' && this.#work.bound === bound && this.#work.index > winner) {
      this.#over = true;
      this.#owed = 0;
    }
  }

  checkpoint(): WorkState {
    return {
      bound: this.#bound,
      root: this.#root,
      spent: this.#spent,
      owed: this.#owed,
      found: this.#found,
      over: this.#over,
      search: this.#over ? null : this.#search.save(),
    };
  }

  #begin(): void {
    const { position, path, before } = this.#roots[this.#root]!;
    this.#search.start(position, before === -1 ? null : before, this.#bound - path.length);
  }

  #go(most: number): void {
    const probing = this.#work.type === 'probe';
    const outcome = this.#search.run(probing ? Math.min(most, PROBE_NODES - this.#spent) : most);
    const nodes = this.#search.takeNodes();
    this.#owed += nodes;
    this.#spent += nodes;
    if (outcome === 'found') {
      const { position, path } = this.#roots[this.#root]!;
      this.#found = this.#pathBack([
        ...path,
        ...tilesAlong(this.#size, position, this.#search.cellsOfPath()),
      ]);
      this.#over = true;
    } else if (probing && this.#spent >= PROBE_NODES) {
      this.#over = true;
    } else if (outcome === 'exhausted') {
      // Raise the bound by two, because either all solutions have even length or all have odd length.
      if (probing) this.#bound += 2;
      else this.#root++;
      if (this.#root === this.#roots.length) this.#over = true;
      else this.#begin();
    }
  }
}
