import { existsSync } from 'node:fs';
import path from 'node:path';
import { rendererDir, samplesDir } from '../paths.ts';
import { createServices } from '../services/services.ts';
import { forkSolver } from '../solver-process/fork-solver.ts';
import { startLocalServer, type LocalServer } from './local-server.ts';
import { openingPage } from './opening-page.ts';
import { loadStaticFiles } from './static-files.ts';

interface Served extends Pick<LocalServer, 'close'> {
  /** address that opens one page; works only once */
  readonly url: string;
  /** a file that opens the application in a browser, as often as needed; unlike the address, its path isn't secret */
  readonly page: string;
}

/**
 * Starts the application for a browser on this machine. `close` in the result ends it and saves a checkpoint of every
 * run. `resume`: whether to resume interrupted runs.
 */
export async function serve(options: {
  dataDir: string;
  port?: number;
  resume?: boolean | undefined;
}): Promise<Served> {
  if (!existsSync(path.join(rendererDir, 'index.html'))) {
    throw new Error('The user interface has not been built yet: run “npm run build” first.');
  }
  const services = await createServices({
    host: 'local',
    dataDir: options.dataDir,
    samplesDir,
    spawnSolver: forkSolver,
    resume: options.resume,
  });
  try {
    const page = openingPage(options.dataDir);
    const server = await startLocalServer({
      services,
      onAddress: page.write,
      files: loadStaticFiles(rendererDir),
      ...(options.port === undefined ? {} : { port: options.port }),
    });
    return {
      url: server.url,
      page: page.file,
      // Close the runs first, so that no client can delay their checkpoints.
      async close() {
        server.beginClosing();
        page.remove();
        try {
          await services.close();
        } finally {
          await server.close();
        }
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}
