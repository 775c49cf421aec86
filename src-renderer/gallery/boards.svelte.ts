/** The gallery's list, with an entry for each board. Entries are loaded in pages when they become visible. */
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

const BOARDS_PER_PAGE = 200;
/** Minimum time between reloads in milliseconds. A run can store many boards per second. */
export const RELOAD_MS = 1500;

export class Boards {
  /** number of boards in the list; null until the first page has loaded */
  total = $state<number | null>(null);
  problem = $state('');
  /** the filter that `items` were loaded with; differs from the current filter while a request is pending */
  of = $state.raw<Filter | null>(null);
  /** boards by their position in the list; undefined for those not loaded yet */
  items = $state.raw<readonly (SavedBoard | undefined)[]>([]);
  /** puzzles by id; null if the puzzle was deleted */
  puzzles = $state.raw<ReadonlyMap<number, Puzzle | null>>(new Map());
  /** increased whenever the visible entries must be loaded again */
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

  /**
   * Loads the list again. The current entries stay until the reply arrives. `same` is true if the filter hasn't
   * changed.
   */
  #begin(same: boolean): void {
    this.#asked.clear();
    void this.#fetch(0, same ? 'again' : 'first');
    if (same) this.#tags.reload();
    untrack(() => this.#round++);
  }

  /** All tags on boards of the filter's puzzle, including boards that aren't loaded. */
  get tags(): readonly string[] {
    return this.#tags.value ?? [];
  }

  /** Loads the page with this entry unless it is already loaded or loading. Call in an effect for visible entries. */
  need(index: number): void {
    void this.#round;
    const page = Math.floor(index / BOARDS_PER_PAGE);
    if (!this.#asked.has(page)) void this.#fetch(page, 'more');
  }

  async #fetch(page: number, what: 'first' | 'again' | 'more'): Promise<void> {
    this.#asked.add(page);
    const filter = this.#filter;
    try {
      const { total, items } = await client.call('boards.list', {
        ...filter,
        offset: page * BOARDS_PER_PAGE,
        limit: BOARDS_PER_PAGE,
      });
      if (filter !== this.#filter) return;
      const next: (SavedBoard | undefined)[] = what === 'first' ? [] : this.items.slice();
      next.length = total;
      items.forEach((item, i) => (next[page * BOARDS_PER_PAGE + i] = item));
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

  /** Shows a changed entry without loading the list again. */
  replace(changed: SavedBoard): void {
    this.items = this.items.map((item) => (item?.id === changed.id ? changed : item));
  }
  drop(ids: ReadonlySet<number>): void {
    this.items = this.items.filter((item) => !item || !ids.has(item.id));
    this.total = this.items.length;
  }
}
