/** The runs under way, and those that wait for them. */
import type { Input, Output } from '../../src-core/contract.ts';
import { client, connection, messageOf, onHostEvent } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { go } from '../base/route.svelte.ts';

type State = Output<'queue.list'>;

export class RunQueue {
  underWay = $state.raw<State['underWay']>([]);
  waiting = $state.raw<State['waiting']>([]);
  /** how many runs a new one would wait for */
  readonly ahead = $derived(this.underWay.length + this.waiting.length);

  /** Follows the queue for as long as the calling component lives. Call during initialisation. */
  constructor() {
    $effect(() => {
      void connection.epoch;
      let asked = 0;
      const load = async (): Promise<void> => {
        const mine = ++asked;
        try {
          const state = await client.call('queue.list', {});
          if (mine === asked) ({ underWay: this.underWay, waiting: this.waiting } = state);
        } catch {
          // The page says so when the host can't be reached; then this is what was last known.
        }
      };
      void load();
      const stop = onHostEvent('run.changed', () => void load());
      return () => {
        asked++;
        stop();
      };
    });
  }

  /** Adds a new run. Throws what keeps it from being run. */
  async start(settings: Input<'queue.start'>): Promise<void> {
    const { runId } = await client.call('queue.start', settings);
    this.#tell(runId);
  }

  /** Lets a run that ended go on after the others. */
  async resume(runId: number): Promise<void> {
    if (await this.#ask('queue.resume', { runId })) this.#tell(runId);
  }

  async move(runId: number, place: number): Promise<void> {
    await this.#ask('queue.move', { runId, place });
  }

  #tell(runId: number): void {
    toast(`Run ${runId} is in the queue`, {
      action: { title: 'Show', run: () => go('runs', []) },
    });
  }

  async #ask<M extends 'queue.resume' | 'queue.move'>(method: M, input: Input<M>): Promise<boolean> {
    try {
      await client.call(method, input);
      return true;
    } catch (error) {
      toast(`The queue was not changed: ${messageOf(error)}`, { tone: 'bad' });
      return false;
    }
  }
}
