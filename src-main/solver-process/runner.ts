/**
 * Carries out one run: asks the plan for tasks, works on them in lanes slice by slice, adds up, keeps the
 * limits, and takes checkpoints. It owns the clock and the threads; the engine owns neither.
 *
 * A run starts in this thread alone. Only a search that is not over after a moment is handed to worker
 * threads, by checkpoint, so that small puzzles never pay for starting them.
 *
 * A checkpoint is taken by barrier: every lane finishes its slice, nothing new is begun, and then the
 * plan's and every search's state belong to the same moment. That is what makes totals exact.
 */
import type { RunFigures } from '../../src-core/run/figures.ts';
import {
  EXACT_SLICE,
  type Assets,
  type Engine,
  type Finding,
  type Job,
  type Limits,
  type Plan,
  type Task,
} from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { figuresOf, type Scorer } from './figures.ts';
import { Found, type FoundState } from './found.ts';
import { TaskExecutor, InlineLane, type Lane, type Stepped } from './lane.ts';
import { Pace } from './pace.ts';
import { RunClock } from './run-clock.ts';
import { SpeedMeter } from './speed-meter.ts';

const INLINE_MS = 100;
const PROGRESS_MS = 100;
/** How often a checkpoint is taken unless told otherwise. */
export const CHECKPOINT_MS = 30_000;

export type RunEnd = 'solved' | 'exhausted' | 'limit' | 'stopped' | 'failed';

/** Everything needed to go on exactly where a run was. Structured-clonable. */
export interface RunCheckpoint extends FoundState {
  readonly engine: string;
  readonly engineVersion: number;
  readonly plan: unknown;
  readonly active: readonly { readonly task: Task; readonly search: unknown }[];
  readonly elapsedMs: number;
}

export interface RunnerHooks {
  status(status: 'preparing' | 'running' | 'paused', message: string): void;
  /** At most ten a second. */
  progress(figures: RunFigures, current: PartialBoard | null): void;
  /** What a slice found, in order: solutions wanted, better boards, better paths. The run waits for it. */
  found(findings: readonly Finding[]): void | Promise<void>;
  checkpoint(checkpoint: RunCheckpoint, figures: RunFigures): void | Promise<void>;
}

export interface RunOutcome {
  readonly status: RunEnd;
  /** why it failed */
  readonly message: string;
  readonly figures: RunFigures | null;
}

export interface RunnerOptions {
  readonly engine: Engine;
  readonly job: Job;
  /** Totals at which the run ends; the job's own unless it was taken up again with more. */
  readonly limits?: Limits;
  readonly checkpoint?: RunCheckpoint | undefined;
  readonly assets: Assets;
  readonly scorer: Scorer;
  /** between two checkpoints */
  readonly checkpointMs?: number;
  /** milliseconds, never going back */
  readonly clock: () => number;
  /** Starts a worker thread and resolves when it is ready; only asked when the job has several threads. */
  readonly startLane: (job: Job, prepared: unknown) => Promise<Lane>;
  readonly hooks: RunnerHooks;
}

interface Slot {
  readonly lane: Lane;
  readonly inline: boolean;
  readonly pace: Pace;
  task: Task | null;
  /** nodes granted to the slice under way; 0 when idle */
  granted: number;
  news: unknown;
  /** of what it repeats to be where its checkpoint was, 0..1; null: nothing is left to repeat */
  repeated: number | null;
}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #limits: Limits;
  readonly #speed = new SpeedMeter();
  readonly #found: Found;
  readonly #time: RunClock;
  #wish: 'run' | 'pause' | 'stop' = 'run';
  #paused = false;
  #plan!: Plan;
  #prepared: unknown;
  #slots: Slot[] = [];
  /** tasks handed out before, waiting for a lane with the state of their search */
  #returned: { task: Task; search: unknown }[] = [];
  #latestNews: unknown;
  #workers: 'none' | 'starting' | 'ready' = 'none';
  #holding = false;
  #repeating = '';
  #settled = false;
  #settle!: (end: { status: RunEnd; message: string }) => void;
  /** of the plan's tally: a plan that divides its work by searching counts those nodes too */
  #nodes = 0;
  #current: PartialBoard | null = null;
  #depth = 0;
  #progressAt = -Infinity;
  #checkpointAt = 0;
  /** elapsed milliseconds after which the work is worth worker threads */
  #handOverAt = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { checkpoint, clock, engine, job, scorer } = options;
    this.#found = new Found(scorer, job.wanted, checkpoint);
    this.#time = new RunClock(clock, checkpoint?.elapsedMs ?? 0);
    const { seconds, nodes } = options.limits ?? job.limits;
    const { defaultLimits } = engine;
    this.#limits = {
      seconds: seconds ?? defaultLimits?.seconds ?? null,
      nodes: nodes ?? defaultLimits?.nodes ?? null,
    };
  }

  /** Resolves when the run is over; never rejects. Call once. */
  async run(): Promise<RunOutcome> {
    try {
      if (!(await this.#prepare())) return { status: 'stopped', message: '', figures: null };
      this.#begin();
      const end = await new Promise<{ status: RunEnd; message: string }>((resolve) => {
        this.#settle = resolve;
        this.#pump();
      });
      return { ...end, figures: this.#figures(true) };
    } catch (error) {
      return { status: 'failed', message: messageOf(error), figures: null };
    } finally {
      this.#settled = true;
      for (const slot of this.#slots) slot.lane.close();
    }
  }

  /** Takes effect between slices, after a checkpoint. */
  pause(): void {
    if (this.#wish === 'run') this.#wish = 'pause';
  }

  resume(): void {
    if (this.#wish !== 'pause') return;
    this.#wish = 'run';
    this.#wake();
  }

  /** Ends the run after a checkpoint. */
  stop(): void {
    this.#wish = 'stop';
    this.#wake();
  }

  #wakeUp: (() => void) | null = null;

  #wake(): void {
    this.#wakeUp?.();
  }

  /** Resolves when somebody resumes or stops. */
  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    this.#wakeUp = null;
  }

  /** What an engine builds once before its first task. False when it was stopped meanwhile. */
  async #prepare(): Promise<boolean> {
    const { engine, job, assets, hooks, clock } = this.#options;
    const steps = engine.prepare?.(job, assets);
    if (!steps) return true;
    let told = -Infinity;
    for (;;) {
      const step = steps.next();
      if (step.done) {
        this.#prepared = step.value;
        return true;
      }
      if (clock() - told >= PROGRESS_MS) {
        told = clock();
        hooks.status('preparing', `${step.value.what} (${Math.floor(step.value.fraction * 100)} %)`);
      }
      await new Promise(setImmediate);
      while (this.#wish === 'pause') {
        hooks.status('paused', '');
        await this.#sleep();
      }
      if (this.#wish === 'stop') return false;
    }
  }

  #begin(): void {
    const { engine, job, checkpoint, clock } = this.#options;
    if (checkpoint) {
      if (checkpoint.engine !== engine.name || checkpoint.engineVersion !== engine.version) {
        throw new Error(
          `the checkpoint is of engine ${checkpoint.engine}, version ${checkpoint.engineVersion}; ` +
            `this is ${engine.name}, version ${engine.version}. Start the run anew.`,
        );
      }
      this.#returned = checkpoint.active.map(({ task, search }) => ({ task, search }));
    }
    this.#plan = engine.plan(job, checkpoint?.plan);
    this.#nodes = this.#plan.tally().nodes;
    this.#latestNews = this.#plan.news?.();
    this.#time.start();
    this.#handOverAt = this.#time.elapsedMs + INLINE_MS;
    this.#checkpointAt = clock();
    this.#speed.reset(clock(), this.#nodes);
    this.#slots = [idle(new InlineLane(new TaskExecutor(engine, job, this.#prepared, clock)), true)];
    this.#options.hooks.status('running', '');
  }

  /** Keeps every lane busy until something asks for a halt. Never blocks; called after every change. */
  #pump(): void {
    if (this.#settled || this.#holding) return;
    try {
      if (this.#mustHold()) {
        if (this.#slots.every((s) => s.granted === 0)) this.#hold();
        return;
      }
      for (const slot of this.#slots) this.#feed(slot);
      if (this.#slots.some((s) => s.granted > 0)) return;
      if (this.#plan.finished && this.#slots.every((s) => s.task === null) && this.#returned.length === 0) {
        this.#end(this.#plan.outcome?.() ?? (this.#hasAnswer() ? 'solved' : 'exhausted'));
      } else if (this.#nodesLeft() <= 0) {
        this.#hold();
      } else {
        throw new Error('the engine has no task to give, yet is not finished');
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** An end by itself is an answer when it brought what was wanted; all solutions counted is the other end. */
  #hasAnswer(): boolean {
    const { sliding } = this.#plan.tally();
    return sliding ? sliding.path !== null : this.#found.enough;
  }

  #mustHold(): boolean {
    return (
      this.#wish !== 'run' ||
      this.#millisecondsLeft() <= 0 ||
      this.#options.clock() - this.#checkpointAt >= (this.#options.checkpointMs ?? CHECKPOINT_MS)
    );
  }

  #millisecondsLeft(): number {
    const { seconds } = this.#limits;
    return seconds === null ? Infinity : seconds * 1000 - this.#time.elapsedMs;
  }

  /** Nodes that are neither used nor granted to a slice under way. */
  #nodesLeft(): number {
    const { nodes } = this.#limits;
    if (nodes === null) return Infinity;
    return nodes - this.#nodes - this.#slots.reduce((sum, s) => sum + s.granted, 0);
  }

  /** What the pace says; near the limit in nodes so much less that the last slice is an exact one. */
  #budget(slot: Slot): number {
    const paced = slot.pace.budget(this.#millisecondsLeft());
    const left = this.#nodesLeft();
    if (paced + EXACT_SLICE <= left) return paced;
    return left <= EXACT_SLICE
      ? Math.min(paced, left)
      : Math.min(paced, Math.max(EXACT_SLICE, left - EXACT_SLICE));
  }

  #feed(slot: Slot): void {
    if (slot.granted > 0) return;
    const budget = this.#budget(slot);
    if (budget < 1) return;
    if (!slot.task) {
      const returned = this.#returned.shift();
      const task = returned?.task ?? this.#plan.next();
      if (!task) return;
      slot.task = task;
      slot.lane.open(task, returned?.search, this.#latestNews);
      slot.news = undefined;
    }
    slot.granted = budget;
    slot.lane.step(budget, slot.news).then(
      (stepped) => this.#stepped(slot, stepped),
      (error: unknown) => this.#fail(error),
    );
    slot.news = undefined;
  }

  async #stepped(slot: Slot, stepped: Stepped): Promise<void> {
    if (this.#settled) return;
    try {
      const { slice } = stepped;
      this.#plan.absorb(slot.task!, slice);
      this.#nodes = this.#plan.tally().nodes;
      this.#current = slice.current ?? this.#current;
      this.#depth = slice.depth;
      slot.repeated = slice.repeated ?? null;
      slot.pace.learn(stepped);
      const news = this.#found.take(slice);
      if (news.length > 0) await this.#options.hooks.found(news);
      if (slice.done) slot.task = null;
      slot.granted = 0;
      if (this.#found.enough) {
        this.#end('solved');
        return;
      }
      this.#spread();
      this.#tellProgress();
      if (slot.inline) await this.#handOver(slot);
      this.#pump();
    } catch (error) {
      this.#fail(error);
    }
  }

  #spread(): void {
    const news = this.#plan.news?.();
    if (news === undefined) return;
    this.#latestNews = news;
    for (const slot of this.#slots) slot.news = news;
  }

  #tellProgress(): void {
    const now = this.#options.clock();
    if (this.#settled || now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    this.#speed.add(now, this.#nodes);
    this.#options.hooks.progress(this.#figures(false), this.#current);
    this.#tellRepeating();
  }

  /** While searches repeat what their checkpoint had done, no node is new: said, lest the run look hung. */
  #tellRepeating(): void {
    const shares = this.#slots.flatMap(({ repeated }) => (repeated === null ? [] : [repeated]));
    const message =
      shares.length > 0 ? `catching up with the checkpoint, ${Math.floor(100 * Math.min(...shares))} %` : '';
    if (message === this.#repeating) return;
    this.#repeating = message;
    this.#options.hooks.status('running', message);
  }

  /** Once the run has lasted a moment: start the workers; once one is ready: leave the work to them. */
  async #handOver(slot: Slot): Promise<void> {
    const { job, startLane } = this.#options;
    if (job.threads === 1) return;
    if (this.#workers === 'none' && this.#time.elapsedMs > this.#handOverAt) {
      this.#workers = 'starting';
      for (let i = 0; i < job.threads; i++) {
        startLane(job, this.#prepared).then(
          (lane) => {
            if (this.#settled) return lane.close();
            this.#workers = 'ready';
            this.#slots.push(idle(lane, false));
            this.#pump();
          },
          (error: unknown) => this.#fail(error),
        );
      }
    }
    if (this.#workers !== 'ready') return;
    if (slot.task) this.#returned.unshift({ task: slot.task, search: await slot.lane.checkpoint() });
    this.#slots = this.#slots.filter((s) => s !== slot);
  }

  /** All lanes stand still: take the checkpoint, then do what the halt was for. */
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
    const { engine, hooks, clock } = this.#options;
    const active = [...this.#returned];
    for (const { task, lane } of this.#slots) {
      if (task) active.push({ task, search: await lane.checkpoint() });
    }
    const checkpoint: RunCheckpoint = {
      engine: engine.name,
      engineVersion: engine.version,
      plan: this.#plan.checkpoint(),
      active,
      elapsedMs: this.#time.elapsedMs,
      ...this.#found.state,
    };
    const figures = this.#figures(false);
    await hooks.checkpoint(checkpoint, figures);
    this.#checkpointAt = clock();
    if (this.#millisecondsLeft() <= 0 || this.#nodesLeft() <= 0) {
      this.#end('limit');
      return;
    }
    while (this.#wish === 'pause') {
      this.#time.stop();
      if (!this.#paused) hooks.progress(figures, this.#current);
      this.#paused = true;
      hooks.status('paused', '');
      await this.#sleep();
    }
    if (this.#wish === 'stop') {
      this.#end('stopped');
      return;
    }
    if (this.#paused) {
      this.#paused = false;
      this.#time.start();
      this.#checkpointAt = clock();
      this.#speed.reset(clock(), this.#nodes);
      hooks.status('running', '');
    }
  }

  #figures(final: boolean): RunFigures {
    const tally = this.#found.tally(this.#plan);
    const { elapsedMs } = this.#time;
    const average = elapsedMs > 0 ? (tally.nodes / elapsedMs) * 1000 : 0;
    return figuresOf(tally, {
      elapsedMs,
      nodesPerSecond: Math.round(final ? average : (this.#speed.perSecond ?? average)),
      depth: this.#depth,
      best: this.#found.best,
      sizes: this.#options.scorer.sizes,
      counters: this.#options.engine.counters,
    });
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

const idle = (lane: Lane, inline: boolean): Slot => ({
  lane,
  inline,
  pace: new Pace(),
  task: null,
  granted: 0,
  news: undefined,
  repeated: null,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
