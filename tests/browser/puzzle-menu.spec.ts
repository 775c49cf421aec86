// What the user can do with a puzzle, from its page and from the start page: the same actions under the same names.
import { expect, test } from './host.ts';

test('a puzzle’s page offers printing and sharing; a link is one of the main formats', async ({
  host,
  open,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`#/puzzle/${await host.puzzle('Penguins')}`);
  await page.getByRole('button', { name: 'More actions for this puzzle' }).click();
  for (const name of ['Print…', 'Share…', 'Saved boards', 'Duplicate', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+p');
  await expect(page.getByRole('dialog', { name: 'Print and cut' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Share or export this puzzle' });
  // The dialog says what the file contains and shows a picture of the puzzle instead of the file's text.
  await expect(dialog).toContainText('It holds everything');
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible();
  const format = dialog.getByLabel('Format');
  await expect(format.locator(':scope > option')).toHaveText([
    'Edgewise file (JSON)',
    'Playable page: HTML',
    'Link',
    'Picture: PNG',
    'Picture: SVG, sharp at any size',
  ]);
  await format.selectOption('link');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^edgewise:puzzle\?/);
});

test('the start page: guided first puzzle, context menus of recent puzzles, number of puzzles found, living board', async ({
  host,
  open,
  page,
}) => {
  await open();
  await page.getByRole('button', { name: 'Guided first puzzle' }).click();
  const tour = page.getByRole('region', { name: 'Guided first puzzle' });
  await expect(tour).toContainText('Step 1 of 5');
  await tour.getByRole('button', { name: 'Leave the guide' }).click();

  const client = await host.client();
  const { puzzle } = await client.call('library.get', { id: await host.puzzle('Penguins') });
  for (let i = 1; i <= 6; i++)
    await client.call('library.add', { puzzle: { ...puzzle, name: `School ${i}` } });
  await open('#/library');
  const entries = page.getByRole('list', { name: 'Continue' }).getByRole('link');
  await expect(entries).toHaveCount(4);
  await entries.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await expect(page.getByRole('dialog', { name: 'Share or export this puzzle' })).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(page.getByText('57 puzzles', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a puzzle' }).fill('school');
  await expect(page.getByText('6 of 57 puzzles', { exact: true })).toBeVisible();

  // The board at the top changes colour from time to time, unless the user prefers reduced motion.
  await page.clock.install();
  const colours = () =>
    page
      .getByTestId('living-board')
      .locator('path')
      .evaluateAll((all) => all.map((each) => each.getAttribute('fill')));
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await open('#/library');
    await page.reload();
    await page.getByTestId('living-board').waitFor();
    const before = await colours();
    await page.clock.runFor(10_000);
    const changed = (await colours()).some((colour, i) => colour !== before[i]);
    expect(changed, reducedMotion).toBe(reducedMotion === 'no-preference');
  }
});
