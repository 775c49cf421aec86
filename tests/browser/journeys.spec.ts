// Typical first tasks, from a cold start to the end. Every click and key press is counted, and the test fails if the
// counts differ from the table in docs/ui.md. Times are printed but not checked, because they depend on the computer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, usualRun, type Host } from './host.ts';

const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/ui.md'), 'utf8');
/** Returns the clicks and key presses given in docs/ui.md for a task. `letter` names the row of the table. */
function written(letter: string): { clicks: number; keys: number } {
  const row = new RegExp(`^\\| \\(${letter}\\) [^|]*\\|\\s*(\\d+)\\s*\\|\\s*(\\d+)`, 'm').exec(docs);
  if (!row) throw new Error(`docs/ui.md has no row (${letter})`);
  return { clicks: Number(row[1]), keys: Number(row[2]) };
}

/**
 * Opens Edgewise with its default settings and starts counting clicks and key presses. Returns a function that returns
 * the counts and the time since then.
 */
async function coldStart(
  host: Host,
  page: Page,
): Promise<() => Promise<{ clicks: number; keys: number; seconds: number }>> {
  // Low priority is on by default, but host.ts turns it off.
  await (await host.client()).call('settings.set', { lowPriority: true });
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

test('(a) solves a sample and saves its picture', async ({ host, page }) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Solve a sample/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('status')).toHaveText('Solved');
  await page.getByRole('button', { name: /^Export/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Penguins solved run \d+\.png$/);
  compare('a', await counted());
});

test('(b) makes and prints a 4 × 4 puzzle with one solution', async ({ host, page }) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Make your own puzzle/ }).click();
  for (const field of ['Columns', 'Rows']) {
    await page.getByLabel(field).click();
    await page.keyboard.type('4');
  }
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('button', { name: 'Save and edit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Unique' })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/4 × 4.*\.pdf$/);
  compare('b', await counted());
});

test('(c) hunts Eternity II with only the centre hint, on one thread, at low priority', async ({
  host,
  page,
}) => {
  const counted = await coldStart(host, page);
  await page.getByRole('link', { name: /^Hunt Eternity II/ }).click();
  await page.getByRole('button', { name: 'Centre only' }).click();
  await page.getByLabel('Threads', { exact: true }).click();
  await page.keyboard.type('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('status')).toHaveText('Running');
  const count = await counted();
  const { items } = await (await host.client()).call('runs.list', {});
  expect(items[0]!.settings).toMatchObject({ engine: 'best', hints: [135], threads: 1, lowPriority: true });
  await page.getByRole('button', { name: 'Stop' }).click();
  compare('c', count);
});

test('(d) resumes a hunt interrupted by a crash, and compares its board with yesterday’s', async ({
  host,
  page,
}) => {
  // One hunt ended at its limit. Another found a board before the computer crashed.
  const puzzleId = await host.puzzle('Eternity II');
  const hunt = async (seed: number, nodes: number | null): Promise<number> =>
    (
      await (
        await host.client()
      ).call('runs.start', { ...usualRun, puzzleId, engine: 'best', limits: { seconds: null, nodes }, seed })
    ).runId;
  const run = async (runId: number) => (await host.client()).call('runs.get', { runId });
  const boards = async (runId: number): Promise<number[]> =>
    (await (await host.client()).call('boards.list', { runId, sort: 'best' })).items.map(({ id }) => id);
  const ended = await hunt(1, 20_000);
  await expect.poll(async () => (await run(ended)).status).toBe('limit');
  const [yesterday] = await boards(ended);
  const cutShort = await hunt(2, null);
  await expect.poll(async () => (await boards(cutShort)).length).toBeGreaterThan(0);
  await host.kill();
  await host.start();

  const counted = await coldStart(host, page);
  const note = page.getByRole('region', { name: 'Interrupted runs' });
  await note.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByRole('list', { name: 'Active runs' }).getByRole('link').click();
  await page.getByRole('tab', { name: /^Boards/ }).click();
  await page.getByRole('link', { name: /in the gallery$/ }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByLabel('Board number, or link to a board').click();
  await page.keyboard.type(String(yesterday));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('compared')).toHaveText(/differ/);
  compare('d', await counted());

  // Resume the run after another crash, with the keyboard only.
  await host.kill();
  await host.start();
  const countedKeys = await coldStart(host, page);
  const { keyboard } = page;
  await tabTo(page, note.getByRole('button', { name: 'Resume', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const stroke of ['g', 'r']) await keyboard.press(stroke);
  await tabTo(page, page.getByRole('main').locator(`a[href$="run=${cutShort}"]`).first());
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Boards/ })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: /in the gallery$/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible();
  await expect(page.getByTestId('gallery-list').getByRole('button').first()).toHaveAttribute(
    'aria-current',
    'true',
  );
  await keyboard.press('c');
  await tabTo(page, page.getByLabel('Board number, or link to a board'));
  await keyboard.type(String(yesterday));
  await keyboard.press('Enter');
  await expect(page.getByTestId('compared')).toHaveText(/differ/);
  expect((await countedKeys()).clicks).toBe(0);
  await (await host.client()).call('runs.stop', { runId: cutShort });
});

test('(e) pastes a 3 × 3 with two errors, fixes and solves it', async ({ host, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tiles = readFileSync(path.resolve(import.meta.dirname, '../data/arrows.txt'), 'utf8')
    .trim()
    .split('\n');
  // One line lacks the last character of an edge, and another lacks a whole edge.
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

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const reached = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses++) {
    if (await reached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not lead to ${String(target)}`);
}

test('does all of it by keyboard: solve a sample, make and print a puzzle, hunt, fix a paste, compare boards', async ({
  host,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const counted = await coldStart(host, page);
  await (await host.client()).call('settings.set', { lowPriority: false });
  const { keyboard } = page;
  const press = async (...strokes: string[]): Promise<void> => {
    for (const stroke of strokes) await keyboard.press(stroke);
  };
  const status = page.getByTestId('status');
  const open = async (name: string): Promise<void> => {
    await press('Control+k');
    await keyboard.type(name);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(name);
    await press('Enter');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };

  await test.step('(a) a sample is solved and its picture saved', async () => {
    await tabTo(page, page.getByRole('link', { name: /^Solve a sample/ }));
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled();
    await press('Control+Enter');
    await expect(status).toHaveText('Solved');
    await press('Control+e');
    await tabTo(page, page.getByRole('button', { name: 'Save file' }));
    const download = page.waitForEvent('download');
    await press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^Penguins solved run \d+\.png$/);
    await press('Escape');
  });

  await test.step('(b) a new puzzle is painted and printed', async () => {
    await press('g', 'n');
    for (const field of ['Columns', 'Rows']) {
      await tabTo(page, page.getByLabel(field));
      await press('Control+a', '2');
    }
    await press('Alt+b');
    await tabTo(page, page.getByRole('application', { name: /^Tiles of/ }));
    const edges = ['1212', '1323', '2131', '2323'];
    for (const tile of edges) await keyboard.type(tile);
    await expect(page.getByRole('status').filter({ hasText: /Unique|At least 2|No solution/ })).toBeVisible();
    await press('Control+p');
    await tabTo(page, page.getByRole('button', { name: 'Save PDF' }));
    const download = page.waitForEvent('download');
    await press('Enter');
    expect((await download).suggestedFilename()).toMatch(/2 × 2.*\.pdf$/);
    await press('Escape');
  });

  await test.step('(c) Eternity II is hunted with one thread and the centre hint', async () => {
    await open('Eternity II');
    await press('g', 's');
    await tabTo(page, page.getByRole('button', { name: 'Centre only' }));
    await press('Enter');
    await tabTo(page, page.getByLabel('Threads', { exact: true }));
    await press('Control+a', '1', 'Control+Enter');
    await expect(status).toHaveText('Running');
    await press('Control+.');
    await expect(status).toHaveText('Stopped');
  });

  await test.step('(e) a paste with an error is fixed and solved', async () => {
    const tiles = readFileSync(path.resolve(import.meta.dirname, '../data/arrows.txt'), 'utf8').trim();
    await page.evaluate((text) => navigator.clipboard.writeText(text), tiles.slice(0, -3));
    await press('Control+o');
    await expect(page.getByLabel('Tiles or a link')).toBeFocused();
    await press('Control+v');
    await tabTo(page, page.getByRole('button', { name: /^Line 9/ }));
    await press('Enter', 'End');
    await keyboard.type(tiles.slice(-3));
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
    await press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Scramble 3 × 3', level: 1 })).toBeVisible();
    await press('g', 's');
    await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled();
    await press('Control+Enter');
    await expect(status).toHaveText('Solved');
  });

  await test.step('two boards are chosen in the gallery and compared', async () => {
    await open('Penguins');
    await press('g', 's');
    await tabTo(page, page.getByRole('radio', { name: /^Solve it/ }));
    await press('ArrowDown', 'Control+Enter');
    await expect(status).toHaveText('Fully searched');
    await press('g', 'g');
    await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible();
    const boards = page.getByTestId('gallery-list').getByRole('button');
    for (const place of [0, 1]) {
      if (place > 0) await press('j');
      await expect(boards.nth(place)).toHaveAttribute('aria-current', 'true');
      await press('x');
      await expect(boards.nth(place)).toHaveAttribute('aria-pressed', 'true');
    }
    await press('c');
    await expect(page.getByTestId('compared')).toHaveText(/differ/);
    await press('n');
    await expect(page.getByTestId('compared')).toContainText('Difference 1 of');
  });

  expect((await counted()).clicks).toBe(0);
});
