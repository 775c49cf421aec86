// Entry of a thread beside the host: answers what it is asked, several questions in turns.
import { parentPort, workerData } from 'node:worker_threads';
import { knowEngines } from '../external-engines/external-engine.ts';
import { asideWork } from './aside-work.ts';
import type { AsideAnswer, AsideQuestion } from './aside.ts';

const port = parentPort!;

port.on('message', ({ id, what, input }: AsideQuestion) => {
  Promise.resolve()
    .then((): unknown => {
      knowEngines(workerData as string); // one may have been added since
      return asideWork[what](input as never);
    })
    .then(
      (value) => port.postMessage({ id, value } satisfies AsideAnswer),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ id, error: message } satisfies AsideAnswer);
      },
    );
});
