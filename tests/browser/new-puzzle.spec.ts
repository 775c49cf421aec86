// New puzzle: suggestions, the example, and the names of a puzzle and its symbols.
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { withMotifNames } from '../../src-renderer/board-view/motif-names.ts';
import { expect, test } from './host.ts';

test('a slow check suggests more symbols, the example stays, symbols are named after their motifs', async ({
  host,
  open,
  page,
}) => {
  await open('#/create');
  const result = page.getByRole('region', { name: 'Generated puzzle' });
  const example = result.getByRole('img', { name: 'Example with these settings' });
  await expect(example).toBeVisible();
  const quicker = page.getByTestId('quicker');
  await expect(quicker).toHaveCount(0);

  // With 6 symbols, a complete search of a random 8 × 5 puzzle places about 10¹¹ tiles.
  await page.getByLabel('Columns').fill('8');
  await page.getByLabel('Rows').fill('5');
  await page.getByLabel('Rows').press('Tab');
  await expect(quicker).toContainText(/With \d+\s+symbols, checking that there is exactly one/);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(result).toContainText('Looking for a puzzle with exactly one solution…');
  await expect(example).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await quicker.getByRole('button').click();
  await expect(quicker).toHaveCount(0);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(result.getByRole('heading', { name: 'Exactly one solution' })).toBeVisible();
  await page.getByRole('button', { name: 'Save and edit' }).click();
  await expect(page.getByRole('heading', { name: 'My puzzle, 8 × 5', level: 1 })).toBeVisible();
  const labels = page.getByRole('list', { name: 'Labels' });
  await expect(labels.getByRole('button', { name: /^fish tail/ })).toBeVisible();

  // A symbol named after its motif is renamed along with it. A name that the user chose stays.
  await labels.getByRole('button', { name: 'Change label fish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'penguin', exact: true }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('penguin');
  await dialog.getByLabel('Name').fill('Pingu');
  await dialog.getByRole('button', { name: 'gecko', exact: true }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Pingu');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('all changes saved')).toBeVisible();
  const id = Number(new URL(page.url()).hash.split('/').at(-1));
  const { puzzle } = await (await host.client()).call('library.get', { id });
  expect((puzzle as EdgePuzzle).labels[0]).toMatchObject({ name: 'Pingu', motif: 'gecko' });
});

test('in a narrow list, the half of a label stays visible', async ({ host, open, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await open(`#/editor/${await host.puzzle('Penguins')}`);
  const name = page.getByRole('button', { name: /^penguin head/ }).locator('.whole');
  await expect(name).toBeVisible();
  expect(await name.evaluate((whole) => whole.scrollWidth - whole.clientWidth)).toBe(0);
  await expect(name.locator('.name')).toHaveCSS('text-overflow', 'ellipsis');
});

test('an impossible size is reported once, under its field', async ({ open, page }) => {
  await open('#/create');
  await page.getByLabel('Columns').fill('0');
  await page.getByLabel('Columns').press('Tab');
  await expect(page.getByLabel('Columns')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Rows')).not.toHaveAttribute('aria-invalid', 'true');
});

test('in the editor of a two-sided puzzle, the verdict is visible below the tile', async ({
  host,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const client = await host.client();
  const sample = await client.call('library.get', { id: await host.puzzle('Nine Two-Faced Squares') });
  const puzzle = withMotifNames(sample.puzzle as EdgePuzzle);
  const { id } = await client.call('library.add', { puzzle });
  await open(`#/editor/${id}`);
  const verdict = page.getByRole('status').filter({ hasText: /exactly one solution|solutions|Searching/ });
  await expect(verdict).toBeInViewport({ ratio: 1 });
});
