import { Command } from 'commander';
import { dataOption } from './open-library.ts';
import { port } from './arguments.ts';
import { onStopRequest } from './stop.ts';

export const command = new Command('serve')
  .description('serve the application to a browser on this machine')
  .option('--port <n>', 'port on 127.0.0.1 (default: any free one)', port)
  .addOption(dataOption())
  .option('--resume', 'resume the runs that were interrupted when Edgewise last quit')
  .action(async (options: { port?: number; data: string; resume?: boolean }) => {
    const { serve } = await import('../local-host/serve.ts');
    const server = await serve({
      dataDir: options.data,
      resume: options.resume,
      ...(options.port === undefined ? {} : { port: options.port }),
    });
    // As soon as the address is printed, a program may end the host, so listen for signals first.
    const stopped = new Promise<void>((resolve) => onStopRequest(resolve));
    process.stdout.write(`${server.url}\n`);
    process.stderr.write(
      `Open this address in a browser on this machine. It works once; for another window, open ${server.page}.\n` +
        'Press Ctrl-C to quit.\n',
    );
    await stopped;
    await server.close();
  });
