// Playing by hand in a real browser: by mouse and by keys, help by degree, the swap and rotate plan.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';

const board = (page: Page) => page.getByRole('application', { name: /^Board of/ });
const tray = (page: Page) => page.getByRole('application', { name: 'Tray' });
const measures = (page: Page) => page.getByLabel('Measures');

test('tiles by mouse and by keys, help, bookmarks, solve; the game is kept', async ({ host, open, page }) => {
  await page.setViewportSize({ width: 1360, height: 860 });
  const puzzleId = await host.puzzle('Nine Halves');
  await open(`#/play/${puzzleId}`);
  await expect(measures(page)).toContainText('0 of 9');

  // drag the first tile of the tray to the first cell
  const from = (await tray(page).boundingBox())!;
  const to = (await board(page).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(measures(page)).toContainText('1 of 9');

  // the same by keys: take one in the tray, put it on the next cell, turn it
  await board(page).focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Tile \d+ in hand/)).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(measures(page)).toContainText('2 of 9');
  await page.keyboard.press('r');
  await page.keyboard.press('Shift+ArrowDown'); // the whole block
  await page.keyboard.press('b');
  await expect(page.getByLabel('Name of bookmark 1')).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(page.getByText(/fits/).first()).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText(/^(Yes: this board can be finished|No: with these tiles)/)).toBeVisible();

  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
  ).toEqual([]);

  await page.keyboard.press('Shift+C');
  await expect(measures(page)).toContainText('0 of 9');
  await page.keyboard.press('n');
  await expect(measures(page)).toContainText('1 of 9');
  await page.keyboard.press('Shift+S');
  await expect(measures(page)).toContainText('9 of 9');
  await expect(measures(page)).toContainText('12 of 12');
  await expect(page.getByText('Solved. The solution is in the gallery.')).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(measures(page)).toContainText('2 of 9');
  // moves in a row are saved as one, a little later
  const client = await host.client();
  const kept = async () =>
    (await client.call('play.get', { puzzleId }))?.board.filter((code) => code >= 0).length;
  await expect.poll(kept).toBe(2);
  await page.reload();
  await expect(measures(page)).toContainText('2 of 9');
  await expect(page.getByLabel('Name of bookmark 1')).toBeVisible();
});

test('the swap and rotate plan leads from the start arrangement to a solution', async ({
  host,
  open,
  page,
}) => {
  await open(`#/play/${await host.puzzle('Butterflies')}`);
  await expect(measures(page)).toBeVisible();
  await page.keyboard.press('p');
  const plan = page.getByLabel('Swap and rotate plan');
  await expect(plan).toContainText('no plan is shorter');
  const operations = plan.getByRole('list').getByRole('button');
  await operations.last().click();
  await expect(plan).toContainText(new RegExp(`${await operations.count()} of ${await operations.count()}`));
  await expect(measures(page)).toContainText('12 of 12');
});
