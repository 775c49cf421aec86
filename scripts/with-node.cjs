// node scripts/with-node.cjs SCRIPT.ts ...: runs a script, or prints an error if this version of Node is too old. Uses
// only old JavaScript that every version of Node can parse.
'use strict';

var os = require('os');
var path = require('path');
var url = require('url');
var oldest = Number(/\d+/.exec(require('../package.json').engines.node)[0]);

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    'Edgewise needs Node ' +
      oldest +
      ' or newer, and this is Node ' +
      process.versions.node +
      ': ' +
      'get it from https://nodejs.org (on most machines “npm ci” also installs it, and “npm start” uses that one).',
  );
  process.exit(2);
}
// The environment variable gives worker threads and child processes the compile cache too.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE || path.join(os.tmpdir(), 'node-compile-cache');
require('module').enableCompileCache();
process.argv.splice(1, 1);
process.argv[1] = path.resolve(process.argv[1]);
import(url.pathToFileURL(process.argv[1]).href);
