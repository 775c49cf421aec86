#!/usr/bin/env node
// Entry point of the command line. The compile cache halves the startup time: from the second start on, Node
// doesn't parse the sources or strip their types. The cache must be enabled before other imports.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { run } = await import('./run.ts');

process.exitCode = await run(process.argv.slice(2));
