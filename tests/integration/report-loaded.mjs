// For NODE_OPTIONS=--import. When the program ends, writes the addresses of the modules that it loaded to
// LOADED_FILE, one per line.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const loaded = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
// Worker threads load this file too, but only the main thread's modules are written.
if (isMainThread) process.on('exit', () => writeFileSync(process.env['LOADED_FILE'], loaded.join('\n')));
