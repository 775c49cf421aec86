// Gives a forked process `process.parentPort`, as in Electron's utility processes, instead of Node's `process.send`.
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const send = process.send!.bind(process);
  delete process.send;
  const port = Object.assign(new EventEmitter(), { postMessage: (message: object) => void send(message) });
  process.on('message', (data) => port.emit('message', { data }));
  // A utility process ends when the main process ends.
  process.on('disconnect', () => process.exit(1));
  // SIGUSR2 makes this process run out of memory.
  process.on('SIGUSR2', () => {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(12_000_000).fill(kept));
  });
  Object.assign(process, { parentPort: port, type: 'utility' });
}
