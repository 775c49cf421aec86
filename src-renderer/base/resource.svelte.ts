/** What a view asks the host for: loaded, loaded again when that is due, and never shown for another question. */
import type { HostEvent } from '../../src-core/contract.ts';
import { connection, messageOf, onHostEvent } from './client.svelte.ts';

export class Resource<T> {
  /** null until the first answer. A view that hears what changed may set it itself. */
  value = $state.raw<T | null>(null);
  /** why there is no answer, or no newer one; empty where there is */
  problem = $state('');
  /** a question is on its way */
  loading = $state(false);
  #asked = 0;
  readonly #load: () => Promise<T> | null;

  constructor(load: () => Promise<T> | null, again: readonly HostEvent['type'][]) {
    this.#load = load;
    let epoch = connection.epoch;
    $effect(() => {
      // Another question makes the old answer a wrong one; a host that is back only makes it an old one.
      if (epoch === connection.epoch) this.value = null;
      epoch = connection.epoch;
      this.reload();
      const stops = again.map((type) => onHostEvent(type, () => this.reload()));
      return () => {
        this.#asked++;
        for (const stop of stops) stop();
      };
    });
  }

  /** Asks once more; what is shown stays until the answer comes. */
  reload(): void {
    const asked = ++this.#asked;
    const answer = this.#load();
    this.loading = answer !== null;
    if (!answer) {
      this.value = null;
      this.problem = '';
      return;
    }
    answer.then(
      (value) => {
        if (asked !== this.#asked) return;
        this.value = value;
        this.problem = '';
        this.loading = false;
      },
      (error: unknown) => {
        if (asked !== this.#asked) return;
        this.problem = messageOf(error);
        this.loading = false;
      },
    );
  }
}

/**
 * Asks now, when anything that `load` reads before its first `await` changes, when the host is back, and at
 * the events named in `again`. Null from `load`: there is nothing to ask. Call during initialisation.
 */
export const resource = <T>(
  load: () => Promise<T> | null,
  again: readonly HostEvent['type'][] = [],
): Resource<T> => new Resource(load, again);
