// Entry of the solver process: one run. Works the same under Electron's utilityProcess
// (process.parentPort) and under child_process.fork (process.send).
import { constants, getPriority, setPriority } from 'node:os';
import type { SolverCommand } from './protocol.ts';
import { openSession } from './session.ts';

/** What Electron's utility process has instead of process.send. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
const { parentPort } = process as unknown as { parentPort?: ParentPort };

/**
 * Here alone, and not where a command searches in its own process: that has the priority which its shell gave it, and
 * beside other programs it would store what it finds as slowly as it searches.
 */
function withPriority(command: SolverCommand): SolverCommand {
  const { PRIORITY_BELOW_NORMAL: low } = constants.priority;
  // one that is lower already may not be raised
  if (command.type === 'start' && command.lowPriority && getPriority() < low) setPriority(low);
  return command;
}

if (parentPort) {
  const hear = openSession((message) => parentPort.postMessage(message));
  parentPort.on('message', (event) => hear(withPriority(event.data as SolverCommand)));
} else {
  // A host that is gone hears nothing; `disconnect` below is the end then, not the failed write.
  const hear = openSession((message) => process.send?.(message, undefined, undefined, () => undefined));
  process.on('message', (message) => hear(withPriority(message as SolverCommand)));
  process.on('disconnect', () => process.exit(1)); // the host is gone: nobody would store what is found
}
