import { Worker } from 'node:worker_threads';
import type { DesignResult, DesignTask } from '../../src-core/contract/design.ts';
import type { HostApi } from '../../src-core/contract.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Context } from './context.ts';

export type DesignRequest = { type: 'start'; job: number; task: DesignTask } | { type: 'stop'; job: number };

export interface DesignAnswer {
  readonly job: number;
  readonly done: boolean;
  readonly error: string;
  readonly result: DesignResult | null;
}

const file = `./design-worker${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Runs design tasks. Most of them share one thread. Each estimate has a thread of its own, because preparing an
 * estimate takes seconds and can only be cancelled by ending the thread.
 */
export class DesignService {
  readonly #emit: Context['emit'];
  #shared: Worker | null = null;
  readonly #jobs = new Map<number, Worker>();
  #last = 0;

  constructor({ emit }: Pick<Context, 'emit'>) {
    this.#emit = emit;
  }

  start(task: DesignTask): number {
    const job = ++this.#last;
    const worker = task.kind === 'estimate' ? this.#begin() : (this.#shared ??= this.#begin());
    this.#jobs.set(job, worker);
    worker.postMessage({ type: 'start', job, task } satisfies DesignRequest);
    return job;
  }

  stop(job: number): void {
    const worker = this.#jobs.get(job);
    if (!worker) return;
    this.#jobs.delete(job);
    if (worker === this.#shared) worker.postMessage({ type: 'stop', job } satisfies DesignRequest);
    else void worker.terminate();
  }

  async close(): Promise<void> {
    const workers = new Set(this.#jobs.values());
    if (this.#shared) workers.add(this.#shared);
    this.#jobs.clear();
    await Promise.all([...workers].map((worker) => worker.terminate()));
  }

  #begin(): Worker {
    const worker = new Worker(new URL(file, import.meta.url));
    worker.unref();
    worker.on('message', (answer: DesignAnswer) => {
      if (!this.#jobs.has(answer.job)) return;
      if (answer.done) {
        this.#jobs.delete(answer.job);
        if (worker !== this.#shared) void worker.terminate();
      }
      this.#emit({ type: 'design.progress', ...answer });
    });
    worker.on('error', (error: Error) => {
      if (worker === this.#shared) this.#shared = null;
      for (const [job, its] of this.#jobs) {
        if (its !== worker) continue;
        this.#jobs.delete(job);
        this.#emit({ type: 'design.progress', job, done: true, error: error.message, result: null });
      }
    });
    return worker;
  }
}

type DesignApi = Pick<HostApi, 'design.start' | 'design.stop' | 'design.expect' | 'design.plan'>;

export function designApi(
  design: DesignService,
  background: Pick<BackgroundWork, 'once' | 'reading'>,
): DesignApi {
  return {
    'design.start': (task) => ({ job: design.start(task) }),
    'design.stop': ({ job }) => {
      design.stop(job);
      return {};
    },
    'design.expect': (recipe) => background.reading('expectation', recipe),
    'design.plan': (input) => background.once('playPlan', input),
  };
}
