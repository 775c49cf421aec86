// Queued runs: estimated before they start, moved and removed with the keyboard.
import { faults } from './axe.ts';
import { expect, test, usualRun } from './host.ts';

test('a search is estimated, queued and moved, and starts when the earlier run is stopped', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const owen = await host.puzzle('Owen 6 × 6');
  const all = { solutions: 'all', boards: false } as const;
  const { runId: hunt } = await client.call('runs.start', {
    ...usualRun,
    puzzleId: await host.puzzle('Eternity II'),
    wanted: all,
  });

  await open(`#/search/${owen}?new=1`);
  await page.getByLabel('Engine', { exact: true }).selectOption('exact');
  const estimate = page.getByTestId('estimate');
  await expect(estimate).toContainText('the average of 10,000 random samples');
  // Match “±” as well, so that the pattern can't match the assumed speed, which is given without “±”.
  const tensOfMillions = /about [\d.]+ × 10⁷ ± \d+ %/;
  await expect(estimate).toContainText(tensOfMillions);
  await page.getByText('Engine options').click();
  await page.getByLabel('Order of cells').selectOption('frame');
  await expect(estimate).not.toContainText(tensOfMillions);
  await page.getByLabel('Order of cells').selectOption('auto');

  await page.getByRole('radio', { name: 'Count all' }).check();
  await page.getByLabel('Threads', { exact: true }).fill('1');
  await expect(page.getByText('Runs: 1 running.')).toBeVisible();
  for (const seed of ['1', '2', '3']) {
    await page.getByRole('spinbutton', { name: 'Seed' }).fill(seed);
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByText(`Runs: 1 running, ${seed} waiting.`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show' }).last().click();

  const queue = page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
  await expect(queue).toHaveText([/seed 1/, /seed 2/, /seed 3/]);
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText(
    `Run ${hunt} has no limit. These runs will start when it finishes or you stop it.`,
  );
  expect(await faults(page)).toEqual([]);
  // The moved run keeps the focus.
  await queue.nth(2).getByRole('button', { name: /up$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(queue).toHaveText([/seed 1/, /seed 3/, /seed 2/]);
  await page.keyboard.press('Enter');
  await expect(queue).toHaveText([/seed 3/, /seed 1/, /seed 2/]);
  await queue
    .nth(1)
    .getByRole('button', { name: /from (the )?queue/ })
    .click();
  await expect(queue).toHaveText([/seed 3/, /seed 2/]);

  await client.call('runs.stop', { runId: hunt });
  await expect(queue).toHaveCount(0);
  for (const seed of [3, 2]) {
    const run = page.getByRole('listitem').filter({ hasText: `seed ${seed}` });
    await expect(run).toContainText('260 solutions, 65 unique');
  }
});

test('an order of cells is drawn on the board, changed with keys, and used by the run', async ({
  host,
  open,
  page,
}) => {
  await open(`#/search/${await host.puzzle('Owen 6 × 6')}?new=1`);
  await page.getByLabel('Engine', { exact: true }).selectOption('exact');
  const estimate = page.getByTestId('estimate');
  await expect(estimate).toContainText('× 10⁷');
  await page.getByText('Engine options').click();
  await page.getByRole('button', { name: 'Draw on the board' }).click();
  const order = page.getByLabel('Drawn order');
  const board = page.getByRole('application', { name: /^Order of cells/ });
  await board.scrollIntoViewIfNeeded();
  const { x, y, width } = (await board.boundingBox())!;
  const cell = async (column: number, row: number, steps = 1): Promise<void> =>
    page.mouse.move(x + ((column + 0.5) * width) / 6, y + ((row + 0.5) * width) / 6, { steps });

  // Drag quickly down the first column, then right by three cells, then back by one.
  await cell(0, 0);
  await page.mouse.down();
  await cell(0, 4);
  await cell(3, 4, 10);
  await cell(2, 4, 3);
  await page.mouse.up();
  await expect(order).toHaveValue('1 7 13 19 25 26 27');
  await expect(board).toHaveAccessibleName('Order of cells. Drawn so far: 7 cells.');
  await expect(estimate).toContainText(/× 10(⁸|⁹|¹)/);
  // Clicking the last cell removes it. Clicking an earlier cell removes all cells after that one.
  await page.mouse.click(x + (2.5 * width) / 6, y + (4.5 * width) / 6);
  await expect(order).toHaveValue('1 7 13 19 25 26');
  await page.mouse.click(x + (0.5 * width) / 6, y + (2.5 * width) / 6);
  await expect(order).toHaveValue('1 7 13');
  await board.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(order).toHaveValue('1 7 13 14');
  await page.keyboard.press('Backspace');
  await expect(order).toHaveValue('1 7 13');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(order).toHaveValue('');

  await order.fill('36, 30');
  await order.press('Tab');
  await expect(board).toHaveAccessibleName('Order of cells. Drawn so far: 2 cells.');
  await page.getByRole('radio', { name: 'Count all' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/260/).first()).toBeVisible({ timeout: 120_000 });
});
