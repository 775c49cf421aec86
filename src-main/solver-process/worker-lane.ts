import { Worker } from 'node:worker_threads';
import type { Job, Task } from '../../src-core/engine.ts';
import type { Stepped, WorkerThread } from './lane.ts';

/** Requests to a worker. Replies arrive in the order of the requests. */
export type WorkerRequest =
  | { type: 'prepared'; prepared: unknown }
  | { type: 'open'; task: Task; checkpoint: unknown; news: unknown }
  | { type: 'step'; nodeBudget: number; news: unknown }
  | { type: 'checkpoint'; last: boolean };

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'stepped'; steps: readonly Stepped[] }
  | { type: 'checkpoint'; search: unknown }
  | { type: 'failed'; message: string };

export interface WorkerData {
  readonly job: Job;
  readonly milestonesDir: string | undefined;
}

const file = `./solver-worker${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Each slice of a search creates about 10 KB of garbage. By default, V8 would let 16 MB or more pile up in each thread
 * before collecting it. Engines hardly use JavaScript's heap, so collecting garbage sooner takes no noticeable time.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

/** Starts a worker thread, which takes about 50 ms to get ready. */
export function startWorkerThread(job: Job, milestonesDir?: string): WorkerThread {
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: { job, milestonesDir } satisfies WorkerData,
    resourceLimits: RESOURCE_LIMITS,
  });
  let waiting: { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void } | null = null;
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    waiting?.reject(broken);
    waiting = null;
  };
  worker.on('message', (reply: WorkerReply) => {
    if (reply.type === 'failed') return fail(new Error(reply.message));
    waiting?.resolve(reply);
    waiting = null;
  });
  worker.on('error', (error: Error) => fail(error));
  worker.on('exit', (code) => fail(new Error(`a solver thread ended with code ${code}`)));
  const ask = (request: WorkerRequest): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      waiting = { resolve, reject };
      worker.postMessage(request);
    });
  return {
    async lane(prepared) {
      await ask({ type: 'prepared', prepared });
      return {
        open: (task, checkpoint, news) =>
          worker.postMessage({ type: 'open', task, checkpoint, news } satisfies WorkerRequest),
        async step(nodeBudget, news) {
          const answer = await ask({ type: 'step', nodeBudget, news });
          if (answer.type !== 'stepped') throw new Error(`expected a slice, got “${answer.type}”`);
          return answer.steps;
        },
        async checkpoint(last) {
          const answer = await ask({ type: 'checkpoint', last });
          if (answer.type !== 'checkpoint') throw new Error(`expected a checkpoint, got “${answer.type}”`);
          return answer.search;
        },
      };
    },
    close: () => void worker.terminate(),
  };
}
