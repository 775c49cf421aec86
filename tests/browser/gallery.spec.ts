// The gallery: several boards at once, playing and hunting from a board, pictures, export.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { expect, test } from './host.ts';
import { fill } from './partial-boards.ts';

const cards = (page: Page) => page.getByTestId('gallery-list').getByRole('button');
const bar = (page: Page) => page.getByRole('group', { name: 'Selected boards' });

test('several boards are selected by clicks and keys, tagged, deleted and restored', async ({
  host,
  open,
  page,
}) => {
  const { puzzleId, ids } = await fill(host, 'Thirty-six', 9);
  const client = await host.client();
  await open(`#/gallery?puzzle=${puzzleId}&sort=oldest`);
  await expect(cards(page)).toHaveCount(9);
  await expect(bar(page)).toHaveCount(0);
  // Just after scrolling, the list ignores the pointer, but its cards must still receive clicks.
  const receives = await cards(page)
    .first()
    .evaluate(async (card) => {
      const list = card.closest('[data-testid="gallery-list"]')!.firstElementChild!;
      list.scrollTop = 40;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const scrolling = getComputedStyle(list.firstElementChild!).pointerEvents;
      return [scrolling, getComputedStyle(card).pointerEvents];
    });
  expect(receives).toEqual(['none', 'auto']);
  await cards(page).nth(1).click();
  await cards(page)
    .nth(6)
    .click({ modifiers: ['Control'] });
  await expect(bar(page)).toContainText('2 selected');
  // A range starts at the last clicked board, even if that board has moved in the list.
  await client.call('boards.remove', { id: ids[0]! });
  await expect(cards(page)).toHaveCount(8);
  await cards(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('5 selected');
  await client.call('boards.restore', { id: ids[0]! });
  await expect(cards(page)).toHaveCount(9);
  await expect(cards(page).nth(5)).toHaveAttribute('aria-pressed', 'true');
  await cards(page)
    .nth(5)
    .click({ modifiers: ['Control'] });
  await expect(bar(page)).toContainText('4 selected');
  // Beside the board, the bar takes up only two lines, so that the list stays visible.
  expect((await bar(page).boundingBox())!.height).toBeLessThan(90);

  await bar(page).getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('kept');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
  await expect.poll(async () => (await client.call('boards.list', { puzzleId, tag: 'kept' })).total).toBe(4);
  // The tag filter appears above the list and moves it.
  await expect(page.getByRole('combobox', { name: 'Tag' })).toContainText('kept');
  await cards(page).nth(0).click();
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('9 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('kept');
  await expect(cards(page)).toHaveCount(4);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('4 selected');
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByText('No boards found')).toBeVisible();
  expect((await client.call('boards.list', { puzzleId })).total).toBe(5);
  await expect(page.getByText('4 boards deleted')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('4 boards restored')).toBeVisible();
  // The previous message is gone, because its Undo button no longer applies.
  expect(await page.getByText('4 boards deleted').count()).toBe(0);
  await expect(cards(page)).toHaveCount(4);
  expect((await client.call('boards.list', { puzzleId })).total).toBe(9);

  await test.step('a message never covers what has the focus', async () => {
    // Ignore timeouts of four seconds or more, so that messages don't disappear.
    await page.evaluate(() => {
      const usual = window.setTimeout.bind(window);
      window.setTimeout = ((run: () => void, ms: number) =>
        ms < 4000 ? usual(run, ms) : 0) as typeof setTimeout;
    });
    await cards(page).nth(3).click();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+Delete');
    await expect(page.getByText('1 board deleted')).toBeVisible();
    for (const size of [
      { width: 1280, height: 800 },
      { width: 400, height: 600 },
    ]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(coveredControls), `${size.width} px`).toEqual([]);
    }
  });
});

/**
 * Runs in the page. Focuses every control of the view in turn and returns those that the message covers. On a board,
 * only the cell under the cursor counts. Reports an error if no message is shown or if the view has fewer than ten
 * controls.
 */
async function coveredControls(): Promise<string[]> {
  const message = document.querySelector('.toasts')!;
  const covered: string[] = [];
  let count = 0;
  for (const control of document.querySelectorAll<HTMLElement>(
    'main :is(a, button, input, select, [tabindex="0"])',
  )) {
    control.focus();
    if (document.activeElement !== control) continue;
    count++;
    for (let frames = 0; frames < 3; frames++) await new Promise((next) => requestAnimationFrame(next));
    const own = (control.querySelector('[data-cursor]') ?? control).getBoundingClientRect();
    const other = message.getBoundingClientRect();
    if (own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom)
      covered.push(control.outerHTML.slice(0, 200));
  }
  return message.textContent && count >= 10
    ? covered
    : [`${count} controls, message “${message.textContent}”`];
}

test('playing and hunting start from a board', async ({ host, open, page }) => {
  await test.step('playing from a board keeps the earlier game as a bookmark', async () => {
    const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 3);
    const client = await host.client();
    const game = startBoard(puzzle).map((code, cell) => (cell === 35 ? code : -1));
    await client.call('play.save', {
      puzzleId,
      play: { board: game, seconds: 5, solved: false, bookmarks: [] },
    });
    await open(`#/gallery?puzzle=${puzzleId}&board=${ids[2]}`);
    await expect(page.getByText(`No. ${ids[2]}`).last()).toBeVisible();
    const menu = page.getByRole('menu', { name: `Actions for board ${ids[1]}` });
    await cards(page).nth(1).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Star the board' }).click();
    await expect(cards(page).nth(1).getByLabel('starred')).toBeVisible();
    await cards(page).nth(1).focus();
    await page.keyboard.press('Shift+F10');
    await expect(menu.getByRole('menuitem', { name: 'Remove the star' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(cards(page).nth(1)).toBeFocused();
    await cards(page).nth(0).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Play from this board' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await expect(page.getByLabel('Measures')).toContainText('32 of 36');
    const play = (await client.call('play.get', { puzzleId }))!;
    expect(play.bookmarks).toEqual([{ name: `Before playing board ${ids[2]}`, board: game }]);
  });

  await test.step('a hunt from a board changes only the chosen cells and is recorded as a child of the board', async () => {
    const { puzzleId, ids } = await fill(host, 'Thirty-six', 3);
    const client = await host.client();
    const stored = (await client.call('boards.get', { id: ids[2]! })).board!;
    await open(`#/gallery?puzzle=${puzzleId}&board=${ids[2]}`);
    await page.getByRole('button', { name: 'Hunt from here' }).click();
    await expect(page).toHaveURL(new RegExp(`#/search/${puzzleId}.*from=${ids[2]}`));
    await expect(page.getByText(`Start from board ${ids[2]}, 10 of 60 edges matched`)).toBeVisible();
    await expect(page.getByTestId('best-so-far')).toHaveText(/^Best so far: \d+ of 60 edges, board \d+$/);
    await expect(page.getByTestId('freed')).toContainText(/^\d+ cells are searched again/);
    // No estimate is shown, because it would be for a complete search, not for the chosen cells.
    await expect(page.getByText(/Estimating the size|A complete search/)).toHaveCount(0);
    const picture = page.getByRole('application', { name: /^Choose which cells/ });
    // The whole board is visible without scrolling.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(picture).toBeInViewport({ ratio: 1 });
    // On a phone, the board comes before the other fields.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect
      .poll(async () => {
        const [board, engine] = [picture, page.getByLabel('Engine', { exact: true })];
        return (await board.boundingBox())!.y < (await engine.boundingBox())!.y;
      })
      .toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(picture).toBeInViewport({ ratio: 1 });
    const { width, height } = (await picture.boundingBox())!;
    const centreOf = (cell: number) => ({
      x: (((cell % 6) + 0.5) * width) / 6,
      y: ((Math.floor(cell / 6) + 0.5) * height) / 6,
    });
    await page.getByText('Chosen cells', { exact: true }).click();
    await expect(
      page.getByText('Click the cells that should be searched again. Shift-click chooses a rectangle.'),
    ).toBeVisible();
    await expect(page.getByTestId('freed')).toHaveCount(0);
    await picture.click({ position: centreOf(1) });
    await picture.click({ position: centreOf(9), modifiers: ['Shift'] });
    const freed = new Set([1, 2, 3, 7, 8, 9]);
    const searched = [...stored.keys()].filter((cell) => freed.has(cell) || stored[cell]! < 0).length;
    await expect(page.getByTestId('freed')).toContainText(`${searched} cells are searched again`);
    await expect(picture).toBeInViewport({ ratio: 1 });
    await page.getByText('Rows', { exact: true }).click();
    await page.getByLabel('First row').fill('9');
    await expect(page.getByTestId('freed')).toContainText('expected rows from 1 to 6');
    await page.getByLabel('First row').fill('5');
    await page.getByLabel('Last row').fill('6');
    await expect(page.getByTestId('freed')).toContainText('16 cells are searched again');
    await expect(picture).toBeInViewport({ ratio: 1 });
    const clicked = stored.findIndex((code) => code >= 0);
    await picture.click({ position: centreOf(clicked) });
    await expect(page.getByTestId('freed')).toContainText('17 cells are searched again');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page).toHaveURL(/run=\d+/);
    const [run] = (await client.call('runs.list', { startBoardId: ids[2]! })).items;
    expect(run!.settings).toMatchObject({ engine: 'best', puzzleId });
    expect(run!.settings.start!.free).toHaveLength(13);
    const kept = [...stored.keys()].filter((cell) => cell !== clicked && cell < 24 && stored[cell]! >= 0);
    await expect
      .poll(async () => {
        const { best } = await client.call('runs.get', { runId: run!.id });
        return best && kept.map((cell) => best[cell]);
      })
      .toEqual(kept.map((cell) => stored[cell]));
    await expect(page.getByRole('main')).toContainText(/[1-9]\d* more than the start board/);
    await page.getByText('Settings of this run').click();
    await expect(page.getByTestId('start-board')).toHaveText(`board ${ids[2]}, 17 cells searched again`);
    await page.getByTestId('start-board').getByRole('link').click();
    await expect(page.getByRole('link', { name: `run ${run!.id}` }).last()).toBeVisible();
    await open(`#/gallery?run=${run!.id}`);
    await expect(page.getByRole('definition').filter({ hasText: /ago|just now/ })).toContainText(
      `by run ${run!.id}, from board ${ids[2]}`,
    );

    // The page of a waiting run also names the start board, but shows no number of nodes yet.
    const { runId: waiting } = await client.call('queue.start', run!.settings);
    await open(`#/search/${puzzleId}?run=${waiting}`);
    const note = page.getByText('This run is waiting in the queue.');
    await expect(note).toContainText(`Starts from board ${ids[2]}, 17 cells searched again.`);
    await expect(page.getByTestId('nodes')).toHaveText('–');
    await note.getByRole('link', { name: 'the queue' }).click();
    await page
      .getByRole('listitem')
      .getByRole('link', { name: `board ${ids[2]}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`board=${ids[2]}`));
    await client.call('runs.stop', { runId: waiting });
    await client.call('runs.stop', { runId: run!.id });
    await open(`#/search/${puzzleId}?run=${waiting}`);
    await expect(
      page.getByText('The run ended before it found a board. Resume it to continue.'),
    ).toBeVisible();
    expect((await client.call('library.list', {})).some(({ name }) => name.includes('from board'))).toBe(
      false,
    );
  });
});

test('a board is copied and exported as a picture; the file name has puzzle, score and number', async ({
  host,
  open,
  page,
  context,
}) => {
  const { puzzleId, ids } = await fill(host, 'Thirty-six', 2);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`#/gallery?puzzle=${puzzleId}&board=${ids[1]}`);
  await page.getByRole('button', { name: 'Copy as a picture' }).click();
  await expect(page.getByText('Picture copied')).toBeVisible();
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap(({ types }) => types),
  );
  expect(types).toContain('image/png');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const offered = async (first: string): Promise<void> => {
    const format = dialog.getByRole('combobox', { name: 'Format' });
    await expect(format).toHaveValue(first);
    for (const value of await format
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))) {
      await format.selectOption(value);
      await expect(dialog.getByRole('button', { name: 'Save file' }), value).toBeEnabled();
      await expect(dialog.getByRole('alert'), value).toHaveCount(0);
    }
  };
  await offered('png');
  const format = dialog.getByRole('combobox', { name: 'Format' });
  const values = (options: Locator): Promise<string[]> =>
    options.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  expect(await values(format.locator(':scope > option'))).toEqual(['png', 'svg']);
  expect(await values(format.locator('optgroup[label=More] > option'))).toContain('bucas');
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('png');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^Thirty-six \\d+ of 60 board ${ids[1]}\\.png$`));
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Export…' }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('bucas');
  const together = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const text = readFileSync(await (await together).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('e2.bucas.name');

  await open(`#/puzzle/${await host.puzzle('Four Colours on a Cube')}`);
  await expect(page.getByRole('heading', { name: 'Four Colours on a Cube', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+e');
  await offered('edgewise');
  expect(await values(format.locator(':scope > option'))).toEqual(['edgewise', 'html', 'link', 'png', 'svg']);
  await expect(dialog.getByRole('switch', { name: 'Mark hints' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Hint marks can also be switched on.
  await open(`#/puzzle/${await host.puzzle('Eternity II')}`);
  await expect(page.getByRole('heading', { name: 'Eternity II', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+e');
  await format.selectOption('svg');
  await expect(dialog.getByRole('switch', { name: 'Mark hints' })).not.toBeChecked();
  const svg = async (): Promise<string> => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const unmarked = await svg();
  await dialog.getByRole('switch', { name: 'Mark hints' }).click();
  expect((await svg()).length).toBeGreaterThan(unmarked.length);
});

test('the gallery never says without reason that there are no boards, keeps the shown board, undoes tags and exports what it can', async ({
  host,
  open,
  page,
}) => {
  await test.step('an export leaves out boards that cannot be written and says so; it stops when its dialog closes', async () => {
    const { puzzleId, ids } = await fill(host, 'Thirty-six', 3);
    await open(`#/gallery?puzzle=${puzzleId}`);
    await expect(cards(page)).toHaveCount(3);
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('3 selected');
    let downloads = 0;
    page.on('download', () => downloads++);
    // Delay the pictures until the test calls `letGo`.
    await page.evaluate(() => {
      const held = new Promise<void>((resolve) => Object.assign(window, { letGo: resolve }));
      // oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this` below
      const { decode } = HTMLImageElement.prototype;
      HTMLImageElement.prototype.decode = async function (this: HTMLImageElement) {
        await held;
        await Reflect.apply(decode, this, []);
      };
    });
    const dialog = page.getByRole('dialog');
    await bar(page).getByRole('button', { name: 'Export…' }).click();
    await dialog.getByRole('button', { name: 'Save pictures' }).click();
    await expect(dialog.getByRole('status')).toContainText('0 of 3');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await (await host.client()).call('boards.remove', { id: ids[0]! });
    await bar(page).getByRole('button', { name: 'Export…' }).click();
    await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption('bucas');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(2);
    await expect(dialog.getByRole('alert')).toContainText('2 boards saved, 1 not.');
    await expect(dialog.getByRole('alert')).toContainText(`There is no board ${ids[0]} in the gallery.`);
    expect(downloads).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step('the gallery never flashes the message that there are no boards', async () => {
    const { puzzleId } = await fill(host, 'Thirty-six', 3);
    await open('#/library');
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const text = document.querySelector('main')?.textContent ?? '';
        for (const words of ['No boards yet', 'No boards found', 'No board has been saved']) {
          if (text.includes(words)) said.push(words);
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    for (let time = 0; time < 3; time++) {
      await open(`#/gallery?puzzle=${puzzleId}`);
      await expect(cards(page)).toHaveCount(3);
      await open('#/gallery');
      await expect(cards(page).first()).toBeVisible();
      await open('#/library');
      await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
    }
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(await said()).toEqual([]);
    // Check the recorder itself: it must record the message for a puzzle without boards.
    await open(`#/gallery?puzzle=${await host.puzzle('Penguins')}`);
    await expect.poll(said).not.toEqual([]);
  });

  await test.step('the shown board stays when others arrive; a board given by the address is starred and deleted; a deleted one is reported', async () => {
    const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 3);
    const client = await host.client();
    const named = (id: number) => page.getByTestId('board-name').getByText(`No. ${id}`);
    await open(`#/gallery?puzzle=${puzzleId}`);
    await expect(named(ids[2]!)).toBeVisible();
    await page.getByLabel('Note').click();
    await page.keyboard.type('mine');
    const later = [...startBoard(puzzle)].map((code, cell) => (cell > 20 ? -1 : code));
    await client.call('boards.add', { puzzleId, board: Int32Array.from(later) });
    await expect(cards(page)).toHaveCount(4);
    await expect(cards(page).nth(1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.type(' too');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await client.call('boards.list', { puzzleId })).items.map(({ note }) => note))
      .toEqual(['', 'mine too', '', '']);

    // The filter excludes the board that the address names.
    await open(`#/gallery?puzzle=${puzzleId}&tag=none&board=${ids[0]}`);
    await expect(named(ids[0]!)).toBeVisible();
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove the star' })).toBeVisible();
    await open(`#/gallery?puzzle=${puzzleId}&board=${ids[0]}`);
    await expect(cards(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(cards(page)).toHaveCount(3);
    await expect(named(ids[0]!)).toHaveCount(0);
    await open(`#/gallery?board=${ids[0]}`);
    await expect(page.getByText(`There is no board ${ids[0]} in the gallery.`)).toBeVisible();
    await page.getByRole('button', { name: 'Show the first board' }).click();
    await expect(page.getByTestId('board-name')).toBeVisible();
  });

  await test.step("undo restores a tag only to the boards that had it; a text selection that ends outside a dialog doesn't close it", async () => {
    const { puzzleId, ids } = await fill(host, 'Thirty-six', 3);
    const client = await host.client();
    const tagged = async () => (await client.call('boards.list', { puzzleId, tag: 'kept' })).total;
    await client.call('boards.annotateAll', { ids: ids.slice(1), addTag: 'kept' });
    await open(`#/gallery?puzzle=${puzzleId}`);
    await expect(cards(page)).toHaveCount(3);
    await page.keyboard.press('Control+a');
    await bar(page).getByRole('button', { name: 'Tag…' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Tag');
    await field.fill('kept');
    const box = (await field.boundingBox())!;
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Remove tag' }).click();
    await expect.poll(tagged).toBe(0);
    await expect(page.getByText('Tag “kept” removed from 2 boards')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect.poll(tagged).toBe(2);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  });
});
