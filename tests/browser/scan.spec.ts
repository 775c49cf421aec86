// A new user goes from a photograph to a solved puzzle, once with the mouse and once with the keyboard.
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import jpeg from 'jpeg-js';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { expect, test } from './host.ts';
import { choose, photo } from './scan-photo.ts';

test('a photograph becomes a solved puzzle with its own pieces, by mouse', async ({ open, page, host }) => {
  await open('#/library');
  await page.getByRole('link', { name: /Solve the puzzle on your table/ }).click();
  await choose(page, photo());
  await expect(page.getByRole('status').filter({ hasText: '9 tiles' })).toBeVisible();
  await expect(page.getByRole('tab', { name: '2 Tiles' })).toBeFocused();
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  const groups = page.getByRole('region', { name: 'Groups' });
  await expect(page.getByRole('tab', { name: '3 Edges' })).toBeFocused();
  await expect(page.getByRole('tab', { name: '3 Edges' })).toBeInViewport();
  await expect(groups.getByRole('group')).toHaveCount(8);
  await expect(page.getByRole('complementary', { name: 'Checks' })).toContainText(/\d+ solutions?/);

  const before = await groups.innerText();
  const questions = page.getByRole('region', { name: 'Least certain edges' }).getByRole('listitem');
  await expect(questions).toHaveCount(10);
  const doubts = questions.filter({ has: page.getByRole('button', { name: /^Group of/ }) });
  await doubts
    .first()
    .getByRole('button', { name: /^Group of/ })
    .click();
  await page.getByRole('menuitem', { name: 'A new group' }).click();
  await expect(groups.getByRole('group')).toHaveCount(9);
  await page.keyboard.press('Control+z');
  await expect(groups.getByRole('group')).toHaveCount(8);
  expect(await groups.innerText()).toBe(before);

  await page.getByRole('tab', { name: '2 Tiles' }).click();
  await page.getByRole('tab', { name: '3 Edges' }).click();
  expect(await groups.innerText()).toBe(before);

  // Moving the corner of a tile keeps the groups of edges that the user sorted.
  await doubts
    .first()
    .getByRole('button', { name: /^Group of/ })
    .click();
  await page.getByRole('menuitem', { name: 'A new group' }).click();
  await page.getByRole('tab', { name: '2 Tiles' }).click();
  const corner = page.getByRole('button', { name: 'Tile 9, top left corner' });
  await corner.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  await expect(groups.getByRole('group')).toHaveCount(9);
  // Undo three changes: rereading the edges, moving the corner, moving the edge.
  for (let undone = 0; undone < 3; undone++) await page.keyboard.press('Control+z');
  await expect(page.getByRole('tab', { name: '3 Edges' })).toHaveAttribute('aria-selected', 'true');
  expect(await groups.innerText()).toBe(before);

  // A name that is too long is rejected, not truncated.
  const name = page.getByLabel('Name', { exact: true });
  const given = await name.inputValue();
  await name.fill('x'.repeat(201));
  await page.getByRole('button', { name: 'Save and solve' }).click();
  await expect(page.getByText('This name has 201 characters. Shorten it to 200 or fewer.')).toBeVisible();
  await name.fill(given);

  await page.getByRole('button', { name: 'Save and solve' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/solved/i).first()).toBeVisible();
  const client = await host.client();
  const { puzzle } = await client.call('library.get', { id: await host.puzzle('Fish') });
  if (puzzle.kind !== 'edge-matching') throw new Error('the scan is an edge-matching puzzle');
  expect(puzzle.tiles.every(({ photo: own }) => own?.image.startsWith('data:image/jpeg'))).toBe(true);
  expect(puzzle.labels).toHaveLength(4);

  // the maximum size given in docs/scan.md
  const { text, lost } = writePuzzle(puzzle, 'edgewise');
  expect(lost).toEqual([]);
  expect(text.length).toBeLessThan(9 * 22_000 + 4 * 10_000 + 5_000);
  const { puzzle: opened } = readPuzzle(text);
  expect(opened).toEqual(puzzle);
  const { puzzle: stored } = await client.call('library.import', { puzzle: opened });
  expect({ ...stored, name: puzzle.name }).toEqual(puzzle);
});

test('a photograph becomes a solved puzzle by keyboard only', async ({ open, page }) => {
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

  const corner = page.getByRole('button', { name: 'Tile 1, top left corner' });
  await corner.focus();
  const magnifier = page.locator('canvas.lens');
  await expect(magnifier).toBeVisible();
  const place = await corner.getAttribute('style');
  const before = page.locator(`#${await corner.getAttribute('id')}`);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(corner).not.toHaveAttribute('style', place!);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Alt+a');
  const tenth = page.getByRole('button', { name: /^Tile \d+, top left corner$/ });
  await expect(tenth).toHaveCount(10);
  // The new tile has the focus. Don't look for “Tile 10”, because the new tile can have any number.
  await expect(before).not.toBeFocused();
  await expect(tenth.and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Delete');
  await expect(tenth).toHaveCount(9);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);

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

  // Starting over can also be undone.
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('region', { name: 'Groups' }).getByRole('group')).toHaveCount(8);
});

test('every change can be undone: edges, corners, tiles, pictures and starting over', async ({
  open,
  page,
}) => {
  await open('#/scan');
  await choose(page, photo());
  const tiles = (count: number) => page.getByRole('status').filter({ hasText: `${count} tiles` });
  await expect(tiles(9)).toBeVisible();
  const corner = page.getByRole('button', { name: 'Tile 5, top left corner' });
  const place = await corner.getAttribute('style');

  // A drag with the right button, or one that the system cancels, changes nothing.
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
  // A drag is one undo step.
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
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('Fish.jpg')).toBeHidden();
  await page.keyboard.press('Control+z');

  // After these changes, the edges can still be sorted. An answered question disappears, but the focus stays in the
  // list.
  await page.getByRole('tab', { name: '1 Picture' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: '3 Edges' })).toBeFocused();
  await sortByMouse(page);
  const doubts = page.getByRole('region', { name: 'Least certain edges' }).getByRole('listitem');
  await expect(doubts).toHaveCount(10);
  const right = doubts.getByRole('button', { name: /^Confirm Tile / });
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
      .first()
      .press('y');
  }
  await expect(page.getByRole('region', { name: 'Groups' })).toBeFocused();
});

/**
 * Returns a picture of yellow squares on a grey table, 800 × 600 pixels. Each square is given by its centre and side.
 */
function squares(...all: readonly (readonly [x: number, y: number, side: number])[]): Buffer {
  const [width, height] = [800, 600];
  const data = Buffer.alloc(width * height * 4, 150);
  for (const [x, y, side] of all) {
    for (let row = y - side / 2; row < y + side / 2; row++)
      for (let column = x - side / 2; column < x + side / 2; column++)
        data.set([240, 200, 40], 4 * (row * width + column));
  }
  return Buffer.from(jpeg.encode({ width, height, data }, 90).data);
}

test('doubtful outlines are marked and explained; tiles are added, drawn, removed and laid as a grid', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('#/scan');
  // One square is smaller, so all three are marked as uncertain.
  const buffer = squares([150, 150, 140], [400, 300, 140], [650, 150, 100]);
  await choose(page, { name: 'Three.jpg', mimeType: 'image/jpeg', buffer });
  const tiles = (count: number) =>
    page.getByRole('status').filter({ hasText: new RegExp(`^${count} tiles?$`) });
  await expect(tiles(3)).toBeVisible();
  const frame = page.getByRole('group', { name: 'Tiles in Three.jpg' });
  await expect(frame.locator('polygon.unsure')).toHaveCount(3);
  await expect(frame.getByText('1 ?', { exact: true })).toBeVisible();
  await expect(
    page.getByText('A dashed outline and “?” mark an outline that may be wrong: check its corners.'),
  ).toBeVisible();
  expect(
    await frame
      .locator('polygon.unsure')
      .first()
      .evaluate((each) => getComputedStyle(each).strokeDasharray),
  ).not.toBe('none');
  await expect(page.getByText('A board of 3 × 1 is unusual. Is a tile missing')).toBeVisible();

  // The new tile appears where there is room, with all its corners visible.
  await page.getByRole('button', { name: 'Add a tile' }).click();
  await expect(tiles(4)).toBeVisible();
  await expect(page.getByText('Is a tile missing')).toBeHidden();
  const corners = page.getByRole('button', { name: /^Tile 4, .* corner$/ });
  const scale = (await frame.locator('svg').boundingBox())!.width / 800;
  for (const corner of await corners.all()) await expect(corner).toBeInViewport({ ratio: 1 });
  const centres = await Promise.all(
    [1, 2, 3, 4].map(async (tile) => {
      const own = page.getByRole('button', {
        name: new RegExp(`^Tile ${tile}, (top left|bottom right) corner$`),
      });
      const [one, other] = [(await own.first().boundingBox())!, (await own.last().boundingBox())!];
      return [(one.x + other.x) / 2, (one.y + other.y) / 2] as const;
    }),
  );
  for (const [i, [x, y]] of centres.entries())
    for (const [ox, oy] of centres.slice(0, i))
      expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(140 * scale);
  await page.keyboard.press('Control+z');
  // In a short window, the page scrolls until the whole tile is visible.
  for (const height of [420, 440, 460, 480]) {
    await page.setViewportSize({ width: 1280, height });
    await page.getByRole('heading', { name: 'Scan a puzzle' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('Alt+a');
    await expect(tiles(4)).toBeVisible();
    for (const corner of await corners.all()) await expect(corner).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Control+z');
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  const at = async (x: number, y: number): Promise<[number, number]> => {
    const { x: left, y: top } = (await frame.boundingBox())!;
    return [left + x * scale, top + y * scale];
  };
  await page.mouse.move(...(await at(500, 500)));
  await page.mouse.down();
  await page.mouse.move(...(await at(360, 350)), { steps: 3 });
  await page.mouse.up();
  await expect(tiles(4)).toBeVisible();
  const points = await frame.locator('polygon').last().getAttribute('points');
  const drawn = points!.split(' ').map((point) => point.split(',').map(Number));
  const wanted = [360, 350, 500, 350, 500, 500, 360, 500];
  expect(Math.max(...drawn.flat().map((value, i) => Math.abs(value - wanted[i]!)))).toBeLessThan(4);

  await page.getByRole('button', { name: 'Remove all outlines' }).click();
  await expect(tiles(0)).toBeVisible();
  await expect(frame.locator('polygon')).toHaveCount(0);
  await page.getByRole('button', { name: 'Lay a 3 × 3 grid' }).click();
  await expect(tiles(9)).toBeVisible();
  const cell = (tile: number) => frame.locator('polygon').nth(tile - 1);
  const last = await cell(9).getAttribute('points');
  const grid = page.getByRole('button', { name: 'Grid, top left corner' });
  await grid.hover();
  await page.mouse.down();
  await page.mouse.move(...(await at(30, 40)), { steps: 3 });
  await page.mouse.up();
  const [x, y] = (await cell(1).getAttribute('points'))!.split(' ')[0]!.split(',').map(Number);
  expect(Math.hypot(x! - 30, y! - 40)).toBeLessThan(4);
  // Moving one corner of the grid leaves the opposite corner in place.
  expect((await cell(9).getAttribute('points'))!.split(' ')[2]).toBe(last!.split(' ')[2]);
  await page.keyboard.press('Control+z');
  expect(await cell(9).getAttribute('points')).toBe(last);
});

/** Sorts edges with the mouse and undoes every change. Compares the sizes of the groups after each step. */
async function sortByMouse(page: Page): Promise<void> {
  // Make the window large enough to show all groups at once, so that nothing scrolls during a drag.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const region = page.getByRole('region', { name: 'Groups' });
  const groups = region.getByRole('group');
  const checks = page.getByRole('complementary', { name: 'Checks' });
  await expect(groups).toHaveCount(8);
  await expect(checks).toContainText('others by chance');
  await expect(checks).toContainText(/\d+ solutions?/);
  const edges = (group: number) => groups.nth(group).getByRole('button', { name: /sure$/ });
  const [first, third] = [await edges(0).count(), await edges(2).count()];
  const undo = async (): Promise<void> => {
    await page.keyboard.press('Control+z');
    await expect(groups).toHaveCount(8);
    await expect(edges(0)).toHaveCount(first);
  };

  await edges(0).first().dragTo(groups.nth(2));
  await expect(edges(0)).toHaveCount(first - 1);
  await expect(edges(2)).toHaveCount(third + 1);
  await undo();
  await edges(0).first().dragTo(page.getByText('Drop an edge here for a new group'));
  await expect(groups).toHaveCount(9);
  await undo();

  await page.getByRole('textbox', { name: 'Name of group 1' }).fill('Fish');
  await expect(groups.first()).toHaveAccessibleName('Fish head');
  // Changing the mating rule keeps the groups and their names. If there is no solution, a message names the likeliest
  // reasons.
  await expect(checks).toContainText(/\d+ solutions?/);
  await page.getByRole('radio', { name: 'Equal edges' }).check({ force: true });
  await expect(groups.first()).toHaveAccessibleName('Fish');
  for (const [i, side] of ['top', 'right', 'bottom'].entries()) {
    // A tile with three unique edges fits nowhere.
    await region.getByRole('button', { name: new RegExp(`^Tile 5, ${side}.* sure$`) }).press('n');
    await expect(groups).toHaveCount(9 + i);
  }
  await expect(checks).toContainText(
    'No solution. Perhaps touching edges must be halves of a picture instead of equal. Or an edge is in the wrong group.',
  );
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
  await page.getByRole('radio', { name: 'Halves of pictures' }).check({ force: true });
  await expect(groups).toHaveCount(8);
  await expect(groups.first()).toHaveAccessibleName('Fish head');
  const change = async (what: string | RegExp): Promise<void> => {
    await groups.first().getByRole('button', { name: 'Change Fish head' }).click();
    await page.getByRole('menuitem', { name: what }).first().click();
  };
  await change('Split in two');
  await expect(groups).toHaveCount(9);
  // One click joins the two parts of a wrongly split group.
  const join = page.getByRole('button', { name: 'Join with Fish head' });
  // The button's text fits on one line, even in a narrow window.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await join.boundingBox())!.height).toBeLessThan(40);
  await page.setViewportSize({ width: 1280, height: 2400 });
  await join.click();
  await expect(groups).toHaveCount(8);
  await expect(edges(0)).toHaveCount(first);
  await change('Join with Fish tail');
  await expect(groups).toHaveCount(7);
  await expect(checks).toContainText('can only be on the rim');
  await expect(checks).toContainText(
    'No solution. Perhaps an edge is in the wrong group, or two halves are paired wrongly. Or touching edges must be equal instead of halves of a picture.',
  );
  await undo();
  await expect(checks).toContainText(/\d+ solutions?/);
  await change(/^Use .* as the other half/);
  await expect(region.getByRole('group', { name: /no other half$/ })).toHaveCount(2);
  await undo();
}
