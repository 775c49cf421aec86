import { Worker } from 'node:worker_threads';
import type { backgroundTasks } from './background-tasks.ts';

type Work = typeof backgroundTasks;
type Input<What extends keyof Work> = Parameters<Work[What]>[0];
type Result<What extends keyof Work> = Awaited<ReturnType<Work[What]>>;

export interface TaskRequest {
  readonly id: number;
  readonly what: keyof Work;
  readonly input: unknown;
}
export type TaskReply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

const file = `./background-worker${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A thread that does work for the host, so that the host stays responsive. It starts on the first request. */
class Thread {
  readonly #dataDir: string;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  ask(what: keyof Work, input: unknown): Promise<unknown> {
    const worker = (this.#worker ??= this.#begin());
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, input } satisfies TaskRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #begin(): Worker {
    const worker = new Worker(new URL(file, import.meta.url), { workerData: this.#dataDir });
    worker.unref();
    worker.on('message', (answer: TaskReply) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.value);
    });
    // `exit` is emitted after `error`, and a new thread may be running by then.
    const ended = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error: Error) => ended(error));
    worker.on('exit', () => ended(new Error('Edgewise is closing.')));
    return worker;
  }
}

/** The host's background threads. */
export class BackgroundWork {
  readonly #dataDir: string;
  /** the thread that keeps the step view's transcripts in memory */
  readonly #steps: Thread;
  /**
   * the thread for short requests; never stopped, because starting a thread usually takes longer than parsing an
   * imported text
   */
  readonly #reading: Thread;
  readonly #once = new Set<Thread>();

  /** `dataDir`: the data folder, which contains the list of added engines */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#steps = new Thread(dataDir);
    this.#reading = new Thread(dataDir);
  }

  /** Sends a request to the thread that keeps the step view's transcripts in memory. */
  steps<What extends keyof Work>(what: What, input: Input<What>): Promise<Result<What>> {
    return this.#steps.ask(what, input) as Promise<Result<What>>;
  }

  /**
   * Sends a short request, such as parsing an imported text, to a thread that all short requests share. It handles them
   * in order.
   */
  reading<What extends keyof Work>(what: What, input: Input<What>): Promise<Result<What>> {
    return this.#reading.ask(what, input) as Promise<Result<What>>;
  }

  /** Sends a request to a new thread, so that it doesn't hold up other requests. */
  async once<What extends keyof Work>(what: What, input: Input<What>): Promise<Result<What>> {
    const thread = new Thread(this.#dataDir);
    this.#once.add(thread);
    try {
      return (await thread.ask(what, input)) as Result<What>;
    } finally {
      this.#once.delete(thread);
      await thread.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#steps, this.#reading, ...this.#once].map((thread) => thread.close()));
  }
}
