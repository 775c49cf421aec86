/**
 * Entry point of the application without Electron, for plain Node and a browser on 127.0.0.1. Options: `--port N` and
 * `--data DIR`.
 *
 * Prints READY and the address, then PAGE and the file to open in a browser. The address contains a secret, so never
 * put it on a command line.
 */
import { parseArgs } from 'node:util';
import { defaultDataDir } from '../data-dir.ts';
import { onSignal } from './on-signal.ts';
import { serve } from './serve.ts';

try {
  const { values } = parseArgs({ options: { port: { type: 'string' }, data: { type: 'string' } } });
  const server = await serve({
    dataDir: values.data ?? defaultDataDir(),
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
  });
  // As soon as the address is printed, a program may end the host, so listen for signals first.
  onSignal(() => server.close());
  console.log(`READY ${server.url}\nPAGE ${server.page}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
