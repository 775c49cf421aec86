// The panel of a hunt: the score, what is known, what each figure means; and a hunt that is seen wherever one is.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './host.ts';

test('a hunt shows its score and what is known, in the panel, the navigation and the title', async ({
  host,
  open,
  page,
}) => {
  const puzzleId = await host.puzzle('Eternity II');
  const client = await host.client();
  const { runId } = await client.call('runs.start', {
    puzzleId,
    hints: [135],
    engine: 'best',
    options: { memory: 64 },
    wanted: { solutions: 1, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  });
  await open(`#/search/${puzzleId}?run=${runId}`);
  const main = page.locator('main');
  await expect(page.getByTestId('matched')).toHaveText(/^4[0-9][0-9]$/, { timeout: 120_000 });
  const score = Number(await page.getByTestId('matched').textContent());
  expect(480 - score).toBeGreaterThanOrEqual(Number(await page.getByTestId('mismatches').textContent()));
  await expect(main).toContainText('more than the best known: 470');
  await expect(main).toContainText('the best published board, with the centre hint only');
  await expect(page.getByTestId('memory')).toHaveText(/\d+ MB/);
  await expect(page.getByTestId('since')).toHaveText(/ago/);
  await expect(main).toContainText(/1 of 1 hint kept/);
  // What says nothing of a hunt is not there.
  await expect(main).not.toContainText(/share of the|unique|distinct|epochs/i);
  await expect(page.getByText('Score against running time')).toBeVisible({ timeout: 60_000 });
  await page.getByText('Settings of this run').click();
  await expect(main).toContainText(/Hints to keep\s*1 of 5/);

  // By keyboard: a figure says what it means; Escape closes that.
  await page.getByRole('button', { name: 'Mismatches left' }).focus();
  const tip = page.getByRole('tooltip').filter({ hasText: 'None left would be a solution' });
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  // Wherever one is, and in the window's title.
  await open('#/settings');
  const link = page.getByRole('list', { name: 'Runs under way' }).getByRole('link');
  await expect(link).toContainText(/Eternity II\s*4\d\d of 480/);
  await expect(page).toHaveTitle(/^4\d\d of 480 · Settings · Edgewise$/);
  await link.click();
  await expect(page.getByRole('heading', { name: `Run ${runId}` })).toBeVisible();

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByTestId('status')).toHaveText('Stopped');
  await expect(page.getByRole('list', { name: 'Runs under way' })).toHaveCount(0);
  await expect(page).toHaveTitle(`Run ${runId} · Edgewise`);
});

test('the palette finds “solve” and “help”', async ({ host, open, page }) => {
  await open(`#/puzzle/${await host.puzzle('Nine Halves')}`);
  await page.getByRole('heading', { name: 'Nine Halves', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('help');
  await expect(page.getByRole('option', { name: /^Help/ })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('solve');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Solve Nine Halves');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Solve it' })).toBeChecked();
});
