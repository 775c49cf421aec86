// Entry point of a solver thread: one lane. It receives everything it needs as messages.
import { parentPort, workerData } from 'node:worker_threads';
import { loadEngine } from '../../src-core/engines.ts';
import { TaskExecutor } from './lane.ts';
import { milestonesIn } from './milestones.ts';
import type { WorkerData, WorkerReply, WorkerRequest } from './worker-lane.ts';

const { job, prepared, milestonesDir } = workerData as WorkerData;
const port = parentPort!;
const answer = (reply: WorkerReply): void => port.postMessage(reply);

function handle(executor: TaskExecutor, request: WorkerRequest): void {
  try {
    if (request.type === 'open') executor.open(request.task, request.checkpoint, request.news);
    else if (request.type === 'step') {
      answer({ type: 'stepped', stepped: executor.step(request.nodeBudget, request.news) });
    } else answer({ type: 'checkpoint', search: executor.checkpoint(request.last) });
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

const engine = await loadEngine(job.engine);
const milestones = milestonesIn(milestonesDir, engine, job);
const executor = new TaskExecutor(engine, job, prepared, () => performance.now(), milestones);
port.on('message', (request: WorkerRequest) => handle(executor, request));
answer({ type: 'ready' });
