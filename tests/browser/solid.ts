/** Creates puzzles on any board, and opens and rotates a solid in 3D. The tests of both renderers use it. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { expect, steady, type Host } from './host.ts';

export async function add(host: Host, name: string, board: BoardShape, flip = false): Promise<number> {
  const { puzzle } = generate({
    family: 'unframed',
    board,
    seed: 3,
    innerLabels: 6,
    ...(flip ? { turns: 'flip' } : {}),
  });
  return (await (await host.client()).call('library.add', { puzzle: { ...puzzle, name } })).id;
}

/** Returns the number of different colours on a canvas. A blank canvas has one. */
const colours = (page: Page, of: string): Promise<number> =>
  page.locator(of).evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [60, 60];
    const context = copy.getContext('2d')!;
    context.drawImage(canvas, 0, 0, 60, 60);
    return new Set(new Uint32Array(context.getImageData(0, 0, 60, 60).data.buffer)).size;
  });

/**
 * Opens a solid in 3D, rotates it and picks up a tile. Checks that the renderer in `file` is loaded only when 3D is
 * opened, and that the one in `other` never is.
 */
export async function turnASolid(
  { host, open, page }: { host: Host; open: (address: string) => Promise<unknown>; page: Page },
  file: 'projected' | 'space',
  other: 'projected' | 'space',
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  const files = (name: string): number =>
    loaded.filter((url) => new RegExp(`/${name}-[^/]*\\.js$`).test(url)).length;
  const board = page.getByRole('application', { name: /^Board of/ });
  await open(`#/play/${await host.puzzle('Nine Halves')}`);
  await expect(board).toBeVisible();
  await open(`#/play/${await add(host, 'Twenty', { kind: 'solid', solid: 'icosahedron' })}`);
  await expect(page.getByLabel('Measures')).toContainText('0 of 20');
  await page.keyboard.press('l');
  await expect(page.getByLabel('Measures')).toContainText('20 of 20');
  await expect.poll(() => colours(page, '.play .board .surface canvas')).toBeGreaterThan(20);
  expect([files('space'), files('projected')]).toEqual([0, 0]);

  await page.getByRole('button', { name: 'Show in 3D' }).click();
  const space = page.getByRole('application', { name: /^The icosahedron in 3D/ });
  await expect(space).toBeVisible();
  await expect.poll(() => files(file)).toBe(1);
  const shot = async (): Promise<string> => {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return createHash('sha256')
      .update(await space.screenshot())
      .digest('hex');
  };
  const empty = await shot();
  await space.focus();
  // A key press makes the focus ring visible. Press a key now, so that the ring doesn't change a later screenshot.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(shot).not.toBe(empty);
  await page.keyboard.press('Home');
  // Wait until two successive screenshots are equal. If a rotation then changes the picture, the solid has been drawn.
  const first = await steady(shot);
  await page.keyboard.press('ArrowRight');
  await expect.poll(shot).not.toBe(first);
  await page.keyboard.press('Home');
  await expect.poll(shot).toBe(first);
  const box = (await space.boundingBox())!;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1] + 10, { steps: 3 });
  await page.mouse.up();
  await expect.poll(shot).not.toBe(first);
  // With reduced motion, the solid stops as soon as the pointer is released.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.down();
  const taken = await steady(shot);
  await page.mouse.move(middle[0], middle[1], { steps: 3 });
  await expect.poll(shot).not.toBe(taken);
  const held = await steady(shot);
  await page.mouse.up();
  expect(await steady(shot)).toBe(held);
  await page.mouse.click(...middle);
  await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
  // The flat net stays visible beside the 3D view.
  await expect(board).toBeVisible();
  expect(files(other)).toBe(0);
}
