/**
 * The active runs and the queue. Create this while a component initialises. It is kept up to date as long as the
 * component exists.
 */
import type { Input } from '../../../src-core/contract.ts';
import { client, messageOf } from '../../base/client.svelte.ts';
import { resource } from '../../base/resource.svelte.ts';
import { toast } from '../../base/toasts.svelte.ts';
import { go } from '../../base/route.svelte.ts';

export class RunQueue {
  readonly #state = resource(() => client.call('queue.list', {}), ['run.changed', 'queue.changed']);
  readonly active = $derived(this.#state.value?.active ?? []);
  readonly waiting = $derived(this.#state.value?.waiting ?? []);
  /** the time at which all runs stop, possibly in the past; null for never */
  readonly stopAt = $derived(this.#state.value?.stopAt ?? null);
  /** number of active and waiting runs, which a new run in the queue would wait for */
  readonly ahead = $derived(this.active.length + this.waiting.length);

  /** Starts a new run or adds it to the queue. Throws if the run isn't possible. */
  async start(settings: Input<'queue.start'>): Promise<void> {
    const { runId } = await client.call('queue.start', settings);
    this.#tell(runId);
  }

  /** Puts a run that has ended back at the end of the queue. It is resumed when its turn comes. */
  async resume(runId: number): Promise<void> {
    if (await this.#ask('queue.resume', { runId })) this.#tell(runId);
  }

  async move(runId: number, place: number): Promise<void> {
    await this.#ask('queue.move', { runId, place });
  }

  /**
   * Sets the time at which all runs stop, as ISO 8601, or null for never. After that time, nothing starts
   * automatically.
   */
  async stopAllAt(at: string | null): Promise<void> {
    await this.#ask('queue.stopAt', { at });
  }

  #tell(runId: number): void {
    toast(`Run ${runId} added to the queue`, {
      action: { title: 'Show', run: () => go('runs', []) },
    });
  }

  async #ask<M extends 'queue.resume' | 'queue.move' | 'queue.stopAt'>(
    method: M,
    input: Input<M>,
  ): Promise<boolean> {
    try {
      await client.call(method, input);
      return true;
    } catch (error) {
      toast(`The queue could not be changed: ${messageOf(error)}`, { tone: 'bad' });
      return false;
    }
  }
}
