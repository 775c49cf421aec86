// Playing by hand: with mouse and keyboard, with several levels of help, and with the plan of swaps and rotations.
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, test } from './host.ts';

const board = (page: Page) => page.getByRole('application', { name: /^Board of/ });
const tray = (page: Page) => page.getByRole('application', { name: 'Tray' });
const measures = (page: Page) => page.getByLabel('Measures');

test('plays by mouse and keys, with help, bookmarks and solve; the game is saved', async ({
  host,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 860 });
  const puzzleId = await host.puzzle('Nine Halves');
  await open(`#/play/${puzzleId}`);
  await expect(measures(page)).toContainText('0 of 9');
  // At 200 % zoom, the whole board is visible.
  await page.setViewportSize({ width: 640, height: 400 });
  await expect
    .poll(async () => {
      const { y, height } = (await board(page).boundingBox())!;
      return y + height;
    })
    .toBeLessThanOrEqual(400);
  await page.setViewportSize({ width: 1360, height: 860 });
  await expect.poll(async () => (await board(page).boundingBox())!.height).toBeGreaterThan(400);

  // The tray has three columns, so it is wider than three tiles and narrower than four. A tile is 100 units wide.
  const [, , wide] = (await tray(page).locator('svg.overlay').getAttribute('viewBox'))!
    .split(' ')
    .map(Number);
  expect(wide).toBeGreaterThan(310);
  expect(wide).toBeLessThan(400);

  const from = (await tray(page).boundingBox())!;
  const to = (await board(page).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 5 });
  await expect(board(page).locator('.target')).toHaveCount(1);
  await page.mouse.up();
  await expect(board(page).locator('.target')).toHaveCount(0);
  await expect(measures(page)).toContainText('1 of 9');

  await board(page).focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(measures(page)).toContainText('2 of 9');
  await page.keyboard.press('r');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('b');
  await expect(page.getByLabel('Name of bookmark 1')).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(
    page.getByText(/^At least one tile fits each empty cell|can’t be filled by any remaining tile/),
  ).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText(/^(Yes, this board can still be solved|No\. With these tiles)/)).toBeVisible();

  expect(await faults(page)).toEqual([]);

  await page.keyboard.press('Shift+C');
  await expect(measures(page)).toContainText('0 of 9');
  await page.keyboard.press('n');
  await expect(measures(page)).toContainText('1 of 9');
  await page.keyboard.press('Shift+S');
  await expect(measures(page)).toContainText('9 of 9');
  await expect(measures(page)).toContainText('12 of 12');
  const won = page.getByRole('status', { name: 'Solved' });
  await expect(won).toContainText('All 12 edges match');
  // No time is shown, because the player used help.
  await expect(won).toContainText('Solved, with help');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const waves = board(page).locator('.wave');
  await expect(waves).toHaveCount(9);
  await expect(waves.first()).toHaveCSS('animation-name', /wave/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(waves.first()).toBeHidden();
  await expect(won.getByRole('link', { name: 'Open in the gallery' })).toHaveAttribute(
    'href',
    `#/gallery?puzzle=${puzzleId}`,
  );
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(measures(page)).toContainText('2 of 9');
  await expect(won).toHaveCount(0);
  // Moves in quick succession are saved together after a short delay.
  const client = await host.client();
  const kept = async () =>
    (await client.call('play.get', { puzzleId }))?.board.filter((code) => code >= 0).length;
  await expect.poll(kept).toBe(2);
  await page.reload();
  await expect(measures(page)).toContainText('2 of 9');
  await expect(page.getByLabel('Name of bookmark 1')).toBeVisible();
});

test('several tiles, help after a reload, the shortest plan, and hints', async ({ host, open, page }) => {
  await test.step('several tiles move together, by mouse and keys, on triangles as on squares', async () => {
    const kept = async (puzzleId: number) =>
      Array.from((await (await host.client()).call('play.get', { puzzleId }))?.board ?? []).flatMap(
        (code, cell) => (code < 0 ? [] : [`${cell}: ${code >> 4}`]),
      );
    const nine = await host.puzzle('Nine Halves');
    await (
      await host.client()
    ).call('play.save', {
      puzzleId: nine,
      play: {
        board: Int32Array.from([0, 16, -1, -1, -1, -1, -1, -1, -1]),
        seconds: 5,
        solved: false,
        bookmarks: [],
      },
    });
    await open(`#/play/${nine}`);
    const { x, y, width, height } = (await board(page).boundingBox())!;
    const middle = (column: number, row: number) =>
      [x + ((column + 0.5) * width) / 3, y + ((row + 0.5) * height) / 3] as const;
    await page.keyboard.down('Shift');
    await page.mouse.click(...middle(0, 0));
    await page.mouse.click(...middle(1, 0));
    await page.keyboard.up('Shift');
    await expect(board(page).locator('.selection')).toHaveCount(2);
    await page.mouse.move(...middle(0, 0));
    await page.mouse.down();
    await page.mouse.move(...middle(1, 2), { steps: 5 });
    await expect(board(page).locator('.target')).toHaveCount(2);
    await page.mouse.move(...middle(2, 2), { steps: 5 });
    // No cell is highlighted, because the two dragged tiles don't both fit there.
    await expect(board(page).locator('.target')).toHaveCount(0);
    await page.mouse.move(...middle(1, 2), { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => kept(nine)).toEqual(['7: 0', '8: 1']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => kept(nine)).toEqual(['0: 0', '1: 1']);

    // Play on a board of triangles with the keyboard.
    const triangles = await host.puzzle('MacMahon’s 24 Triangles');
    const cells = Array<number>(24).fill(-1);
    cells[0] = 0;
    cells[2] = 16;
    await (
      await host.client()
    ).call('play.save', {
      puzzleId: triangles,
      play: { board: Int32Array.from(cells), seconds: 5, solved: false, bookmarks: [] },
    });
    await open(`#/play/${triangles}`);
    await expect(measures(page)).toContainText('2 of 24');
    await board(page).focus();
    for (const key of ['x', 'ArrowRight', 'x', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByText('2 tiles in hand')).toBeVisible();
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => kept(triangles)).toEqual(['2: 0', '4: 1']);
  });

  await test.step('many tiles fill the width of the tray', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(`#/play/${await host.puzzle('Eternity II')}`);
    const tiles = page.getByRole('region', { name: 'Tray' }).locator('.tiles');
    const share = async (): Promise<number> =>
      (await tray(page).boundingBox())!.width / (await tiles.boundingBox())!.width;
    await expect.poll(share).toBeGreaterThan(0.85);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a reload does not forget that the player had help, so no time is shown for the solution', async () => {
    const client = await host.client();
    const { puzzle } = await client.call('library.get', { id: await host.puzzle('Nine Halves') });
    if (puzzle.kind !== 'edge-matching') throw new Error('not this one');
    const { id } = await client.call('library.add', {
      puzzle: {
        ...puzzle,
        name: 'Two tiles',
        mating: 'same',
        turns: 'fixed',
        board: { kind: 'rectangle', width: 2, height: 1 },
        tiles: [{ edges: [1, 2, 1, 1] }, { edges: [1, 1, 1, 2] }],
      },
    });
    await open(`#/play/${id}`);
    await expect(measures(page)).toContainText('0 of 2');
    await page.keyboard.press('n');
    await expect(measures(page)).toContainText('1 of 2');
    await page.reload();
    await expect(measures(page)).toContainText('1 of 2');
    await tray(page).focus();
    for (const key of ['Enter', 't', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('status', { name: 'Solved' })).toContainText('Solved, with help');
  });

  await test.step('the shortest plan of swaps and rotations leads from the start arrangement to a solution', async () => {
    await open(`#/play/${await host.puzzle('Butterflies')}`);
    await expect(measures(page)).toBeVisible();
    await page.keyboard.press('p');
    const plan = page.getByLabel('Fewest swaps', { exact: true });
    await expect(plan).toContainText('the fewest possible');
    const operations = plan.getByRole('list').getByRole('button');
    await operations.last().click();
    await expect(plan).toContainText(
      new RegExp(`${await operations.count()} of ${await operations.count()}`),
    );
    await expect(measures(page)).toContainText('12 of 12');
  });

  await test.step('hints are on the board from the start and stay there', async () => {
    const client = await host.client();
    const { puzzle } = await client.call('library.get', { id: await host.puzzle('Nine Halves') });
    if (puzzle.kind !== 'edge-matching') throw new Error('not this one');
    const hints = [{ cell: 4, tile: 2, rotation: 1 }];
    const { id } = await client.call('library.add', { puzzle: { ...puzzle, name: 'One hint', hints } });
    await open(`#/play/${id}`);
    await expect(measures(page)).toContainText('1 of 9');
    await expect(measures(page)).toContainText('1 of 1');
    await page.getByRole('heading', { level: 1 }).getByText('One hint').click();
    await page.getByRole('textbox', { name: 'New name' }).fill('One clue');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await expect.poll(() => host.puzzle('One clue').catch(() => 0)).toBe(id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One clue');
    await board(page).focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByText('This tile is a hint. It cannot be moved.').last()).toBeVisible();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+C');
    await expect(measures(page)).toContainText('1 of 9');
    const { x, y, width, height } = (await board(page).boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 6, y + height / 6, { steps: 5 });
    await page.mouse.up();
    await expect(measures(page)).toContainText('1 of 1');
    await page.keyboard.press('Shift+S');
    await expect(page.getByText(/^(No\. With these tiles|This puzzle has no solution)/)).toBeVisible();
  });
});
