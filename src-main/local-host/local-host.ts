// The application without Electron: plain Node, a browser, 127.0.0.1 only.
//   node out/main/local-host.js [--port N] [--data DIR]      (also: node src-main/local-host/local-host.ts)
// Prints READY and the address, which holds the token: for a person or a pipe, never for a command line; then
// PAGE and the file to give to a browser.
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
  console.log(`READY ${server.url}\nPAGE ${server.page}`);
  onSignal(() => server.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
