/** Data that a view loads from the host. It reloads when needed and never shows a reply to an outdated request. */
import { untrack } from 'svelte';
import type { HostEvent } from '../../src-core/contract.ts';
import { connection, isLost, messageOf, onHostEvent } from './client.svelte.ts';

/**
 * Lets a request wait for some milliseconds before it is sent. The promise never resolves if the resource starts a
 * newer request in the meantime.
 */
type Delay = (ms: number) => Promise<void>;

interface ResourceOptions {
  /** true to keep the current value until the next reply, even after the request has changed */
  readonly keep?: boolean;
  /**
   * true for a value that the user edits in the view; a reconnection then reloads it only if the last request failed
   */
  readonly once?: boolean;
}

export class Resource<T> {
  /** The loaded value; null until the first reply. Views may set it too, for example on an event. */
  value = $state.raw<T | null>(null);
  /** why the last request failed; empty otherwise */
  problem = $state('');
  /** True if the request failed because the host couldn't be reached. That says nothing about the requested data. */
  lost = $state(false);
  /** true while a request is pending */
  loading = $state(false);
  #asked = 0;
  /** number of the latest request that was answered or cancelled; replies to it or to earlier requests are ignored */
  #settled = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #load: (delay: Delay) => Promise<T> | null;

  constructor(
    load: (delay: Delay) => Promise<T> | null,
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
      // If the request has changed, discard the old value, because it belongs to the old request. After a
      // reconnection, keep it: it is merely outdated.
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

  /** Loads the value again. The current value stays until the reply arrives. */
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

  /** Loads the value again after this many milliseconds. Calling this again in the meantime has no effect. */
  reloadWithin(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.reload();
    }, ms);
  }
}

/**
 * Returns a resource and loads it. It reloads after a reconnection, on the events listed in `again`, and whenever the
 * state that `load` reads before its first `await` changes. Call while a component initialises.
 */
export const resource = <T>(
  load: (delay: Delay) => Promise<T> | null,
  again: readonly HostEvent['type'][] = [],
  options: ResourceOptions = {},
): Resource<T> => new Resource(load, again, options);
