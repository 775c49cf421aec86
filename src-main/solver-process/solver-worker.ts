// Entry point of a worker thread that searches. The thread receives everything it needs as messages.
import { parentPort, workerData } from 'node:worker_threads';
import { loadEngine } from '../../src-core/engines.ts';
import { TaskExecutor } from './lane.ts';
import { milestonesIn } from './milestones.ts';
import type { WorkerData, WorkerReply, WorkerRequest } from './worker-lane.ts';

const { job, milestonesDir } = workerData as WorkerData;
const port = parentPort!;
const answer = (reply: WorkerReply): void => port.postMessage(reply);

const engine = await loadEngine(job.engine);
let executor: TaskExecutor;

function handle(request: WorkerRequest): void {
  try {
    if (request.type === 'prepared') {
      const milestones = milestonesIn(milestonesDir, engine, job);
      executor = new TaskExecutor(engine, job, request.prepared, () => performance.now(), milestones);
      answer({ type: 'ready' });
    } else if (request.type === 'open') executor.open(request.task, request.checkpoint, request.news);
    else if (request.type === 'step') {
      answer({ type: 'stepped', steps: executor.step(request.nodeBudget, request.news) });
    } else answer({ type: 'checkpoint', search: executor.checkpoint(request.last) });
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', handle);
