// The host is unreachable for a while: requests are repeated, and nothing waits forever. In a second test, another
// program replaces the host's library file.
import type { Locator, WebSocketRoute } from '@playwright/test';
import { cpSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test, usualRun } from './host.ts';

test('a lost connection ends a calculation, but the puzzle and the requested game stay', async ({
  host,
  open,
  page,
}) => {
  let reachable = true;
  let silent = false;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/rpc$/, async (socket) => {
    if (!reachable) {
      await socket.close();
      return;
    }
    sockets.add(socket);
    socket.connectToServer().onMessage((message) => {
      if (!silent) socket.send(message);
    });
  });
  // An exact match, because messages about unsaved changes contain the same words.
  const lost = page.getByText('The connection to Edgewise was lost.', { exact: true });
  const cut = async (): Promise<void> => {
    reachable = false;
    for (const socket of sockets) await socket.close();
    sockets.clear();
    await expect(lost).toBeVisible();
  };
  const restore = async (): Promise<void> => {
    reachable = true;
    await expect(lost).toHaveCount(0);
  };
  const hunted = await host.puzzle('Eternity II');
  const easy = await host.puzzle('Nine Halves');
  await open(`#/play/${hunted}`);
  const ask = page.getByRole('button', { name: 'Can this still be solved?' });
  await ask.click();
  await expect(ask).toHaveAttribute('aria-busy', 'true');
  await cut();
  await expect(ask).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('The connection to Edgewise was lost during the calculation.')).toBeVisible();

  await open(`#/play/${easy}`);
  await expect(page.getByText('This puzzle cannot be played here')).toBeVisible();
  await restore();
  await expect(page.getByLabel('Measures')).toContainText('0 of 9');

  await open(`#/puzzle/${easy}`);
  await expect(page.getByRole('heading', { name: 'Nine Halves', level: 1 })).toBeVisible();
  await cut();
  await open(`#/puzzle/${hunted}`);
  await expect(page.getByRole('heading', { name: 'Nine Halves', level: 1 })).toHaveCount(0);
  await restore();
  await expect(page.getByRole('heading', { name: 'Eternity II', level: 1 })).toBeVisible();

  // The host is reachable but doesn't answer. A run's page says so, greys out its figures, and shows that a pause was
  // requested.
  const { runId } = await (await host.client()).call('runs.start', { ...usualRun, puzzleId: hunted });
  await page.clock.install();
  await open(`#/search/${hunted}?run=${runId}`);
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.waitFor();
  silent = true;
  await page.clock.fastForward(12_000);
  const note = page.getByText(/^No response for 1[2-9] s/);
  await expect(note).toBeVisible();
  const figures = page.getByRole('tabpanel').locator('.stack').first();
  await expect(figures).toHaveCSS('filter', 'grayscale(1)');
  await pause.click();
  await expect(pause).toHaveAttribute('aria-busy', 'true');
  silent = false;
  await page.clock.fastForward(2000);
  await expect(note).toHaveCount(0);
  await expect(figures).toHaveCSS('filter', 'none');
});

test('every view says that the library was replaced, where its content is saved, and offers a backup', async ({
  host,
  open,
  page,
}) => {
  await open();
  const file = path.join(host.dataDir, 'edgewise.sqlite');
  cpSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  const client = await host.client();
  await expect(client.call('settings.set', { theme: 'dark' })).rejects.toThrow(/Nothing more can be saved/);
  const note = page.getByRole('alert').filter({ hasText: 'The library is gone, so nothing can be saved.' });
  await expect(note).toContainText('was replaced or changed by another program');
  await expect(note).toContainText(/The library's content is saved in .*kept-.*\.edgewise-library/);
  await page.reload();
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(note).toBeInViewport();

  // The note aligns with the view below it, and the board takes up the remaining height.
  await open(`#/play/${await host.puzzle('Nine Halves')}`);
  await page.getByRole('application', { name: /^Board of/ }).waitFor();
  const left = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().left);
  expect(await left(note)).toBe(await left(page.getByRole('heading', { level: 1 })));
  const hidden = () => page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  await expect.poll(hidden).toBe(0);

  await note.getByRole('link', { name: 'Back up what is still in memory' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up…' }).click();
  expect((await download).suggestedFilename()).toMatch(/^edgewise-.*\.edgewise-library$/);
  await expect(note).toBeVisible();
});
