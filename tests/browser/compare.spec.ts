// Comparing boards: they share one zoom and one cursor, and differences are marked.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { writeBoard } from '../../src-core/formats/write.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { applySymmetry, symmetriesOf } from '../../src-core/puzzle/symmetry.ts';
import { expect, steady, test } from './host.ts';
import { fill } from './partial-boards.ts';

const cards = (page: Page) => page.getByTestId('gallery-list').getByRole('button');
const bar = (page: Page) => page.getByRole('group', { name: 'Selected boards' });

/** Waits until the first board's picture stops changing, then saves its pixels in the page for `changedSince`. */
async function keepPicture(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() => {
          const canvas = document.querySelector('main canvas') as HTMLCanvasElement;
          const { width, height } = canvas;
          Object.assign(window, { kept: canvas.getContext('2d')!.getImageData(0, 0, width, height) });
          return canvas.toDataURL();
        });
        const same = now === before;
        before = now;
        return same;
      },
      { intervals: [250] },
    )
    .toBe(true);
}
/**
 * Compares the picture of a square board with the saved one. Returns the number of cells that differ, and the largest
 * distance of a changed pixel from its cell's centre, in edge lengths.
 */
const changedSince = (page: Page, columns: number): Promise<{ cells: number; furthest: number }> =>
  page.evaluate((columns) => {
    const { kept } = window as unknown as { kept: ImageData };
    const canvas = document.querySelector('main canvas') as HTMLCanvasElement;
    const { width, height, data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    if (width !== kept.width || height !== kept.height) return { cells: -1, furthest: 0 };
    const cells = new Set<number>();
    let furthest = 0;
    for (let at = 0; at < width * height; at++) {
      if ([0, 1, 2].every((channel) => Math.abs(data[4 * at + channel]! - kept.data[4 * at + channel]!) < 8))
        continue;
      const [x, y] = [((at % width) * columns) / width, (Math.floor(at / width) * columns) / height];
      cells.add(Math.floor(y) * columns + Math.floor(x));
      furthest = Math.max(furthest, Math.hypot((x % 1) - 0.5, (y % 1) - 0.5));
    }
    return { cells: cells.size, furthest };
  }, columns);

test('compare: boards are aligned, share one zoom and cursor, and keys step through their differences, on every kind of board', async ({
  host,
  open,
  page,
}) => {
  const kinds: [string, BoardShape][] = [
    ['Squares', { kind: 'rectangle', width: 6, height: 6 }],
    ['Triangles', { kind: 'hexagon', side: 2 }],
    ['Honeycomb', { kind: 'honeycomb', side: 3 }],
    ['Twenty', { kind: 'solid', solid: 'icosahedron' }],
  ];
  const client = await host.client();
  for (const [name, shape] of kinds) {
    const { puzzleId, puzzle, ids } = await fill(host, name, 1, shape);
    const board = startBoard(puzzle);
    // The second board is the first one rotated, with two tiles swapped. It is stored under another puzzle, whose hint
    // fixes the orientation. Under the first puzzle, the library would undo the rotation.
    const changed = board.slice();
    [changed[3], changed[5]] = [board[5]!, board[3]!];
    const first = (await client.call('boards.get', { id: ids[0]! })).board!.join();
    const images = symmetriesOf(puzzle).map(
      (symmetry) => [symmetry, applySymmetry(puzzle, symmetry, board)] as const,
    );
    const [away] = images.find(([, image]) => image.join() !== first)!;
    const turned = applySymmetry(puzzle, away, changed);
    const hinted = {
      ...puzzle,
      name: `${name} hinted`,
      hints: [{ cell: 0, tile: 200 % puzzle.tiles.length, rotation: 0 }],
    };
    const other = await client.call('library.add', { puzzle: hinted });
    const second = await client.call('boards.add', { puzzleId: other.id, board: turned });
    await open(`#/compare?a=${ids[0]}&b=${second.id}`);
    const summary = page.getByTestId('compared');
    await expect(summary, name).toContainText(`2 of ${board.length} cells differ`);
    const caption = page.locator('figcaption').nth(1);
    await expect(caption, name).toContainText(
      `In common with the first board: ${board.length - 2} of ${board.length} cells`,
    );
    await expect(caption, name).toContainText(/cells,\s+\d+ of \d+ edges\./);
    await expect(caption, name).toContainText('Shown rotated');
    if (name === 'Squares') {
      // The mark of a differing cell must not cover the cell's edges, so only pixels near the centre may differ from
      // the unmarked board.
      await keepPicture(page);
      await open(`#/compare?a=${ids[0]}&b=${ids[0]}`);
      await expect(summary).toHaveText('The two boards are identical.');
      await expect.poll(() => changedSince(page, 6)).toMatchObject({ cells: 2 });
      const { furthest } = await changedSince(page, 6);
      expect(furthest).toBeGreaterThan(0);
      expect(furthest).toBeLessThan(0.35);
      await open(`#/compare?a=${ids[0]}&b=${second.id}`);
      await expect(summary).toContainText(`2 of ${board.length} cells differ`);
    }
    const boards = page.getByRole('application');
    await expect(boards).toHaveCount(2);
    const seen = (index: number) => boards.nth(index).locator('svg.overlay').getAttribute('viewBox');
    const whole = await seen(1);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => seen(1), name).not.toBe(whole);
    await expect.poll(async () => (await seen(0)) === (await seen(1)), name).toBe(true);
    await page.keyboard.press('n');
    await expect(summary, name).toContainText('Difference 1 of 2');
    await page.keyboard.press('n');
    await expect(summary, name).toContainText('Difference 2 of 2');
    await page.keyboard.press('p');
    await expect(summary, name).toContainText('Difference 1 of 2');
    const selection = (index: number) =>
      boards.nth(index).locator('path.selection').getAttribute('transform');
    expect(await selection(0)).toBe(await selection(1));
    expect(puzzleId).toBeGreaterThan(0);
  }
});

test('compare: equal cells, boards from the gallery and from a link, boards that cannot be compared', async ({
  host,
  open,
  page,
}) => {
  await test.step('compare marks the equal cells if most differ; exported pictures have no marks', async () => {
    const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 1);
    const client = await host.client();
    const start = [...startBoard(puzzle)];
    const moved = [...start.slice(0, 3), start.at(-1)!, ...start.slice(3, -1)];
    const { id } = await client.call('boards.add', { puzzleId, board: Int32Array.from(moved) });
    const summary = page.getByTestId('compared');
    await open(`#/compare?a=${ids[0]}&b=${ids[0]}`);
    await expect(summary).toHaveText('The two boards are identical.');
    await keepPicture(page);
    await open(`#/compare?a=${ids[0]}&b=${id}`);
    await expect(summary).toContainText(/33 of 36 cells\s+differ \(rings mark the 3 equal cells\)/);
    await expect.poll(() => changedSince(page, 6)).toMatchObject({ cells: 3 });
    await open(`#/gallery?board=${id}`);
    await expect(page.getByTestId('board-name')).toBeVisible();
    const shown = page.locator('main .room canvas').first();
    const drawn = (): Promise<string> =>
      shown.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().slice(-20_000));
    const thin = await steady(drawn);
    await shown.hover();
    await expect.poll(drawn).not.toBe(thin);
    await page.mouse.move(1, 1);
    await expect.poll(drawn).toBe(thin);
    await page.keyboard.press('m');
    await expect.poll(drawn).not.toBe(thin);
    await page.keyboard.press('m');
    await page.keyboard.press('Control+e');
    await page.getByLabel('Format').selectOption({ label: 'Picture: SVG, sharp at any size' });
    await expect(page.getByRole('switch', { name: 'Mark mismatches' })).not.toBeChecked();
    const saved = async (): Promise<string> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save file' }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    expect(await saved()).not.toContain('#e3102a');
    await page.getByRole('switch', { name: 'Mark mismatches' }).click();
    expect(await saved()).toContain('#e3102a');
  });

  await test.step('compare: reports a board of another shape or a deleted one, and keeps the others', async () => {
    const one = await fill(host, 'Thirty-six', 1);
    const two = await fill(host, 'Four', 1, { kind: 'rectangle', width: 2, height: 2 });
    await open(`#/compare?a=${one.ids[0]}&b=${two.ids[0]}&c=99999`);
    await expect(page.getByRole('application')).toHaveCount(1);
    await expect(
      page.getByText('The board’s shape or tiles differ from those of the first board.'),
    ).toBeVisible();
    await expect(page.getByText('There is no board 99999 in the gallery.')).toBeVisible();
  });

  await test.step('compare: boards selected in the gallery and one pasted as a link; the address keeps them', async () => {
    const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 3);
    await open(`#/compare?a=${ids[0]}`);
    const field = page.getByLabel('Board number, or link to a board');
    for (const count of [2, 3]) {
      await field.pressSequentially(String(ids[count - 1]));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('application')).toHaveCount(count);
      await expect(field).toBeFocused();
    }
    // Remove two boards and add two before anything has loaded.
    await page.evaluate(
      ([first, second]) => {
        for (const name of ['Remove No. ' + first, 'Remove No. ' + second])
          document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
        const input = document.querySelector<HTMLInputElement>('input[placeholder^="12"]')!;
        for (const id of [first, second]) {
          input.value = String(id);
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.form!.requestSubmit();
        }
      },
      [ids[0]!, ids[1]!],
    );
    await expect(page).toHaveURL(new RegExp(`a=${ids[2]}&b=${ids[0]}&c=${ids[1]}$`));
    await expect(page.getByRole('application')).toHaveCount(3);
    await open(`#/gallery?puzzle=${puzzleId}&sort=oldest`);
    await expect(cards(page)).toHaveCount(3);
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByTestId('compared')).toContainText(/4 of \d+ cells\s+differ/);
    await expect(page.getByRole('application')).toHaveCount(3);
    const link = writeBoard(puzzle, startBoard(puzzle), 'bucas').trim();
    await field.fill(link);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('application')).toHaveCount(4);
    await expect(page.getByText('Pasted, not in the gallery.')).toBeVisible();
    // a comparison holds at most four boards
    await expect(field).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('application')).toHaveCount(4);
    await page.getByRole('button', { name: 'Remove Pasted board' }).click();
    await expect(page.getByRole('application')).toHaveCount(3);
  });
});
