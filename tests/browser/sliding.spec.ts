// The view of sliding puzzles: playing by mouse and keyboard, setting up a position, solving, stepping through a
// solution, and the gallery.
import type { Page } from '@playwright/test';
import type { SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { faults } from './axe.ts';
import { expect, test, usualRun, type Host } from './host.ts';

const start = [1, 4, 2, 3, 5, 0, 6, 7, 8];
async function added(host: Host, open: (hash: string) => Promise<void>, name: string): Promise<number> {
  const client = await host.client();
  const { id } = await client.call('library.add', {
    puzzle: { kind: 'sliding', name, width: 3, height: 3, start, goal: 'blank-first' },
  });
  await open(`#/slide/${id}`);
  return id;
}
const tile = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Tile ${number},`) });

test('a sliding puzzle is played, solved, set up and queued', async ({ host, open, page }) => {
  await test.step('plays by click, drag and arrow keys, undoes and starts again', async () => {
    await added(host, open, 'To play');
    await tile(page, 5).click();
    await expect(tile(page, 5)).toHaveAccessibleName(/row 2, column 3/);
    // The tile below the empty space moves up.
    await page.keyboard.press('ArrowUp');
    await expect(tile(page, 7)).toHaveAccessibleName(/row 2, column 2/);
    await expect(page.getByTestId('move')).toHaveText('2 / 2');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(page.getByTestId('move')).toHaveText('0 / 2');

    const box = (await tile(page, 4).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 8, box.y + box.height * 1.4, { steps: 4 });
    await page.mouse.up();
    // Tile 4 is not in the row or column of the empty space, so it stays.
    await expect(tile(page, 4)).toHaveAccessibleName(/row 1, column 2/);
    const five = (await tile(page, 5).boundingBox())!;
    await page.mouse.move(five.x + five.width / 2, five.y + five.height / 2);
    await page.mouse.down();
    await page.mouse.move(five.x + five.width * 1.3, five.y + five.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(tile(page, 5)).toHaveAccessibleName(/row 2, column 3/);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByTestId('move')).toHaveText('0 / 0');
  });

  await test.step('solves, steps through with arrows and scrubber, and finds the solution in gallery and runs', async () => {
    const id = await added(host, open, 'To solve');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await expect(page.getByTestId('verdict')).toContainText('3 moves, proven shortest');
    await expect(tile(page, 5)).toHaveAccessibleName(/moves next/);
    // Each step gives the moves made, the distance left and their sum, as in a search by IDA*.
    const bound = page.getByTestId('bound');
    await expect(bound).toHaveText(/^0 moves made\. In total, the tiles are 3 steps[^]* at least 3 moves\.$/);
    await page.getByRole('button', { name: 'One move forward' }).click();
    await expect(page.getByTestId('move')).toHaveText('1 / 3');
    await expect(bound).toHaveText(/^1 move made\. In total, the tiles are 2 steps[^]* at least 3 moves\.$/);
    await page.getByRole('slider', { name: 'Move' }).press('End');
    await expect(bound).toHaveCount(0);
    await expect(page.getByText('Solved in 3 moves.')).toBeVisible();
    expect(await faults(page)).toEqual([]);

    const { items } = await (await host.client()).call('boards.list', { puzzleId: id });
    expect(items).toHaveLength(1);
    await open(`#/slide/${id}?solution=${items[0]!.id}`);
    await expect(page.getByTestId('move')).toHaveText('0 / 3');
    // The view stays at the current step when the library changes.
    await page.keyboard.press(']');
    await expect(page.getByTestId('move')).toHaveText('1 / 3');
    const client = await host.client();
    const { puzzle } = await client.call('library.get', { id });
    await client.call('library.save', { id, puzzle: { ...puzzle, name: 'To solve, renamed' } });
    await expect(page.getByRole('heading', { name: 'To solve, renamed', level: 1 })).toBeVisible();
    await expect(page.getByTestId('move')).toHaveText('1 / 3');
    await open('#/runs');
    await page.getByRole('link', { name: 'To solve' }).first().click();
    await expect(page.getByRole('img', { name: /^Start of To solve/ })).toBeVisible();
    // A sliding puzzle has no mismatches. Its run links to the moves.
    await expect(page.getByRole('button', { name: 'Highlight mismatches' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Step through the moves' }).click();
    await expect(page).toHaveURL(new RegExp(`#/slide/${id}\\?solution=${items[0]!.id}$`));
    await expect(page.getByTestId('move')).toHaveText('0 / 3');
  });

  await test.step('sets up by typing, swapping and shuffling; explains an unreachable goal', async () => {
    await added(host, open, 'To set up');
    await page.getByRole('button', { name: 'Set up' }).click();
    const text = page.getByLabel('Tiles, row by row');
    await text.fill('0 1 2 3 4 5 6 8 7');
    await expect(page.getByText('Swap any two tiles, such as 7 and 8')).toBeVisible();
    await text.fill('0 1 2 3 4 5 6 8 8');
    await expect(page.getByText('Tile 7 is missing; the extra number is 8.')).toBeVisible();
    await text.fill('0 1 2 3 4 5 6 8 7');
    await tile(page, 7).click();
    await tile(page, 8).click();
    await expect(page.getByText('This start position can be solved.')).toBeVisible();
    await page.getByRole('button', { name: 'Shuffle' }).click();
    await page.getByRole('button', { name: 'Use this start' }).click();
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  });

  await test.step('if another window has changed the start, both versions are shown, and the user chooses one', async () => {
    const id = await added(host, open, 'To set up twice');
    const client = await host.client();
    const stored = async (): Promise<SlidingPuzzle> =>
      (await client.call('library.get', { id })).puzzle as SlidingPuzzle;
    await page.getByRole('button', { name: 'Set up' }).click();
    const text = page.getByLabel('Tiles, row by row');
    await text.fill('1 2 0 3 4 5 6 7 8');
    const theirs = [1, 4, 2, 3, 0, 5, 6, 7, 8];
    await client.call('library.save', { id, puzzle: { ...(await stored()), start: theirs, name: 'Theirs' } });
    await expect(page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
    await expect(text).toHaveValue('1 2 0 3 4 5 6 7 8');
    await page.getByRole('button', { name: 'Use this start' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed in another window' });
    await expect(dialog.getByRole('region', { name: 'Your version' })).toContainText('Start position');
    await expect(dialog.getByRole('button', { name: 'Merge both' })).toHaveCount(0);
    expect((await stored()).start).toEqual(theirs);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
    expect((await stored()).start).toEqual([1, 2, 0, 3, 4, 5, 6, 7, 8]);

    // Going back closes the dialog and saves the user's version as a copy, which is not opened.
    await page.getByRole('button', { name: 'Set up' }).click();
    await text.fill('1 2 3 0 4 5 6 7 8');
    await client.call('library.save', { id, puzzle: { ...(await stored()), start: theirs } });
    await page.getByRole('button', { name: 'Use this start' }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Your version is saved as “.* copy”/)).toBeVisible();
    const copy = (await client.call('library.list', {})).find(({ name }) => name.endsWith(' copy'))!;
    const { puzzle } = await client.call('library.get', { id: copy.id });
    expect((puzzle as SlidingPuzzle).start).toEqual([1, 2, 3, 0, 4, 5, 6, 7, 8]);
    expect((await stored()).start).toEqual(theirs);
    expect(new URL(page.url()).hash).not.toContain(String(copy.id));
    await page.goForward();

    // In a narrow window, nothing is cut off.
    await page.setViewportSize({ width: 400, height: 800 });
    const [scroll, width] = await page
      .locator('main')
      .evaluate((main) => [main.scrollWidth, main.clientWidth]);
    expect(scroll).toBeLessThanOrEqual(width);
    const right = await page.locator('.steps').evaluate((steps) => steps.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(400 - 12);
  });

  await test.step('a run that has not started counts moves rather than tiles', async () => {
    const puzzleId = await added(host, open, 'To wait');
    const client = await host.client();
    await client.call('runs.start', { ...usualRun, puzzleId: await host.puzzle('Eternity II') });
    const { runId } = await client.call('queue.start', { ...usualRun, puzzleId, engine: 'optimal' });
    await open(`#/search/${puzzleId}?run=${runId}`);
    await expect(page.getByRole('button', { name: 'Moves tried' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Shortest so far' })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Tiles');
    await client.call('runs.resume', { runId });
    await expect(page.getByTestId('status')).toHaveText('Solved');
    await expect(page.locator('main')).toContainText('proven shortest');
    await expect(page.locator('main')).not.toContainText(/tile|edge|board/i);
  });
});
