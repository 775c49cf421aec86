/**
 * The ids of the selected boards. They can belong to different puzzles, and some may be outside the visible part of
 * the list.
 */
import { SvelteSet } from 'svelte/reactivity';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import type { Filter } from './boards.svelte.ts';

export class Selection {
  readonly ids = new SvelteSet<number>();
  /** id of the board where a Shift+click selection starts; 0 if none has been chosen yet */
  anchor = 0;
  readonly #filter: () => Filter;

  constructor(filter: () => Filter) {
    this.#filter = filter;
  }

  toggle(id: number): void {
    this.anchor = id;
    if (!this.ids.delete(id)) this.ids.add(id);
  }
  /**
   * Adds a board to the selection or removes it. If the selection is empty, also adds the board that was chosen
   * before.
   */
  toggleBeside(id: number): void {
    if (this.ids.size === 0 && this.anchor && this.anchor !== id) this.ids.add(this.anchor);
    this.toggle(id);
  }

  clear(): void {
    this.ids.clear();
    this.anchor = 0;
  }

  /**
   * Adds two boards, and all boards between them in the list, to the selection. If the first of them is no longer in
   * the list, adds only the second.
   */
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
      toast(`The boards could not be selected: ${messageOf(error)}`, { tone: 'bad' });
    }
  }
}
