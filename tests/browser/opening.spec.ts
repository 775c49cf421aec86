import path from 'node:path';
import { expect, test } from './host.ts';

test('the page in the data folder opens the application; its address works once and is removed from the address bar', async ({
  context,
  host,
  page,
}) => {
  const { url } = host;
  await page.goto(`file://${path.join(host.dataDir, 'open-edgewise.html')}`);
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
  await expect(page.getByText('This page has no access')).toHaveCount(0);

  // An address from the browser's history: its secret works only once.
  const other = await context.newPage();
  await other.goto(url);
  await expect(other.getByText('This page has no access to Edgewise.')).toBeVisible();
  await expect(other.getByText('Open the file open-edgewise.html')).toBeVisible();
  await other.goto(host.url);
  await expect(other.getByText('This page has no access')).toHaveCount(0);
  await expect(other.getByText(/^\d+ puzzles$/).first()).toBeVisible();
});

test('after a restart at the same port, an open page says what to do; a new one never shows an empty library', async ({
  context,
  host,
  page,
}) => {
  // Don't use `open`: the restarted host doesn't know the tests' session key.
  await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
  const { port } = new URL(host.url);
  await host.stop();
  await expect(page.getByText('This page is trying to reconnect.')).toBeVisible();
  await host.start('--port', port);
  await expect(page.getByText('Open the file open-edgewise.html')).toBeVisible();

  const other = await context.newPage();
  // Record what the page says while the library is loading.
  await other.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      const [words] =
        /The library is empty|\d+ puzzles/.exec(document.querySelector('body')?.textContent ?? '') ?? [];
      if (words) said.add(words);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await other.goto(host.url);
  await expect
    .poll(() => other.evaluate(() => [...(window as unknown as { said: Set<string> }).said]))
    .toEqual([expect.stringMatching(/^[1-9]\d* puzzles$/)]);
});

test('an address with an invalid percent escape opens a page that says so, with a link back', async ({
  open,
  page,
}) => {
  for (const address of ['#/%', '#/nowhere/%E0%A4%A', '#/%/%']) {
    await open(address);
    await expect(page.getByText('Edgewise has no page')).toBeVisible();
  }
  await page.reload();
  await page.getByRole('link', { name: 'Open the library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
});
