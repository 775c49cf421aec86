// A run that searches only while the computer is idle. The services run inside the test, which simulates the user's
// activity.
import { expect, test } from '@playwright/test';
import { startLocalServer } from '../../src-main/local-host/local-server.ts';
import { loadStaticFiles } from '../../src-main/local-host/static-files.ts';
import { rendererDir, samplesDir } from '../../src-main/paths.ts';
import { createServices } from '../../src-main/services/services.ts';
import { forkSolver } from '../../src-main/solver-process/fork-solver.ts';
import { usualRun } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

test('a run for an idle computer pauses while the computer is used, says so, and continues automatically', async ({
  page,
}) => {
  const dataDir = temporaryDir();
  // seconds since the computer was last used
  let unattended = 600;
  let atMs = 0;
  const services = await createServices({
    host: 'local',
    dataDir,
    samplesDir,
    spawnSolver: forkSolver,
    usage: { everyMs: 100, unattended: () => unattended, machine: () => ({ busyMs: 0, atMs: ++atMs }) },
  });
  const server = await startLocalServer({ services, files: loadStaticFiles(rendererDir) });
  try {
    const { id: puzzleId } = services.library['library.list']({}).find(({ name }) => name === 'Eternity II')!;
    const runId = await services.runs.start({
      ...usualRun,
      puzzleId,
      whenIdle: true,
      lowPriority: false,
    });
    await page.goto(server.url);
    await page.locator('main h2').first().waitFor();
    await page.evaluate((hash) => (location.hash = hash), `#/search/${puzzleId}?run=${runId}`);
    const message = page.getByTestId('message');
    const status = page.getByTestId('status');
    await expect(status).toContainText('Running');
    unattended = 3;
    await expect(message).toHaveText('paused while the computer is in use; continues automatically');
    await expect(status).toContainText('Paused');
    unattended = 600;
    await expect(status).toContainText('Running');
    await expect(message).toHaveCount(0);

    // A run that the user resumes continues even while the computer is in use.
    unattended = 3;
    await expect(status).toContainText('Paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(status).toContainText('Running');
    const looks = atMs;
    await expect.poll(() => atMs).toBeGreaterThan(looks + 2);
    await expect(status).toContainText('Running');
  } finally {
    await services.close();
    await server.close();
    removeDir(dataDir);
  }
});
