import { Command } from 'commander';
import { defaultDataDir } from '../data-dir.ts';
import { serve } from '../local-host/serve.ts';
import { port } from './arguments.ts';
import { whenAskedToStop } from './stop.ts';

export const command = new Command('serve')
  .description('open the application for a browser on this machine')
  .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', port)
  .option('--data <dir>', 'where the library lives', defaultDataDir())
  .action(async (options: { port?: number; data: string }) => {
    const server = await serve({
      dataDir: options.data,
      ...(options.port === undefined ? {} : { port: options.port }),
    });
    process.stdout.write(`${server.url}\n`);
    process.stderr.write('Open this address in a browser on this machine. Ctrl-C ends it.\n');
    await new Promise<void>((resolve) => whenAskedToStop(resolve));
    await server.close();
  });
