import type { Search, Slice } from '../../engine.ts';
import { BoundedSearch } from '../patterns/bounded-search.ts';
import { tilesAlong } from '../state.ts';
import type { AnytimeData, AnytimeNews, DeepenState, DeepenWork } from './data.ts';
import { anytimeSlice, knownAtFirst, type AnytimeSetup } from './setup.ts';

export class DeepenSearch implements Search<AnytimeData> {
  readonly #setup: AnytimeSetup;
  readonly #quota: number;
  readonly #search: BoundedSearch;
  #bound: number;
  #spent = 0;
  #owed = 0;
  #path: readonly number[] | null = null;
  #known: AnytimeNews;

  constructor(setup: AnytimeSetup, work: DeepenWork, state?: DeepenState) {
    const { prepared, start } = setup;
    this.#setup = setup;
    this.#known = knownAtFirst(setup);
    this.#quota = work.nodes;
    this.#search = new BoundedSearch(prepared);
    const from = state ?? work.from;
    if (from && this.#search.fits(from.search)) {
      this.#bound = from.bound;
      this.#search.restore(from.search);
    } else {
      // If the checkpoint was made with different databases, repeat its last round from the beginning.
      this.#search.start(start, null, 0);
      this.#bound = Math.max(from?.bound ?? 0, this.#search.lowerBound);
      this.#search.start(start, null, this.#bound);
    }
    this.#spent = state?.spent ?? 0;
    this.#owed = state?.owed ?? 0;
    this.#path = state?.path ?? null;
  }

  get #over(): boolean {
    return this.#path !== null || this.#spent >= this.#quota;
  }

  step(nodeBudget: number): Slice<AnytimeData['note']> {
    while (!this.#over && this.#owed < nodeBudget) {
      const outcome = this.#search.run(Math.min(nodeBudget - this.#owed, this.#quota - this.#spent));
      const nodes = this.#search.takeNodes();
      this.#owed += nodes;
      this.#spent += nodes;
      if (outcome === 'found') this.#path = this.#tilesAlong(this.#search.cellsOfPath());
      else if (outcome === 'exhausted') {
        this.#bound += 2; // either all solutions have even length, or all have odd length
        this.#search.start(this.#setup.start, null, this.#bound);
      }
    }
    const nodes = Math.min(this.#owed, nodeBudget);
    this.#owed -= nodes;
    const done = this.#over && this.#owed === 0;
    return anytimeSlice(nodes, this.#search.depth, done, this.#known, {
      lowerBound: this.#bound,
      path: done ? this.#path : null,
      deepening: done && !this.#path ? { bound: this.#bound, search: this.#search.save() } : null,
    });
  }

  hear(news: AnytimeNews): void {
    this.#known = news;
  }

  checkpoint(): DeepenState {
    return {
      bound: this.#bound,
      spent: this.#spent,
      owed: this.#owed,
      search: this.#search.save(),
      path: this.#path,
    };
  }

  #tilesAlong(cells: readonly number[]): number[] {
    const { prepared, start, pathBack } = this.#setup;
    return pathBack(tilesAlong(prepared.size, start, cells));
  }
}
