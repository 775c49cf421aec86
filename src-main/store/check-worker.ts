// Entry point of a thread that checks one database file. What the check throws reaches the thread that started it.
import { workerData } from 'node:worker_threads';
import { checks, type Check } from './checks.ts';

const { what, file } = workerData as Check;
await checks[what](file);
