// The editor: making a puzzle with one solution by keyboard alone, painting with the mouse, and printing.
import type { Locator, Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { faults } from './axe.ts';
import { cutOffIn } from './cut-off.ts';
import { expect, test } from './host.ts';

const verdict = (page: Page) => page.getByRole('status').filter({ hasText: /solution|Unique|Searching/ });
const tiles = (page: Page) => page.getByRole('application', { name: /^Tiles of/ });

/** a PNG file of one pixel */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('makes a 3 × 3 puzzle with one solution by keyboard only; resolves conflicts with another window', async ({
  host,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 860 });
  await open();
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'New puzzle', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Save and edit' })).toBeVisible();
  await expect(page.getByTestId('estimate')).toContainText('the average of 1,000 random samples');
  await page.keyboard.press('Alt+k');
  await expect(verdict(page)).toHaveText(/Unique/);
  await expect(page.getByTestId('estimate')).toContainText(/about [\d,]+ ± \d+ %.*instant/is);

  // Move to the tiles with Tab. There, each digit paints an edge and moves on to the next edge.
  for (let i = 0; i < 60 && !(await tiles(page).evaluate((e) => e === document.activeElement)); i++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  for (const key of '1111') await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'Tile 3' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('fish tail · fish tail · fish tail · fish tail')).toBeVisible();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z');
  await expect(verdict(page)).toHaveText(/Unique/);

  // The undo history is stored with the puzzle and survives a reload.
  await expect(page.getByText('all changes saved')).toBeVisible();
  await page.reload();
  await expect(verdict(page)).toHaveText(/Unique/);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByRole('button', { name: 'Undo: Paint tile 2' })).toBeEnabled();

  // Meanwhile, another window saves the puzzle. Changes that don't overlap are merged on request.
  await expect(page.getByText('all changes saved')).toBeVisible();
  const client = await host.client();
  const id = Number(new URL(page.url()).hash.split('/').at(-1));
  const stored = async (): Promise<EdgePuzzle> =>
    (await client.call('library.get', { id })).puzzle as EdgePuzzle;
  const elsewhere = async (tile: number): Promise<EdgePuzzle> => {
    const puzzle = await stored();
    const tiles = puzzle.tiles.with(tile, { edges: puzzle.tiles[tile]!.edges.map((label) => label ^ 1) });
    await client.call('library.save', { id, puzzle: { ...puzzle, tiles } });
    return { ...puzzle, tiles };
  };
  const dialog = page.getByRole('dialog', { name: 'Changed in another window' });
  const first = await elsewhere(8);
  await tiles(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(dialog.getByRole('region', { name: 'Your version' })).toContainText('Tile 1: edge');
  await expect(dialog.getByRole('region', { name: 'The other window’s version' })).toContainText(
    'Tile 9: edges 1, 2, 3, 4',
  );
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge both' }).click();
  const [turned, ...rest] = first.tiles;
  const merged = [{ edges: [...turned!.edges.slice(-1), ...turned!.edges.slice(0, -1)] }, ...rest];
  await expect.poll(async () => (await stored()).tiles).toEqual(merged);

  // If the changes overlap, the user keeps one version, and Undo brings back the other.
  const second = await elsewhere(0);
  await tiles(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(dialog).toContainText('The changes overlap');
  await expect(dialog.getByRole('button', { name: 'Merge both' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await stored()).tiles).not.toEqual(second.tiles);
  await page.getByRole('button', { name: 'Undo: Keep my version' }).click();
  await expect.poll(async () => (await stored()).tiles).toEqual(second.tiles);

  // Closing the dialog keeps both versions: the user's becomes a copy of the puzzle.
  const third = await elsewhere(0);
  await tiles(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Your version is saved as “.* copy”/)).toBeVisible();
  expect((await stored()).tiles).toEqual(third.tiles);
});

/** Runs in the page. Waits three frames, then returns whether a message is shown that doesn't cover the element. */
async function messageLeavesFree(element: Element): Promise<boolean> {
  const message = document.querySelector('.toasts')!;
  for (let frames = 0; frames < 3; frames++) await new Promise((next) => requestAnimationFrame(next));
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return message.textContent !== '' && found !== null && element.contains(found);
}

test('a new puzzle is painted by mouse and changed with tools', async ({ host, open, page }) => {
  await test.step('a new puzzle is blank: it shows no warnings, and nothing runs before it is painted', async () => {
    await open('#/create');
    await page.getByRole('heading', { name: 'New puzzle', level: 1 }).waitFor();
    await page.keyboard.press('Alt+b');
    const checks = page.getByRole('region', { name: 'Checks' });
    await expect(checks.getByRole('status')).toContainText('36 edges left to paint');
    await expect(checks.getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: /^not painted/ }).waitFor();
    await tiles(page).focus();
    for (let edge = 0; edge < 4; edge++) await page.keyboard.press('1');
    await expect(checks.getByRole('status')).toContainText('32 edges left to paint');
    await page.getByRole('button', { name: 'Show the next tile to paint: 2' }).click();
    await expect(page.getByRole('heading', { name: 'Tile 2' })).toBeVisible();

    const { id } = (await (await host.client()).call('library.list', {}))[0]!;
    const sentence = '32 edges of tiles 2, 3, 4, 5, 6 and 3 more are not painted yet: paint them first.';
    await open(`#/play/${id}`);
    await expect(page.getByText(sentence)).toBeVisible();
    await open(`#/search/${id}?new=1`);
    await page.getByRole('button', { name: /^Start/ }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
  });

  await test.step('paints by mouse, shows where two solutions differ, applies a proposed edit', async () => {
    await page.setViewportSize({ width: 1360, height: 860 });
    await open(`#/editor/${await host.puzzle('Butterflies')}`);
    await expect(verdict(page)).toHaveText('2 solutions not unique');
    await expect(page.getByText(/differ in the \d+ marked cells/)).toBeVisible();
    await expect(page.getByTestId('expected')).toHaveText(
      /^\s*Solutions expected by chance: about .+ arrangements × a chance of .+ that all 12 edges\s+match\)\.\s*$/,
    );

    // If there is no solution, the checks propose repairs.
    const checks = page.getByRole('region', { name: 'Checks' });
    await tiles(page).focus();
    for (let edge = 0; edge < 4; edge++) await page.keyboard.press('1');
    await expect(verdict(page)).toHaveText('No solution everything was searched');
    await expect(checks.getByText('No problems found')).toHaveCount(0);
    await checks.getByRole('button', { name: 'Suggest repairs' }).click();
    await expect(checks.getByText('Fewest edges to repaint for a solution: 2 edges (proved).')).toBeVisible();
    const repair = checks.getByRole('button', { name: /^Tile \d+, \w+: / }).first();
    const repaired = /^\s*Tile \d+, (\w+):/.exec((await repair.textContent())!)![1]!;
    await repair.click();
    await expect(verdict(page)).toHaveText(/Unique|solutions/);
    // the first side that the repair changed is selected, so pressing a label’s key repaints it
    const caption = page.getByRole('region', { name: /^Tile \d+$/ }).locator('figcaption');
    const names = async (): Promise<string[]> => (await caption.textContent())!.trim().split(' · ');
    const before = await names();
    await tiles(page).focus();
    await page.keyboard.press('1');
    await expect.poll(names).not.toEqual(before);
    const now = await names();
    expect(now.map((name, side) => name !== before[side])).toEqual(
      ['top', 'right', 'bottom', 'left'].map((side) => side === repaired),
    );
    for (let edit = 0; edit < 6; edit++) await page.keyboard.press('Control+z');
    await expect(verdict(page)).toHaveText('2 solutions not unique');

    await page.getByRole('button', { name: 'Suggest changes' }).click();
    const proposal = page.getByRole('button', { name: /^Tile \d+, \w+: / }).first();
    await expect(page.getByText('Smallest changes that leave exactly one solution:')).toBeVisible();
    // a proposal shows the current label and its replacement
    await expect(proposal.locator('svg')).toHaveCount(2);
    await proposal.click();
    await expect(verdict(page)).toHaveText(/Unique/);
    const undo = page.getByRole('button', { name: /^Undo: Make the solution unique/ });
    expect(await undo.evaluate(messageLeavesFree)).toBe(true);
    await expect(page.getByText('You are now editing a copy.')).toBeVisible();
    await undo.click();
    await expect(verdict(page)).toHaveText('2 solutions not unique');
    await expect(page.getByText(/You are editing “Butterflies” again/)).toBeVisible();
    await expect(page.getByText('You are now editing a copy.')).toHaveCount(0);

    // One stroke across two tiles is one undo step.
    const box = (await tiles(page).boundingBox())!;
    const cell = box.width / 3;
    await page.mouse.move(box.x + cell / 2, box.y + cell / 2 + 0.35 * cell);
    await page.mouse.down();
    await page.mouse.move(box.x + cell / 2, box.y + 1.15 * cell, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: /^Undo: Paint/ }).click();
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();

    // The cursor stays on the closed cell, so the same key reopens it.
    await tiles(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+x');
    await expect(page.getByText('8 tiles for 8 cells')).toBeVisible();
    await page.keyboard.press('Alt+x');
    await expect(page.getByText('9 tiles for 9 cells')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Tile 5' })).toBeVisible();
  });

  await test.step('the tools are in named groups, and labels have columns for their edges and keys', async () => {
    await open(`#/editor/${await host.puzzle('Penguins')}`);
    for (const [group, tool] of [
      ['Turn', 'Rotate clockwise'],
      ['Order', 'Swap with another tile'],
      ['Tile', 'Duplicate'],
      ['Cell', 'Pin to its cell as a hint'],
    ] as const)
      await expect(
        page.getByRole('group', { name: group }).getByRole('button', { name: tool, exact: true }),
      ).toBeVisible();
    const labels = page.getByRole('tabpanel', { name: 'Labels' });
    for (const head of ['Label', 'Edges', 'Key'])
      await expect(labels.getByText(head, { exact: true })).toBeVisible();
    await expect(labels.locator('kbd').first()).toHaveText('1');

    // With few labels, the verdict is visible without scrolling.
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`#/editor/${await host.puzzle('Seven Nuts')}`);
    await expect(verdict(page)).toHaveText(/Unique/);
    await expect(verdict(page)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(`#/editor/${await host.puzzle('Penguins')}`);
    await expect(verdict(page)).toHaveText(/Unique|solutions/);
    await expect(verdict(page)).toBeInViewport({ ratio: 1 });
    // a symbol has two labels, its tail and its head
    await expect(page.getByRole('tab', { name: 'Labels' })).toHaveText('Labels 8');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('heading', { name: 'Penguins', level: 1 })).toBeVisible();

    const menu = page.getByRole('menu', { name: 'Actions for the tile' });
    const box = (await tiles(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.4, { button: 'right' });
    await expect(page.getByRole('heading', { name: 'Tile 5' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible();
    // On a Mac, Ctrl+click is a right click, so it must not paint.
    await page.keyboard.press('Escape');
    await page.keyboard.down('Control');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.4);
    await page.keyboard.up('Control');
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.4, { button: 'right' });
    await menu.getByRole('menuitem', { name: 'Rotate the tile clockwise' }).click();
    await expect(page.getByRole('button', { name: 'Undo: Rotate tile 5' })).toBeVisible();
    await expect(tiles(page)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(menu.getByRole('menuitem', { name: 'Pin the tile to its cell as a hint' })).toBeVisible();
  });
});

test('rules, labels and the print dialog have no accessibility problems', async ({ host, open, page }) => {
  await open(`#/editor/${await host.puzzle('Nine Halves')}`);
  const check = async (what: string): Promise<void> => expect(await faults(page), what).toEqual([]);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await check('rules');
  await page.getByRole('tab', { name: /Labels/ }).click();
  await page
    .getByRole('button', { name: /^Change label/ })
    .first()
    .click();
  await page.getByLabel('Name').fill('x'.repeat(81));
  await expect(page.getByText('This name has 81 characters. Shorten it to 80 or fewer.')).toBeVisible();
  // A long label name is shortened with an ellipsis, has a tooltip, and hides no button.
  const long = 'beetle '.repeat(11).trim();
  await page.getByLabel('Name').fill(long);
  await page.getByRole('button', { name: 'Done' }).click();
  const brush = page.getByRole('button', { name: `${long} tail` });
  await expect(brush).toHaveAttribute('title', new RegExp(`^${long} tail`));
  const shown = await brush.locator('.name').evaluate((name) => ({
    end: getComputedStyle(name).textOverflow,
    isCut: name.scrollWidth > name.clientWidth,
  }));
  expect(shown).toEqual({ end: 'ellipsis', isCut: true });
  const change = page.getByRole('button', { name: `Change label ${long}` });
  await expect(change).toBeInViewport({ ratio: 1 });
  await change.click();
  const beetle = page.getByRole('button', { name: 'beetle', exact: true });
  await beetle.click();
  await expect(beetle).toHaveAttribute('aria-pressed', 'true');
  const pictureOf = (motif: Locator): Promise<string> =>
    motif.locator('svg, canvas').evaluateAll((all) => all.map((each) => each.outerHTML).join());
  await expect(beetle.locator('svg')).toHaveCount(1);
  expect(await pictureOf(beetle)).not.toBe(
    await pictureOf(page.getByRole('button', { name: 'fish', exact: true })),
  );
  await page.getByLabel('Name').fill('Whale');
  await page.getByRole('button', { name: 'Second colour #d9541e' }).click();
  await check('label');

  // An image replaces the motif. Cancelling keeps the motif; confirming uses a scaled and rotated part of the image.
  const kind = page.getByRole('radiogroup', { name: 'Drawn as' });
  const crop = page.getByRole('dialog', { name: 'Crop the image' });
  const choosePicture = async (): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), kind.getByText('Image').click()]);
    await chooser.setFiles({ name: 'Dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') });
    await crop.waitFor();
  };
  await choosePicture();
  await check('crop');
  await crop.getByRole('button', { name: 'Cancel' }).click();
  await expect(kind.getByLabel('Motif')).toBeChecked();
  await expect(page.getByRole('button', { name: 'beetle', exact: true })).toBeVisible();
  await choosePicture();
  await crop.getByRole('application', { name: 'Image' }).press('r');
  await crop.getByRole('button', { name: 'Rotate 90° clockwise' }).click();
  await expect(crop.getByLabel('Rotation')).toHaveValue('180');
  await crop.getByLabel('Scale').press('Home');
  await expect(crop.getByLabel('Scale')).toHaveAttribute('aria-valuetext', '25 %');
  await crop.getByRole('button', { name: 'Use image' }).click();
  await expect(kind.getByLabel('Image')).toBeChecked();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /Whale tail/ })).toBeVisible();
  await expect(page.getByText('all changes saved')).toBeVisible();
  const [, id] = /editor\/(\d+)/.exec(page.url())!;
  const { puzzle } = await (await host.client()).call('library.get', { id: Number(id) });
  expect((puzzle as EdgePuzzle).labels).toContainEqual(
    expect.objectContaining({
      name: 'Whale',
      motif: 'beetle',
      secondColour: '#d9541e',
      image: expect.stringMatching(/^data:image/),
    }),
  );

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText(/Page 1 of/)).toBeVisible();
  await check('print');
  // The name of the longest paper, “Plate, 200 × 300 mm”, is shown in full.
  expect(await page.getByLabel('Paper').evaluate(cutOffIn)).toEqual([]);
  await expect(page.getByLabel('Paper')).toHaveCSS('text-overflow', 'ellipsis');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PDF' }).click(),
  ]);
  const pdf = await PDFDocument.load(readFileSync(await download.path()));
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(2);
  expect(pdf.getPage(0).getWidth()).toBeCloseTo((210 * 72) / 25.4, 6);
});

test('a held or repeated key makes only one puzzle; the print dialog keeps searching for a solution', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const count = async () => (await client.call('library.list', {})).length;
  const before = await count();
  await open('#/create');
  await expect(page.getByRole('button', { name: 'Blank tiles' })).toBeEnabled();
  await page.keyboard.down('Alt');
  for (let time = 0; time < 3; time++) await page.keyboard.down('b');
  await page.keyboard.up('Alt');
  await page.keyboard.up('b');
  await expect(page.getByRole('heading', { name: 'My puzzle, 3 × 3', level: 1 })).toBeVisible();
  await open(`#/puzzle/${await host.puzzle('Turtles')}`);
  await expect(page.getByRole('heading', { name: 'Turtles', level: 1 })).toBeVisible();
  await page.keyboard.down('Control');
  for (let time = 0; time < 3; time++) await page.keyboard.down('d');
  await page.keyboard.up('Control');
  await page.keyboard.up('d');
  await expect(page.getByRole('heading', { name: 'Turtles', level: 1, exact: true })).toHaveCount(0);
  expect(await count()).toBe(before + 2);

  const told = page
    .waitForEvent('websocket', { timeout: 0 })
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('design.progress')),
    );
  await page.reload();
  await open(`#/editor/${await host.puzzle('Eternity II')}`);
  await expect(page.getByRole('heading', { name: 'Eternity II', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Board' }).selectOption('solution');
  await told;
  await expect(dialog.getByRole('status')).toContainText('Searching for a solution');
});
