#!/usr/bin/env node
// Entry of the command line. The compile cache halves its start: from the second time on, nothing is parsed
// or stripped of its types again. It must be on before anything else is imported.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { main } = await import('./program.ts');
const { exit } = await import('./failure.ts');

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `edgewise … | head`: the reader has seen enough, which is no failure of ours.
    if (error.code === 'EPIPE') process.exit(exit.answered);
    process.stderr.write(`edgewise: what was found can't be written: ${error.message}\n`);
    process.exit(exit.failed);
  });
}

process.exitCode = await main(process.argv.slice(2));
