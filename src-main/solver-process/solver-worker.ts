// Entry of a solver thread: one lane. Everything it knows comes as a message.
import { parentPort, workerData } from 'node:worker_threads';
import { loadEngine } from '../../src-core/engines.ts';
import { Bench } from './lane.ts';
import type { WorkerData, WorkerReply, WorkerRequest } from './worker-lane.ts';

const { job, prepared } = workerData as WorkerData;
const port = parentPort!;
const answer = (reply: WorkerReply): void => port.postMessage(reply);

function handle(bench: Bench, request: WorkerRequest): void {
  try {
    if (request.type === 'open') bench.open(request.task, request.checkpoint, request.news);
    else if (request.type === 'step') {
      answer({ type: 'stepped', stepped: bench.step(request.nodeBudget, request.news) });
    } else answer({ type: 'checkpoint', search: bench.checkpoint() });
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

const bench = new Bench(await loadEngine(job.engine), job, prepared, () => performance.now());
port.on('message', (request: WorkerRequest) => handle(bench, request));
answer({ type: 'ready' });
