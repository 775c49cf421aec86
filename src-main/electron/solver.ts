import path from 'node:path';
import { utilityProcess } from 'electron';
import { inspectArgs } from '../solver-process/fork-solver.ts';
import type { SolverMessage, SpawnSolver } from '../solver-process/protocol.ts';

/** A solver process of Electron's own kind; the twin of forkSolver. */
export function utilitySolver(outDir: string): SpawnSolver {
  return () => {
    const child = utilityProcess.fork(path.join(outDir, 'main', 'solver-process.js'), [], {
      serviceName: 'Edgewise solver',
      stdio: 'inherit',
      execArgv: inspectArgs(),
    });
    let gone = false; // posting after the exit throws, and the exit may be told twice
    return {
      post: (command) => {
        if (!gone) child.postMessage(command);
      },
      onMessage: (listener) => child.on('message', (message: SolverMessage) => listener(message)),
      onExit: (listener) =>
        child.on('exit', (code) => {
          if (gone) return;
          gone = true;
          listener(code);
        }),
      kill: () => void child.kill(),
      get pid() {
        return child.pid;
      },
    };
  };
}
