/**
 * Executes one run. Takes tasks from the plan, searches them in lanes (threads), adds up the totals, enforces limits
 * and takes checkpoints. A lane searches in slices of some milliseconds.
 *
 * A run starts in this thread alone, so that small puzzles needn't wait for other threads to start. If preparing or
 * searching takes longer, worker threads start, and one of them takes over this thread's task. The exceptions are
 * engines whose searches repeat work when they resume (`repeatsWork`): with several threads, they search only in worker
 * threads.
 *
 * Before a checkpoint, every lane finishes its slice, and no new slice starts. So the states of the plan and of all
 * searches are from the same moment, and the totals are exact.
 */
import type { Assets, Engine, Finding, Job, Limits, Plan } from '../../src-core/engine.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { version } from '../version.ts';
import { LimitsLeft } from './limits-left.ts';
import type { Scorer } from './figures.ts';
import { RunResults } from './run-results.ts';
import { InlineLane, TaskExecutor, type Stepped, type WorkerThread } from './lane.ts';
import { Lanes, type Slot } from './lanes.ts';
import { milestonesIn } from './milestones.ts';
import { Pace } from './pace.ts';
import { prepare } from './preparation.ts';
import { Report, type ReportHooks } from './report.ts';
import type { RunCheckpoint } from './run-checkpoint.ts';
import { RunClock } from './run-clock.ts';
import { RunControl } from './run-control.ts';

/** If preparing the engine takes longer than this many milliseconds, worker threads are started in the meantime. */
const LONG_PREPARATION_MS = 100;
/**
 * Milliseconds that this thread searches at a time while other threads are searching too. This time is short, because
 * other threads can't be given new tasks during it.
 */
const SHARED_SLICE_MS = 5;
/** Milliseconds that every search spends in this thread before worker threads can take over. */
const MIN_INLINE_MS = 100;
/**
 * If a search will probably end within this many milliseconds, it stays in this thread, because starting two worker
 * threads takes about half as long.
 */
const MAX_INLINE_MS = 800;
/** Message of a run whose time limit ended the preparation of its engine. */
const UNPREPARED = 'the time ran out before the search began; set a higher time limit';
/** Default interval between two checkpoints, in milliseconds. */
export const CHECKPOINT_MS = 30_000;

export type RunEnd = 'solved' | 'exhausted' | 'limit' | 'stopped' | 'failed';

export interface RunnerHooks extends ReportHooks {
  /**
   * Receives the results of a slice, in order: solutions, better boards, better paths. The run waits until the
   * returned promise resolves.
   */
  found(findings: readonly Finding[]): void | Promise<void>;
  checkpoint(checkpoint: RunCheckpoint, figures: RunFigures): void | Promise<void>;
}

export interface RunOutcome {
  readonly status: RunEnd;
  /** why the run failed; empty if it didn't */
  readonly message: string;
  readonly figures: RunFigures | null;
}

export interface RunnerOptions {
  readonly engine: Engine;
  readonly job: Job;
  /**
   * Limits for the totals: the run ends when its nodes or its running time reach them. Default: the job's limits.
   * Resuming a run can raise them.
   */
  readonly limits?: Limits;
  /** if true, the time limit doesn't apply to preparing the engine */
  readonly unlimitedPreparation?: boolean | undefined;
  readonly checkpoint?: RunCheckpoint | undefined;
  /**
   * running time so far, in milliseconds; after a crash, it includes the time since the checkpoint, although that work
   * was lost
   */
  readonly elapsedMs?: number | undefined;
  readonly assets: Assets;
  /** folder for milestones (milestones.ts); if left out, none are stored */
  readonly milestonesDir?: string | undefined;
  readonly scorer: Scorer;
  /** milliseconds between two checkpoints */
  readonly checkpointMs?: number;
  /** returns a monotonic time in milliseconds */
  readonly clock: () => number;
  /** Starts a worker thread. Called only if the job has more than one thread. */
  readonly startThread: (job: Job, milestonesDir?: string) => WorkerThread;
  readonly hooks: RunnerHooks;
}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #found: RunResults;
  readonly #time: RunClock;
  readonly #limitsLeft: LimitsLeft;
  readonly #control = new RunControl();
  /** resolves to what the engine has prepared; never resolves if the run ends before that */
  readonly #preparing = Promise.withResolvers<unknown>();
  #plan!: Plan;
  readonly #lanes: Lanes;
  #report!: Report;
  /** the lane of this thread; null before the search starts */
  #inline: Slot | null = null;
  readonly #threads: WorkerThread[] = [];
  #ready = 0;
  #holding = false;
  #paused = false;
  #settled = false;
  #settle!: (end: { status: RunEnd; message: string }) => void;
  /** nodes counted by the plan, including those it searched to split the work into tasks */
  #nodes = 0;
  #checkpointAt = 0;
  /** at the start of this session: running time in milliseconds, and completed fraction of the search */
  #start = { ms: 0, fraction: 0 };

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { checkpoint, clock, engine, job, limits, scorer } = options;
    this.#lanes = new Lanes(checkpoint?.active ?? []);
    this.#found = new RunResults(scorer, job.wanted, checkpoint);
    this.#time = new RunClock(clock, Math.max(checkpoint?.elapsedMs ?? 0, options.elapsedMs ?? 0));
    this.#limitsLeft = new LimitsLeft(limits ?? job.limits, engine.defaultLimits, this.#time);
  }

  /** Resolves when the run has ended. Never rejects. Call this only once. */
  async run(): Promise<RunOutcome> {
    const { engine, job, assets, clock, hooks, unlimitedPreparation } = this.#options;
    try {
      const stepped = (ms: number): void => {
        if (ms > LONG_PREPARATION_MS) this.#startThreads(job.threads - 1);
      };
      const maxMs = unlimitedPreparation ? Infinity : this.#limitsLeft.milliseconds;
      const ready = await prepare({
        engine,
        job,
        assets,
        clock,
        hooks,
        control: this.#control,
        stepped,
        maxMs,
      });
      if (ready === 'stopped') return { status: 'stopped', message: '', figures: null };
      if (ready === 'limit') return { status: 'limit', message: UNPREPARED, figures: null };
      this.#preparing.resolve(ready.prepared);
      this.#begin(ready.prepared);
      const end = await new Promise<{ status: RunEnd; message: string }>((resolve) => {
        this.#settle = resolve;
        this.#pump();
      });
      return { ...end, figures: this.#report.figures({ over: true }) };
    } catch (error) {
      return { status: 'failed', message: messageOf(error), figures: null };
    } finally {
      this.#settled = true;
      for (const thread of this.#threads) thread.close();
    }
  }

  /** Pauses the run once the current slices have ended and a checkpoint has been saved. */
  pause(): void {
    this.#control.pause();
  }

  resume(): void {
    this.#control.resume();
  }

  /** Ends the run once the current slices have ended and a checkpoint has been saved. */
  stop(): void {
    this.#control.stop();
  }

  #begin(prepared: unknown): void {
    const { engine, job, checkpoint, clock, hooks, scorer, milestonesDir } = this.#options;
    const plan = engine.plan(job, checkpoint?.plan);
    this.#plan = plan;
    const { nodes, fraction } = plan.tally();
    this.#nodes = nodes;
    this.#time.start();
    this.#start = { ms: this.#time.elapsedMs, fraction: fraction ?? 0 };
    this.#checkpointAt = clock();
    this.#report = new Report({ hooks, clock, engine, scorer, plan, found: this.#found, time: this.#time });
    this.#report.begin(this.#nodes);
    this.#lanes.tell(plan.news?.());
    if (engine.repeatsWork && job.threads > 1) this.#startThreads(job.threads);
    else {
      const milestones = milestonesIn(milestonesDir, engine, job);
      const executor = new TaskExecutor(engine, job, prepared, clock, milestones);
      const pace = this.#threads.length > 0 ? new Pace(SHARED_SLICE_MS) : new Pace();
      this.#inline = this.#lanes.addInline(new InlineLane(executor), pace);
    }
    this.#report.sayRunning(checkpoint ? 'loading the checkpoint' : '');
  }

  /**
   * Starts a slice in every idle lane unless the search must halt, and ends the run when nothing is left to do. Never
   * blocks. Called after every change.
   */
  #pump(): void {
    if (this.#settled || this.#holding) return;
    // If the run searches only in worker threads, there are no lanes until the first thread is ready.
    if (this.#lanes.none) return;
    try {
      if (this.#mustHold()) {
        if (this.#lanes.allIdle) this.#hold();
        return;
      }
      this.#lanes.feed({
        next: () => this.#plan.next(),
        budget: (pace) => this.#limitsLeft.budget(pace, this.#spent),
        stepped: (slot, steps) => void this.#stepped(slot, steps),
        failed: (error) => this.#fail(error),
      });
      if (!this.#lanes.allIdle) return;
      if (this.#plan.finished && this.#lanes.empty) {
        this.#end(this.#plan.outcome?.() ?? (this.#hasAnswer() ? 'solved' : 'exhausted'));
      } else if (this.#limitsLeft.nodes(this.#spent) <= 0) {
        this.#hold();
      } else {
        throw new Error('the engine has no task to hand out but is not finished');
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Nodes used, plus nodes granted to slices in progress. */
  get #spent(): number {
    return this.#nodes + this.#lanes.granted;
  }

  /**
   * Returns whether a run that has finished found what was wanted. Always false for a run that counts all solutions,
   * which ends as `exhausted`.
   */
  #hasAnswer(): boolean {
    const { sliding } = this.#plan.tally();
    return sliding ? sliding.path !== null : this.#found.enough;
  }

  #isUsedUp(): boolean {
    return this.#limitsLeft.milliseconds <= 0 || this.#limitsLeft.nodes(this.#spent) <= 0;
  }

  #mayBeLast(): boolean {
    return this.#control.now === 'stop' || this.#isUsedUp();
  }

  #mustHold(): boolean {
    return (
      this.#control.now !== 'run' ||
      this.#limitsLeft.milliseconds <= 0 ||
      this.#options.clock() - this.#checkpointAt >= (this.#options.checkpointMs ?? CHECKPOINT_MS)
    );
  }

  async #stepped(slot: Slot, steps: readonly Stepped[]): Promise<void> {
    if (this.#settled) return;
    try {
      const findings = this.#absorb(slot, steps);
      this.#nodes = this.#plan.tally().nodes;
      slot.learn(steps);
      if (findings.length > 0) await this.#options.hooks.found(findings);
      this.#lanes.endSlice(slot, steps.at(-1)!);
      if (this.#found.enough) {
        this.#end('solved');
        return;
      }
      const news = this.#plan.news?.();
      if (news !== undefined) this.#lanes.tell(news);
      this.#tellProgress();
      if (slot === this.#inline) await this.#handOver(slot);
      this.#pump();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Adds the slices of a lane to the totals until enough solutions have been found. Returns the new results. */
  #absorb(slot: Slot, steps: readonly Stepped[]): readonly Finding[] {
    const findings: Finding[] = [];
    for (const { slice } of steps) {
      this.#plan.absorb(slot.tasks[0]!.task, slice);
      this.#report.take(slice);
      findings.push(...this.#found.take(slice));
      if (slice.done) slot.tasks.shift();
      if (this.#found.enough) break;
    }
    return findings;
  }

  /** Reports progress. Does nothing if the run ended while results were being stored. */
  #tellProgress(): void {
    if (!this.#settled) this.#report.tell(this.#nodes, this.#lanes.repeated);
  }

  /** Starts the worker threads if the search is long enough. Removes this thread's lane once they are all ready. */
  async #handOver(inline: Slot): Promise<void> {
    const { threads } = this.#options.job;
    if (threads === 1) return;
    if (this.#threads.length < threads && this.#isLong()) this.#startThreads(threads);
    if (this.#ready === threads) await this.#lanes.leave(inline);
  }

  #isLong(): boolean {
    const ms = this.#time.elapsedMs - this.#start.ms;
    if (ms > MAX_INLINE_MS) return true;
    // If all other threads are already searching beside this one, another thread would not make the search faster.
    const isShared = this.#threads.length === this.#options.job.threads - 1;
    if (ms <= MIN_INLINE_MS || isShared) return false;
    const { fraction } = this.#plan.tally();
    return fraction === null || ms * (1 - fraction) > MAX_INLINE_MS * (fraction - this.#start.fraction);
  }

  #startThreads(count: number): void {
    const { job, startThread, milestonesDir } = this.#options;
    while (this.#threads.length < count) {
      const thread = startThread(job, milestonesDir);
      this.#threads.push(thread);
      this.#employ(thread).catch((error: unknown) => this.#fail(error));
    }
  }

  async #employ(thread: WorkerThread): Promise<void> {
    const lane = await thread.lane(await this.#preparing.promise);
    if (this.#settled) return;
    this.#ready++;
    this.#lanes.addWorker(lane);
    this.#pump();
  }

  /** Called when all lanes are idle. Takes a checkpoint, then pauses, resumes or ends the run as requested. */
  #hold(): void {
    this.#holding = true;
    this.#held().then(
      () => {
        this.#holding = false;
        this.#pump();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #held(): Promise<void> {
    const last = this.#mayBeLast();
    let figures = await this.#takeCheckpoint(last);
    // Take a final checkpoint if a stop was requested or a limit was reached while the first one was being taken.
    if (!last && this.#mayBeLast()) figures = await this.#takeCheckpoint(true);
    if (this.#isUsedUp()) {
      this.#end('limit');
      return;
    }
    const { hooks, clock } = this.#options;
    while (this.#control.now === 'pause') {
      this.#time.stop();
      if (!this.#paused) hooks.progress(figures, this.#report.current);
      this.#paused = true;
      hooks.status('paused', '');
      await this.#control.change();
    }
    if (this.#control.now === 'stop') {
      if (this.#paused) await this.#takeCheckpoint(true);
      this.#end('stopped');
      return;
    }
    if (this.#paused) {
      this.#paused = false;
      this.#time.start();
      this.#checkpointAt = clock();
      this.#report.begin(this.#nodes);
      hooks.status('running', '');
    }
  }

  /** Takes a checkpoint and returns the totals stored with it. `last`: see `Lane.checkpoint`. */
  async #takeCheckpoint(last: boolean): Promise<RunFigures> {
    const { engine, hooks, clock } = this.#options;
    const active = await this.#lanes.active(last);
    const checkpoint: RunCheckpoint = {
      edgewise: version,
      engine: engine.name,
      engineVersion: engine.version,
      plan: this.#plan.checkpoint(),
      active,
      elapsedMs: this.#time.elapsedMs,
      ...this.#found.state,
    };
    const figures = this.#report.figures();
    await hooks.checkpoint(checkpoint, figures);
    this.#checkpointAt = clock();
    return figures;
  }

  #end(status: RunEnd, message = ''): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#time.stop();
    this.#settle({ status, message });
  }

  #fail(error: unknown): void {
    this.#end('failed', messageOf(error));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
