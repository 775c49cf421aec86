import type { HostApi } from '../../src-core/contract.ts';
import type { RunSettings, RunStatus, RunSummary } from '../../src-core/contract/runs.ts';
import { lastLogLine } from '../../src-core/run/end-words.ts';
import type { Context } from './context.ts';
import { cantWrite, messageOf } from './failure.ts';
import { expectResumable, type RunService } from './runs.ts';

export interface RunQueueOptions extends Context {
  readonly runs: RunService;
  /** the current time in milliseconds since 1970; default: the computer's clock */
  readonly now?: () => number;
}

/** Name of the setting for the time at which the queue stops, as ISO 8601. An empty string means never. */
const STOP_AT_SETTING = 'queue.stopAt';
/** Milliseconds between two checks of the time. A single timer would go off late if the computer slept meanwhile. */
const CLOCK_CHECK_MS = 20_000;

const WAITS_FOR_FIRST_START =
  'This library is new to this computer, so nothing starts by itself. Start or resume any run to start the queue.';

/**
 * Runs that wait for their turn. The next one starts when no run is active. Paused runs count as active. The library
 * stores the queue as runs with the status `queued`.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  #closed = false;
  /** Ids of the runs that are stopping because the stop time has passed, including those that have already stopped. */
  #stopping: readonly number[] = [];
  readonly #now: () => number;
  #clock: NodeJS.Timeout | undefined;

  constructor(options: RunQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#watch();
  }

  /** The time at which all runs stop, possibly in the past; null for never. */
  get stopAt(): string | null {
    return this.#options.store.settings.mark(STOP_AT_SETTING) || null;
  }
  set stopAt(at: string | null) {
    const { store, emit } = this.#options;
    store.settings.setMark(STOP_AT_SETTING, at ?? '');
    emit({ type: 'queue.changed' });
    this.#watch();
    this.advance();
  }

  /** Whether the stop time set by the user has passed. If so, nothing starts automatically. */
  get isHeld(): boolean {
    const at = this.stopAt;
    return at !== null && this.#now() >= Date.parse(at);
  }

  #watch(): void {
    clearTimeout(this.#clock);
    const at = this.stopAt;
    if (this.#closed || at === null) return;
    const left = Date.parse(at) - this.#now();
    if (left > 0) {
      this.#clock = setTimeout(() => this.#watch(), Math.min(left, CLOCK_CHECK_MS)).unref();
      return;
    }
    void this.#stopAll(`at the set time, ${clockText(at)}`);
    this.#options.emit({ type: 'queue.changed' });
  }

  /**
   * Stops all running runs and puts them at the front of the queue, so that they resume when the queue is started
   * again.
   */
  async #stopAll(why: string): Promise<void> {
    const { store, runs } = this.#options;
    const ids = runs.ongoing;
    this.#stopping = ids;
    await Promise.all(ids.map((id) => runs.stop(id, why)));
    // When Edgewise quits, `close` itself puts the runs back into the queue.
    if (this.#closed) return;
    this.#stopping = [];
    for (const id of store.runs.stoppedAmong(ids).reverse()) this.#put(id, 0);
  }

  /** Adds a new run to the end of the queue. */
  async start(settings: RunSettings): Promise<number> {
    const runId = await this.#options.runs.add(settings, 'Queued');
    this.#put(runId, Infinity);
    return runId;
  }

  /**
   * Starts or resumes a run. If the run has ended and another run is searching, the run goes to the front of the queue
   * instead, because only the user may let two runs share the computer. Returns the id of the run to wait for, or
   * null.
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

  /** Puts a run back into the queue, at `place` or by default at the end. The run must have ended and be resumable. */
  resume(runId: number, place = Infinity): void {
    const { store, runs } = this.#options;
    const run = store.runs.get(runId);
    const resumable = run.resumable && run.status !== 'paused';
    expectResumable({ ...run, resumable }, 'only an unfinished run can be queued');
    runs.grantAgain(runId);
    this.#put(runId, place);
  }

  move(runId: number, place: number): void {
    const { status } = this.#options.store.runs.get(runId);
    if (status !== 'queued') throw new Error(`Run ${runId} is ${status}: it is not in the queue.`);
    this.#put(runId, place);
  }

  /** Call this after every change to a run. An interrupted run goes to the front of the queue. */
  runChanged({ id, status, notHere }: Pick<RunSummary, 'id' | 'status' | 'notHere'>): void {
    if (status === 'interrupted' && notHere === null) this.#options.store.runs.putFirst([id]);
    this.advance();
  }

  /**
   * Starts the next run that may start, unless a run is active. Updates the messages that say why runs are waiting.
   */
  advance(): void {
    const { store, runs } = this.#options;
    if (this.#closed || runs.busy || store.isBeingRestored || this.isHeld) return;
    const next = store.runs.queue().find((run) => !this.#waits(run));
    if (!next) return;
    try {
      runs.resume(next.id);
    } catch (error) {
      this.#fail(next.id, error);
      this.advance();
    }
  }

  /**
   * Returns whether the run can't start until the user gives a permission. If so, the run's message says which one.
   */
  #waits({ id, message, notHere }: RunSummary): boolean {
    const { store, runs, emit } = this.#options;
    const why = notHere ?? (store.mayStartAutomatically ? runs.whyWaits(id) : WAITS_FOR_FIRST_START);
    if (why !== null && why !== message) {
      store.runs.setStatus(id, 'queued', why);
      emit({ type: 'run.changed', run: store.runs.get(id) });
    }
    return why !== null;
  }

  /** Marks a run that can't be started as failed, so that other runs can start. */
  #fail(runId: number, error: unknown): void {
    const { store, emit } = this.#options;
    const message = messageOf(error);
    try {
      if (cantWrite(error)) throw error;
      store.runs.setStatus(runId, 'failed', message);
      store.runs.log(runId, lastLogLine('failed', message));
      emit({ type: 'run.changed', run: store.runs.get(runId) });
    } catch {
      // Writing to the library fails. All runs wait until Edgewise is started again, but the application keeps
      // running.
      this.#closed = true;
      console.error(`run ${runId}: ${message}`);
    }
  }

  /**
   * Saves a final checkpoint of every run, stops the run and marks it as interrupted. If other runs are waiting in the
   * queue, the interrupted run is the first to start next time.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#clock);
    const { store, runs } = this.#options;
    const cut = [...new Set([...this.#stopping, ...runs.ongoing])];
    await runs.close();
    const stopped = store.runs.stoppedAmong(cut);
    store.runs.interrupt(stopped);
    store.runs.putFirst(stopped);
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

const clockText = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

const isActive = (status: RunStatus): boolean => ['preparing', 'running', 'paused'].includes(status);

type QueueApi = Pick<
  HostApi,
  'runs.resume' | 'queue.list' | 'queue.start' | 'queue.resume' | 'queue.move' | 'queue.stopAt'
>;

export function queueApi(queue: RunQueue, { store, runs, emit }: RunQueueOptions): QueueApi {
  return {
    'runs.resume': async ({ runId }) => {
      await runs.recognise();
      const waitsFor = queue.resumeOrWait(runId);
      if (store.unseen.see([runId])) emit({ type: 'runs.seen' });
      return { waitsFor };
    },
    'queue.list': async () => {
      await runs.recognise();
      return { active: store.runs.active(), waiting: store.runs.queue(), stopAt: queue.stopAt };
    },
    'queue.start': async (settings) => ({ runId: await queue.start(settings) }),
    'queue.resume': ({ runId }) => {
      queue.resume(runId);
      if (store.unseen.see([runId])) emit({ type: 'runs.seen' });
      return {};
    },
    'queue.move': ({ runId, place }) => {
      queue.move(runId, place);
      return {};
    },
    'queue.stopAt': ({ at }) => {
      queue.stopAt = at;
      return {};
    },
  };
}
