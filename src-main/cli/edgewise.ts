#!/usr/bin/env node
// Entry point of the command line. The compile cache halves the startup time: from the second start on, Node doesn't
// parse the sources or strip their types. The cache must be enabled before other imports. Setting the environment
// variable also enables the cache in worker threads and child processes.
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env['NODE_COMPILE_CACHE'] ||= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
const { run } = await import('./run.ts');

process.exitCode = await run(process.argv.slice(2));
