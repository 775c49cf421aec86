import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { checkBoard } from '../../src-main/services/check-result.ts';
import { Store } from '../../src-main/store/store.ts';
import { expect, settled, test as base } from './host.ts';

const BOARDS = 5000;
const RUNS = 2500;

async function fill(dataDir: string): Promise<void> {
  const store = await Store.open(dataDir, 'test');
  const { puzzle: made } = generate({ family: 'unframed', width: 10, height: 10, seed: 1 });
  const puzzle = { ...made, name: 'Much searched' };
  const { id: puzzleId } = store.puzzles.add(puzzle);
  store.together(() => {
    for (let number = 0; number < BOARDS; number++) {
      const board = new Int32Array(100).fill(-1);
      board[0] = (number % 100) * 16;
      board[1 + Math.floor(number / 100)] = ((number + 1) % 100) * 16;
      store.boards.add({ puzzleId, runId: null, ...checkBoard(puzzle, board) });
    }
    store.boards.annotate(1, { tags: ['the oldest'] });
    const settings = {
      puzzleId,
      engine: 'exact',
      options: {},
      wanted: { solutions: 1, boards: true },
      limits: { seconds: null, nodes: null },
      seed: 1,
      threads: 1,
    } as const;
    const snapshot = store.puzzles.snapshot(puzzle);
    for (let number = 0; number < RUNS; number++) {
      store.runs.setStatus(store.runs.add({ ...settings }, 1, snapshot), 'stopped', '');
    }
  });
  store.close();
}

// eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures wanted here
const test = base.extend({ fill: async ({}, use) => use(fill) });

test('the gallery shows all 5,000 boards with reused canvases, and runs are paged', async ({
  host,
  open,
  page,
}) => {
  await test.step('the gallery shows all 5,000 boards, and keeps them on screen when one changes', async () => {
    await page.setViewportSize({ width: 1360, height: 860 });
    await open(`#/gallery?puzzle=${await host.puzzle('Much searched')}`);
    await expect(page.getByText('5,000 boards')).toBeVisible();
    const list = page.getByTestId('gallery-list');
    const cards = list.getByRole('button');
    await expect(cards.first()).toBeVisible();
    await page.keyboard.press('Control+End');
    // The first reply did not include the oldest board, but its tag must be shown.
    await expect(list.getByText('the oldest', { exact: true })).toBeVisible();
    await settled(page);
    const onScreen = await cards.count();
    // The list is fetched again a while after the change. Record the smallest number of cards in any frame until well
    // after that.
    const fewest = list.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let least = Infinity;
          const until = performance.now() + 4000;
          const look = (): void => {
            least = Math.min(least, element.querySelectorAll('button').length);
            if (performance.now() < until) requestAnimationFrame(look);
            else resolve(least);
          };
          look();
        }),
    );
    await page.getByRole('button', { name: /^Star/ }).first().click();
    expect(await fewest).toBe(onScreen);
    await expect(list.getByText('the oldest', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('the oldest');
    await expect(page.getByText('1 board', { exact: true })).toBeVisible();
  });

  await test.step('a scrolled gallery reuses its canvases, each with the board of its card', async () => {
    await open(`#/gallery?puzzle=${await host.puzzle('Much searched')}`);
    const list = page.getByTestId('gallery-list');
    const first = list.getByRole('button', { name: 'No. 5000' }).locator('canvas');
    await expect(first).toBeVisible();
    const picture = (): Promise<string> => first.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await picture();
    const [cards, canvases] = await list.evaluate(async (element) => {
      const scroller = element.firstElementChild!;
      const painted = (): boolean =>
        [...element.querySelectorAll('canvas')].every(({ style }) => style.visibility === '');
      const cards = new Set<string>();
      const canvases = new Set<Element>();
      for (let page = 0; page <= 20; page++) {
        scroller.scrollTop = page < 20 ? page * scroller.clientHeight : 0;
        do await new Promise(requestAnimationFrame);
        while (!painted());
        for (const card of element.querySelectorAll('button')) cards.add(card.textContent);
        for (const canvas of element.querySelectorAll('canvas')) canvases.add(canvas);
      }
      return [cards.size, canvases.size];
    });
    expect(canvases).toBeLessThan(cards / 2);
    await expect(first).toBeVisible();
    expect(await picture()).toBe(before);
  });

  await test.step('runs are paged to the oldest and back', async () => {
    await open('#/runs');
    await expect(page.getByText('2,500 runs')).toBeVisible();
    const rows = page.getByLabel('Runs', { exact: true }).getByRole('listitem');
    await expect(rows).toHaveCount(100);
    await expect(rows.first()).toContainText('Run 2500');
    // A row keeps its height when its picture appears, so the buttons below don't move under the pointer.
    // The first row has no line above it, so compare the second row with the last one, whose picture is not loaded.
    const [withPicture, without] = [rows.nth(1), rows.last()];
    await expect(withPicture.locator('canvas')).toBeVisible();
    await expect(without.locator('canvas')).toHaveCount(0);
    const boxes = await Promise.all([withPicture.boundingBox(), without.boundingBox()]);
    expect(boxes[1]!.height).toBe(boxes[0]!.height);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page.getByText('101 to 200 of 2,500')).toBeVisible();
    await expect(rows.first()).toContainText('Run 2400');
    await page.evaluate(() => (location.hash = '#/runs?newer=2400'));
    await expect(rows.last()).toContainText(/Run 1(?!\d)/);
    await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
    // Pictures that appear in the rows may move the button, so a click could miss it.
    await page.getByRole('button', { name: 'Newer' }).press('Enter');
    await expect(rows.first()).toContainText('Run 200');
  });
});
