// Entry of a thread beside the host: answers what it is asked, several questions in turns.
import { parentPort } from 'node:worker_threads';
import { asideWork } from './aside-work.ts';
import type { AsideAnswer, AsideQuestion } from './aside.ts';

const port = parentPort!;

port.on('message', ({ id, what, input }: AsideQuestion) => {
  Promise.resolve()
    .then((): unknown => asideWork[what](input as never))
    .then(
      (value) => port.postMessage({ id, value } satisfies AsideAnswer),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ id, error: message } satisfies AsideAnswer);
      },
    );
});
