#!/usr/bin/env node
// Entry point of the command line. It must load in older versions of Node, to print a clear error there. That is why
// it imports other files only after checking the version.
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Same as `engines` in package.json. */
const MIN_NODE_VERSION = 24;

if (Number.parseInt(process.versions.node) < MIN_NODE_VERSION) {
  process.stderr.write(
    `Edgewise needs Node ${MIN_NODE_VERSION} or newer, and this is Node ${process.versions.node}: get it from https://nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  // The compile cache halves the startup time. Enable it before other imports. The environment variable enables it in
  // worker threads and child processes too.
  process.env['NODE_COMPILE_CACHE'] ||= join(tmpdir(), 'node-compile-cache');
  nodeModule.enableCompileCache();
  const { run } = await import('./run.ts');
  // Without `process.exit`, Node would first free the memory of the program and of its threads, which takes longer.
  process.exit(await run(process.argv.slice(2)));
}
