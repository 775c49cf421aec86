// Boards of every kind: drawn, played by keyboard and mouse, chosen and painted in the editor, shown in 3D.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { expect, test } from './host.ts';
import { add, turnASolid } from './solid.ts';

const board = (page: Page) => page.getByRole('application', { name: /^Board of/ });
/** Makes WebGL unavailable. Runs in the page, with `page.addInitScript`. */
function withoutWebGl(): void {
  const get = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')!
    .value as () => unknown;
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value: new Proxy(get, {
      apply: (target, canvas, args: unknown[]) =>
        String(args[0]).startsWith('webgl') ? null : Reflect.apply(target, canvas, args as []),
    }),
  });
}

const kinds: [string, BoardShape, number][] = [
  ['Triangles', { kind: 'hexagon', side: 1 }, 6],
  ['Hexagons', { kind: 'honeycomb', side: 2 }, 7],
  ['A torus', { kind: 'rectangle', width: 3, height: 2, wrap: 'torus' }, 6],
];
test('boards of every kind are chosen, edited, played and printed', async ({ open, page, host }) => {
  await test.step('creates a puzzle on a board chosen from pictures', async () => {
    await open('#/create');
    await page.getByRole('button', { name: /^Octahedron/ }).click();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Save and edit' }).click();
    await expect(page.getByText('8 tiles for 8 cells')).toBeVisible();
  });

  await test.step('the editor changes the kind of board and paints tiles on both faces', async () => {
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

  await test.step('triangles, hexagons and a torus are played by mouse and keyboard', async () => {
    for (const [name, shape, cells] of kinds) {
      await open(`#/play/${await add(host, name, shape)}`);
      await expect(page.getByRole('heading', { name })).toBeVisible();
      const measures = page.getByLabel('Measures');
      const tray = page.getByRole('application', { name: 'Tray' });
      await expect(measures).toContainText(`0 of ${cells}`);
      const [from, to] = [(await tray.boundingBox())!, (await board(page).boundingBox())!];
      // The tray has three columns.
      await page.mouse.move(from.x + from.width / 6, from.y + from.height / (2 * Math.ceil(cells / 3)));
      await page.mouse.down();
      await page.mouse.move(to.x + 0.45 * to.width, to.y + 0.55 * to.height, { steps: 4 });
      await page.mouse.up();
      await expect(measures).toContainText(`1 of ${cells}`);
      await expect(board(page)).toBeFocused();
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

  await test.step('prints two-faced pentagons with their backs, their net, and lines for a laser cutter', async () => {
    await open(`#/editor/${await add(host, 'Two faces', { kind: 'solid', solid: 'dodecahedron' }, true)}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.getByRole('switch', { name: 'Backs' })).toBeChecked();
    await expect(page.getByText(/^Page 1 of/)).toBeVisible();
    await page.getByRole('switch', { name: /^Tiles/ }).click();
    await page.getByLabel('Net with tabs').selectOption('blank');
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    const [drawing] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save for a laser cutter' }).click(),
    ]);
    const svg = readFileSync(await drawing.path(), 'utf8');
    // Edgewise's content security policy forbids parsing text on its own pages.
    const reader = await page.context().newPage();
    const parts = await reader.evaluate((text) => {
      const drawn = new DOMParser().parseFromString(text, 'image/svg+xml');
      const root = drawn.documentElement;
      const lines = (id: string) => {
        const group = root.querySelector(`#${id}`);
        return [group?.getAttribute('stroke'), group?.children.length] as const;
      };
      return {
        broken: drawn.querySelector('parsererror') !== null,
        size: ['width', 'height', 'viewBox'].map((name) => root.getAttribute(name)),
        cut: lines('cut'),
        fold: lines('fold'),
      };
    }, svg);
    await reader.close();
    expect(parts).toMatchObject({ broken: false, size: ['297mm', '210mm', '0 0 297 210'] });
    expect(parts.cut[0]).toBe('#ff0000');
    expect(parts.cut[1]).toBeGreaterThan(0);
    expect(parts.fold[0]).toBe('#00a000');
    expect(parts.fold[1]).toBeGreaterThan(0);
    await page.getByLabel('Cell edge, mm').fill('80');
    await expect(page.getByText(/does not fit on A4\. Use at most [\d.]+ mm/)).toBeVisible();
  });
});

for (const [drawn, prepare] of [
  ['without a graphics card', () => undefined],
  ['without WebGL', withoutWebGl],
] as const) {
  test(`a solid ${drawn}: the net is shown at once, and the 3D view on demand on a 2D canvas`, async ({
    host,
    open,
    page,
  }) => {
    await page.addInitScript(prepare);
    await turnASolid({ host, open, page }, 'projected', 'space');
  });
}
