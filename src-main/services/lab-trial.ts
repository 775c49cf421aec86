import type { Job } from '../../src-core/engine.ts';
import type { Trial, TrialTask } from '../../src-core/lab/experiment.ts';
import { noFigures } from '../../src-core/run/figures.ts';
import { followRun, type SolverEnd } from '../solver-process/follow.ts';
import type { SolverHandle } from '../solver-process/protocol.ts';

/**
 * Runs one trial in its own solver process, without storing anything. Resolves to null if the process was killed
 * before the trial ended.
 */
export async function runTrial(
  solver: SolverHandle,
  task: TrialTask,
  job: Job,
  databasesDir: string,
): Promise<Trial | null> {
  let running = performance.now();
  let bestAfterMs: number | null = null;
  const ended = await followRun(
    solver,
    {
      job,
      limits: job.limits,
      // Trials are compared by their search times, so databases are built without a limit.
      unlimitedPreparation: true,
      checkpoints: [],
      databasesDir,
      lowPriority: false,
    },
    {
      status(status) {
        if (status === 'running') running = performance.now();
      },
      found() {
        bestAfterMs = performance.now() - running;
      },
    },
  );
  return ended && trialOf(task, ended, bestAfterMs);
}

function trialOf(task: TrialTask, ended: SolverEnd, bestAfterMs: number | null): Trial {
  const { status, message, peakMemoryBytes, cpuMs } = ended;
  const { counts, elapsedMs, ...figures } = ended.figures ?? noFigures;
  const single = (name: string): number | null => {
    const value = counts[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    number: task.number,
    puzzle: task.puzzle.name,
    size: task.puzzle.size ?? null,
    setup: task.setup.name,
    seed: task.seed,
    status,
    message,
    elapsedMs,
    // In a solved trial, the last board is the solution, found at the very end. Don't use the arrival time of its
    // message, which is slightly later.
    bestAfterMs: status === 'solved' ? elapsedMs : bestAfterMs && Math.min(bestAfterMs, elapsedMs),
    nodes: figures.nodes,
    nodesPerSecond: figures.nodesPerSecond,
    iterations: single('iterations'),
    iterationsPerSecond: single('iterationsPerSecond'),
    placed: figures.placed,
    cells: figures.cells,
    matched: figures.matched,
    edges: figures.edges,
    raw: figures.raw,
    unique: figures.unique,
    memoryBytes: peakMemoryBytes,
    cpuMs,
  };
}
