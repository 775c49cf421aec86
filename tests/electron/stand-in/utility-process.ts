/** Electron's utility processes: real processes with `process.parentPort`. */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { app } from './app.ts';
import { standIn } from './records.ts';

const children = new Set<ChildProcess>();
app.endings.push(() => {
  for (const child of children) child.kill('SIGKILL');
});

const hook = (name: string): string[] => ['--import', path.join(import.meta.dirname, name)];

export const utilityProcess = {
  fork(file: string, args: string[], options: { execArgv?: string[]; serviceName?: string }): EventEmitter {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
    const child = fork(file, args, {
      // Use Node, because process.execPath is the script that replaces Electron's program.
      execPath: process.argv0,
      // structured clones, as between Electron's processes
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      // a small heap, so that a test can exhaust it quickly
      execArgv: [
        '--max-old-space-size=200',
        ...hook('asar.ts'),
        ...hook('parent-port.ts'),
        ...(options.execArgv ?? []),
      ],
    });
    children.add(child);
    if (child.pid !== undefined) standIn.utilities.push(child.pid);
    const process_ = Object.assign(new EventEmitter(), {
      pid: child.pid,
      postMessage: (message: object): void => {
        if (child.connected) child.send(message, () => undefined);
      },
      kill: () => child.kill('SIGKILL'),
    });
    // V8's message, such as “Reached heap limit Allocation failed - JavaScript heap out of memory”
    let fatal: string | undefined;
    child.stderr!.on('data', (text: Buffer) => {
      fatal ??= /^FATAL ERROR: (.*)$/m.exec(text.toString())?.[1];
      process.stderr.write(text);
    });
    child.once('spawn', () => process_.emit('spawn'));
    child.on('message', (message) => process_.emit('message', message));
    child.once('close', (code) => {
      children.delete(child);
      standIn.utilities = standIn.utilities.filter((pid) => pid !== child.pid);
      if (fatal !== undefined) {
        standIn.fatal.push(fatal);
        // If there is no listener, Node throws an uncaught exception, which is shown in a dialog, as in Electron.
        setImmediate(() => process_.emit('error', 'FatalError', fatal, ''));
      }
      setImmediate(() => {
        process_.pid = undefined;
        process_.emit('exit', code ?? 1);
        const reason = code === 0 ? 'clean-exit' : fatal === undefined ? 'crashed' : 'oom';
        app.emit(
          'child-process-gone',
          {},
          { type: 'Utility', name: options.serviceName, reason, exitCode: code ?? 1 },
        );
      });
    });
    return process_;
  },
};
