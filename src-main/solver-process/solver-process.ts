// Entry point of the solver process, which executes one run. Works in Electron's utilityProcess (process.parentPort)
// and under child_process.fork (process.send).

// This import must come first, because its handlers must exist before anything else loads.
import { stopAfterSignal } from './end-signals.ts';
import type { SolverCommand } from './protocol.ts';
import { openSession } from './session.ts';

/** Electron's utility process has `parentPort` instead of process.send. */
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
  // Ignore failed writes to a host that is gone. The `disconnect` handler below ends this process.
  const hear = openSession((message) => process.send?.(message, undefined, undefined, () => undefined));
  process.on('message', (message) => hear(message as SolverCommand));
  stopAfterSignal(() => hear({ type: 'stop' }));
  // the host is gone, so nobody would store results
  process.on('disconnect', () => process.exit(1));
}
