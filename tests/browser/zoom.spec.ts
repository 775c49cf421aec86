// Boards can be zoomed and moved with buttons, keys, the wheel and two fingers, in every view and on every kind of
// board.
import type { Locator, Page } from '@playwright/test';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { hit, placesOf } from '../../src-renderer/board-view/geometry.ts';
import { expect, test, usualRun, type Host } from './host.ts';

async function add(host: Host, name: string, board: BoardShape): Promise<number> {
  const { puzzle } = generate({ family: 'unframed', board, seed: 3, innerLabels: 8 });
  return (await (await host.client()).call('library.add', { puzzle: { ...puzzle, name } })).id;
}
/** Returns the visible part of the board in drawing units. */
async function seen(surface: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = (await surface.locator('svg.overlay').getAttribute('viewBox'))!.split(' ').map(Number);
  return { x: box[0]!, y: box[1]!, width: box[2]!, height: box[3]! };
}
/** Returns the page coordinates of a point on `surface`. `x` and `y` are fractions of its width and height. */
async function at(surface: Locator, x: number, y: number): Promise<[number, number]> {
  const box = (await surface.boundingBox())!;
  return [box.x + x * box.width, box.y + y * box.height];
}
async function zoomAt(page: Page, surface: Locator, x: number, y: number, notches: number): Promise<void> {
  await page.mouse.move(...(await at(surface, x, y)));
  await page.keyboard.down('Control');
  for (let i = 0; i < notches; i++) {
    const { width } = await seen(surface);
    await page.mouse.wheel(0, -100);
    await expect.poll(async () => (await seen(surface)).width).toBeLessThan(width);
  }
  await page.keyboard.up('Control');
}
const picture = (surface: Locator): Promise<string> =>
  surface.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test('every board view zooms by buttons and keys, and shows the whole board again', async ({
  host,
  open,
  page,
}) => {
  const id = await host.puzzle('Eternity II');
  const client = await host.client();
  const { runId } = await client.call('runs.start', {
    ...usualRun,
    puzzleId: id,
    engine: 'best',
    limits: { seconds: null, nodes: 3_000_000 },
  });
  const views = [
    `#/puzzle/${id}`,
    `#/editor/${id}`,
    `#/play/${id}`,
    `#/steps/${id}`,
    `#/search/${id}?run=${runId}`,
    '#/gallery',
  ];
  for (const view of views) {
    if (view === '#/gallery') {
      // The hunt might not have found a board yet.
      const board = Array.from({ length: 256 }, (_, tile) => tile << 4);
      await client.call('boards.add', { puzzleId: id, board: Int32Array.from(board) });
    }
    await open(view);
    const zoom = page.getByRole('group', { name: 'Zoom' });
    const canvas = page.locator('main .surface:has(canvas)').locator('visible=true');
    const surface = zoom.locator(
      'xpath=ancestor::main//div[contains(concat(" ", @class, " "), " zoomable ")]',
    );
    await expect(surface, view).toBeVisible();
    await expect(canvas.first()).toBeVisible();
    await expect
      .poll(() => surface.locator('canvas').evaluate((c: HTMLCanvasElement) => c.width))
      .toBeGreaterThan(300);
    await expect(zoom.getByRole('button', { name: 'Show the whole board' }), view).toBeDisabled();
    await zoom.getByRole('button', { name: /^Zoom in/ }).click();
    await expect(zoom.getByRole('status'), view).toHaveText(/Zoom 1[1-3]\d %/);
    await page.keyboard.press('+');
    await expect(zoom.getByRole('status'), view).toHaveText(/Zoom 1[4-7]\d %/);
    await page.keyboard.press('-');
    await expect(zoom.getByRole('status'), view).toHaveText(/Zoom 1[1-3]\d %/);
    await page.keyboard.press('0');
    await expect(zoom.getByRole('status'), view).toHaveText('');
    if (view.includes('steps')) {
      // Here the arrow keys step through the search, so Shift+arrow moves the board.
      await page.keyboard.press('+');
      const before = await picture(surface);
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(() => picture(surface)).not.toBe(before);
      await page.keyboard.press('0');
    }
  }
});

test('the wheel zooms and scrolls on squares and on every other kind of board', async ({
  host,
  open,
  page,
}) => {
  await test.step('Ctrl and wheel zoom at the pointer; painting and keys act on what is visible', async () => {
    const id = await add(host, 'Twelve', { kind: 'rectangle', width: 12, height: 12 });
    await open(`#/editor/${id}`);
    const board = page.getByRole('application', { name: /^Tiles of/ });
    await board.waitFor();
    await zoomAt(page, board, 0.998, 0.998, 5);
    await expect.poll(async () => (await seen(board)).width).toBeLessThan(700);
    const part = await seen(board);
    expect(part.x + part.width).toBeGreaterThan(1190);
    expect(part.y + part.height).toBeGreaterThan(1190);
    // A click selects the tile that is visible at that point.
    await page.mouse.click(...(await at(board, 0.4, 0.4)));
    const middle = [part.x + 0.4 * part.width, part.y + 0.4 * part.height] as const;
    const tile = Math.floor(middle[1] / 100) * 12 + Math.floor(middle[0] / 100);
    await expect(page.getByRole('heading', { name: `Tile ${tile + 1}`, exact: true })).toBeVisible();
    // The view follows the cursor to the other end of the board and back.
    await board.focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await seen(board)).x).toBe(0);
    for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await seen(board)).x).toBeGreaterThan(400);
    // Eight notches of the wheel are more than enough to zoom out fully.
    await page.keyboard.down('Control');
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 100);
    await page.keyboard.up('Control');
    await expect(page.getByRole('group', { name: 'Zoom' }).getByRole('status')).toHaveText('');
  });

  await test.step('triangles, honeycombs, nets and a torus are zoomed, dragged and hit where they are drawn', async () => {
    const kinds: [string, BoardShape][] = [
      ['Triangles', { kind: 'hexagon', side: 3 }],
      ['Honeycomb', { kind: 'honeycomb', side: 4 }],
      ['Twenty', { kind: 'solid', solid: 'icosahedron' }],
      ['Round', { kind: 'rectangle', width: 8, height: 6, wrap: 'torus' }],
    ];
    for (const [name, shape] of kinds) {
      await open(`#/puzzle/${await add(host, name, shape)}`);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      const board = page.getByRole('application', { name: new RegExp(`^${name}:`) });
      await zoomAt(page, board, 0.6, 0.5, 4);
      const before = await seen(board);
      expect(before.width, name).toBeLessThan(placesOf(shape).width * 0.7);
      // Dragging moves the board without selecting a cell.
      const painted = await picture(board);
      await page.mouse.move(...(await at(board, 0.5, 0.5)));
      await page.mouse.down();
      await page.mouse.move(...(await at(board, 0.6, 0.5)), { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => (await seen(board)).x, name).toBeLessThan(before.x);
      await expect.poll(() => picture(board), name).not.toBe(painted);
      await expect(page.getByText('Click a tile to read its edges.')).toBeVisible();
      const part = await seen(board);
      const spot = hit(placesOf(shape), part.x + 0.45 * part.width, part.y + 0.55 * part.height);
      await page.mouse.click(...(await at(board, 0.45, 0.55)));
      if (!spot) continue;
      const cell =
        shape.kind === 'rectangle'
          ? `Row ${Math.floor(spot.cell / shape.width) + 1}, column ${(spot.cell % shape.width) + 1}`
          : `Cell ${spot.cell + 1} of`;
      await expect(page.locator('.picked'), name).toContainText(cell);
    }
  });

  await test.step('the wheel alone scrolls the page past a whole board, and moves a zoomed board to its rim', async () => {
    await page.setViewportSize({ width: 1000, height: 500 });
    await open(`#/puzzle/${await host.puzzle('Eternity II')}`);
    const board = page.getByRole('application', { name: /^Eternity II:/ });
    await board.waitFor();
    await page.evaluate(() => {
      const taken: boolean[] = [];
      Object.assign(window, { taken });
      addEventListener('wheel', (event) => taken.push(event.defaultPrevented), { passive: true });
    });
    const wheel = async (down: number): Promise<boolean> => {
      const count = await page.evaluate(() => (window as unknown as { taken: boolean[] }).taken.length);
      await page.mouse.wheel(0, down);
      await page.waitForFunction((n) => (window as unknown as { taken: boolean[] }).taken.length > n, count);
      return page.evaluate(() => (window as unknown as { taken: boolean[] }).taken.at(-1)!);
    };
    await page.mouse.move(...(await at(board, 0.5, 0.2)));
    expect(await wheel(10)).toBe(false);
    await zoomAt(page, board, 0.5, 0.2, 6);
    expect(await wheel(30)).toBe(true);
    expect(await wheel(5000)).toBe(true);
    // At the edge of the board, the wheel scrolls the page instead.
    expect(await wheel(30)).toBe(false);
  });
});

test('two fingers zoom and move, and cancel what the first finger started', async ({
  host,
  open,
  page,
  context,
}) => {
  await open(`#/play/${await host.puzzle('Eternity II')}`);
  const board = page.getByRole('application', { name: /^Board of/ });
  await board.waitFor();
  await page.keyboard.press('l');
  await expect(page.getByLabel('Measures')).toContainText('256 of 256');
  const touch = await context.newCDPSession(page);
  const fingers = async (type: string, ...points: [number, number][]): Promise<void> => {
    const touchPoints = await Promise.all(
      points.map(async ([x, y], id) => {
        const [left, top] = await at(board, x, y);
        return { x: left, y: top, id };
      }),
    );
    await touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints,
    });
  };
  await fingers('touchStart', [0.4, 0.5]);
  await fingers('touchStart', [0.4, 0.5], [0.6, 0.5]);
  await fingers('touchMove', [0.3, 0.5], [0.7, 0.5]);
  await fingers('touchMove', [0.2, 0.5], [0.8, 0.5]);
  await fingers('touchEnd');
  await expect.poll(async () => (await seen(board)).width).toBeLessThan(700);
  const part = await seen(board);
  expect(part.x + part.width / 2).toBeGreaterThan(700);
  expect(part.x + part.width / 2).toBeLessThan(900);
  await expect(page.getByText(/Tile \d+ in hand/)).toHaveCount(0);
  await expect(page.getByLabel('Measures')).toContainText('256 of 256');
});

test('a 64 × 64 board is edited and played while zoomed, and its small picture stays within its card', async ({
  host,
  open,
  page,
}) => {
  const { puzzle } = generate({
    family: 'framed',
    board: { kind: 'rectangle', width: 64, height: 64 },
    seed: 1,
    innerLabels: 60,
    frameLabels: 20,
  });
  const client = await host.client();
  const { id } = await client.call('library.add', { puzzle: { ...puzzle, name: 'Sixty-four' } });
  await open('#/library');
  const card = page.getByRole('article').filter({ hasText: 'Sixty-four' });
  const canvas = card.locator('canvas');
  await expect(canvas).toBeVisible();
  const [inner, outer] = [(await canvas.boundingBox())!, (await card.boundingBox())!];
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.width).toBeGreaterThan(0.5 * outer.width);

  await open(`#/editor/${id}`);
  const tiles = page.getByRole('application', { name: /^Tiles of/ });
  await zoomAt(page, tiles, 0.998, 0.998, 9);
  await page.mouse.click(...(await at(tiles, 0.97, 0.97)));
  await expect(page.getByRole('heading', { name: 'Tile 4096', exact: true })).toBeVisible();
  await tiles.focus();
  await page.keyboard.press('5');
  await expect
    .poll(async () => {
      const saved = await client.call('library.get', { id });
      return saved.puzzle.kind === 'edge-matching' && saved.puzzle.tiles[4095]!.edges.includes(4);
    })
    .toBe(true);

  await open(`#/play/${id}`);
  const board = page.getByRole('application', { name: /^Board of/ });
  await board.waitFor();
  // The tray has 512 rows, but only rows near the visible part are painted.
  const tray = page.getByRole('application', { name: 'Tray' });
  await tray.evaluate((surface) => surface.scrollIntoView({ block: 'end' }));
  await expect
    .poll(() =>
      tray.evaluate((surface) => {
        const canvas = surface.querySelector('canvas')!;
        const [all, painted] = [surface.getBoundingClientRect(), canvas.getBoundingClientRect()];
        const [x, y] = [all.right - 20 - painted.left, all.bottom - 20 - painted.top];
        const lastTile = canvas.getContext('2d')!.getImageData(x, y, 1, 1).data[3]! > 0;
        return lastTile && painted.height < all.height / 4;
      }),
    )
    .toBe(true);
  await page.mouse.click(...(await at(tray, 0.97, 0.999)));
  await expect(page.getByText('Tile 4096 in hand')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await expect(page.getByLabel('Measures')).toContainText('4,096 of 4,096');
  await zoomAt(page, board, 0.002, 0.998, 9);
  const part = await seen(board);
  await page.mouse.click(...(await at(board, 0.5, 0.5)));
  const cell =
    Math.floor((part.y + part.height / 2) / 100) * 64 + Math.floor((part.x + part.width / 2) / 100);
  await expect(page.getByText(`Tile ${cell + 1} in hand`)).toBeVisible();
  // Put the tile on the cell above, which holds another tile.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await client.call('play.get', { puzzleId: id }))?.board[cell - 64])
    .toBe(cell << 4);
});
