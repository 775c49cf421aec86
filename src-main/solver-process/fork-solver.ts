import { fork } from 'node:child_process';
import path from 'node:path';
import type { SolverMessage, SpawnSolver } from './protocol.ts';

const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
const file = path.join(import.meta.dirname, `solver-process${extension}`);

let spawn: SpawnSolver = forkNode;

/** A solver process: under plain Node, unless the program that runs says how else it is done. */
export const forkSolver: SpawnSolver = () => spawn();

/** Electron's executable is no Node: its own way, in electron/, takes the place of a fork. */
export function spawnBy(other: SpawnSolver): void {
  spawn = other;
}

function forkNode(): ReturnType<SpawnSolver> {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  return {
    // A process that is gone says so through onExit; what was sent to it is of no interest then.
    post: (command) => child.send(command, () => undefined),
    onMessage: (listener) => child.on('message', (message) => listener(message as SolverMessage)),
    onExit: (listener) => {
      child.once('close', (code) => listener(code));
      child.once('error', () => listener(null)); // it could not be started: there is no close then
    },
    kill: () => void child.kill('SIGKILL'),
    pid: child.pid,
  };
}
