// The gallery: several boards at once, playing and hunting from a board, pictures, export, comparison.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import type { BoardShape, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { applySymmetry, symmetriesOf } from '../../src-core/puzzle/symmetry.ts';
import { expect, test, type Host } from './host.ts';

/** Stores a puzzle and boards: the start arrangement, then copies with two tiles fewer each time. */
async function fill(
  host: Host,
  name: string,
  count: number,
  board: BoardShape = { kind: 'rectangle', width: 6, height: 6 },
): Promise<{ puzzleId: number; puzzle: EdgePuzzle; ids: number[] }> {
  const client = await host.client();
  const made = generate({ family: 'unframed', board, seed: 3, innerLabels: 8 }).puzzle;
  const puzzle: EdgePuzzle = { ...made, name };
  const { id: puzzleId } = await client.call('library.add', { puzzle });
  const ids: number[] = [];
  for (let number = 0; number < count; number++) {
    const board = [...startBoard(puzzle)].map((code, cell) => (cell < 2 * number ? -1 : code));
    ids.push((await client.call('boards.add', { puzzleId, board: Int32Array.from(board) })).id);
  }
  return { puzzleId, puzzle, ids };
}
const cards = (page: Page) => page.getByTestId('gallery-list').getByRole('button');
const bar = (page: Page) => page.getByRole('group', { name: 'Selected boards' });

/** Waits until the first board's picture no longer changes, then saves its pixels in the page for `changedSince`. */
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
/** Compares the picture of a square board with the saved one: the number of cells that differ, and the largest distance of a changed pixel from its cell's centre, in edge lengths. */
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
  await cards(page).nth(1).click();
  await cards(page)
    .nth(6)
    .click({ modifiers: ['Control'] });
  await expect(bar(page)).toContainText('2 selected'); // with the clicked board
  // a range starts from that board, although deleting another one moves it
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

  await bar(page).getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('kept');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
  await expect.poll(async () => (await client.call('boards.list', { puzzleId, tag: 'kept' })).total).toBe(4);
  // a plain click selects nothing; by keyboard, select one board and all of them
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
  // the earlier message, whose undo no longer applies, is gone
  expect(await page.getByText('4 boards deleted').count()).toBe(0);
  await expect(cards(page)).toHaveCount(4);
  expect((await client.call('boards.list', { puzzleId })).total).toBe(9);
});

test('playing from a board keeps the earlier game as a bookmark', async ({ host, open, page }) => {
  const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 3);
  const client = await host.client();
  const game = startBoard(puzzle).map((code, cell) => (cell === 35 ? code : -1));
  await client.call('play.save', {
    puzzleId,
    play: { board: game, seconds: 5, solved: false, bookmarks: [] },
  });
  await open(`#/gallery?puzzle=${puzzleId}&board=${ids[2]}`);
  await expect(page.getByText(`No. ${ids[2]}`).last()).toBeVisible();
  // a right click shows the board and its menu; the keys open it too
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
  expect(play.bookmarks).toEqual([{ name: `Before board ${ids[2]}`, board: game }]);
});

test('a hunt from a board keeps its other tiles and is recorded as a child of the board', async ({
  host,
  open,
  page,
}) => {
  const { puzzleId, ids } = await fill(host, 'Thirty-six', 3);
  const client = await host.client();
  const stored = (await client.call('boards.get', { id: ids[2]! })).board!;
  await open(`#/gallery?puzzle=${puzzleId}&board=${ids[2]}`);
  await page.getByRole('button', { name: 'Hunt from here' }).click();
  await expect(page).toHaveURL(new RegExp(`#/search/${puzzleId}.*from=${ids[2]}`));
  await expect(page.getByText(`Start from board ${ids[2]}, 10 of 60 edges matched`)).toBeVisible();
  await expect(page.getByTestId('freed')).toContainText(/^\d+ cells are searched again/);
  await page.getByText('Rows', { exact: true }).click();
  await page.getByLabel('First row').fill('9');
  await expect(page.getByTestId('freed')).toContainText('expected rows from 1 to 6');
  await page.getByLabel('First row').fill('5');
  await page.getByLabel('Last row').fill('6');
  await expect(page.getByTestId('freed')).toContainText('16 cells are searched again');
  // a click on a tile frees its cell too
  const clicked = stored.findIndex((code) => code >= 0);
  const picture = page.getByRole('application', { name: /choose the cells/ });
  const { width, height } = (await picture.boundingBox())!;
  await picture.click({
    position: { x: (((clicked % 6) + 0.5) * width) / 6, y: ((Math.floor(clicked / 6) + 0.5) * height) / 6 },
  });
  await expect(page.getByTestId('freed')).toContainText('17 cells are searched again');
  await page.getByLabel('Time limit').fill('1 s');
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
  await page.getByText('Settings of this run').click();
  await expect(page.getByTestId('start-board')).toHaveText(`board ${ids[2]}, 17 cells searched again`);
  await page.getByTestId('start-board').getByRole('link').click();
  await expect(page.getByRole('link', { name: `run ${run!.id}` }).last()).toBeVisible();
  // the puzzle is not copied
  expect((await client.call('library.list', {})).some(({ name }) => name.includes('from board'))).toBe(false);
});

test('a board is copied as a picture and exported as one; the file name has puzzle, score and number', async ({
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
  // formats that can't represent this puzzle are not offered
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

  // several boards are exported to one file
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Export…' }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('bucas');
  const together = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const text = readFileSync(await (await together).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('e2.bucas.name');

  // a puzzle that few formats can represent
  await open(`#/puzzle/${await host.puzzle('Four Colours on a Cube')}`);
  await expect(page.getByRole('heading', { name: 'Four Colours on a Cube', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+e');
  await offered('edgewise');
});

test('compare: aligned boards with one zoom and cursor, differences stepped through by keys, on every kind of board', async ({
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
    // The second board is the first one turned, with two tiles swapped. It belongs to another puzzle, because otherwise it would be stored in the orientation of the first.
    const changed = board.slice();
    [changed[3], changed[5]] = [board[5]!, board[3]!];
    const first = (await client.call('boards.get', { id: ids[0]! })).board!.join();
    const images = symmetriesOf(puzzle).map(
      (symmetry) => [symmetry, applySymmetry(puzzle, symmetry, board)] as const,
    );
    const [away] = images.find(([, image]) => image.join() !== first)!;
    const turned = applySymmetry(puzzle, away, changed);
    // A hint keeps the stored board from being turned to its canonical form.
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
      `Equal to the first board: ${board.length - 2} of ${board.length} cells`,
    );
    await expect(caption, name).toContainText(/cells,\s+\d+ of \d+ edges\./);
    await expect(caption, name).toContainText('Shown turned');
    if (name === 'Squares') {
      // The mark of a differing cell must not cover the cell's edges: compared with the unmarked board, only pixels near the centre change.
      await keepPicture(page);
      await open(`#/compare?a=${ids[0]}&b=${ids[0]}`);
      await expect(summary).toHaveText('The two boards are equal.');
      await expect.poll(() => changedSince(page, 6)).toMatchObject({ cells: 2 });
      const { furthest } = await changedSince(page, 6);
      expect(furthest).toBeGreaterThan(0);
      expect(furthest).toBeLessThan(0.35);
      await open(`#/compare?a=${ids[0]}&b=${second.id}`);
      await expect(summary).toContainText(`2 of ${board.length} cells differ`);
    }
    // both boards zoom together
    const boards = page.getByRole('application');
    await expect(boards).toHaveCount(2);
    const seen = (index: number) => boards.nth(index).locator('svg.overlay').getAttribute('viewBox');
    const whole = await seen(1);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => seen(1), name).not.toBe(whole);
    await expect.poll(async () => (await seen(0)) === (await seen(1)), name).toBe(true);
    // both boards share one cursor, which steps from difference to difference
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

test('compare marks the equal cells if most differ; exported pictures have no marks', async ({
  host,
  open,
  page,
}) => {
  const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 1);
  const client = await host.client();
  const start = [...startBoard(puzzle)];
  // the first three tiles stay, the others move by one cell
  const moved = [...start.slice(0, 3), start.at(-1)!, ...start.slice(3, -1)];
  const { id } = await client.call('boards.add', { puzzleId, board: Int32Array.from(moved) });
  await open(`#/compare?a=${ids[0]}&b=${id}`);
  const summary = page.getByTestId('compared');
  await expect(summary).toContainText(/33 of 36 cells\s+differ \(3 equal ones ringed\)/);
  await open(`#/gallery?board=${id}`);
  await expect(page.getByTestId('board-name')).toBeVisible();
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

test('compare: boards selected in the gallery and one pasted as a link; the address keeps them', async ({
  host,
  open,
  page,
}) => {
  const { puzzleId, puzzle, ids } = await fill(host, 'Thirty-six', 3);
  // the field keeps the focus while boards are added
  await open(`#/compare?a=${ids[0]}`);
  const field = page.getByLabel('Board number, or link to a board');
  for (const count of [2, 3]) {
    await field.pressSequentially(String(ids[count - 1]));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('application')).toHaveCount(count);
    await expect(field).toBeFocused();
  }
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
  await expect(field).toHaveCount(0); // at most four boards
  await page.reload();
  await expect(page.getByRole('application')).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove Pasted board' }).click();
  await expect(page.getByRole('application')).toHaveCount(3);
});

test('compare: reports a board of another shape or a deleted one, and keeps the others', async ({
  host,
  open,
  page,
}) => {
  const one = await fill(host, 'Thirty-six', 1);
  const two = await fill(host, 'Four', 1, { kind: 'rectangle', width: 2, height: 2 });
  await open(`#/compare?a=${one.ids[0]}&b=${two.ids[0]}&c=99999`);
  await expect(page.getByRole('application')).toHaveCount(1);
  await expect(page.getByText('Its shape or its tiles differ from those of the first board.')).toBeVisible();
  await expect(page.getByText('There is no board 99999 in the gallery.')).toBeVisible();
});

test('the gallery never flashes the message that there are no boards', async ({ host, open, page }) => {
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
  // The recorder works: a puzzle without boards shows the message.
  await open(`#/gallery?puzzle=${await host.puzzle('Penguins')}`);
  await expect.poll(said).not.toEqual([]);
});

test('the shown board stays when others arrive; a board given by the address is starred and deleted; a deleted one is reported', async ({
  host,
  open,
  page,
}) => {
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

  // a board that the filter leaves out of the list
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

test("undo restores a tag only to the boards that had it; a text selection that ends outside a dialog doesn't close it", async ({
  host,
  open,
  page,
}) => {
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
});

test('an export leaves out boards that cannot be written and says so; it stops when its dialog closes', async ({
  host,
  open,
  page,
}) => {
  const { puzzleId, ids } = await fill(host, 'Thirty-six', 3);
  await open(`#/gallery?puzzle=${puzzleId}`);
  await expect(cards(page)).toHaveCount(3);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('3 selected');
  let downloads = 0;
  page.on('download', () => downloads++);
  // delay the pictures until the test calls `letGo`
  await page.evaluate(() => {
    const held = new Promise<void>((resolve) => Object.assign(window, { letGo: resolve }));
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
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
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());

  await (await host.client()).call('boards.remove', { id: ids[0]! });
  await bar(page).getByRole('button', { name: 'Export…' }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('bucas');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  await expect(dialog.getByRole('alert')).toContainText('2 boards saved, 1 not.');
  await expect(dialog.getByRole('alert')).toContainText(`There is no board ${ids[0]} in the gallery.`);
  expect(downloads).toBe(1);
});
