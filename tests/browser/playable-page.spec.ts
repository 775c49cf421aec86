// Playable pages: one file, opened from disk in a browser without a network, played by mouse, touch and keyboard.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { test as withHost } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sample = (name: string): string => path.join(root, 'resources/samples', name);

let pages = 0;
/** Converts a puzzle file to a playable page, using the command line. Returns the URL of the page. */
function pageOf(...args: string[]): string {
  const command = [path.join(root, 'out/main/edgewise.js'), 'convert', ...args, '--to', 'html'];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd: root });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const file = test.info().outputPath(`page-${++pages}.html`);
  writeFileSync(file, stdout);
  expect(statSync(file).size).toBeLessThan(1_000_000);
  return pathToFileURL(file).href;
}

/** A page that fails the test if it logs an error or requests anything but its own file. */
const test = base.extend<{ lonely: Page }>({
  lonely: async ({ page, context }, use) => {
    await context.setOffline(true);
    const wrong: string[] = [];
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) wrong.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(error.message));
    await use(page);
    expect(wrong).toEqual([]);
  },
});

const placed = (page: Page) => page.getByLabel('Measures').getByText(/^\d+ of 9$/);

test('a page from disk is played to its end by keys and mouse, with checking and help', async ({
  lonely: page,
}) => {
  await page.goto(pageOf(sample('four-arrows.edgewise')));
  await expect(page).toHaveTitle(/Four Arrows/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator(':root')).toHaveAttribute('data-theme', 'dark');
  await expect(placed(page)).toHaveText('0 of 9');
  const board = page.getByRole('application', { name: /^Board of/ });
  await page.getByRole('application', { name: 'Tray' }).click({ position: { x: 20, y: 20 } });
  await board.click({ position: { x: 20, y: 20 } });
  await expect(placed(page)).toHaveText('1 of 9');
  await page.keyboard.press('Control+z');
  await expect(placed(page)).toHaveText('0 of 9');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Rotate the tile clockwise');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Can this still be solved?' }).click();
  await expect(page.getByText('Yes, this board can still be solved.')).toBeVisible();
  // The help has several levels, as in the application.
  await page.getByRole('radio', { name: 'Show cells that no tile fits' }).check();
  await expect(page.getByText('At least one tile fits each empty cell.')).toBeVisible();
  await page.getByRole('radio', { name: 'Show where the tile in hand fits' }).check();
  await expect(page.getByText('Pick up a tile to see the cells where it fits.')).toBeVisible();
  await page.keyboard.press('n');
  await expect(placed(page)).toHaveText('1 of 9');
  // The browser stores the game after a short delay.
  await page.waitForTimeout(600);
  await page.reload();
  await expect(placed(page)).toHaveText('1 of 9');
  await page.keyboard.press('Shift+S');
  await expect(page.getByText('Solved, with help')).toBeVisible();
  await expect(placed(page)).toHaveText('9 of 9');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 420, height: 1100 } });
  test('a tap picks a tile up and puts it down', async ({ lonely: page }) => {
    await page.goto(pageOf(sample('four-arrows.edgewise')));
    await page.getByRole('application', { name: 'Tray' }).tap({ position: { x: 20, y: 20 } });
    await page.getByRole('application', { name: /^Board of/ }).tap({ position: { x: 20, y: 20 } });
    await expect(placed(page)).toHaveText('1 of 9');
  });
});

test('a solid is played on its net and in 3D, and an included solution is shown at once', async ({
  lonely: page,
}) => {
  await page.goto(
    pageOf(
      sample('dodecahedron-two-faced.edgewise'),
      '--solution',
      sample('dodecahedron-two-faced.solution.txt'),
    ),
  );
  await page.getByRole('button', { name: 'Show in 3D' }).click();
  await expect(page.getByRole('application', { name: /in 3D/ })).toBeVisible();
  await page.keyboard.press('Shift+S');
  await expect(page.getByText('Solved, with help')).toBeVisible();
});

withHost('the window exports the same page', async ({ host, open, page, context }) => {
  const id = await host.puzzle('Four Arrows');
  await open(`#/puzzle/${id}`);
  await expect(page.getByRole('heading', { name: 'Four Arrows' }).first()).toBeVisible();
  await page.keyboard.press('Control+e');
  // The puzzle's own format comes first and the playable page second.
  const format = page.getByRole('dialog').getByLabel('Format');
  await expect(format).toHaveValue('edgewise');
  await expect(format.locator('option').nth(1)).toHaveAttribute('value', 'html');
  await expect(format.locator('optgroup[label=More] option').first()).toBeAttached();
  await format.selectOption('html');
  // The library has no solution of this puzzle, so the export searches for one.
  await page.getByRole('dialog').getByRole('switch', { name: 'Include the solution' }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Four Arrows.html');
  const file = await download.path();
  expect(readFileSync(file, 'utf8')).toMatch(/"solution":\[\d+,/);
  const copy = `${file}.html`;
  writeFileSync(copy, readFileSync(file));
  await context.setOffline(true);
  const lonely = await context.newPage();
  await lonely.goto(pathToFileURL(copy).href);
  await expect(placed(lonely)).toHaveText('0 of 9');
});
