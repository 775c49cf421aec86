// Entry point of a background thread. While one request is waiting, the others continue.
import { parentPort, workerData } from 'node:worker_threads';
import { knowEngines } from '../external-engines/external-engine.ts';
import { backgroundTasks } from './background-tasks.ts';
import type { TaskReply, TaskRequest } from './background-work.ts';

const port = parentPort!;

port.on('message', ({ id, what, input }: TaskRequest) => {
  Promise.resolve()
    .then((): unknown => {
      // An engine might have been added since the last request.
      knowEngines(workerData as string);
      return backgroundTasks[what](input as never);
    })
    .then(
      (value) => port.postMessage({ id, value } satisfies TaskReply),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ id, error: message } satisfies TaskReply);
      },
    );
});
