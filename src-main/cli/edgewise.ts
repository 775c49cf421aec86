#!/usr/bin/env node
// Entry of the command line. The compile cache halves its start: from the second time on, nothing is parsed
// or stripped of its types again. It must be on before anything else is imported.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { run } = await import('./run.ts');

process.exitCode = await run(process.argv.slice(2));
