import type { Job } from '../../src-core/engine.ts';
import type { Trial, TrialTask } from '../../src-core/lab/experiment.ts';
import type { SolverHandle } from '../solver-process/protocol.ts';

/**
 * Runs one trial through the solver process that runs use, and nothing is stored of it but its figures.
 * Null when the process was killed before its end.
 */
export function runTrial(
  solver: SolverHandle,
  task: TrialTask,
  job: Job,
  databasesDir: string,
): Promise<Trial | null> {
  return new Promise((resolve) => {
    let running = performance.now();
    let bestAfterMs: number | null = null;
    solver.onExit(() => resolve(null));
    solver.onMessage((message) => {
      if (message.type === 'status' && message.status === 'running') running = performance.now();
      if (message.type === 'found') {
        bestAfterMs = performance.now() - running;
        solver.post({ type: 'stored', number: message.number });
      }
      if (message.type !== 'ended') return;
      const { figures, status } = message;
      const counts = figures?.counts ?? {};
      const elapsedMs = figures?.elapsedMs ?? 0;
      const single = (name: string): number | null => {
        const value = counts[name];
        return typeof value === 'number' ? value : null;
      };
      resolve({
        number: task.number,
        puzzle: task.puzzle.name,
        size: task.puzzle.size ?? null,
        setup: task.setup.name,
        seed: task.seed,
        status,
        message: message.message,
        elapsedMs,
        // the last board was the solution that ended the run; messages take their time
        bestAfterMs: status === 'solved' ? elapsedMs : bestAfterMs && Math.min(bestAfterMs, elapsedMs),
        nodes: figures?.nodes ?? 0,
        nodesPerSecond: figures?.nodesPerSecond ?? 0,
        iterations: single('iterations'),
        iterationsPerSecond: single('iterationsPerSecond'),
        placed: figures?.placed ?? 0,
        cells: figures?.cells ?? 0,
        matched: figures?.matched ?? 0,
        edges: figures?.edges ?? 0,
        raw: figures?.raw ?? 0,
        unique: figures?.unique ?? 0,
        memoryBytes: message.peakMemoryBytes,
        cpuMs: message.cpuMs,
      });
    });
    solver.post({
      type: 'start',
      job,
      limits: job.limits,
      checkpoints: [],
      databasesDir,
      lowPriority: false,
    });
  });
}
