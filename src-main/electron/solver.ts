import path from 'node:path';
import { utilityProcess } from 'electron';
import { inspectArgs } from '../solver-process/fork-solver.ts';
import type { SolverMessage, SpawnSolver } from '../solver-process/protocol.ts';

/** Starts solver processes as Electron's utility processes. `forkSolver` does the same with plain Node. */
export function utilitySolver(outDir: string): SpawnSolver {
  return () => {
    const child = utilityProcess.fork(path.join(outDir, 'main', 'solver-process.js'), [], {
      serviceName: 'Edgewise solver',
      stdio: 'inherit',
      execArgv: inspectArgs(),
    });
    // True once the process has exited. Posting to it would throw, and its exit could be reported twice.
    let gone = false;
    let reason: string | undefined;
    // Emitted when V8 can't continue, usually because it is out of memory. Without a listener, Electron shows an error
    // dialog.
    child.on('error', (_type, location) => {
      reason = /memory|heap/i.test(location)
        ? 'the solver process ran out of memory'
        : `the solver process had a fatal error (${location})`;
    });
    return {
      post: (command) => {
        if (!gone) child.postMessage(command);
      },
      onMessage: (listener) => child.on('message', (message: SolverMessage) => listener(message)),
      onExit: (listener) =>
        child.on('exit', (code) => {
          if (gone) return;
          gone = true;
          listener(code, reason);
        }),
      kill: () => void child.kill(),
      get pid() {
        return child.pid;
      },
    };
  };
}
