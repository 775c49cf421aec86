#!/usr/bin/env node
// Entry of the command line. The compile cache halves its start: from the second time on, nothing is parsed
// or stripped of its types again. It must be on before anything else is imported.
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { main } = await import('./program.ts');

// `edgewise … | head`: the reader has seen enough, which is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
