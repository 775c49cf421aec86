// A thread that runs design tasks. It switches to another task after each step.
import { parentPort } from 'node:worker_threads';
import { designWork } from './design-work.ts';
import type { DesignAnswer, DesignRequest } from './design.ts';

const PROGRESS_MS = 100;
const port = parentPort!;
const jobs = new Map<number, { work: ReturnType<typeof designWork>; told: number }>();
let turning = false;

port.on('message', (request: DesignRequest) => {
  if (request.type === 'stop') jobs.delete(request.job);
  else jobs.set(request.job, { work: designWork(request.task), told: 0 });
  if (!turning) setImmediate(() => void turn());
  turning = true;
});

async function turn(): Promise<void> {
  for (const [job, state] of jobs) {
    try {
      const step = await state.work.next();
      const now = performance.now();
      if (step.done || now - state.told >= PROGRESS_MS) {
        state.told = now;
        tell({ job, done: step.done === true, error: '', result: step.value() });
      }
      if (step.done) jobs.delete(job);
    } catch (error) {
      jobs.delete(job);
      tell({ job, done: true, error: error instanceof Error ? error.message : String(error), result: null });
    }
  }
  turning = jobs.size > 0;
  if (turning) setImmediate(() => void turn());
}

const tell = (answer: DesignAnswer): void => port.postMessage(answer);
