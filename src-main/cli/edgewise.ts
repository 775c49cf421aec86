#!/usr/bin/env node
// Entry point of the command line. It must load in older versions of Node, to print a clear error there. So it imports
// other files only after the version check.
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The same as `engines` in package.json */
const MIN_NODE_VERSION = 24;

if (Number.parseInt(process.versions.node) < MIN_NODE_VERSION) {
  process.stderr.write(
    `Edgewise needs Node ${MIN_NODE_VERSION} or newer, and this is Node ${process.versions.node}: get it from https://nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  // The compile cache halves the startup time. It must be enabled before other imports. The environment variable also
  // enables it in worker threads and child processes.
  process.env['NODE_COMPILE_CACHE'] ||= join(tmpdir(), 'node-compile-cache');
  nodeModule.enableCompileCache();
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
}
