// Entry of the solver process: one run. Works the same under Electron's utilityProcess
// (process.parentPort) and under child_process.fork (process.send).
import { stopAfterSignal } from './end-signals.ts'; // first: its handlers must be there before anything else loads
import type { SolverCommand } from './protocol.ts';
import { openSession } from './session.ts';

/** What Electron's utility process has instead of process.send. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
const { parentPort } = process as unknown as { parentPort?: ParentPort };

if (parentPort) {
  const hear = openSession((message) => parentPort.postMessage(message));
  parentPort.on('message', (event) => hear(event.data as SolverCommand));
  stopAfterSignal(() => hear({ type: 'stop' }));
} else {
  // A host that is gone hears nothing; `disconnect` below is the end then, not the failed write.
  const hear = openSession((message) => process.send?.(message, undefined, undefined, () => undefined));
  process.on('message', (message) => hear(message as SolverCommand));
  stopAfterSignal(() => hear({ type: 'stop' }));
  process.on('disconnect', () => process.exit(1)); // the host is gone: nobody would store what is found
}
