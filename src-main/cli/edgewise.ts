#!/usr/bin/env node
// Entry of the command line. The compile cache halves its start: from the second time on, nothing is parsed
// or stripped of its types again. It must be on before anything else is imported.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { main } = await import('./program.ts');
const { finalCode, outputLost } = await import('./stop.ts');

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', outputLost);
}

process.exitCode = finalCode(await main(process.argv.slice(2)));
