import { deserialize, serialize } from 'node:v8';
import * as v from 'valibot';
import { EngineMessage, Hello, PROTOCOL } from '../../src-core/run/engine-protocol.ts';
import type { Finding, Job, Limits } from '../../src-core/engine.ts';
import { readBoard } from '../../src-core/formats/formats.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import { isBetter, type BoardMeasure } from '../solver-process/figures.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from '../solver-process/protocol.ts';
import { RunClock } from '../solver-process/run-clock.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import { scorerOf } from '../solver-process/scorer.ts';
import { SpeedMeter } from '../solver-process/speed-meter.ts';
import { BoardLines, filledArguments } from './lines-solver.ts';
import { startChild, type Child } from './child.ts';
import { startOf, type Program } from './programs.ts';

/** How long an engine may take. Tests shorten them. */
export const patience = {
  /** to say hello */
  helloMs: 10_000,
  /** between two lines while it searches */
  silenceMs: 120_000,
  /** to end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** lines a second, over a second, that are more than anybody needs */
  flood: 50_000,
};

/** Kept with a run, so that it goes on where the engine stood. */
interface Kept {
  readonly state: string;
  readonly nodes: number;
  readonly elapsedMs: number;
  readonly unique: readonly string[];
  readonly distinct: readonly string[];
  readonly raw: number;
}

/**
 * A run in a program of somebody else's, at the solver's end of the protocol that our own solver processes speak.
 * Nothing that the program says is believed: each board is scored from the tiles before it is passed on, and what
 * breaks the protocol ends the run as the engine's fault.
 */
export function externalSolver(program: Program): SolverHandle {
  const listeners: ((message: SolverMessage) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  let run: ExternalRun | null = null;
  const post = (message: SolverMessage): void => listeners.forEach((listener) => listener(message));
  return {
    post(command) {
      if (command.type === 'start') run ??= new ExternalRun(program, command, post);
      else run?.hear(command);
    },
    onMessage: (listener) => void listeners.push(listener),
    onExit: (listener) => void exits.push(listener), // its end is told as `ended`, whatever became of it
    kill: () => run?.kill(),
    get pid() {
      return run?.pid;
    },
  };
}

class ExternalRun {
  readonly #program: Program;
  readonly #job: Job;
  readonly #puzzle: EdgePuzzle;
  readonly #limits: Limits;
  readonly #post: (message: SolverMessage) => void;
  readonly #child: Child;
  readonly #clock: RunClock;
  readonly #speed = new SpeedMeter();
  readonly #scorer;
  readonly #checkpointMs: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** of a program that only prints boards */
  readonly #lines: BoardLines | null;
  readonly #forget: () => void;
  #hello: Hello | null = null;
  #kept: Kept | null = null;
  #nodes = 0;
  #depth = 0;
  #fraction: number | null = null;
  #current: PartialBoard | null = null;
  #best: BoardMeasure | null = null;
  #raw = 0;
  readonly #unique = new Set<string>();
  readonly #distinct = new Set<string>();
  readonly #announced = new Set<string>();
  #numbers = 0;
  #unstored = 0;
  #toldAt = -Infinity;
  #heardAt = performance.now();
  #second = { begin: 0, lines: 0 };
  #paused = false;
  #stopping: RunEnd | null = null;
  #ended = false;

  constructor(
    program: Program,
    {
      job,
      limits,
      checkpoints,
      lowPriority,
      checkpointMs = 30_000,
    }: Extract<SolverCommand, { type: 'start' }>,
    post: (message: SolverMessage) => void,
  ) {
    if (job.puzzle.kind !== 'edge-matching') throw new Error('external engines solve edge-matching puzzles');
    this.#program = program;
    this.#job = job;
    this.#puzzle = job.puzzle;
    this.#limits = limits;
    this.#post = post;
    this.#scorer = scorerOf(job.puzzle);
    this.#checkpointMs = checkpointMs;
    const [newest] = checkpoints;
    if (newest) {
      this.#kept = deserialize(newest) as Kept;
      this.#nodes = this.#kept.nodes;
      this.#raw = this.#kept.raw;
      for (const key of this.#kept.unique) this.#unique.add(key);
      for (const key of this.#kept.distinct) this.#distinct.add(key);
    }
    this.#clock = new RunClock(() => performance.now(), this.#kept?.elapsedMs ?? 0);
    post({ type: 'status', status: 'preparing', message: `Starting ${program.name}` });
    const isLines = program.adapter === 'lines';
    const start = startOf(program);
    const filled = isLines ? filledArguments(start.args, job, limits) : { args: start.args, forget: nothing };
    this.#forget = filled.forget;
    this.#lines = isLines ? new BoardLines(job.puzzle) : null;
    this.#child = startChild(
      start.command,
      filled.args,
      { lowPriority },
      {
        line: (text) => this.#line(text),
        tooLong: () => this.#fault('a line of more than 16 MB'),
        exit: (code, signal, why) => this.#gone(code, signal, why),
      },
    );
    if (isLines) {
      this.#hello = program.hello;
      this.#begin();
      return;
    }
    this.#say({ type: 'hello', protocol: PROTOCOL });
    this.#after(patience.helloMs, () => {
      if (!this.#hello) this.#fault(`no hello within ${patience.helloMs / 1000} seconds`);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  hear(command: Exclude<SolverCommand, { type: 'start' }>): void {
    if (this.#ended) return;
    if (command.type === 'stored') {
      if (--this.#unstored === 0) this.#child.hold(false);
    } else if (command.type === 'pause') this.#pause();
    else if (command.type === 'resume') this.#resume();
    else this.#stop('stopped');
  }

  kill(): void {
    this.#clear();
    this.#forget();
    this.#ended = true;
    this.#child.kill();
  }

  #line(text: string): void {
    if (this.#ended || text.trim() === '') return;
    const now = performance.now();
    this.#heardAt = now;
    if (now - this.#second.begin > 1000) this.#second = { begin: now, lines: 0 };
    if (++this.#second.lines > patience.flood)
      return this.#fault(`more than ${patience.flood} lines a second`);
    if (this.#lines) {
      const placements = this.#lines.read(text);
      if (placements) this.#board({ type: 'board', placements, solution: false });
      return;
    }
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      return this.#fault(`a line that is no JSON: ${quoted(text)}`);
    }
    if (!this.#hello) return this.#greet(said, text);
    const message = v.safeParse(EngineMessage, said, { abortEarly: true });
    if (!message.success) {
      const [issue] = message.issues;
      return this.#fault(
        `a message that is none: ${v.getDotPath(issue) ?? 'type'}: ${issue.message} in ${quoted(text)}`,
      );
    }
    this.#take(message.output);
  }

  #greet(said: unknown, text: string): void {
    const hello = v.safeParse(Hello, said, { abortEarly: true });
    if (!hello.success) {
      const [issue] = hello.issues;
      return this.#fault(`no hello but ${quoted(text)} (${v.getDotPath(issue) ?? 'type'}: ${issue.message})`);
    }
    this.#hello = hello.output;
    if (this.#kept && !this.#hello.checkpoints) return this.#fault('it goes on from no checkpoint any more');
    const { puzzle, options, wanted, seed, threads } = this.#job;
    this.#say({
      type: 'job',
      puzzle,
      options,
      wanted: wanted.solutions,
      limits: this.#limits,
      seed,
      threads,
      ...(this.#kept && { checkpoint: this.#kept.state }),
    });
    this.#begin();
    if (this.#hello.checkpoints) this.#every(this.#checkpointMs, () => this.#say({ type: 'checkpoint' }));
  }

  #begin(): void {
    this.#clock.start();
    this.#speed.reset(performance.now(), this.#nodes);
    this.#post({ type: 'status', status: 'running', message: '' });
    this.#every(250, () => this.#watch());
  }

  #take(message: EngineMessage): void {
    switch (message.type) {
      case 'progress':
        if (message.nodes < this.#nodes && !this.#kept) return this.#fault('nodes that go down');
        this.#nodes = Math.max(this.#nodes, message.nodes);
        this.#depth = message.depth;
        this.#fraction = message.fraction;
        if (message.placements) this.#current = this.#boardOf(message.placements);
        return this.#tell();
      case 'board':
        return this.#board(message);
      case 'checkpoint':
        return this.#keep(message.state);
      case 'done': {
        this.#nodes = Math.max(this.#nodes, message.nodes ?? 0);
        if (message.status === 'failed')
          return this.#end('failed', message.message || 'it says that it failed');
        if (message.status === 'solved' && this.#raw === 0) {
          return this.#fault('“solved”, without a board that is a solution');
        }
        const proved = message.status === 'exhausted' && this.#hello!.proves;
        const status = message.status === 'exhausted' && !proved ? 'limit' : message.status;
        return this.#end(this.#stopping ?? status, message.message);
      }
    }
  }

  /** Null, and the run has ended, when it is no board of this puzzle. */
  #boardOf(placements: unknown): PartialBoard | null {
    try {
      return readBoard(this.#puzzle, JSON.stringify(placements), { format: 'json' });
    } catch (error) {
      this.#fault(`a board that is none: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  #board({ placements, solution }: Extract<EngineMessage, { type: 'board' }>): void {
    const board = this.#boardOf(placements);
    if (!board) return;
    const score = scoreOf(this.#puzzle, board);
    if (score.duplicates > 0) return this.#fault(`a board with ${score.duplicates} tiles used twice`);
    if (score.illegal > 0) return this.#fault(`a board on which ${score.illegal} tiles lie as they may not`);
    if (solution && !score.solved) {
      return this.#fault(
        `a “solution” that is none: ${score.placed} of ${score.cells} tiles, ${score.matched} of ${score.edges} edges, ` +
          `${score.hintsKept} of ${score.hints} hints`,
      );
    }
    if (score.solved) {
      const name = board.join();
      if (this.#announced.has(name)) return;
      this.#announced.add(name);
      const { unique, distinct } = this.#scorer.classOf(board);
      this.#unique.add(unique);
      this.#distinct.add(distinct);
      this.#raw++;
      this.#best = score;
      if (this.#job.wanted.boards) this.#find({ type: 'solution', board });
      const { solutions } = this.#job.wanted;
      if (solutions !== 'all' && this.#raw >= solutions) this.#stop('solved');
    } else if (isBetter(score, this.#best)) {
      this.#best = score;
      this.#find({ type: 'improved', board });
    }
    this.#tell();
  }

  /** The engine is not read on until what it found is stored. */
  #find(finding: Finding): void {
    this.#unstored++;
    this.#child.hold(true);
    this.#post({ type: 'found', number: ++this.#numbers, findings: [finding] });
  }

  #keep(state: string): void {
    if (!this.#hello!.checkpoints) return this.#fault('a checkpoint, though its hello promises none');
    const kept: Kept = {
      state,
      nodes: this.#nodes,
      elapsedMs: this.#clock.elapsedMs,
      unique: [...this.#unique],
      distinct: [...this.#distinct],
      raw: this.#raw,
    };
    this.#post({ type: 'checkpoint', checkpoint: serialize(kept), figures: this.#figures() });
  }

  /** What time brings: limits, silence. */
  #watch(): void {
    if (this.#paused || this.#stopping) return;
    const { seconds, nodes } = this.#limits;
    if (seconds !== null && this.#clock.elapsedMs >= seconds * 1000) this.#stop('limit');
    else if (nodes !== null && this.#nodes >= nodes) this.#stop('limit');
    else if (!this.#lines && this.#unstored === 0 && performance.now() - this.#heardAt > patience.silenceMs) {
      this.#fault(`nothing said for ${patience.silenceMs / 1000} seconds`);
    } else this.#tell();
  }

  #pause(): void {
    if (this.#paused || this.#stopping || !this.#hello) return;
    this.#paused = true;
    this.#clock.stop();
    if (this.#hello.checkpoints) this.#say({ type: 'checkpoint' }); // who pauses may mean to switch the computer off
    if (this.#hello.pauses) this.#say({ type: 'pause' });
    else this.#child.halt(true);
    this.#post({ type: 'status', status: 'paused', message: '' });
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#heardAt = performance.now();
    this.#clock.start();
    this.#speed.reset(this.#heardAt, this.#nodes);
    if (this.#hello?.pauses) this.#say({ type: 'resume' });
    else this.#child.halt(false);
    this.#post({ type: 'status', status: 'running', message: '' });
  }

  /** Asks it to end; one that does not is ended. */
  #stop(status: RunEnd): void {
    if (this.#stopping) return;
    this.#stopping = status;
    if (this.#paused && !this.#hello?.pauses) this.#child.halt(false);
    if (this.#hello?.checkpoints) this.#say({ type: 'checkpoint' });
    if (this.#lines) this.#child.ask();
    else this.#say({ type: 'stop' });
    this.#after(patience.stopMs, () =>
      this.#end(
        status,
        `the engine did not hear “stop” within ${patience.stopMs / 1000} seconds and was ended`,
      ),
    );
  }

  #gone(code: number | null, signal: string | null, why?: string): void {
    if (this.#ended) return;
    if (why !== undefined) return this.#end('failed', `the engine can't be started: ${why}`);
    if (this.#stopping) return this.#end(this.#stopping, '');
    if (this.#lines && code === 0) return this.#end(this.#raw > 0 ? 'solved' : 'limit', '');
    this.#end('failed', `the engine ended without “done” (${signal ?? `exit code ${code ?? 'unknown'}`})`);
  }

  #fault(what: string): void {
    this.#end('failed', `the engine's fault: ${what}`);
  }

  #end(status: RunEnd, message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#clear();
    this.#forget();
    this.#clock.stop();
    const { cpuMs, memoryBytes } = this.#child;
    this.#child.kill();
    const words = this.#child.lastWords;
    if (words !== '') this.#post({ type: 'log', text: `${this.#program.name} wrote: ${words}` });
    const figures = this.#figures();
    this.#post({ type: 'progress', figures, current: this.#current, memoryBytes, cpuMs });
    this.#post({ type: 'ended', status, message, figures, peakMemoryBytes: memoryBytes, cpuMs });
  }

  #tell(): void {
    const now = performance.now();
    if (this.#ended || now - this.#toldAt < patience.progressMs) return;
    this.#toldAt = now;
    this.#speed.add(now, this.#nodes);
    const { memoryBytes, cpuMs } = this.#child;
    this.#post({ type: 'progress', figures: this.#figures(), current: this.#current, memoryBytes, cpuMs });
  }

  #figures(): RunFigures {
    const { elapsedMs } = this.#clock;
    return {
      ...noFigures,
      ...this.#scorer.sizes,
      nodes: this.#nodes,
      nodesPerSecond: this.#speed.perSecond ?? (elapsedMs > 0 ? (this.#nodes / elapsedMs) * 1000 : 0),
      elapsedMs,
      raw: this.#raw,
      unique: this.#unique.size,
      distinct: this.#distinct.size,
      fraction: this.#fraction,
      depth: this.#depth,
      peakDepth: Math.max(this.#depth, this.#best?.placed ?? 0),
      matched: this.#best?.matched ?? 0,
      placed: this.#best?.placed ?? 0,
      hintsKept: this.#best?.hintsKept ?? 0,
      counts: { cpuSeconds: this.#child.cpuMs / 1000 },
    };
  }

  #say(message: object): void {
    this.#child.write(JSON.stringify(message));
  }

  #after(ms: number, then: () => void): void {
    this.#timers.add(setTimeout(then, ms));
  }

  #every(ms: number, then: () => void): void {
    this.#timers.add(setInterval(then, ms));
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

const nothing = (): void => undefined;

/** What it said, for a sentence: short, and nothing in it that moves a terminal. */
const quoted = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  `“${text.slice(0, 80).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD')}${text.length > 80 ? '…' : ''}”`;
