import type { HostApi } from '../../src-core/contract.ts';
import type { RunSettings, RunStatus, RunSummary } from '../../src-core/contract/runs.ts';
import type { Context } from './context.ts';
import { cantWrite, messageOf } from './failure.ts';
import { expectResumable, type RunService } from './runs.ts';

export interface RunQueueOptions extends Context {
  readonly runs: RunService;
}

const NEW_LIBRARY =
  'This library is new to this computer, so nothing starts by itself. Start or resume any run to start the queue.';

/**
 * Runs that wait for other runs. The next one starts whenever no run is active: after one ends, in whatever
 * way, and when the application starts. A paused run is still active, so the others wait for it. The queue is
 * stored only as the status `queued` in the library.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  #closed = false;

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** Adds a new run at the end of the queue. */
  async start(settings: RunSettings): Promise<number> {
    const runId = await this.#options.runs.add(settings, 'Queued');
    this.#put(runId, Infinity);
    return runId;
  }

  /**
   * Resumes a run or starts a waiting one. If another run is searching, an ended run becomes the first in the
   * queue instead, so that two runs never share the computer unless the user wants that. Returns the run it
   * waits for, or null.
   */
  resumeOrWait(runId: number): number | null {
    const { store, runs } = this.#options;
    const [other] = runs.running.filter((id) => id !== runId);
    const { status } = store.runs.get(runId);
    if (other === undefined || status === 'queued' || isActive(status)) {
      runs.resume(runId);
      return null;
    }
    this.resume(runId, 0);
    return other;
  }

  /** Adds an ended run that can be resumed, at the end or at `place`. */
  resume(runId: number, place = Infinity): void {
    const { store, runs } = this.#options;
    const run = store.runs.get(runId);
    const resumable = run.resumable && run.status !== 'paused';
    expectResumable({ ...run, resumable }, 'only an unfinished run can wait to resume');
    runs.grantAgain(runId);
    this.#put(runId, place);
  }

  move(runId: number, place: number): void {
    const { status } = this.#options.store.runs.get(runId);
    if (status !== 'queued') throw new Error(`Run ${runId} is ${status}: it is not in the queue.`);
    this.#put(runId, place);
  }

  /** Call after every change of a run. An interrupted run is put before those that wait. */
  heard({ id, status, notHere }: Pick<RunSummary, 'id' | 'status' | 'notHere'>): void {
    if (status === 'interrupted' && notHere === null) this.#options.store.runs.takeFirst([id]);
    this.advance();
  }

  /**
   * Starts the next run that may start, if none is active. Updates the messages of the others that say why
   * they wait.
   */
  advance(): void {
    const { store, runs } = this.#options;
    if (this.#closed || runs.busy || store.isBeingRestored) return;
    const next = store.runs.queue().find((run) => !this.#waits(run));
    if (!next) return;
    try {
      runs.resume(next.id);
    } catch (error) {
      this.#fail(next.id, error);
      this.advance();
    }
  }

  /** Returns whether the user must allow something before this run can start. Its message then says so. */
  #waits({ id, message, notHere }: RunSummary): boolean {
    const { store, runs, emit } = this.#options;
    const why = notHere ?? (store.startsByItself ? runs.whyWaits(id) : NEW_LIBRARY);
    if (why !== null && why !== message) {
      store.runs.setStatus(id, 'queued', why);
      emit({ type: 'run.changed', run: store.runs.get(id) });
    }
    return why !== null;
  }

  /** Marks a run that can't start as failed, so that the others can. */
  #fail(runId: number, error: unknown): void {
    const { store, emit } = this.#options;
    const message = messageOf(error);
    try {
      if (cantWrite(error)) throw error;
      store.runs.setStatus(runId, 'failed', message);
      store.runs.log(runId, `Ended: failed, ${message}.`);
      emit({ type: 'run.changed', run: store.runs.get(runId) });
    } catch {
      // The library can't be written. All runs wait for the next start, and the application keeps running.
      this.#closed = true;
      console.error(`run ${runId}: ${message}`);
    }
  }

  /**
   * Stops every run with a final checkpoint and marks it interrupted. If others wait, the interrupted run
   * comes first at the next start.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const { store, runs } = this.#options;
    const cut = runs.running;
    await runs.close();
    const stopped = cut.filter((id) => store.runs.get(id).status === 'stopped');
    store.runs.interrupt(stopped);
    store.runs.takeFirst(stopped);
  }

  #put(runId: number, place: number): void {
    const { store, emit } = this.#options;
    const ids = store.runs
      .queue()
      .map(({ id }) => id)
      .filter((id) => id !== runId);
    ids.splice(place, 0, runId);
    store.runs.setQueue(ids);
    emit({ type: 'run.changed', run: store.runs.get(runId) });
  }
}

const isActive = (status: RunStatus): boolean => ['preparing', 'running', 'paused'].includes(status);

type QueueApi = Pick<HostApi, 'runs.resume' | 'queue.list' | 'queue.start' | 'queue.resume' | 'queue.move'>;

export function queueApi(
  queue: RunQueue,
  { store, runs }: Pick<RunQueueOptions, 'store' | 'runs'>,
): QueueApi {
  return {
    'runs.resume': async ({ runId }) => {
      await runs.recognise();
      return { waitsFor: queue.resumeOrWait(runId) };
    },
    'queue.list': async () => {
      await runs.recognise();
      return { active: store.runs.active(), waiting: store.runs.queue() };
    },
    'queue.start': async (settings) => ({ runId: await queue.start(settings) }),
    'queue.resume': ({ runId }) => {
      queue.resume(runId);
      return {};
    },
    'queue.move': ({ runId, place }) => {
      queue.move(runId, place);
      return {};
    },
  };
}
