import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { leftOutBySymmetry, modelOf } from '../../src-core/formats/models/model.ts';
import { placementsOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { applySymmetry, symmetriesOf } from '../../src-core/puzzle/symmetry.ts';
import { ENGINE_PROTOCOL_VERSION, type Hello } from '../../src-core/run/engine-protocol.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { nameOfSolver, versionOf, type ModelKind } from './known-solvers.ts';
import { Running, searchClauses, searchConstraints, type ModelTask } from './model-search.ts';

/**
 * Milliseconds between progress messages. They only show that the solver is alive, because it reports nothing before
 * its answer.
 */
const HEARTBEAT_MS = 1_000;

const titles: Readonly<Record<ModelKind, string>> = {
  sat: 'Clauses for a SAT solver',
  minizinc: 'Constraints for MiniZinc',
};

/** Returns our adapter's `hello` message, which lists every kind of board that the models support. */
export const helloOf = (kind: ModelKind, command: string): Hello => ({
  type: 'hello',
  protocol: ENGINE_PROTOCOL_VERSION,
  name: `${titles[kind]} (${nameOfSolver(command)})`.slice(0, 80),
  version: versionOf(command),
  summary: 'Writes the puzzle as a model for the solver, and reads its answer; does not count nodes',
  solves: ['edge-matching'],
  boards: ['rectangle', 'torus', 'triangle', 'parallelogram', 'hexagon', 'honeycomb', 'solid', 'graph'],
  options: [],
  pauses: false,
  checkpoints: false,
  proves: true,
});

interface ModelJob {
  readonly puzzle: EdgePuzzle;
  readonly wanted: number | 'all';
  readonly seed: number;
}

/**
 * Runs a SAT solver or MiniZinc as an engine that speaks the protocol (`edgewise engines speak`). Resolves when the
 * search is finished, when it has been asked to stop, or when standard input closes.
 */
export async function speakAs(
  kind: ModelKind,
  command: string,
  args: readonly string[],
  input: Readable,
  output: Writable,
): Promise<void> {
  const say = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  const running = new Running();
  let asked = false;
  let searching: Promise<void> | null = null;
  const stop = (): void => {
    running.end();
  };
  for await (const line of createInterface({ input })) {
    const message = JSON.parse(line) as { type: string } & ModelJob;
    if (message.type === 'hello') say(helloOf(kind, command));
    else if (message.type === 'stop') {
      asked = true;
      stop();
    } else if (message.type === 'job') {
      searching = search(kind, command, args, message, running, say)
        .then((status) => say({ type: 'done', status: asked ? 'stopped' : status, nodes: 0 }))
        .catch((error: unknown) =>
          say(
            asked
              ? { type: 'done', status: 'stopped', nodes: 0 }
              : { type: 'done', status: 'failed', message: (error as Error).message.slice(0, 400) },
          ),
        )
        .finally(() => input.destroy());
    }
    if (asked && !searching) break;
  }
  // Standard input closes when Edgewise quits, so stop.
  stop();
  await searching;
}

async function search(
  kind: ModelKind,
  command: string,
  args: readonly string[],
  { puzzle, wanted, seed }: ModelJob,
  running: Running,
  say: (message: object) => void,
): Promise<string> {
  const folder = makeTemporaryFolder('model');
  const alive = setInterval(() => say({ type: 'progress', nodes: 0 }), HEARTBEAT_MS);
  const most = wanted === 'all' ? Infinity : wanted;
  const imagesOf = imager(puzzle);
  let told = 0;
  const task: ModelTask = {
    puzzle,
    command,
    args,
    seed,
    many: most > 1,
    folder,
    found(board) {
      for (const image of imagesOf(board)) {
        if (told >= most) break;
        say({ type: 'board', placements: placementsOf(image), solution: true });
        told++;
      }
      return told < most;
    },
  };
  try {
    return await (kind === 'sat' ? searchClauses(task, running) : searchConstraints(task, running));
  } finally {
    clearInterval(alive);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a function that lists the boards that a solution stands for: the solution and, if the model excludes
 * symmetric solutions, its images.
 */
function imager(puzzle: EdgePuzzle): (board: PartialBoard) => PartialBoard[] {
  if (leftOutBySymmetry(modelOf(puzzle)).size === 0) return (board) => [board];
  return (board) => symmetriesOf(puzzle).map((symmetry) => applySymmetry(puzzle, symmetry, board));
}
