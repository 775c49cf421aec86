import type { ProgressSample, RunStatus, RunSummary } from '../../src-core/contract/runs.ts';
import { lastLogLine } from '../../src-core/run/end-words.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import type { Job, Limits } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { Hint } from '../../src-core/puzzle/puzzle.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from '../solver-process/protocol.ts';
import { isBetter } from '../solver-process/figures.ts';
import type { Context } from './context.ts';
import { messageOf } from './failure.ts';
import { ResultRecorder } from './result-recorder.ts';

const SAMPLE_MS = 1_000;
const FLUSH_MS = 15_000;
const FLUSHES_PER_THINNING = 20;
/** How long a stopped solver may take to finish its last slice and save a checkpoint, in milliseconds. */
const STOP_TIMEOUT_MS = 30_000;
/** Signals sent by Ctrl+C, a request to quit and a closed terminal. */
const END_SIGNALS: readonly string[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface ActiveRunOptions extends Context {
  readonly runId: number;
  readonly job: Job;
  readonly limits: Limits;
  /** the run's last checkpoints, newest first */
  readonly checkpoints: readonly Uint8Array[];
  readonly databasesDir: string;
  readonly milestonesDir: string;
  readonly lowPriority: boolean;
  /** true if the run should search only while the computer is idle */
  readonly whenIdle: boolean;
  /** the hints stored with the puzzle in the library; the run may use different ones */
  readonly ownHints: readonly Hint[];
  readonly checkpointMs: number;
  readonly handle: SolverHandle;
  readonly onEnd: () => void;
  readonly clock: () => number;
}

/**
 * A run in progress. It verifies and stores what the solver process finds, then emits events. The run ends when the
 * process exits.
 */
export class ActiveRun {
  readonly #options: ActiveRunOptions;
  /** the run's record before it was started or resumed, restored if the solver rejects the checkpoint */
  readonly #before: RunSummary;
  #status: RunStatus = 'preparing';
  #message = '';
  #figures: RunFigures | null = null;
  #current: PartialBoard | null = null;
  #memoryBytes: number | null = null;
  #cpuMs = 0;
  /** why the run is paused; empty if the user paused it */
  #why = '';
  #samples: ProgressSample[] = [];
  #sampledAt = -Infinity;
  #flushedAt: number;
  #flushes = 0;
  readonly #findings: ResultRecorder;
  #stopDeadline: NodeJS.Timeout | undefined;
  #ended = false;
  /** why the run is being stopped; empty if the user stops it */
  #stoppedBecause = '';
  /** true if the run's log shouldn't mention the stop */
  #silent = false;
  readonly #over: Promise<void>;
  #finish!: () => void;

  constructor(options: ActiveRunOptions) {
    this.#options = options;
    this.#before = options.store.runs.get(options.runId);
    this.#flushedAt = options.clock();
    this.#findings = new ResultRecorder({
      ...options,
      puzzle: options.job.puzzle,
      puzzleId: this.#before.settings.puzzleId,
      elapsedMs: () => this.#figures?.elapsedMs ?? 0,
      onFault: (error) => this.#end('failed', messageOf(error)),
    });
    this.#over = new Promise((resolve) => (this.#finish = resolve));
    const { handle, job, limits, checkpoints, databasesDir, milestonesDir, lowPriority, checkpointMs } =
      options;
    handle.onMessage((message) => this.#hear(message));
    handle.onExit((code, reason, signal) => {
      // If one of these signals killed the solver, that is not an error: Edgewise is closing, and the solver had not
      // yet installed its signal handlers.
      if (signal && END_SIGNALS.includes(signal)) this.#end('interrupted', '');
      else this.#end('failed', reason ?? `the solver process ended unexpectedly (${exitText(code, signal)})`);
    });
    this.#post({
      type: 'start',
      job,
      limits,
      checkpoints: [...checkpoints],
      // Without a checkpoint the run starts over, so its clock restarts at zero.
      ...(checkpoints.length > 0 && { elapsedMs: this.#before.figures.elapsedMs }),
      databasesDir,
      milestonesDir,
      lowPriority,
      checkpointMs,
    });
  }

  get id(): number {
    return this.#options.runId;
  }
  get whenIdle(): boolean {
    return this.#options.whenIdle;
  }
  get status(): RunStatus {
    return this.#status;
  }
  get current(): PartialBoard | null {
    return this.#current;
  }
  /** Memory used by the solver process in bytes, as last reported. */
  get memoryBytes(): number | null {
    return this.#memoryBytes;
  }
  /** Processor time used by the solver process, in milliseconds. */
  get cpuMs(): number {
    return this.#cpuMs;
  }
  /** The run's latest totals and score. The database lags behind by up to 15 seconds. */
  get figures(): RunFigures | null {
    return this.#figures;
  }

  pause(): void {
    this.#why = '';
    this.#post({ type: 'pause' });
  }
  /** Pauses the run temporarily. `why` is shown to the user. */
  suspend(why: string): void {
    this.#why = why;
    this.#post({ type: 'pause' });
  }
  get isSuspended(): boolean {
    return this.#status === 'paused' && this.#why !== '';
  }
  resume(): void {
    this.#why = '';
    this.#post({ type: 'resume' });
  }
  /**
   * Stops the run. Resolves once it has ended and its last checkpoint is stored. Kills the solver if it doesn't
   * respond.
   */
  stop({ closing = false, why = '' } = {}): Promise<void> {
    this.#stoppedBecause = why;
    // The queue logs that Edgewise was closed, so the run needn't log that it stopped.
    this.#silent = closing && (this.#status !== 'paused' || this.isSuspended);
    this.#post({ type: 'stop' });
    if (!this.#ended) {
      this.#stopDeadline ??= setTimeout(
        () => this.#end('failed', `the solver process did not stop within ${STOP_TIMEOUT_MS / 1000} seconds`),
        STOP_TIMEOUT_MS,
      );
    }
    return this.#over;
  }

  /** Kills the solver without warning, like a crash. */
  kill(): void {
    this.#options.handle.kill();
  }

  #post(command: SolverCommand): void {
    if (!this.#ended) this.#options.handle.post(command);
  }

  #hear(message: SolverMessage): void {
    if (this.#ended || !this.#options.store.isOpen) return;
    try {
      if (message.type === 'status') this.#setStatus(message.status, message.message);
      else if (message.type === 'progress') {
        this.#memoryBytes = message.memoryBytes;
        this.#cpuMs = message.cpuMs;
        this.#progress(message.figures, message.current);
      } else if (message.type === 'log') {
        this.#log(message.text);
      } else if (message.type === 'found') {
        const before = this.#findings.best;
        this.#findings.take(message.findings);
        if (this.#findings.best !== before) this.#sampleImprovement();
        this.#post({ type: 'stored', number: message.number });
      } else if (message.type === 'checkpoint') {
        this.#figures = this.#withBest(message.figures);
        this.#flush();
        this.#options.store.runs.addCheckpoint(this.#options.runId, message.checkpoint, this.#figures);
      } else if (message.type === 'refused') {
        this.#refuse(message.message);
      } else {
        if (message.figures) this.#figures = this.#withBest(message.figures);
        this.#end(message.status, message.status === 'stopped' ? this.#stoppedBecause : message.message);
      }
    } catch (error) {
      this.#end('failed', messageOf(error));
    }
  }

  #setStatus(status: RunStatus, said: string): void {
    const message = status === 'paused' ? this.#why : said;
    const { store, runId } = this.#options;
    const before = this.#status;
    this.#status = status;
    this.#message = message;
    if (status !== before) {
      this.#flush();
      store.runs.setStatus(runId, status, message);
      if (status === 'paused') this.#log('Paused.');
      else if (before === 'paused' && status === 'running') this.#log('Resumed.');
      this.#tellChange();
    } else this.#tellProgress();
  }

  #progress(figures: RunFigures, current: PartialBoard | null): void {
    const now = this.#options.clock();
    this.#figures = this.#withBest(figures);
    this.#current = current;
    if (now - this.#sampledAt >= SAMPLE_MS) {
      this.#sampledAt = now;
      this.#sample(this.#figures);
    }
    if (now - this.#flushedAt >= FLUSH_MS) this.#flush();
    this.#tellProgress();
  }

  /** Adds a progress sample for the new best board, with the same time as the log line about that board. */
  #sampleImprovement(): void {
    this.#figures = this.#withBest(this.#figures ?? noFigures);
    this.#sample(this.#figures);
  }

  #sample(figures: RunFigures): void {
    this.#samples.push(sampleOf(figures));
  }

  #flush(): void {
    const { store, runId, clock } = this.#options;
    this.#flushedAt = clock();
    this.#findings.flush();
    store.together(() => {
      if (this.#figures) store.runs.setFigures(runId, this.#figures);
      store.samples.add(runId, this.#samples);
      if (++this.#flushes % FLUSHES_PER_THINNING === 0) store.samples.thin(runId);
    });
    this.#samples = [];
  }

  /**
   * Returns `figures` with the score of the best stored board. After a crash, a new solver doesn't know about that
   * board.
   */
  #withBest(figures: RunFigures): RunFigures {
    const { best } = this.#findings;
    if (!best || !isBetter(best, figures)) return figures;
    const { matched, placed, hintsKept } = best;
    return { ...figures, matched, placed, hintsKept };
  }

  /**
   * Restores the run's earlier record, so that a version of Edgewise that can read the checkpoint can still continue
   * the run.
   */
  #refuse(why: string): void {
    const { store, runId } = this.#options;
    const before = this.#before;
    this.#finishWith(before.status, before.message, () => {
      store.runs.setRefused(runId, why);
      store.runs.setStatus(runId, before.status, before.message);
      this.#log(`Not resumed. ${why}`);
    });
  }

  #end(status: RunStatus, message: string): void {
    this.#finishWith(status, message, () => this.#storeEnd());
  }

  #finishWith(status: RunStatus, message: string, storeEnd: () => void): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#stopDeadline);
    const { store, handle, onEnd } = this.#options;
    this.#status = status;
    this.#message = message;
    if (this.#figures) this.#figures = { ...this.#figures, nodesPerSecond: averageSpeed(this.#figures) };
    handle.kill();
    try {
      if (store.isOpen) storeEnd();
    } catch (error) {
      // A full disk must not stop the application from working or quitting.
      this.#status = 'failed';
      this.#message = `${messageOf(error)}. Free some disk space and start Edgewise again; the run resumes from its last checkpoint`;
    }
    this.#findings.close();
    onEnd();
    try {
      if (store.isOpen) this.#tellChange();
    } catch (error) {
      // The run was deleted in the meantime. This must not affect other runs.
      console.error(error);
    }
    this.#finish();
  }

  #storeEnd(): void {
    const { store, runId } = this.#options;
    if (this.#figures) this.#sample(this.#figures);
    this.#flush();
    store.runs.setStatus(runId, this.#status, this.#message);
    if (this.#silent && this.#status === 'stopped') return;
    this.#log(lastLogLine(this.#status, this.#message));
  }

  #log(text: string): void {
    const { store, runId, emit } = this.#options;
    emit({ type: 'run.log', runId, line: store.runs.log(runId, text) });
  }

  #tellChange(): void {
    const { store, runId, emit } = this.#options;
    // Storing the end of the run may have failed, so replace the stored status and message with the actual ones.
    const run = { ...store.runs.get(runId), status: this.#status, message: this.#message };
    emit({ type: 'run.changed', run });
  }

  #tellProgress(): void {
    const { runId, emit, store } = this.#options;
    emit({
      type: 'run.progress',
      runId,
      status: this.#status,
      message: this.#message,
      figures: this.#figures ?? store.runs.get(runId).figures,
      current: this.#current,
      memoryBytes: this.#memoryBytes,
    });
  }
}

export const sampleOf = (figures: RunFigures): ProgressSample => {
  const { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction } = figures;
  return { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction };
};

const averageSpeed = ({ nodes, elapsedMs }: RunFigures): number =>
  elapsedMs > 0 ? Math.round((nodes / elapsedMs) * 1000) : 0;

const exitText = (code: number | null, signal: string | null | undefined): string =>
  signal ? `signal ${signal}` : code === null ? 'no exit code' : `exit code ${code}`;
