import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { Finding, Job } from '../../src-core/engine.ts';
import type { Hello } from '../../src-core/run/engine-protocol.ts';
import type { OptionValue } from '../../src-core/run/options.ts';
import { counted } from '../../src-core/puzzle/problem.ts';
import type { SolverMessage } from '../solver-process/protocol.ts';
import type { RunEnd } from '../solver-process/runner.ts';
import { externalSolver } from './external-solver.ts';
import { greet } from './greet.ts';
import { patience } from './patience.ts';
import { startOf, type Program, type Promised } from './programs.ts';

/**
 * How long an engine may take over a 4 × 4 puzzle, and to say a word. More than the protocol page asks for: a machine
 * that is busy with other things breaks no promise of the engine's.
 */
const checkPatience = { solveMs: 120_000, wordMs: 10_000 };
/** What was under way when “pause” was said may still be told for so long. */
const SETTLE_MS = 3_000;

/** What is tried: how it is started, and who speaks for it. */
type Tried = Pick<Program, 'adapter' | 'command' | 'args'>;

/** Tries what the protocol page asks of an engine, one after the other. */
export async function checkProgram(tried: Tried, printed?: Hello): Promise<Promised[]> {
  const results: Promised[] = [];
  const result = (promise: string, why: string): void =>
    void results.push({ promise, kept: why === '', why });
  let hello: Hello;
  if (tried.adapter === 'lines' && printed) {
    hello = printed;
  } else {
    const promise = 'says hello within ten seconds, with name, version and what it solves';
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
  const solved = await runOn(program, 4, { seconds: checkPatience.solveMs / 1000 });
  result(
    `solves a framed 4 × 4 puzzle within ${checkPatience.solveMs / 1000} seconds; its boards are boards, its solution is one`,
    solved.status === 'solved' && solved.solutions > 0 ? '' : endedAs(solved),
  );
  if (tried.adapter === 'lines') return results; // the rest is promised by who speaks the protocol
  result(
    `tells progress at least every two seconds (up to ${checkPatience.wordMs / 1000} are let pass on a busy machine)`,
    solved.longestSilence <= checkPatience.wordMs
      ? ''
      : `${Math.round(solved.longestSilence)} ms without a word`,
  );

  const stopped = await runOn(program, 10, { stopAfter: 1_000 });
  const late =
    stopped.stoppedAfter >= patience.stopMs ? `it had not after ${patience.stopMs / 1000} seconds` : '';
  result(
    `ends within ${patience.stopMs / 1000} seconds of “stop”, with “done”`,
    stopped.status === 'failed' ? endedAs(stopped) : late,
  );

  if (hello.pauses) {
    const paused = await runOn(program, 10, { pauseAfter: 1_000, stopAfter: 3_500 + SETTLE_MS });
    result(
      'searches no further between “pause” and “resume”',
      paused.nodesWhilePaused > 0 ? `${counted(paused.nodesWhilePaused, 'node')} meanwhile` : '',
    );
  }
  if (hello.checkpoints) {
    const first = await runOn(program, 10, { checkpointMs: 500, stopAfter: 1_500 });
    const state = first.checkpoints.at(-1);
    result('answers “checkpoint” with a state', state ? '' : 'no state came');
    if (state) {
      const second = await runOn(program, 10, { checkpoints: [state], stopAfter: 1_000 });
      result('goes on from its state', second.status === 'failed' ? endedAs(second) : '');
    }
  }
  return results;
}

interface Ran {
  status: RunEnd;
  message: string;
  solutions: number;
  longestSilence: number;
  stoppedAfter: number;
  nodesWhilePaused: number;
  checkpoints: Uint8Array[];
}

const endedAs = ({ status, message, solutions }: Ran): string =>
  `it ended as ${status}${message === '' ? '' : ` (${message})`} with ${counted(solutions, 'solution')}`;

function runOn(
  program: Program,
  size: number,
  plan: {
    seconds?: number;
    stopAfter?: number;
    pauseAfter?: number;
    checkpointMs?: number;
    checkpoints?: Uint8Array[];
  },
): Promise<Ran> {
  const { puzzle } = generate({ family: 'framed', width: size, height: size, seed: 1 });
  const options: Record<string, OptionValue> = Object.fromEntries(
    program.hello.options.map(({ name, default: value }) => [name, value]),
  );
  const job: Job = {
    puzzle,
    engine: program.name,
    options,
    wanted: { solutions: 1, boards: true },
    limits: { seconds: plan.seconds ?? 20, nodes: null },
    seed: 1,
    threads: 1,
  };
  const handle = externalSolver(program);
  const ran: Ran = {
    status: 'failed',
    message: '',
    solutions: 0,
    longestSilence: 0,
    stoppedAfter: 0,
    nodesWhilePaused: 0,
    checkpoints: [],
  };
  return new Promise((resolve) => {
    let heardAt = performance.now();
    let nodes = 0;
    let pausedAt: number | null = null;
    let stopAt = Infinity;
    const timers: NodeJS.Timeout[] = [];
    /** Counted from its hello: how long a program takes to start is asked for by itself. */
    function begin(): void {
      if (timers.length > 0) return;
      heardAt = performance.now();
      if (plan.pauseAfter !== undefined) timers.push(setTimeout(pause, plan.pauseAfter));
      if (plan.stopAfter !== undefined) timers.push(setTimeout(stop, plan.stopAfter));
    }
    function pause(): void {
      handle.post({ type: 'pause' });
      setTimeout(() => (pausedAt = nodes), SETTLE_MS);
      setTimeout(() => {
        ran.nodesWhilePaused = nodes - (pausedAt ?? nodes);
        pausedAt = null;
        handle.post({ type: 'resume' });
      }, SETTLE_MS + 1_500);
    }
    function stop(): void {
      stopAt = performance.now();
      handle.post({ type: 'stop' });
    }
    handle.onMessage((message: SolverMessage) => {
      if (message.type === 'status' && message.status === 'running') begin();
      else if (message.type === 'progress') {
        if (message.figures.nodes !== nodes) {
          ran.longestSilence = Math.max(ran.longestSilence, performance.now() - heardAt);
          heardAt = performance.now();
        }
        nodes = message.figures.nodes;
      } else if (message.type === 'found') {
        ran.solutions += message.findings.filter(({ type }: Finding) => type === 'solution').length;
        handle.post({ type: 'stored', number: message.number });
      } else if (message.type === 'checkpoint') ran.checkpoints.push(message.checkpoint);
      else if (message.type === 'ended') {
        for (const timer of timers) clearTimeout(timer);
        ran.status = message.status;
        ran.message = message.message;
        ran.stoppedAfter = Math.max(0, performance.now() - stopAt);
        resolve(ran);
      }
    });
    handle.post({
      type: 'start',
      job,
      limits: job.limits,
      checkpoints: plan.checkpoints ?? [],
      databasesDir: '',
      lowPriority: false,
      ...(plan.checkpointMs !== undefined && { checkpointMs: plan.checkpointMs }),
    });
  });
}
