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

/** A thread that works for the host, so that the host stays responsive. It starts with the first request. */
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
    // The event `exit` follows `error`. By then, a new thread might have been started.
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
  /** the thread that keeps the transcripts of the step view in memory */
  readonly #steps: Thread;
  /** the thread for short requests; kept running, because starting a thread takes longer than reading most texts */
  readonly #reading: Thread;
  readonly #once = new Set<Thread>();

  /** `dataDir`: the data folder, which contains the list of added engines */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#steps = new Thread(dataDir);
    this.#reading = new Thread(dataDir);
  }

  /** Sends a request to the thread that keeps the transcripts of the step view in memory. */
  steps<What extends keyof Work>(what: What, input: Input<What>): Promise<Result<What>> {
    return this.#steps.ask(what, input) as Promise<Result<What>>;
  }

  /**
   * Sends a short request, such as reading a text, to the thread that stays running. It handles requests in
   * order.
   */
  reading<What extends keyof Work>(what: What, input: Input<What>): Promise<Result<What>> {
    return this.#reading.ask(what, input) as Promise<Result<What>>;
  }

  /** Sends a request to a new thread, so that no other request waits for it. */
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
