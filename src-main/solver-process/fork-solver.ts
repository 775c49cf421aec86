import { fork } from 'node:child_process';
import path from 'node:path';
import type { SolverMessage, SpawnSolver } from './protocol.ts';

const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
const file = path.join(import.meta.dirname, `solver-process${extension}`);

let spawn: SpawnSolver = forkNode;

/** Starts a solver process as set by `spawnBy`, or by default with plain Node. */
export const forkSolver: SpawnSolver = () => spawn();

/**
 * Sets how solver processes are started. Electron's executable can't run Node programs, so src-main/electron needs
 * another way.
 */
export function spawnBy(other: SpawnSolver): void {
  spawn = other;
}

/**
 * Returns Node's options for a solver process. The host's options aren't passed on, because two processes can't share
 * a debugger port. `EDGEWISE_INSPECT=1` opens a separate debugger port. With `wait`, the solver waits for the
 * debugger.
 */
export function inspectArgs(wanted = process.env.EDGEWISE_INSPECT): string[] {
  if (wanted === undefined || wanted === '' || wanted === '0') return [];
  return [`${wanted === 'wait' ? '--inspect-wait' : '--inspect'}=127.0.0.1:9230`];
}

function forkNode(): ReturnType<SpawnSolver> {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: inspectArgs(),
  });
  return {
    // Commands sent after the process has ended are dropped. onExit has already reported the end.
    post: (command) => child.send(command, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as SolverMessage)),
    onExit: (listener) => {
      child.once('close', (code, signal) => listener(code, undefined, signal));
      // If the process didn't start, there is an `error` event but no `close` event.
      child.once('error', () => listener(null));
    },
    kill: () => void child.kill('SIGKILL'),
    pid: child.pid,
  };
}
