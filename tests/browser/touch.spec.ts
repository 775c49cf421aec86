// Touch input, tested with real touch events. The browser scrolls and cancels the touch unless the page prevents that.
import type { Locator, Page } from '@playwright/test';
import { expect, steady, test as base } from './host.ts';
import { add } from './solid.ts';

const test = base.extend({ hasTouch: true, viewport: { width: 420, height: 1100 } });

type Point = readonly [x: number, y: number];

/**
 * Moves one finger in ten steps, holds it and lifts it. The timestamps span a full second. After a faster swipe (a
 * flick), the browser would treat the next tap as the end of a scroll.
 */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000 - 1;
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    seconds: number,
    points: readonly Point[],
  ): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x, y })),
      timestamp: began + seconds,
    });
  await touch('touchStart', 0, [from]);
  for (let step = 1; step <= 10; step++) {
    const share = step / 10;
    await touch('touchMove', share / 2, [
      [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
    ]);
  }
  await touch('touchMove', 0.9, [to]);
  await touch('touchEnd', 1, []);
  await session.detach();
}

/** Returns a point in an element; `x` and `y` are fractions of its width and height. */
async function at(locator: Locator, x: number, y: number): Promise<Point> {
  const box = (await locator.boundingBox())!;
  return [box.x + x * box.width, box.y + y * box.height];
}

/** Runs in the page, with `evaluate`. Returns the pixels of a canvas as a data URL. */
const pixels = (canvas: Element): string => (canvas as HTMLCanvasElement).toDataURL();

test('touch plays on squares, triangles and a solid, paints in the editor and slides tiles', async ({
  host,
  open,
  page,
}) => {
  await test.step('play: tiles are dragged by touch from the tray to the board, across it, and back', async () => {
    await open(`#/play/${await host.puzzle('Nine Halves')}`);
    const board = page.getByRole('application', { name: /^Board of/ });
    const tray = page.getByRole('application', { name: 'Tray' });
    const placed = page.getByLabel('Measures').getByText(/of 9$/);
    await expect(placed).toHaveText('0 of 9');
    await tray.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const scrolled = await board.boundingBox();
    const cell = async (column: number, row: number): Promise<Point> =>
      at(board, (column + 0.5) / 3, (row + 0.5) / 3);

    await swipe(page, await at(tray, 0.1, 0.25), await cell(1, 2));
    await expect(placed).toHaveText('1 of 9');
    expect(await board.boundingBox()).toEqual(scrolled);
    await swipe(page, await cell(1, 2), await cell(2, 1));
    await page.touchscreen.tap(...((await cell(2, 1)) as [number, number]));
    await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
    // Touch has no right click and no keys, so a button rotates the selected tile.
    const drawn = (): Promise<string> => board.locator('canvas').first().evaluate(pixels);
    const before = await steady(drawn);
    await page.getByRole('button', { name: 'Rotate the tile in hand' }).tap();
    await expect.poll(drawn).not.toBe(before);
    await expect(page.getByText('To rotate a tile in hand')).toBeVisible();
    await expect(page.getByText('Right-click')).toBeHidden();
    await page.touchscreen.tap(...((await cell(0, 2)) as [number, number]));
    await expect(page.getByText(/Tile \d+ in hand/)).toHaveCount(0);
    await expect(placed).toHaveText('1 of 9');
    await swipe(page, await at(tray, 0.1, 0.25), await cell(0, 1));
    await expect(placed).toHaveText('2 of 9');
    await page.getByRole('button', { name: 'Select several tiles to move together' }).tap();
    await tray.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    for (const row of [1, 2]) await page.touchscreen.tap(...((await cell(0, row)) as [number, number]));
    await expect(board.locator('.selection')).toHaveCount(2);
    await swipe(page, await cell(0, 2), await cell(2, 2));
    await page.getByRole('button', { name: 'Done selecting' }).tap();
    await tray.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await page.keyboard.press('Escape');
    for (const row of [1, 2]) await swipe(page, await cell(2, row), await at(tray, 0.5, 0.5));
    await expect(placed).toHaveText('0 of 9');
  });

  await test.step('play on triangles and a solid: touch places, rotates and lifts a tile, and rotates the solid', async () => {
    const board = page.getByRole('application', { name: /^Board of/ });
    const tray = page.getByRole('application', { name: 'Tray' });
    const placed = page.getByLabel('Measures').locator('dd').first();
    const boards = [
      ['Six triangles', { kind: 'hexagon', side: 1 }, 6],
      ['A cube', { kind: 'solid', solid: 'cube' }, 6],
    ] as const;
    for (const [name, shape, cells] of boards) {
      await open(`#/play/${await add(host, name, shape)}`);
      await expect(placed).toHaveText(`0 of ${cells}`);
      await tray.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      const scrolled = await board.boundingBox();
      // Six triangles meet in the exact centre of the board, so take a point beside it.
      const cell = await at(board, 0.45, 0.55);
      await swipe(page, await at(tray, 0.1, 0.25), cell);
      await expect(placed, name).toHaveText(`1 of ${cells}`);
      expect(await board.boundingBox()).toEqual(scrolled);
      const drawn = (): Promise<string> => board.locator('canvas').first().evaluate(pixels);
      const before = await steady(drawn);
      await page.getByRole('button', { name: 'Rotate' }).tap();
      await expect.poll(async () => (await drawn()) !== before, name).toBe(true);
      await tray.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await swipe(page, await at(board, 0.45, 0.55), await at(tray, 0.5, 0.5));
      await expect(placed, name).toHaveText(`0 of ${cells}`);
    }
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: /^Put all tiles on the board/ }).tap();
    await expect(placed).toHaveText('6 of 6');
    await page.getByRole('button', { name: 'Show in 3D' }).tap();
    const space = page.getByRole('application', { name: /^The cube in 3D/ });
    await space.scrollIntoViewIfNeeded();
    const shown = (): Promise<string> => space.evaluate(pixels);
    const still = await steady(shown);
    const scrolled = await space.boundingBox();
    await swipe(page, await at(space, 0.4, 0.5), await at(space, 0.6, 0.55));
    await expect.poll(async () => (await shown()) !== still).toBe(true);
    expect(await space.boundingBox()).toEqual(scrolled);
    await steady(shown);
    await page.touchscreen.tap(...((await at(space, 0.5, 0.5)) as [number, number]));
    await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
  });

  await test.step('editor: one touch stroke paints several edges and is one undo step', async () => {
    await open(`#/editor/${await host.puzzle('Nine Halves')}`);
    await page.getByRole('button', { name: 'Tile and checks' }).tap();
    const tiles = page.getByRole('application', { name: /^Tiles of/ });
    await tiles.scrollIntoViewIfNeeded();
    const before = await tiles.boundingBox();
    // from the bottom of the first tile to the top of the tile below it
    await swipe(page, await at(tiles, 1 / 6, 0.27), await at(tiles, 1 / 6, 0.4));
    await expect(page.getByRole('heading', { name: 'Tile 4' })).toBeVisible();
    expect(await tiles.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: /^Undo: Paint/ }).click();
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();
  });

  await test.step('sliding: a tile is dragged into the empty space and tapped back', async () => {
    const client = await host.client();
    const { id } = await client.call('library.add', {
      puzzle: {
        kind: 'sliding',
        name: 'By finger',
        width: 3,
        height: 3,
        start: [1, 0, 2, 3, 4, 5, 6, 7, 8],
        goal: 'blank-first',
      },
    });
    await open(`#/slide/${id}`);
    const tile = page.getByRole('button', { name: /^Tile 4, row 2/ });
    await expect(tile).toBeVisible();
    const [x, y] = await at(tile, 0.5, 0.5);
    const { height } = (await tile.boundingBox())!;
    await swipe(page, [x, y], [x, y - height]);
    await expect(page.getByRole('button', { name: /^Tile 4, row 1/ })).toBeVisible();
    await page.getByRole('button', { name: /^Tile 4, row 1/ }).tap();
    await expect(page.getByRole('button', { name: /^Tile 4, row 2/ })).toBeVisible();
  });
});
