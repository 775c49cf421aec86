import type { Engine } from '../../src-core/engine.ts';
import { isOwnEngine, setAddedEngines } from '../../src-core/engines.ts';
import type { SolverCommand, SolverHandle, SolverMessage, SpawnSolver } from '../solver-process/protocol.ts';
import { externalSolver } from './external-solver.ts';
import { readPrograms, whyNotAllowed, type Program } from './programs.ts';

const RUNS_ELSEWHERE = 'this engine runs in a separate program';

/**
 * Returns an added program as an engine, with its properties and a test of which puzzles it supports. The search
 * itself runs in `solverFor`.
 */
export function engineOf({ name, command, args, hello }: Program): Engine {
  return {
    name,
    title: hello.name,
    summary: `${hello.summary === '' ? 'An engine added on this machine' : hello.summary} (${hello.name} ${hello.version}: ${[command, ...args].join(' ')})`,
    version: 0,
    solves: 'edge-matching',
    proves: hello.proves,
    // Engines that can't prove that there is no solution are offered as engines for hunts.
    hunts: !hello.proves,
    options: hello.options,
    counters: [
      { name: 'cpuSeconds', title: 'Processor time, seconds', sentence: '# seconds of processor time' },
    ],
    stepping: null,
    refuses(puzzle) {
      if (puzzle.kind !== 'edge-matching') return `${name} solves edge-matching puzzles only.`;
      const { kind } = puzzle.board;
      const wrapped = puzzle.board.kind === 'rectangle' && (puzzle.board.wrap ?? 'none') !== 'none';
      const board = wrapped ? 'torus' : kind;
      return hello.boards.includes(board)
        ? null
        : `${name} does not support the board ${board}; it supports ${hello.boards.join(', ')}.`;
    },
    plan: () => {
      throw new Error(RUNS_ELSEWHERE);
    },
    open: () => {
      throw new Error(RUNS_ELSEWHERE);
    },
  };
}

/**
 * Registers the engines added to the library, except those that can't be read. Call this again whenever the list of
 * added engines may have changed.
 */
export function knowEngines(dataDir: string): void {
  const { programs, problem } = readPrograms(dataDir);
  setAddedEngines(programs.map(engineOf), problem ?? '');
}

/**
 * Returns a function that starts any engine's solver. An added engine runs its own program. A built-in engine runs in
 * a solver process started by `own`.
 */
export const solverFor =
  (dataDir: string, own: SpawnSolver): SpawnSolver =>
  () => {
    let handle: SolverHandle | null = null;
    const listeners: ((message: SolverMessage) => void)[] = [];
    const exits: Parameters<SolverHandle['onExit']>[0][] = [];
    const begin = (command: SolverCommand): SolverHandle => {
      const chosen = solverOf(dataDir, command.type === 'start' ? command.job.engine : '') ?? own();
      for (const listener of listeners) chosen.onMessage(listener);
      for (const exit of exits) chosen.onExit(exit);
      return chosen;
    };
    return {
      post: (command) => (handle ??= begin(command)).post(command),
      onMessage: (listener) => (handle ? handle.onMessage(listener) : void listeners.push(listener)),
      onExit: (listener) => (handle ? handle.onExit(listener) : void exits.push(listener)),
      kill: () => handle?.kill(),
      get pid() {
        return handle?.pid;
      },
    };
  };

/**
 * Returns the solver of an added engine; null for built-in and unknown engines. If the list of added engines can't be
 * read, the run fails with the reason.
 */
function solverOf(dataDir: string, name: string): SolverHandle | null {
  if (isOwnEngine(name)) return null;
  const { programs, problem } = readPrograms(dataDir);
  const program = programs.find((each) => each.name === name);
  if (program) return externalSolver(whyNotAllowed(dataDir, name) ?? program);
  return problem === null ? null : externalSolver(`no engine “${name}”: ${problem}`);
}
