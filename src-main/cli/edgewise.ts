#!/usr/bin/env node
// Entry point of the command line. Older versions of Node must be able to load this file, so it imports nothing by name
// that they lack, and loads everything else after the check of the version.
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The oldest version of Node that can run Edgewise, as in package.json. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
  process.stderr.write(
    `Edgewise needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}: get it from https://nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  // The compile cache halves the startup time: from the second start on, Node doesn't parse the sources or strip their
  // types. The cache must be enabled before other imports. Setting the environment variable also enables the cache in
  // worker threads and child processes.
  process.env['NODE_COMPILE_CACHE'] ||= join(tmpdir(), 'node-compile-cache');
  nodeModule.enableCompileCache();
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
}
