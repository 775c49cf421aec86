/** Design calculations (counting, estimating, generating), which the host does in the background for a view. */
import { untrack } from 'svelte';
import type { DesignResult, DesignTask } from '../../src-core/contract/design.ts';
import { client, messageOf, onHostEvent, onLost } from '../base/client.svelte.ts';

const CONNECTION_LOST = 'The connection to Edgewise was lost during the calculation.';

export interface DesignState<K extends DesignTask['kind']> {
  readonly result: (DesignResult & { kind: K }) | null;
  readonly working: boolean;
  readonly error: string;
}

/**
 * Runs one design task at a time. A new task replaces the previous one. Call `stop` when the result is no longer
 * needed. If the connection to the host is lost, the task ends with an error, because a restarted host doesn't know
 * about it.
 */
export class DesignJob<K extends DesignTask['kind']> {
  state = $state.raw<DesignState<K>>({ result: null, working: false, error: '' });
  #job = 0;
  #asked = 0;
  #forget: (() => void) | null = null;

  async start(task: DesignTask & { kind: K }): Promise<void> {
    this.stop();
    const asked = ++this.#asked;
    this.state = { result: null, working: true, error: '' };
    const early = new Map<number, Parameters<Parameters<typeof onHostEvent<'design.progress'>>[1]>[0]>();
    const stops = [
      onHostEvent('design.progress', (event) => {
        if (this.#job === 0) early.set(event.job, event);
        else if (event.job === this.#job) this.#hear(event);
      }),
      onLost(() => {
        this.#release();
        this.#asked++;
        this.state = { ...this.state, working: false, error: CONNECTION_LOST };
      }),
    ];
    this.#forget = () => stops.forEach((stop) => stop());
    try {
      const { job } = await client.call('design.start', task);
      if (asked !== this.#asked) {
        await client.call('design.stop', { job });
        return;
      }
      this.#job = job;
      const missed = early.get(job);
      if (missed) this.#hear(missed);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#release();
      this.state = { result: null, working: false, error: messageOf(error) };
    }
  }

  #hear(event: { result: DesignResult | null; done: boolean; error: string }): void {
    this.state = {
      result: event.result as DesignState<K>['result'],
      working: !event.done,
      error: event.error,
    };
    if (event.done) this.#release();
  }

  stop(): void {
    this.#asked++;
    if (this.#job > 0) client.call('design.stop', { job: this.#job }).catch(() => undefined);
    this.#release();
    this.state = { ...untrack(() => this.state), working: false };
  }

  /** Stops the task and discards its result. */
  reset(): void {
    this.stop();
    this.state = { result: null, working: false, error: '' };
  }

  #release(): void {
    this.#job = 0;
    this.#forget?.();
    this.#forget = null;
  }
}
