import type { Finding } from '../../src-core/engine.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { SolverCommand, SolverHandle, SolverMessage } from './protocol.ts';

export type SolverEnd = Extract<SolverMessage, { type: 'ended' }>;

/** Handlers for a run's messages, all of them optional. */
export interface Followed {
  status?(status: 'preparing' | 'running' | 'paused', message: string): void;
  found?(findings: readonly Finding[]): void;
  checkpoint?(checkpoint: Uint8Array, figures: RunFigures): void;
}

/** Starts a run and handles its messages to the end. Resolves to null if the solver process exits before that. */
export function followRun(
  solver: SolverHandle,
  start: Omit<Extract<SolverCommand, { type: 'start' }>, 'type'>,
  host: Followed,
): Promise<SolverEnd | null> {
  return new Promise((resolve) => {
    solver.onExit(() => resolve(null));
    solver.onMessage((message) => {
      if (message.type === 'status') host.status?.(message.status, message.message);
      else if (message.type === 'checkpoint') host.checkpoint?.(message.checkpoint, message.figures);
      else if (message.type === 'found') {
        host.found?.(message.findings);
        solver.post({ type: 'stored', number: message.number });
      } else if (message.type === 'ended') resolve(message);
      else if (message.type === 'refused') {
        resolve({ ...message, type: 'ended', status: 'failed', figures: null, peakMemoryBytes: 0, cpuMs: 0 });
      }
    });
    solver.post({ type: 'start', ...start });
  });
}
