import type { Finding, Job, Limits } from '../../src-core/engine.ts';
import type { EngineMessage, Hello } from '../../src-core/run/engine-protocol.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from '../solver-process/protocol.ts';
import { RunClock } from '../solver-process/run-clock.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import { SpeedMeter } from '../solver-process/speed-meter.ts';
import { Conversation } from './conversation.ts';
import { timeouts } from './timeouts.ts';
import type { Program } from './programs.ts';
import { RunRecord } from './run-record.ts';
import { startWatchdog } from './watchdog.ts';

type Start = Extract<SolverCommand, { type: 'start' }>;
type Later = Exclude<SolverCommand, { type: 'start' }>;

/**
 * Runs an external program behind the interface of a solver process. Edgewise computes the score of each board itself,
 * before it passes the board on. If the program breaks the protocol, the run fails with an error that blames the
 * engine. `program`: the program, or the reason why the run must fail. `overhear` receives the engine's own messages.
 */
export function externalSolver(
  program: Program | string,
  overhear: (message: EngineMessage) => void = () => undefined,
): SolverHandle {
  const listeners: ((message: SolverMessage) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  let run: ExternalRun | null = null;
  let killed = false;
  /** commands received before the run started */
  const early: Later[] = [];
  const post = (message: SolverMessage): void => listeners.forEach((listener) => listener(message));
  function begin(start: Start): void {
    if (killed) return;
    try {
      if (typeof program === 'string') throw new Error(program);
      run = new ExternalRun(program, start, post, overhear);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      post({ type: 'ended', status: 'failed', message, figures: null, peakMemoryBytes: 0, cpuMs: 0 });
      return;
    }
    run.open();
    for (const command of early) run.hear(command);
  }
  return {
    post(command) {
      if (command.type === 'start') {
        if (typeof program !== 'string') startWatchdog();
        // Starting a process blocks the host. Let the host answer requests between starting the watchdog and starting
        // the engine.
        setImmediate(() => begin(command));
      } else if (run) run.hear(command);
      else early.push(command);
    },
    onMessage: (listener) => void listeners.push(listener),
    // The listeners are called only after `kill`. The message `ended` reports every other end of a run.
    onExit: (listener) => void exits.push(listener),
    kill() {
      if (killed) return;
      killed = true;
      run?.kill();
      queueMicrotask(() => exits.forEach((exit) => exit(null)));
    },
    get pid() {
      return run?.pid;
    },
  };
}

class ExternalRun {
  readonly #program: Program;
  readonly #job: Job;
  readonly #limits: Limits;
  readonly #post: (message: SolverMessage) => void;
  readonly #talk: Conversation;
  readonly #record: RunRecord;
  readonly #clock: RunClock;
  readonly #speed = new SpeedMeter();
  readonly #checkpointMs: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** the program's `hello` message; null until the program is ready for the job */
  #hello: Hello | null = null;
  #begun = false;
  #numbers = 0;
  #unstored = 0;
  #toldAt = -Infinity;
  #paused = false;
  #stopping: RunEnd | null = null;
  #ended = false;

  /** Throws a user-facing error if the program can't be started. */
  constructor(
    program: Program,
    { job, limits, checkpoints, elapsedMs = 0, lowPriority, checkpointMs = 30_000 }: Start,
    post: (message: SolverMessage) => void,
    overhear: (message: EngineMessage) => void,
  ) {
    if (job.puzzle.kind !== 'edge-matching') throw new Error('external engines solve edge-matching puzzles');
    this.#program = program;
    this.#job = job;
    this.#limits = limits;
    this.#post = post;
    this.#checkpointMs = checkpointMs;
    this.#record = new RunRecord(job.puzzle, checkpoints);
    this.#clock = new RunClock(() => performance.now(), Math.max(elapsedMs, this.#record.elapsedBefore));
    this.#talk = new Conversation(
      program,
      job.puzzle,
      { job, limits, lowPriority },
      {
        ready: (hello) => this.#ready(hello),
        said: (message) => {
          overhear(message);
          this.#take(message);
        },
        fault: (what) => this.#fault(what),
        gone: (code, signal, why) => this.#gone(code, signal, why),
      },
    );
  }

  get pid(): number | undefined {
    return this.#talk.child.pid;
  }

  open(): void {
    this.#prepare();
    this.#talk.open();
  }

  hear(command: Later): void {
    if (this.#ended) return;
    if (command.type === 'stored') {
      if (--this.#unstored === 0) this.#talk.child.hold(false);
    } else if (command.type === 'pause') this.#pause();
    else if (command.type === 'resume') this.#resume();
    else this.#stop('stopped');
  }

  kill(): void {
    this.#ended = true;
    this.#clear();
    this.#talk.close();
  }

  #prepare(): void {
    this.#post({ type: 'status', status: 'preparing', message: `Starting ${this.#program.name}` });
  }

  #ready(hello: Hello): void {
    this.#hello = hello;
    if (this.#record.state !== null && !hello.checkpoints) this.#fault('it no longer supports checkpoints');
    else if (!this.#paused) this.#begin();
  }

  #begin(): void {
    this.#begun = true;
    this.#talk.giveJob(this.#job, this.#limits, this.#record.state);
    this.#clock.start();
    this.#speed.reset(performance.now(), this.#record.nodes);
    this.#post({ type: 'status', status: 'running', message: '' });
    this.#every(250, () => this.#watch());
    this.#every(this.#checkpointMs, () => this.#talk.askForState());
  }

  #take(message: EngineMessage): void {
    try {
      this.#handle(message);
    } catch (error) {
      this.#fault(error instanceof Error ? error.message : String(error));
    }
  }

  #handle(message: EngineMessage): void {
    switch (message.type) {
      case 'progress':
        this.#record.progress(message);
        this.#tell();
        return;
      case 'board':
        this.#board(message);
        return;
      case 'checkpoint': {
        if (!this.#hello!.checkpoints)
          throw new Error('it sent “checkpoint”, although its “hello” says that it has no checkpoints');
        const checkpoint = this.#record.keep(message.state, this.#clock.elapsedMs);
        this.#post({ type: 'checkpoint', checkpoint, figures: this.#figures() });
        return;
      }
      case 'done':
        this.#done(message);
    }
  }

  #board(message: Extract<EngineMessage, { type: 'board' }>): void {
    const finding = this.#record.board(message);
    if (!finding) return;
    const { solutions, boards } = this.#job.wanted;
    if (finding.type === 'improved' || boards) this.#find(finding);
    if (solutions !== 'all' && this.#record.raw >= solutions) this.#stop('solved');
    this.#tell();
  }

  #done(message: Extract<EngineMessage, { type: 'done' }>): void {
    if (message.status === 'failed') {
      this.#end('failed', message.message || 'the engine gave no reason');
      return;
    }
    this.#record.done(message);
    const isProof = message.status !== 'exhausted' || this.#hello!.proves;
    this.#end(this.#stopping ?? (isProof ? message.status : 'limit'), message.message);
  }

  /** Sends a finding to the host. Stops reading the engine's output until the host has stored the finding. */
  #find(finding: Finding): void {
    this.#unstored++;
    this.#talk.child.hold(true);
    this.#post({ type: 'found', number: ++this.#numbers, findings: [finding] });
  }

  #watch(): void {
    if (this.#paused || this.#stopping) return;
    const { seconds, nodes } = this.#limits;
    if (seconds !== null && this.#clock.elapsedMs >= seconds * 1000) this.#stop('limit');
    else if (nodes !== null && this.#record.nodes >= nodes) this.#stop('limit');
    else if (this.#unstored === 0 && this.#talk.silentMs > timeouts.silenceMs) {
      this.#fault(`no message for ${timeouts.silenceMs / 1000} seconds`);
    } else this.#tell();
  }

  #pause(): void {
    if (this.#paused || this.#stopping) return;
    this.#paused = true;
    if (this.#begun) {
      this.#clock.stop();
      // Save a checkpoint, because the user may be about to switch off the computer.
      this.#talk.askForState();
      this.#talk.pause();
    }
    this.#post({ type: 'status', status: 'paused', message: '' });
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (!this.#begun) {
      if (this.#hello) this.#begin();
      else this.#prepare();
      return;
    }
    this.#clock.start();
    this.#speed.reset(performance.now(), this.#record.nodes);
    this.#talk.resume();
    this.#post({ type: 'status', status: 'running', message: '' });
  }

  /** Asks the program to end. Kills it if it doesn't end in time, or if it has no job yet. */
  #stop(status: RunEnd): void {
    if (this.#stopping) return;
    this.#stopping = status;
    if (!this.#begun) {
      this.#end(status, '');
      return;
    }
    this.#talk.askForState();
    this.#talk.stop();
    this.#timers.add(
      setTimeout(
        () =>
          this.#end(
            status,
            `the engine did not react to “stop” within ${timeouts.stopMs / 1000} seconds and was killed`,
          ),
        timeouts.stopMs,
      ),
    );
  }

  #gone(code: number | null, signal: string | null, why?: string): void {
    if (why !== undefined) this.#end('failed', `the engine can't be started: ${why}`);
    else if (this.#stopping) this.#end(this.#stopping, '');
    else if (this.#program.adapter === 'lines' && code === 0) {
      this.#end(this.#record.raw > 0 ? 'solved' : 'limit', '');
    } else {
      this.#end('failed', `the engine ended without “done” (${signal ?? `exit code ${code ?? 'unknown'}`})`);
    }
  }

  #fault(what: string): void {
    this.#end('failed', `engine error: ${what}`);
  }

  #end(status: RunEnd, message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#clear();
    this.#clock.stop();
    const { cpuMs, memoryBytes, lastWords } = this.#talk.child;
    this.#talk.close();
    if (lastWords !== '') this.#post({ type: 'log', text: `${this.#program.name} wrote: ${lastWords}` });
    const figures = this.#figures();
    const { current } = this.#record;
    this.#post({ type: 'progress', figures, current, memoryBytes, cpuMs });
    this.#post({ type: 'ended', status, message, figures, peakMemoryBytes: memoryBytes, cpuMs });
  }

  #tell(): void {
    const now = performance.now();
    if (this.#ended || now - this.#toldAt < timeouts.progressMs) return;
    this.#toldAt = now;
    this.#speed.add(now, this.#record.nodes);
    const { memoryBytes, cpuMs } = this.#talk.child;
    const { current } = this.#record;
    this.#post({ type: 'progress', figures: this.#figures(), current, memoryBytes, cpuMs });
  }

  #figures(): RunFigures {
    const { elapsedMs } = this.#clock;
    const { nodes } = this.#record;
    const nodesPerSecond = this.#speed.perSecond ?? (elapsedMs > 0 ? (nodes / elapsedMs) * 1000 : 0);
    return this.#record.figures({ elapsedMs, nodesPerSecond, cpuMs: this.#talk.child.cpuMs });
  }

  #every(ms: number, then: () => void): void {
    this.#timers.add(setInterval(then, ms));
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
