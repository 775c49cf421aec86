/** Boards selected to do something with all of them, by number: they may be of several puzzles, and out of sight. */
import { SvelteSet } from 'svelte/reactivity';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import type { Filter } from './boards.svelte.ts';

export class Selection {
  readonly ids = new SvelteSet<number>();
  /** place in the list from which a stretch is selected */
  anchor = 0;
  readonly #filter: () => Filter;

  constructor(filter: () => Filter) {
    this.#filter = filter;
  }

  toggle(id: number, place: number): void {
    this.anchor = place;
    if (!this.ids.delete(id)) this.ids.add(id);
  }

  clear(): void {
    this.ids.clear();
  }

  /** Adds all from the anchor to this place, and those between that were never fetched. */
  async extendTo(place: number): Promise<void> {
    const [first, last] = [Math.min(place, this.anchor), Math.max(place, this.anchor)];
    await this.#add(first, last - first + 1);
  }
  async all(): Promise<void> {
    await this.#add(0);
  }

  async #add(offset: number, limit?: number): Promise<void> {
    try {
      const stretch = { ...this.#filter(), offset, ...(limit === undefined ? {} : { limit }) };
      for (const id of await client.call('solutions.ids', stretch)) this.ids.add(id);
    } catch (error) {
      toast(`The boards were not selected: ${messageOf(error)}`, { tone: 'bad' });
    }
  }
}
