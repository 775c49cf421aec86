#!/usr/bin/env node
// Entry point of the command line. The compile cache halves the startup time, because from the second start
// on nothing is parsed and no types are stripped. It must be enabled before other imports.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { run } = await import('./run.ts');

process.exitCode = await run(process.argv.slice(2));
