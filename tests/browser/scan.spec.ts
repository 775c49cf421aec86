// From a photograph to Solved, as somebody new would go: by mouse, and by keys alone; and what is no photograph of tiles.
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import jpeg from 'jpeg-js';
import { caseOf, take } from '../scan/shots.ts';
import { expect, test } from './host.ts';

const photo = (): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'Fish.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(take({ ...caseOf('ordinary', 0), megapixels: 1.5 }).photo.file),
});

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Choose a picture|Add a picture/ }).click();
  await (await chooser).setFiles(file);
}

test('a photograph becomes a solved puzzle with its own pieces, by mouse', async ({ open, page, host }) => {
  await open('#/library');
  await page.getByRole('link', { name: /Solve the puzzle on your table/ }).click();
  await choose(page, photo());
  await expect(page.getByRole('status').filter({ hasText: '9 tiles' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  const groups = page.getByRole('region', { name: 'Groups' });
  await expect(groups.getByRole('group')).toHaveCount(8);
  await expect(page.getByRole('complementary', { name: 'Checks' })).toContainText(/\d+ solutions?/);

  // an edge in the wrong group, and back
  const before = await groups.innerText();
  await page
    .getByRole('region', { name: 'Least sure' })
    .getByRole('combobox')
    .first()
    .selectOption({ label: 'A new group' });
  await expect(groups.getByRole('group')).toHaveCount(9);
  await page.keyboard.press('Control+z');
  await expect(groups.getByRole('group')).toHaveCount(8);
  expect(await groups.innerText()).toBe(before);

  // going back loses nothing
  await page.getByRole('button', { name: '2 Tiles' }).click();
  await page.getByRole('button', { name: '3 Edges' }).click();
  expect(await groups.innerText()).toBe(before);

  await page.getByRole('button', { name: 'Keep and solve' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/solved/i).first()).toBeVisible();
  const client = await host.client();
  const { puzzle } = await client.call('library.get', { id: await host.puzzle('Fish') });
  if (puzzle.kind !== 'edge-matching') throw new Error('the scan is an edge-matching puzzle');
  expect(puzzle.tiles.every(({ photo: own }) => own?.image.startsWith('data:image/jpeg'))).toBe(true);
  expect(puzzle.labels).toHaveLength(4);
  expect(JSON.stringify(puzzle).length).toBeLessThan(9 * 22_000 + 4 * 10_000 + 5_000);
});

test('the same by keys alone', async ({ open, page }) => {
  await open('#/library');
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Scan a puzzle' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Alt+o');
  await (await chooser).setFiles(photo());
  await expect(page.getByRole('status').filter({ hasText: '9 tiles' })).toBeVisible();

  // a corner by keys: there and back
  const corner = page.getByRole('button', { name: 'Tile 1, top left corner' });
  await corner.focus();
  const place = await corner.getAttribute('style');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(corner).not.toHaveAttribute('style', place!);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);

  // one edge elsewhere and back, by its number
  const edge = page
    .getByRole('region', { name: 'Groups' })
    .getByRole('group')
    .first()
    .getByRole('button')
    .first();
  await edge.focus();
  await page.keyboard.press('3');
  await expect(
    page.getByRole('region', { name: 'Groups' }).getByRole('group').nth(2).locator('button:focus'),
  ).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/solved/i).first()).toBeVisible();
});

test('what is no photograph of tiles is said in a sentence, and what was opened stays', async ({
  open,
  page,
}) => {
  await open('#/scan');
  const alert = page.getByRole('alert');
  await choose(page, { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(alert).toContainText('no picture that can be read');
  await choose(page, {
    name: 'calls.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:9/x.png"/></svg>',
    ),
  });
  await expect(alert).toContainText('no picture that can be read');
  const whole = photo().buffer;
  await choose(page, {
    name: 'cut.jpg',
    mimeType: 'image/jpeg',
    buffer: whole.subarray(0, whole.length >> 1),
  });
  await expect(alert).toContainText('damaged or cut short');
  // 20,000 × 10,000 pixels by its header alone
  const huge = Buffer.from(whole);
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(10_000, frame + 5);
  huge.writeUInt16BE(20_000, frame + 7);
  await choose(page, { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: huge });
  await expect(alert).toContainText('200 megapixels');
  const grey = jpeg.encode({ width: 400, height: 300, data: Buffer.alloc(400 * 300 * 4, 150) }, 80).data;
  await choose(page, { name: 'table.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(grey) });
  await expect(alert).toContainText('No tiles were found');
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 tile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compare the edges' })).toBeDisabled();
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('link', { name: 'Scan a puzzle' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: '1 tile' })).toBeVisible();
});
