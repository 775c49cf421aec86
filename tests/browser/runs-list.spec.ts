// The list of runs: active runs first, pictures, search by name and state, sorting.
import { faults } from './axe.ts';
import { expect, test, usualRun } from './host.ts';

test('runs are filtered and sorted and have pictures; active ones come first', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const nine = await host.puzzle('Nine Halves');
  const big = await host.puzzle('Eternity II');
  const { runId: hunt } = await client.call('runs.start', {
    ...usualRun,
    puzzleId: big,
    engine: 'best',
    options: { memory: 64 },
    limits: { seconds: 600, nodes: null },
  });
  const { runId: nineRun } = await client.call('runs.start', { ...usualRun, puzzleId: nine });
  await expect.poll(async () => (await client.call('runs.get', { runId: nineRun })).status).toBe('solved');

  await open('#/runs');
  const rows = page.getByRole('list', { name: 'Runs', exact: true }).getByRole('listitem');
  await expect(rows).toHaveText([/Eternity II/, /Nine Halves/]);
  await expect(rows.nth(1).locator('canvas')).toBeVisible();
  await expect(
    rows
      .nth(0)
      .locator('.picture')
      .getByText(/^4\d\d$/),
  ).toBeVisible();
  await expect(rows.nth(1).locator('.picture')).toHaveText('');
  // A hunt has no target number of solutions. One solution is described in the singular.
  await expect(rows.nth(0)).toContainText('Best score · at most 10 min · 1 thread · seed 1');
  await expect(rows.nth(1)).toContainText('one solution · 1 thread');
  await expect(rows.nth(1)).toContainText(/1 solution(?!s|, )/);
  expect(await faults(page)).toEqual([]);
  const menu = page.getByRole('menu', { name: `Actions for run ${nineRun}` });
  await rows.nth(1).getByText('Nine Halves').click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Saved boards' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await rows.nth(1).getByRole('link').focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('Find by puzzle').fill('nine');
  await expect(rows).toHaveText([/Nine Halves/]);
  await page.getByLabel('State').selectOption('failed');
  await expect(page.getByRole('heading', { name: 'No runs found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all runs' }).click();
  await expect(rows).toHaveCount(2);

  await client.call('runs.pause', { runId: hunt });
  await expect(rows).toHaveText([/Paused[^]*Eternity II/, /Nine Halves/]);
  await client.call('runs.stop', { runId: hunt });
  await expect(rows.first()).toContainText('Nine Halves');
  await page.getByLabel('Order').selectOption('longest');
  await expect(rows.first()).toContainText('Eternity II');
  await page.getByLabel('Order').selectOption('best');
  await expect(rows.first()).toContainText('Nine Halves');

  // A long name wraps onto two lines, and a tooltip shows all of it.
  const name = 'Turtles and other animals '.repeat(7).trim();
  const { puzzle } = await client.call('library.get', { id: nine });
  const { id } = await client.call('library.add', { puzzle: { ...puzzle, name } });
  await client.call('runs.start', { ...usualRun, puzzleId: id });
  const shown = rows.getByText(name);
  await expect(shown).toHaveAttribute('title', name);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() =>
      shown.evaluate((element) => [element.scrollHeight > element.clientHeight, element.clientHeight < 50]),
    )
    .toEqual([true, true]);
});
