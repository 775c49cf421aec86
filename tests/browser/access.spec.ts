// Accessibility: axe finds no problem in any view, dialog or theme. No view scrolls sideways in a narrow window. The
// whole application can be used with the keyboard.
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, settled, test, usualRun } from './host.ts';
import { scenes, setStage, showScene } from './scenes.ts';

const links = (page: Page): Promise<string[]> =>
  page.locator('nav a.link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

const visit = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((hash) => (location.hash = hash), address);
  await expect(page.locator(`nav a.link[href="${address}"]`)).toHaveAttribute('aria-current', 'page');
  await page.locator('main h1, main h2').first().waitFor();
  await settled(page);
};

/** Expects no accessibility problem in any theme, and no plural after the number 1. */
async function check(page: Page, what: string): Promise<void> {
  const shown = await page.locator('body').innerText();
  expect
    .soft(shown.match(/(?<![\d.,−-])1 (solution|board|run|tile|edge|cell|move|hint|thread|puzzle)s\b/g), what)
    .toBeNull();
  expect.soft(await faults(page, ['dark', 'contrast', 'light']), what).toEqual([]);
}

test('axe finds no accessibility problem in any view or dialog, in any theme', async ({
  host,
  open,
  page,
}) => {
  // A slow machine needs ten minutes for these hundreds of checks. Each check has its own timeout.
  test.setTimeout(1_200_000);
  const client = await host.client();
  await open();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  await check(page, 'first start');
  const puzzle = (name: string): Promise<number> => host.puzzle(name);
  const stage = { client, puzzle, ...(await setStage(client, puzzle)) };
  // away.spec.ts checks the summary of runs that ended while the user was away.
  for (const scene of scenes.filter(({ name }) => !name.includes('away'))) {
    await showScene(page, scene, stage);
    await check(page, scene.name);
  }
  for (const { id } of await client.call('library.list', {})) await client.call('library.remove', { id });
  await open();
  await expect(page.getByRole('heading', { name: 'The library is empty' })).toBeVisible();
  await check(page, 'an empty library');
});

test('no view scrolls sideways in a narrow window', async ({ host, open, page }) => {
  await open(`#/puzzle/${await host.puzzle('Nine Halves')}`);
  await page.getByRole('heading', { name: 'Nine Halves', level: 1 }).waitFor();
  const excess = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  for (const address of await links(page)) {
    await visit(page, address);
    // a phone, 1280 × 800 pixels at 200 % zoom, and a small window
    for (const [width, height] of [
      [360, 740],
      [640, 400],
      [800, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(excess, `${address} is wider than ${width} pixels`).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await faults(page), 'a narrow window').toEqual([]);
  const menu = page.getByRole('button', { name: 'Open the navigation' });
  await menu.press('Enter');
  await expect(page.locator('nav a:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('link', { name: 'Runs', exact: true })).toBeHidden();
  await menu.click();
  await page.getByRole('link', { name: 'Runs', exact: true }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
});

test('the charts of a run shrink when the window becomes narrow', async ({ host, open, page }) => {
  const puzzleId = await host.puzzle('Eternity II');
  const { runId } = await (
    await host.client()
  ).call('runs.start', {
    ...usualRun,
    puzzleId,
    wanted: { solutions: 1, boards: false },
    limits: { seconds: null, nodes: 100_000 },
  });
  await open(`#/search/${puzzleId}?run=${runId}`);
  await expect(page.locator('.chart canvas').first()).toBeVisible();
  await page.setViewportSize({ width: 400, height: 800 });
  const main = page.locator('main');
  await expect.poll(() => main.evaluate((view) => view.scrollWidth - view.clientWidth)).toBe(0);
});

test('the palette, the list of keys, a search and a board can be used with the keyboard alone', async ({
  open,
  page,
}) => {
  await open();
  await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await faults(page), 'the list of keys').toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nine halves');
  await expect(page.getByRole('option', { name: /^Nine Halves/ })).toBeVisible();
  expect(await faults(page), 'the palette').toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nine Halves', level: 1 })).toBeVisible();

  const board = page.getByRole('application', { name: /Nine Halves/ });
  await board.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(
    page
      .locator('main')
      .getByText(/^Row 2, column 2: tile 5/)
      .last(),
  ).toBeVisible();

  await test.step('a dialog focuses its first field, and gives the focus back when it closes', async () => {
    const format = page.getByLabel('Format');
    await page.keyboard.press('Control+e');
    await expect(format).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(board).toBeFocused();
    const more = page.getByRole('button', { name: 'More actions for this puzzle' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
    await expect(format).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });
  await test.step('a focused button that gets disabled keeps the focus, and is skipped afterwards', async () => {
    const zoomOut = page.getByRole('button', { name: 'Zoom out', exact: true });
    await page.getByRole('button', { name: /^Zoom in/ }).press('Enter');
    await zoomOut.press('Enter');
    await expect(zoomOut).toBeDisabled();
    await expect(zoomOut).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(zoomOut).not.toBeFocused();
    await board.focus();
  });

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'New run' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Start/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('status')).toHaveText(/Solved|Fully searched/);
  await test.step('the focus stays near an item that was deleted, and goes to the new view when a link is followed', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    const more = page.getByRole('button', { name: /^Actions for run/ });
    await more.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(more).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await page.getByRole('link', { name: 'Nine Halves' }).first().press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).press('Enter');
    await expect(page.getByRole('main', { name: 'Runs' })).toBeFocused();
  });
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { name: 'Solved' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await test.step('if an element or a list is removed or hidden, the focus moves to what follows it', async () => {
    const gone = ['item', 'list', 'item, then list', 'hidden list'] as const;
    expect(await page.evaluate(focusAfter, gone)).toEqual(['2', 'next', 'next', 'next']);
  });
});

/**
 * For each case in `gone`: focuses the first item of a new list, then removes or hides what the case names. Returns the
 * texts of the elements that then have the focus.
 */
async function focusAfter(gone: readonly string[]): Promise<string[]> {
  const focused: string[] = [];
  for (const each of gone) {
    const [box, list, item, ...buttons] = ['div', 'ul', 'li', '1', '2', 'next', 'last'].map((name) => {
      const made = document.createElement(/^(div|ul|li)$/.test(name) ? name : 'button');
      if (made instanceof HTMLButtonElement) made.textContent = name;
      return made;
    });
    const [first, second, ...after] = buttons as [HTMLElement, HTMLElement, ...HTMLElement[]];
    item!.append(first);
    list!.append(item!, second);
    box!.append(list!, ...after);
    document.querySelector('main .content')!.append(box!);
    first.focus();
    if (each.startsWith('item')) item!.remove();
    if (each.endsWith('list')) {
      if (each === 'hidden list') list!.hidden = true;
      else list!.remove();
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    focused.push(document.activeElement?.textContent ?? '');
    box!.remove();
  }
  return focused;
}
