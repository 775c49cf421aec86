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
  const doubts = page.getByRole('region', { name: 'Least sure' }).getByRole('listitem');
  await expect(doubts).toHaveCount(10);
  await doubts
    .first()
    .getByRole('button', { name: /^Group of/ })
    .click();
  await page.getByRole('menuitem', { name: 'A new group' }).click();
  await expect(groups.getByRole('group')).toHaveCount(9);
  await page.keyboard.press('Control+z');
  await expect(groups.getByRole('group')).toHaveCount(8);
  expect(await groups.innerText()).toBe(before);

  // going back loses nothing
  await page.getByRole('tab', { name: '2 Tiles' }).click();
  await page.getByRole('tab', { name: '3 Edges' }).click();
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
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: 'Scan a puzzle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
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
    .getByRole('button', { name: /sure$/ })
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

test('every change can be taken back: edges, corners, tiles, pictures, and to begin anew', async ({
  open,
  page,
}) => {
  await open('#/scan');
  await choose(page, photo());
  const tiles = (count: number) => page.getByRole('status').filter({ hasText: `${count} tiles` });
  await expect(tiles(9)).toBeVisible();
  const corner = page.getByRole('button', { name: 'Tile 5, top left corner' });
  const place = await corner.getAttribute('style');

  // the right button drags nothing; a drag that the system ends goes back
  const box = (await corner.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async (button: 'left' | 'right'): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x - 20, y - 15, { steps: 3 });
  };
  await drag('right');
  await page.mouse.up({ button: 'right' });
  await expect(corner).toHaveAttribute('style', place!);
  await drag('left');
  await expect(corner).not.toHaveAttribute('style', place!);
  await corner.dispatchEvent('pointercancel', { pointerId: 1, bubbles: true });
  await expect(corner).toHaveAttribute('style', place!);
  await page.mouse.move(x + 30, y);
  await page.mouse.up();
  await expect(corner).toHaveAttribute('style', place!);
  // a drag is one change
  await drag('left');
  await page.mouse.up();
  await expect(corner).not.toHaveAttribute('style', place!);
  await page.keyboard.press('Control+z');
  await expect(corner).toHaveAttribute('style', place!);

  await corner.focus();
  await page.keyboard.press('Delete');
  await expect(tiles(8)).toBeVisible();
  await page.getByRole('button', { name: /^Remove tile/ }).click();
  await expect(tiles(7)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tiles(9)).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(tiles(8)).toBeVisible();
  await page.keyboard.press('Control+z');

  // a size that no board has
  const columns = page.getByRole('spinbutton', { name: 'Columns' });
  for (const size of ['-3', '99999999', '', '2.5']) {
    await columns.fill(size);
    await expect(page.getByText('A board has 1 to 64 columns')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Compare the edges' })).toBeDisabled();
  }
  await columns.fill('3');

  await page.getByRole('tab', { name: '1 Picture' }).click();
  await page.getByRole('button', { name: 'Remove Fish.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Choose a picture…' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Fish.jpg: 9 tiles')).toBeVisible();
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await expect(page.getByText('Fish.jpg')).toBeHidden();
  await page.keyboard.press('Control+z');

  // the reader still has the picture, and the keyboard stays in the list of questions
  await page.getByRole('tab', { name: '1 Picture' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: '3 Edges' })).toBeFocused();
  const doubts = page.getByRole('region', { name: 'Least sure' }).getByRole('listitem');
  await expect(doubts).toHaveCount(10);
  const right = doubts.getByRole('button', { name: /is right$/ });
  await right.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(doubts).toHaveCount(9);
  await expect(right.nth(1)).toBeFocused();
  const menu = doubts.getByRole('button', { name: /^Group of/ });
  await menu.nth(1).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'A new group' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(9);
  await expect(menu.nth(1)).toBeFocused();
  for (let left = await doubts.count(); left > 0; left--) {
    await expect(doubts).toHaveCount(left);
    await doubts
      .first()
      .getByRole('button', { name: /^Tile .* sure$/ })
      .press('y');
  }
  await expect(page.getByRole('region', { name: 'Groups' })).toBeFocused();
});

test('two pictures at once are one puzzle; what is asked for is not mixed up', async ({ open, page }) => {
  await open('#/scan');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture…' }).click();
  const { buffer } = photo();
  await (
    await chooser
  ).setFiles([
    { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'One.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'Two.jpg', mimeType: 'image/jpeg', buffer },
  ]);
  await expect(page.getByRole('status').filter({ hasText: '18 tiles' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('nothing.png');
  await page.getByRole('radio', { name: 'Two.jpg' }).check({ force: true });
  await expect(page.getByRole('group', { name: 'Tiles in Two.jpg' })).toBeVisible();
  // asked for twice and gone elsewhere: it is read once, and nobody is called back
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await page.getByRole('tab', { name: '1 Picture' }).click();
  await page.getByRole('button', { name: 'Remove One.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Add a picture…' })).toBeEnabled();
  await expect(page.getByText('Two.jpg: 9 tiles')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('tab', { name: '3 Edges' }).click();
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);
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
  await expect(alert).toContainText('no tiles were found');
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 tile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compare the edges' })).toBeDisabled();
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('link', { name: 'Scan a puzzle' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: '1 tile' })).toBeVisible();
});
