// A user's main task: search for solutions of a sample puzzle, close and reopen the page meanwhile, and find the
// solutions in the gallery. A second test restarts the host during the search.
import { expect, test } from './host.ts';

test('a search continues in the background, and its boards are in the gallery', async ({
  host,
  open,
  page,
  context,
}) => {
  await open();
  await page.getByRole('searchbox', { name: 'Find a puzzle' }).fill('crazy');
  await page.getByRole('link', { name: /Crazy Sheep/ }).click();
  await expect(page.getByRole('heading', { name: 'Crazy Sheep', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Count all' }).check();
  await page.getByLabel('Threads', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: /^Run \d+$/ })).toBeVisible();
  await expect(page.getByTestId('nodes')).not.toHaveText('0');
  await page.close();

  const later = await context.newPage();
  await open('#/runs', later);
  const row = later
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Fully searched.*Crazy Sheep|Crazy Sheep.*Fully searched/ });
  await expect(row.getByText('Fully searched')).toBeVisible({ timeout: 120_000 });
  await expect(row).toContainText('880 solutions, 220 unique');
  await row.getByRole('link').click();
  await expect(later.getByTestId('solutions')).toHaveText('880');
  await expect(later.getByTestId('share')).toHaveText('100 %');
  // the colours of the logo
  const bar = later.getByRole('progressbar').locator('span');
  await expect(bar).toHaveCSS('background-image', /240, 180, 41.*79, 124, 255.*228, 87, 46.*47, 174, 123/);
  await expect(later.getByTestId('matched')).toHaveText('24');
  await expect(later.getByRole('tab', { name: 'Boards 220' })).toBeVisible();

  const crazy = await host.puzzle('Crazy Sheep');
  await later.evaluate((id) => (location.hash = `#/gallery?puzzle=${id}`), crazy);
  await expect(later.getByText('220 boards')).toBeVisible();
  await expect(later.getByRole('heading', { name: 'Solved' })).toBeVisible();
});

test('pause, resume, stop; a new host resumes the run where the old one left off', async ({
  host,
  open,
  page,
}) => {
  const puzzle = await host.puzzle('Eternity II');
  await open(`#/search/${puzzle}?new=1`);
  await page.getByLabel('Threads', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  const status = page.getByTestId('status');
  await expect(status).toHaveText('Running');
  await expect(page.getByTestId('nodes')).not.toHaveText('0');
  await expect(page.getByTestId('run-board').getByRole('application')).toHaveAccessibleName(
    /Board being searched/,
  );
  // The number of tiles sometimes falls, because the view shows the current board, not the best one.
  let most = 0;
  await expect
    .poll(async () => {
      const label = await page.getByTestId('run-board').getByRole('application').getAttribute('aria-label');
      const placed = Number(/(\d+) tiles? placed/.exec(label ?? '')?.[1] ?? 0);
      const fell = placed < most;
      most = Math.max(most, placed);
      return fell;
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status).toHaveText('Paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText('Running');

  const address = new URL(page.url()).hash;
  const { items } = await (await host.client()).call('runs.list', { puzzleId: puzzle });
  await host.stop();
  // Wait for this sentence, because the same title is also shown while a request is pending.
  await expect(page.getByText('This page is trying to reconnect.')).toBeVisible();
  await host.start();
  await open(address);
  const after = await (await host.client()).call('runs.get', { runId: items[0]!.id });
  expect(after.figures.nodes).toBeGreaterThanOrEqual(items[0]!.figures.nodes);
  // The buttons in the note about interrupted runs can disappear, so use those in the header.
  const buttons = page.locator('header');
  await buttons.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText('Running');
  const now = async () => (await host.client()).call('runs.get', { runId: items[0]!.id });
  await expect.poll(async () => (await now()).figures.nodes).toBeGreaterThan(after.figures.nodes);
  await buttons.getByRole('button', { name: 'Stop' }).click();
  await expect(status).toHaveText('Stopped');
  await page.reload();
  await expect(status).toHaveText('Stopped');
  await page.keyboard.press('1');
  await expect(page.getByText('No board is being searched at the moment.')).toBeVisible();
  const ended = await now();
  expect(ended.figures.nodes).toBeGreaterThan(after.figures.nodes);
  expect(ended.best).not.toBeNull();
});

test('boards are annotated, compared, exported, deleted and restored', async ({
  host,
  open,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const puzzle = await host.puzzle('Eternity II');
  const client = await host.client();
  // Two boards: the first tile alone, and the first two tiles side by side.
  for (const second of [-1, 16]) {
    const board = Array.from({ length: 256 }, (_, cell) => [0, second][cell] ?? -1);
    await client.call('boards.add', { puzzleId: puzzle, board: Int32Array.from(board) });
  }

  await open(`#/gallery?puzzle=${puzzle}&sort=best`);
  const cards = page.getByTestId('gallery-list').getByRole('button');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) await card.click({ modifiers: ['Control'] });
  await page.getByRole('group', { name: 'Selected boards' }).getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByTestId('compared')).toContainText(/1 of \d+ cells\s+differs/);
  await page.goBack();
  await expect(cards).toHaveCount(2);

  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Remove the star' })).toBeVisible();
  await page.getByLabel('Tags, separated by commas').fill('odd, kept');
  await page.getByLabel('Note').fill('one cell short');
  await page.getByLabel('Note').blur();
  await expect
    .poll(
      async () =>
        (await client.call('boards.list', { puzzleId: puzzle, starred: true, tag: 'kept' })).items[0]?.note,
    )
    .toBe('one cell short');

  await page.getByRole('button', { name: 'Copy the link to e2.bucas.name' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('e2.bucas.name');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Format', { exact: true }).selectOption('png');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Eternity II \d+ of 480 board \d+\.png$/);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(2);
});
