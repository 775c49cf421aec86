import type { SolverHandle } from '../../../src-main/solver-process/protocol.ts';
import { solverHere } from '../../../src-main/solver-process/session.ts';

/** Opens a solver within this process. Doesn't lower the process's priority, because other tests also run in it. */
export function solverInTest(): SolverHandle {
  const solver = solverHere();
  return {
    ...solver,
    post: (command) => solver.post(command.type === 'start' ? { ...command, lowPriority: false } : command),
  };
}
