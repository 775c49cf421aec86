import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../../src-core/engine.ts';
import { counted } from '../../src-core/text/counted.ts';
import type { EngineMessage, Hello } from '../../src-core/run/engine-protocol.ts';
import { draftJob } from '../../src-core/drive/make-job.ts';
import type { SolverHandle, SolverMessage } from '../solver-process/protocol.ts';
import { cpuOf } from './child.ts';
import { engineOf } from './external-engine.ts';
import { externalSolver } from './external-solver.ts';
import { greet } from './greet.ts';
import { checkTimeouts, timeouts } from './timeouts.ts';
import { startOf, type Program, type Promised } from './programs.ts';

const CHECK_MS = 100;

/** Number of progress messages that the check waits for. */
const AWAITED_REPORTS = 3;

type Tried = Pick<Program, 'adapter' | 'command' | 'args'>;

/**
 * Checks the promises of docs/reference/protocol.md one after another and returns the results. A program that only
 * prints boards is checked for a single promise: that it solves a puzzle. `printed`: the `hello` message made for such
 * a program.
 */
export async function checkProgram(tried: Tried, printed?: Hello): Promise<Promised[]> {
  const results: Promised[] = [];
  const result = (promise: string, why: string): void =>
    void results.push({ promise, kept: why === '', why });
  const isLines = tried.adapter === 'lines' && printed !== undefined;
  let hello: Hello;
  if (isLines) hello = printed;
  else {
    const promise = `sends “hello” within ${inSeconds(timeouts.helloMs)}, with name, version and what it solves`;
    try {
      const { command, args } = startOf(tried);
      hello = await greet(command, args);
      result(promise, '');
    } catch (error) {
      result(promise, (error as Error).message);
      return results;
    }
  }
  const program: Program = { ...tried, name: 'checked', hash: null, addedAt: '', hello };

  const small = new TrialRun(program, 4, { seconds: checkTimeouts.solveMs / 1000 });
  await small.until(
    () => small.ended !== null,
    checkTimeouts.solveMs + timeouts.helloMs + 2 * timeouts.stopMs,
  );
  result(
    `solves a framed 4 × 4 puzzle within ${inSeconds(checkTimeouts.solveMs)}, with valid boards and a valid solution`,
    small.ended?.status === 'solved' && small.solutions > 0 ? '' : small.howItEnded,
  );
  if (isLines) return results;
  result('sends “done” at the end', small.saidDone ? '' : small.howItEnded);

  const long = new TrialRun(program, 10);
  result(
    `reports progress at least every two seconds (here, ${AWAITED_REPORTS} reports within ${inSeconds(AWAITED_REPORTS * checkTimeouts.reportMs)} are enough, because the machine may be busy)`,
    await tellsProgress(long),
  );
  result(`ends within ${inSeconds(timeouts.stopMs)} of “stop”, with “done”`, await endsWhenAsked(long));
  if (hello.pauses) {
    result(
      'stops searching between “pause” and “resume”, and then continues',
      await pauses(new TrialRun(program, 10)),
    );
  }
  if (hello.checkpoints) {
    const first = new TrialRun(program, 10, { checkpointMs: 500 });
    await first.until(() => first.state !== null, AWAITED_REPORTS * checkTimeouts.reportMs);
    first.leave();
    result('answers “checkpoint” with a state', first.state ? '' : (first.endedEarly ?? 'it sent no state'));
    if (first.state) {
      const second = new TrialRun(program, 10, { state: first.state });
      result('resumes from its state', await tellsProgress(second));
      second.leave();
    }
  }
  return results;
}

const inSeconds = (ms: number): string => counted(ms / 1000, 'second');

async function tellsProgress(run: TrialRun): Promise<string> {
  if (await run.until(() => run.reports >= AWAITED_REPORTS, AWAITED_REPORTS * checkTimeouts.reportMs))
    return '';
  return run.endedEarly ?? counted(run.reports, 'progress report');
}

async function endsWhenAsked(run: TrialRun): Promise<string> {
  if (run.endedEarly !== null) return run.endedEarly;
  run.post({ type: 'stop' });
  await run.until(() => run.ended !== null, 2 * timeouts.stopMs);
  return run.saidDone && run.ended?.status === 'stopped' ? '' : run.howItEnded;
}

async function pauses(run: TrialRun): Promise<string> {
  try {
    await run.until(() => run.reports > 0, AWAITED_REPORTS * checkTimeouts.reportMs);
    run.post({ type: 'pause' });
    await sleep(checkTimeouts.settleMs);
    const { nodes, cpuMs } = run;
    const busyMs = (): number => run.cpuMs - cpuMs;
    const checking = setInterval(() => run.checkConditions(), CHECK_MS);
    await run.until(() => run.nodes > nodes || busyMs() > checkTimeouts.restCpuMs, checkTimeouts.restMs);
    clearInterval(checking);
    const { endedEarly } = run;
    if (endedEarly !== null) return endedEarly;
    if (run.nodes > nodes) return `it searched ${counted(run.nodes - nodes, 'node')} while paused`;
    if (busyMs() > checkTimeouts.restCpuMs) return `it used ${busyMs()} ms of processor time while paused`;
    const { reports } = run;
    run.post({ type: 'resume' });
    if (await run.until(() => run.reports > reports, AWAITED_REPORTS * checkTimeouts.reportMs)) return '';
    return run.endedEarly ?? 'it reported no progress after “resume”';
  } finally {
    run.leave();
  }
}

class TrialRun {
  readonly #handle: SolverHandle;
  readonly #size: number;
  readonly #conditions = new Set<() => void>();
  reports = 0;
  nodes = 0;
  solutions = 0;
  saidDone = false;
  /** the last checkpoint that the engine sent */
  state: Uint8Array | null = null;
  ended: Extract<SolverMessage, { type: 'ended' }> | null = null;

  constructor(
    program: Program,
    size: number,
    {
      seconds = null,
      checkpointMs,
      state,
    }: { seconds?: number | null; checkpointMs?: number; state?: Uint8Array } = {},
  ) {
    this.#size = size;
    this.#handle = externalSolver(program, (message) => this.#said(message));
    this.#handle.onMessage((message) => this.#hear(message));
    const job = jobOf(program, size, seconds);
    this.post({
      type: 'start',
      job,
      limits: job.limits,
      checkpoints: state ? [state] : [],
      databasesDir: '',
      lowPriority: false,
      ...(checkpointMs !== undefined && { checkpointMs }),
    });
  }

  get howItEnded(): string {
    if (!this.ended) return 'it did not end';
    const { status, message } = this.ended;
    const done = this.saidDone ? '' : ', without “done”';
    return `it ended as ${status}${message === '' ? '' : ` (${message})`} with ${counted(this.solutions, 'solution')}${done}`;
  }

  /**
   * Returns what went wrong if the run ended before it was asked to stop; otherwise null. After such an end, the
   * remaining requirements of the protocol can't be checked.
   */
  get endedEarly(): string | null {
    return (
      this.ended &&
      `on a ${this.#size} × ${this.#size} puzzle ${this.howItEnded}, before it was asked to stop`
    );
  }

  post(command: Parameters<SolverHandle['post']>[0]): void {
    this.#handle.post(command);
  }

  /**
   * Resolves when the condition becomes true, the run ends or the time is up. Returns whether the condition became
   * true.
   */
  until(condition: () => boolean, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#conditions.delete(check);
        resolve(condition());
      };
      const check = (): void => {
        if (condition() || this.ended) finish();
      };
      const timer = setTimeout(finish, ms);
      this.#conditions.add(check);
      check();
    });
  }

  /** Checks the condition of every pending `until`. Called after each message, and regularly in between. */
  checkConditions(): void {
    for (const check of this.#conditions) check();
  }

  /** Processor time of the program in milliseconds; 0 if the operating system doesn't report it. */
  get cpuMs(): number {
    return cpuOf(this.#handle.pid);
  }

  leave(): void {
    this.#handle.kill();
  }

  #said(message: EngineMessage): void {
    if (message.type === 'progress') {
      this.reports++;
      this.nodes = message.nodes;
    } else if (message.type === 'done') this.saidDone = true;
    this.checkConditions();
  }

  #hear(message: SolverMessage): void {
    if (message.type === 'found') {
      this.solutions += message.findings.filter(({ type }) => type === 'solution').length;
      this.post({ type: 'stored', number: message.number });
    } else if (message.type === 'checkpoint') this.state = message.checkpoint;
    else if (message.type === 'ended') this.ended = message;
    this.checkConditions();
  }
}

const jobOf = (program: Program, size: number, seconds: number | null): Job =>
  draftJob(
    engineOf(program),
    generate({ family: 'framed', width: size, height: size, seed: 1 }).puzzle,
    { limits: { seconds, nodes: null } },
    totalmem(),
  );
