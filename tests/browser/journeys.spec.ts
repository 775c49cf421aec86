// What a newcomer does, from a cold start to the end, counted: every press of the mouse and every key the page gets.
// The counts stand in the table of docs/ui.md, and each test fails where it needs another number. Seconds are written
// down there, not asserted: they are the computer's, without the time a person takes to read.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type Host } from './host.ts';

const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/ui.md'), 'utf8');
/** Clicks and keys as the table of docs/ui.md has them. */
function written(letter: string): { clicks: number; keys: number } {
  const row = new RegExp(`^\\| \\(${letter}\\) [^|]*\\|\\s*(\\d+)\\s*\\|\\s*(\\d+)`, 'm').exec(docs);
  if (!row) throw new Error(`docs/ui.md has no row (${letter})`);
  return { clicks: Number(row[1]), keys: Number(row[2]) };
}

/** A library in which nothing was done yet, and Edgewise just opened. */
async function coldStart(
  host: Host,
  page: Page,
): Promise<() => Promise<{ clicks: number; keys: number; seconds: number }>> {
  await (await host.client()).call('settings.set', { lowPriority: true }); // as it comes
  await page.addInitScript(() => {
    const counts = ((window as unknown as { counts: { clicks: number; keys: number } }).counts = {
      clicks: 0,
      keys: 0,
    });
    addEventListener('pointerdown', (event) => (counts.clicks += event.isTrusted ? 1 : 0), true);
    addEventListener(
      'keydown',
      ({ key, isTrusted }) =>
        (counts.keys += isTrusted && !['Control', 'Shift', 'Alt', 'Meta'].includes(key) ? 1 : 0),
      true,
    );
  });
  const begun = Date.now();
  await page.goto(host.url);
  return async () => ({
    ...(await page.evaluate(
      () => (window as unknown as { counts: { clicks: number; keys: number } }).counts,
    )),
    seconds: (Date.now() - begun) / 1000,
  });
}

function compare(
  letter: string,
  { clicks, keys, seconds }: { clicks: number; keys: number; seconds: number },
): void {
  console.log(`(${letter}) ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s`);
  expect({ clicks, keys }, `(${letter}): docs/ui.md says otherwise`).toEqual(written(letter));
}

test('(a) a solved sample and its picture saved', async ({ host, page }) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Solve one and see its board/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('status')).toHaveText('Solved');
  await page.getByRole('button', { name: /^Export/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Penguins.*\.png$/);
  compare('a', await counted());
});

test('(b) a unique 4 × 4 of one’s own, printed', async ({ host, page }) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Make a puzzle of your own/ }).click();
  for (const field of ['Columns', 'Rows']) {
    await page.getByLabel(field).click();
    await page.keyboard.type('4');
  }
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('button', { name: 'Keep and edit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Unique' })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/4 × 4.*\.pdf$/);
  compare('b', await counted());
});

test('(c) Eternity II hunting with the centre hint only, on one thread, at low priority', async ({
  host,
  page,
}) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Hunt Eternity II/ }).click();
  await page.getByRole('button', { name: 'Centre only' }).click();
  await page.getByLabel('Threads in all').click();
  await page.keyboard.type('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('status')).toHaveText('Running');
  const count = await counted();
  const { items } = await (await host.client()).call('runs.list', {});
  expect(items[0]!.settings).toMatchObject({ engine: 'best', hints: [135], threads: 1, lowPriority: true });
  await page.getByRole('button', { name: 'Stop' }).click();
  compare('c', count);
});

test('(e) a 3 × 3 pasted with two mistakes, mended and solved', async ({ host, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tiles = readFileSync(path.resolve(import.meta.dirname, '../data/arrows.txt'), 'utf8')
    .trim()
    .split('\n');
  // a letter missing in one line, an edge missing in another
  const wrong = tiles.with(2, tiles[2]!.slice(0, -1)).with(6, tiles[6]!.slice(0, -3)).join('\n');
  const counted = await coldStart(host, page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), wrong);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByLabel('Tiles or a link')).toBeFocused();
  await page.keyboard.press('Control+v');
  const faults = page.getByRole('button', { name: /^Line \d/ });
  await expect(faults).toHaveCount(2);
  for (const [line, missing] of [
    [3, tiles[2]!.slice(-1)],
    [7, tiles[6]!.slice(-3)],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Line ${line}`) }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(missing);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('status')).toHaveText('Solved');
  compare('e', await counted());
});
