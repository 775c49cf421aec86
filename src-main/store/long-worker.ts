// Entry point of a background thread for work on whole database files. Errors reach the thread that started it.
import { workerData } from 'node:worker_threads';
import { longWork, type Task } from './long-work.ts';

const { what, input } = workerData as Task;
await (longWork[what] as (given: typeof input) => unknown)(input);
