/** Boards selected to do something with all of them, by number: they may be of several puzzles, and out of sight. */
import { SvelteSet } from 'svelte/reactivity';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import type { Filter } from './boards.svelte.ts';

export class Selection {
  readonly ids = new SvelteSet<number>();
  /** number of the board from which a stretch is selected; 0: none was chosen yet */
  anchor = 0;
  readonly #filter: () => Filter;

  constructor(filter: () => Filter) {
    this.#filter = filter;
  }

  toggle(id: number): void {
    this.anchor = id;
    if (!this.ids.delete(id)) this.ids.add(id);
  }
  /** One more, or one less; the first more goes with the board that was chosen before. */
  toggleBeside(id: number): void {
    if (this.ids.size === 0 && this.anchor && this.anchor !== id) this.ids.add(this.anchor);
    this.toggle(id);
  }

  clear(): void {
    this.ids.clear();
    this.anchor = 0;
  }

  /** Adds all between two boards, wherever they stand by now; where the list has lost the first, the second alone. */
  async extend(from: number, to: number): Promise<void> {
    this.ids.add(to);
    await this.#add({ between: [from, to] });
  }
  async all(): Promise<void> {
    await this.#add({});
  }

  async #add(which: { between?: [number, number] }): Promise<void> {
    try {
      for (const id of await client.call('boards.ids', { ...this.#filter(), ...which })) this.ids.add(id);
    } catch (error) {
      toast(`The boards were not selected: ${messageOf(error)}`, { tone: 'bad' });
    }
  }
}
