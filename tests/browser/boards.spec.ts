// Boards of every kind in a real browser: drawn, played by keys and mouse, chosen and painted in the editor, in space.
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { expect, test as base, type Host } from './host.ts';

// Chromium's own drawing in space without a graphics card, so that WebGL is there on any machine.
const test = base.extend({});
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).filter((arg) => arg !== '--disable-gpu');
    await use({
      ...launchOptions,
      args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
  },
});

async function add(host: Host, name: string, board: BoardShape, flip = false): Promise<number> {
  const { puzzle } = generate({
    family: 'unframed',
    board,
    seed: 3,
    innerLabels: 6,
    ...(flip ? { turns: 'flip' } : {}),
  });
  return (await (await host.client()).call('library.add', { puzzle: { ...puzzle, name } })).id;
}
const board = (page: Page) => page.getByRole('application', { name: /^Board of/ });
/** How many different colours a canvas shows: an unpainted one shows one. */
const colours = (page: Page, of: string): Promise<number> =>
  page.locator(of).evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [60, 60];
    const context = copy.getContext('2d')!;
    context.drawImage(canvas, 0, 0, 60, 60);
    return new Set(new Uint32Array(context.getImageData(0, 0, 60, 60).data.buffer)).size;
  });

test('triangles, hexagons and a torus are played by mouse and by keys', async ({ host, open, page }) => {
  const kinds: [string, BoardShape, number][] = [
    ['Triangles', { kind: 'hexagon', side: 1 }, 6],
    ['Hexagons', { kind: 'honeycomb', side: 2 }, 7],
    ['Round', { kind: 'rectangle', width: 3, height: 2, wrap: 'torus' }, 6],
  ];
  for (const [name, shape, cells] of kinds) {
    await open(`#/play/${await add(host, name, shape)}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const measures = page.getByLabel('Measures');
    const tray = page.getByRole('application', { name: 'Tray' });
    await expect(measures).toContainText(`0 of ${cells}`);
    // a tile by mouse into the cell in the middle of the picture or next to it
    const [from, to] = [(await tray.boundingBox())!, (await board(page).boundingBox())!];
    await page.mouse.move(from.x + 20, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(to.x + 0.45 * to.width, to.y + 0.55 * to.height, { steps: 4 });
    await page.mouse.up();
    await expect(measures).toContainText(`1 of ${cells}`);
    // the next by keys, into a cell beside the first
    await tray.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('t');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    await expect(measures).toContainText(`2 of ${cells}`);
    await page.keyboard.press('Shift+C');
    await page.keyboard.press('Shift+S');
    await expect(measures).toContainText(`${cells} of ${cells}`);
  }
});

test('a solid: its net at once, in space on demand, and three.js not before', async ({
  host,
  open,
  page,
}) => {
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  const spaces = (): string[] => loaded.filter((url) => /\/space-[^/]*\.js$/.test(url));
  await open(`#/play/${await host.puzzle('Nine Halves')}`);
  await expect(board(page)).toBeVisible();
  await open(`#/play/${await add(host, 'Twenty', { kind: 'solid', solid: 'icosahedron' })}`);
  await expect(page.getByLabel('Measures')).toContainText('0 of 20');
  await page.keyboard.press('l');
  await expect(page.getByLabel('Measures')).toContainText('20 of 20');
  await expect.poll(() => colours(page, '.play .board .surface canvas')).toBeGreaterThan(20);
  expect(spaces()).toEqual([]);

  await page.getByRole('button', { name: 'See it in space' }).click();
  const space = page.getByRole('application', { name: /^The icosahedron in space/ });
  await expect(space).toBeVisible();
  await expect.poll(() => spaces().length).toBe(1);
  const shot = async (): Promise<string> =>
    createHash('sha256')
      .update(await space.screenshot())
      .digest('hex');
  await space.focus();
  await page.keyboard.press('Home'); // from here on the frame of the keyboard's focus is shown
  await page.waitForTimeout(500);
  const first = await shot();
  await page.keyboard.press('ArrowRight');
  await expect.poll(shot).not.toBe(first);
  await page.keyboard.press('Home');
  await expect.poll(shot).toBe(first);
  // by pointer; and a click takes up the tile of that face
  const box = (await space.boundingBox())!;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1] + 10, { steps: 3 });
  await page.mouse.up();
  await expect.poll(shot).not.toBe(first);
  await page.mouse.click(...middle);
  await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
  await expect(board(page)).toBeVisible(); // the net stays
});

test('without WebGL a sentence says so, and the net stays', async ({ host, open, page }) => {
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement;
    const get = Object.getOwnPropertyDescriptor(prototype, 'getContext')!.value as () => unknown;
    Object.defineProperty(prototype, 'getContext', {
      value: new Proxy(get, {
        apply: (target, canvas, args: unknown[]) =>
          String(args[0]).startsWith('webgl') ? null : Reflect.apply(target, canvas, args as []),
      }),
    });
  });
  await open(`#/play/${await add(host, 'Cube', { kind: 'solid', solid: 'cube' })}`);
  await page.getByRole('button', { name: 'See it in space' }).click();
  await expect(page.getByText('This computer shows no pictures in space')).toBeVisible();
  await expect(board(page)).toBeVisible();
});

test('the editor: a board from pictures, and tiles painted on both faces', async ({ host, open, page }) => {
  const id = await add(host, 'Pentagons', { kind: 'solid', solid: 'dodecahedron' }, true);
  const client = await host.client();
  const tile = async () => {
    const { puzzle } = await client.call('library.get', { id });
    return puzzle.kind === 'edge-matching' ? puzzle.tiles[0]! : null;
  };
  const before = (await tile())!;
  await open(`#/editor/${id}`);
  const back = page.getByRole('application', { name: 'Tile 1, back' });
  await expect(page.getByRole('application', { name: 'Tile 1, front' })).toBeVisible();
  // by keys: every edge of the back gets the third colour
  await back.focus();
  for (let side = 0; side < 5; side++) {
    await page.keyboard.press('3');
    if (side < 4) await back.focus();
  }
  await expect.poll(async () => (await tile())?.back).toEqual([2, 2, 2, 2, 2]);
  expect((await tile())?.edges).toEqual(before.edges);

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: /^Honeycomb/ }).click();
  const board7 = async () => {
    const { puzzle } = await client.call('library.get', { id });
    return puzzle.kind === 'edge-matching'
      ? [puzzle.board, puzzle.tiles.length, puzzle.tiles[0]!.edges.length]
      : [];
  };
  await expect.poll(board7).toEqual([{ kind: 'honeycomb', side: 2 }, 7, 6]);
  await page.getByLabel('Cells along a side').fill('3');
  await page.keyboard.press('Tab');
  await expect.poll(board7).toEqual([{ kind: 'honeycomb', side: 3 }, 19, 6]);
});

test('a new puzzle on a board chosen from pictures', async ({ open, page }) => {
  await open('#/create');
  await page.getByRole('button', { name: /^Octahedron/ }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('button', { name: 'Keep and edit' }).click();
  await expect(page.getByText('8 tiles for 8 cells')).toBeVisible();
});
