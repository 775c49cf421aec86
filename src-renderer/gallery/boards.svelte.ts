/** The gallery's list: as many entries as there are boards, fetched by the page when they come into view. */
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { untrack } from 'svelte';
import { client, connection, messageOf, onHostEvent } from '../base/client.svelte.ts';
import { resource, type Resource } from '../base/resource.svelte.ts';

export interface Filter {
  readonly puzzleId?: number;
  readonly runId?: number;
  readonly starred?: boolean;
  readonly tag?: string;
  readonly sort: 'newest' | 'oldest' | 'best' | 'board';
}

const PAGE = 200;
/** Minimum milliseconds between reloads: a run may store many boards a second. */
export const RELOAD_MS = 1500;

export class Boards {
  /** null until the first page is there */
  total = $state<number | null>(null);
  problem = $state('');
  /** what `items` were asked for by: not yet the filter now, while an answer is on its way */
  of = $state.raw<Filter | null>(null);
  /** by place in the list; undefined while not fetched */
  items = $state.raw<readonly (SavedBoard | undefined)[]>([]);
  /** by number; null when the puzzle was deleted */
  puzzles = $state.raw<ReadonlyMap<number, Puzzle | null>>(new Map());
  /** moves on whenever what is on screen has to be asked for again */
  #round = $state(0);
  readonly #asked = new Set<number>();
  readonly #puzzlesAsked = new Set<number>();
  #filter: Filter = { sort: 'newest' };

  readonly #tags: Resource<string[]>;

  constructor(filter: () => Filter) {
    this.#tags = resource(() => {
      const { puzzleId } = filter();
      return client.call('boards.tags', puzzleId === undefined ? {} : { puzzleId });
    });
    $effect(() => {
      this.#filter = filter();
      void connection.epoch;
      this.#begin(false);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stops = [
        onHostEvent('boards.changed', () => {
          timer ??= setTimeout(() => {
            timer = undefined;
            this.#begin(true);
          }, RELOAD_MS);
        }),
        onHostEvent('library.changed', () => {
          this.#puzzlesAsked.clear();
          this.#fetchPuzzles(this.items);
        }),
      ];
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    });
  }

  /** Fetches afresh; what is shown stays until the answer comes. `same`: the filter has not changed. */
  #begin(same: boolean): void {
    this.#asked.clear();
    void this.#fetch(0, same ? 'again' : 'first');
    if (same) this.#tags.reload();
    untrack(() => this.#round++);
  }

  /** in use among the boards of the filter's puzzle, whether they are fetched or not */
  get tags(): readonly string[] {
    return this.#tags.value ?? [];
  }

  /** To be called in an effect for what is on screen. */
  need(index: number): void {
    void this.#round;
    const page = Math.floor(index / PAGE);
    if (!this.#asked.has(page)) void this.#fetch(page, 'more');
  }

  async #fetch(page: number, what: 'first' | 'again' | 'more'): Promise<void> {
    this.#asked.add(page);
    const filter = this.#filter;
    try {
      const { total, items } = await client.call('boards.list', {
        ...filter,
        offset: page * PAGE,
        limit: PAGE,
      });
      if (filter !== this.#filter) return;
      const next: (SavedBoard | undefined)[] = what === 'first' ? [] : this.items.slice();
      next.length = total;
      items.forEach((item, i) => (next[page * PAGE + i] = item));
      this.items = next;
      this.total = total;
      this.of = filter;
      this.problem = '';
      this.#fetchPuzzles(items);
    } catch (error) {
      this.#asked.delete(page);
      this.problem = messageOf(error);
    }
  }

  #fetchPuzzles(items: readonly (SavedBoard | undefined)[]): void {
    for (const id of new Set(items.flatMap((item) => (item ? [item.puzzleId] : [])))) {
      if (this.#puzzlesAsked.has(id)) continue;
      this.#puzzlesAsked.add(id);
      client.call('library.get', { id }).then(
        ({ puzzle }) => this.#setPuzzle(id, puzzle),
        () => this.#setPuzzle(id, null),
      );
    }
  }
  #setPuzzle(id: number, puzzle: Puzzle | null): void {
    this.puzzles = new Map(this.puzzles).set(id, puzzle);
  }

  /** Shows a changed entry without fetching the list again. */
  replace(changed: SavedBoard): void {
    this.items = this.items.map((item) => (item?.id === changed.id ? changed : item));
  }
  drop(ids: ReadonlySet<number>): void {
    this.items = this.items.filter((item) => !item || !ids.has(item.id));
    this.total = this.items.length;
  }
}
