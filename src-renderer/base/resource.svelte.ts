/** Data that a view loads from the host. It reloads when needed, and never shows the answer to another request. */
import { untrack } from 'svelte';
import type { HostEvent } from '../../src-core/contract.ts';
import { connection, isLost, messageOf, onHostEvent } from './client.svelte.ts';

/** Waits until the question has stood for so many milliseconds; one that was replaced meanwhile goes no further. */
type Rest = (ms: number) => Promise<void>;

interface ResourceOptions {
  /** What was shown stays in sight, also for another question, until the next answer comes. */
  readonly keep?: boolean;
  /** What the answer becomes is changed here, and not only read: a host that is back is asked only what it did not answer. */
  readonly once?: boolean;
}

export class Resource<T> {
  /** null until the first answer. A view that hears what changed may set it itself. */
  value = $state.raw<T | null>(null);
  /** why there is no answer, or no newer one; empty where there is */
  problem = $state('');
  /** The problem is that the host cannot be reached: it says nothing of what was asked for. */
  lost = $state(false);
  /** a request is pending */
  loading = $state(false);
  #asked = 0;
  /** answers to questions up to this one count for nothing: taken back, or older than what is shown */
  #settled = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #load: (rest: Rest) => Promise<T> | null;

  constructor(
    load: (rest: Rest) => Promise<T> | null,
    again: readonly HostEvent['type'][],
    { keep = false, once = false }: ResourceOptions,
  ) {
    this.#load = load;
    let epoch = -1;
    if (once)
      $effect(() => {
        void connection.epoch;
        untrack(() => {
          if (this.problem) this.reload();
        });
      });
    $effect(() => {
      // Another question makes the old answer a wrong one; a host that is back only makes it an old one.
      const back = !once && epoch >= 0 && epoch !== connection.epoch;
      if (!once) epoch = connection.epoch;
      if (!back) this.problem = '';
      if (!back && !keep) this.value = null;
      this.reload();
      const stops = again.map((type) => onHostEvent(type, () => this.reload()));
      return () => {
        this.#settled = this.#asked;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        for (const stop of stops) stop();
      };
    });
  }

  /** Reloads; the current value stays until the answer arrives. */
  reload(): void {
    const asked = ++this.#asked;
    const answer = this.#load(
      (ms) =>
        new Promise((go) => setTimeout(() => asked === this.#asked && asked > this.#settled && go(), ms)),
    );
    this.loading = answer !== null;
    if (!answer) {
      this.#settled = asked;
      this.value = null;
      this.problem = '';
      return;
    }
    const settle = (): boolean => {
      if (asked <= this.#settled) return false;
      this.#settled = asked;
      this.loading = asked !== this.#asked;
      return true;
    };
    answer.then(
      (value) => {
        if (!settle()) return;
        this.value = value;
        this.problem = '';
      },
      (error: unknown) => {
        if (!settle()) return;
        this.problem = messageOf(error);
        this.lost = isLost(error);
      },
    );
  }

  /** Asks once more within so many milliseconds, however often this is said until then. */
  reloadWithin(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.reload();
    }, ms);
  }
}

/**
 * Asks now, when anything that `load` reads before its first `await` changes, when the host is back, and at
 * the events named in `again`. Null from `load`: there is nothing to ask. Call during initialisation.
 */
export const resource = <T>(
  load: (rest: Rest) => Promise<T> | null,
  again: readonly HostEvent['type'][] = [],
  manners: ResourceOptions = {},
): Resource<T> => new Resource(load, again, manners);
