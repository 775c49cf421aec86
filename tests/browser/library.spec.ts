// Browsing the library: search, groups and tags. Filters are part of the address, so the browser's Back button returns
// to the filtered list. No two samples named after a product have the same motifs.
import type { Locator } from '@playwright/test';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import { expect, steady, test, usualRun } from './host.ts';

/** Returns the number of fill colours in an SVG ornament. */
const coloursOf = (ornament: Locator): Promise<number> =>
  ornament.locator('path').evaluateAll((all) => new Set(all.map((wedge) => wedge.getAttribute('fill'))).size);

test('search finds sizes, kinds, boards and motifs; the search text is in the address', async ({
  open,
  page,
}) => {
  await open();
  const find = page.getByRole('searchbox', { name: 'Find a puzzle' });
  const shown = page.getByRole('list', { name: 'Puzzles' }).getByRole('listitem');
  for (const [words, name, not] of [
    ['5x5', 'TetraVex 5 × 5', 'Penguins'],
    ['5 × 5', 'TetraVex 5 × 5', 'Penguins'],
    ['sliding', 'Fifteen', 'Penguins'],
    ['fish', 'Dolphins', 'Butterflies'],
    ['cube', 'Four Colours on a Cube', 'Penguins'],
    ['hexagon', 'Seven Nuts', 'Penguins'],
    ['hexagon', 'MacMahon’s 24 Triangles', 'Penguins'],
    ['triangles', 'Three of Five Colours', 'Penguins'],
    ['nine squares', 'Turtles', 'Fifteen'],
  ] as const) {
    await find.fill(words);
    if (words !== 'triangles') await expect(shown.filter({ hasText: name }).first(), words).toBeVisible();
    await expect(shown.filter({ hasText: not }), words).toHaveCount(0);
  }
  await find.fill('turtle 3x3');
  await shown.getByRole('link', { name: /^Turtles/ }).click();
  await expect(page.getByRole('heading', { name: 'Turtles', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(find).toHaveValue('turtle 3x3');
  await expect(shown.getByRole('link', { name: /^Turtles/ })).toBeVisible();
  await find.fill('no such thing');
  const empty = page.locator('section', { has: page.getByRole('heading', { name: 'No puzzle found' }) });
  // the logo: four colours in the lozenge, and the colour of its outline
  await expect.poll(() => coloursOf(empty)).toBe(5);
});

test('samples named after a product have pictures of their own', async ({ host }) => {
  const client = await host.client();
  const pictures = new Map<string, string>();
  for (const name of [
    'Dolphins',
    'Butterflies',
    'Turtles',
    'Four Suits',
    'Penguins',
    'Crazy Sheep',
    'Nine Halves',
  ]) {
    const { puzzle } = await client.call('library.get', { id: await host.puzzle(name) });
    if (puzzle.kind !== 'edge-matching') throw new Error(name);
    const drawn = puzzle.labels.map(({ motif = 'usual' }) => motif).join();
    expect([...pictures.keys()], name).not.toContain(drawn);
    pictures.set(drawn, name);
  }
});

test('tags are added, searched, renamed and removed', async ({ host, open, page }) => {
  for (const name of ['Turtles', 'Fifteen']) {
    await open(`#/puzzle/${await host.puzzle(name)}`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await page.getByLabel('Tags, separated by commas').fill('school, to print');
    await page.keyboard.press('Enter');
    await expect
      .poll(
        async () =>
          (await (await host.client()).call('library.list', {})).find((each) => each.name === name)?.tags,
      )
      .toEqual(['school', 'to print']);
  }
  // Another window changes the puzzle while the user is typing a tag. Both changes are kept.
  const client = await host.client();
  const id = await host.puzzle('Fifteen');
  const stored = (): Promise<SavedPuzzle> => client.call('library.get', { id });
  const tags = page.getByLabel('Tags, separated by commas');
  await tags.fill('school, to print, mine');
  await client.call('library.tag', { id, tags: ['school', 'to print', 'theirs'] });
  await client.call('library.save', { id, puzzle: { ...(await stored()).puzzle, name: 'Theirs' } });
  await expect(page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
  await expect(tags).toHaveValue('school, to print, mine');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).tags).toEqual(['school', 'to print', 'mine', 'theirs']);
  // A tag that is too long is rejected, not cut.
  await tags.fill(`mine, ${'x'.repeat(41)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('has 41 characters. Shorten it to 40 or fewer.')).toBeVisible();
  await expect(tags).toHaveValue(`mine, ${'x'.repeat(41)}`);
  await tags.fill('school, to print, mine, theirs');
  await page.keyboard.press('Enter');
  await expect(page.getByText('has 41 characters')).toHaveCount(0);
  expect((await stored()).tags).toEqual(['school', 'to print', 'mine', 'theirs']);
  const notes = page.getByLabel('Notes');
  await notes.fill('My notes');
  await client.call('library.save', { id, puzzle: { ...(await stored()).puzzle, name: 'Theirs again' } });
  await expect(page.getByRole('heading', { name: 'Theirs again', level: 1 })).toBeVisible();
  await expect(notes).toHaveValue('My notes');
  await notes.blur();
  const dialog = page.getByRole('dialog', { name: 'Changed in another window' });
  await expect(dialog.getByRole('region', { name: 'The other window’s version' })).toContainText(
    'Theirs again',
  );
  await dialog.getByRole('button', { name: 'Merge both' }).click();
  await expect
    .poll(async () => (await stored()).puzzle)
    .toMatchObject({ name: 'Theirs again', notes: 'My notes' });

  await open();
  const list = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await page.getByLabel('Tag', { exact: true }).selectOption('school');
  await expect(list).toHaveCount(2);
  const name = page.getByRole('textbox', { name: 'Tag' });
  await name.fill('class 4b');
  await name.press('Enter');
  await expect(list.filter({ hasText: 'class 4b' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove from all puzzles' }).click();
  await expect(list.filter({ hasText: 'class 4b' })).toHaveCount(0);
  await expect(page.getByLabel('Tag', { exact: true })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(list.filter({ hasText: 'class 4b' })).toHaveCount(2);
});

test('cards count runs and boards; samples are grouped; the list of runs keeps its filter in the address', async ({
  host,
  open,
  page,
}) => {
  await test.step('cards count runs and boards that arrive while the library is open', async () => {
    await open();
    const card = page
      .getByRole('list', { name: 'Nine squares' })
      .getByRole('listitem')
      .filter({ hasText: 'Turtles' });
    await expect(card).toBeVisible();
    await expect(card).not.toContainText('run');
    const client = await host.client();
    await client.call('runs.start', { ...usualRun, puzzleId: await host.puzzle('Turtles') });
    await expect(card).toContainText('1 run · 1 board');
  });

  await test.step('“used last” counts runs; samples are listed in their groups', async () => {
    await open();
    for (const group of [
      'Eternity II and its clues',
      'Nine squares',
      'Classics and others',
      'Sliding',
      'Framed, to practise',
    ])
      await expect(page.getByRole('heading', { name: group })).toBeVisible();
    await page.getByLabel('Order').selectOption({ label: 'Last changed' });
    await expect(page.getByRole('list', { name: 'Puzzles' }).getByRole('heading').first()).toHaveText(
      'Turtles',
    );
  });

  await test.step('the filter and the order of runs are in the address', async () => {
    const client = await host.client();
    await client.call('runs.start', { ...usualRun, puzzleId: await host.puzzle('Penguins') });
    await open('#/runs');
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await expect(runs).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Find by puzzle' }).fill('turt');
    await page.getByLabel('State').selectOption({ label: 'Solved' });
    await page.getByLabel('Order').selectOption({ label: 'Best first' });
    await expect(runs).toHaveCount(1);
    await runs.getByRole('link', { name: /^Turtles/ }).click();
    await expect(page.getByTestId('status')).toHaveText('Solved');
    await page.goBack();
    await expect(page.getByRole('searchbox', { name: 'Find by puzzle' })).toHaveValue('turt');
    await expect(page.getByLabel('Order')).toHaveValue('best');
    await expect(page.getByLabel('State')).toHaveValue('solved');
    await expect(runs).toHaveCount(1);
  });
});

test('the palette and dialogs are opened by keys', async ({ host, open, page }) => {
  await test.step('the palette finds commands, help and puzzles by motif', async () => {
    await open();
    for (const [words, option] of [
      ['solve', /^Solve a puzzle/],
      ['help', /^Keyboard shortcuts/],
      ['fish', /^Dolphins/],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await expect(page.getByRole('option', { name: option })).toBeVisible();
      await page.keyboard.press('Escape');
    }
  });

  await test.step('the palette of a puzzle offers to solve it', async () => {
    await open(`#/puzzle/${await host.puzzle('Nine Halves')}`);
    await page.getByRole('heading', { name: 'Nine Halves', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('solve');
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Solve Nine Halves');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Solve it' })).toBeChecked();
  });

  await test.step('a dialog opens again immediately after Escape, before the close event', async () => {
    await open();
    for (const [key, name] of [
      ['k', 'Find'],
      ['o', 'Import puzzles'],
    ] as const) {
      await page.keyboard.press(`Control+${key}`);
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      // Close the dialog as Escape does, and press a shortcut before the browser fires the close event in its next
      // task.
      await dialog.evaluate(async (element: HTMLDialogElement, key) => {
        element.requestClose();
        await Promise.resolve();
        dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true }));
        await new Promise((done) => setTimeout(done, 50));
      }, key);
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

  await test.step('a dialog that scrolls focuses its first field', async () => {
    await open(`#/puzzle/${await host.puzzle('Nine Halves')}`);
    await page.getByRole('heading', { name: 'Nine Halves', level: 1 }).waitFor();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.keyboard.press('Control+e');
    await expect(page.getByRole('dialog').getByLabel('Format')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('cancelling a file dialog leaves open the dialog that requested it', async () => {
    await open();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Import puzzles' });
    await expect(dialog).toBeVisible();
    // Cancelling a file dialog fires a cancel event at the file input. The event bubbles to the surrounding dialog.
    await dialog.evaluate((element) => {
      const input = element.appendChild(document.createElement('input'));
      input.type = 'file';
      input.dispatchEvent(new Event('cancel', { bubbles: true }));
      input.remove();
    });
    await page.waitForTimeout(100);
    await expect(dialog).toBeVisible();
  });
});

test('the start page has one card for Eternity II with its score and menu; running and finished puzzles come first', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Eternity II');
  await open();
  await expect(page.getByTestId('living-board')).toBeVisible();
  // the four colours of the logo's lozenge
  await expect.poll(() => coloursOf(page.getByRole('heading', { name: 'Get started' }))).toBe(4);
  await expect(page.getByRole('list', { name: 'Continue' })).toHaveCount(0);
  const cards = page.getByRole('list', { name: 'Eternity II and its clues' }).getByRole('article');
  const card = cards.filter({ has: page.getByRole('heading', { name: 'Eternity II', exact: true }) });
  await expect(cards.filter({ hasText: 'Eternity II' })).toHaveCount(1);
  const variants = card.getByRole('list', { name: 'Variants of Eternity II' });
  await expect(variants.getByRole('link')).toHaveText(['centre hint only', 'no hints']);
  const thumbnail = (): Promise<string> =>
    card.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const ofTiles = await steady(thumbnail);

  const { runId } = await client.call('runs.start', {
    ...usualRun,
    puzzleId,
    engine: 'best',
    limits: { seconds: null, nodes: 20_000 },
  });
  const first = page.getByRole('list', { name: 'Continue' }).getByRole('link').first();
  await expect(first).toContainText(`Run ${runId}`);
  await expect(first).toContainText('Eternity II');
  await expect.poll(async () => (await client.call('runs.get', { runId })).status).toBe('limit');
  await expect(first).toContainText('Limit reached');
  await expect(first).toHaveAttribute('href', new RegExp(`run=${runId}$`));
  await expect(card.locator('.picture')).toHaveText(/^\s*4\d\d of 480$/);
  await expect.poll(thumbnail).not.toBe(ofTiles);

  await card
    .getByRole('link', { name: /Eternity II/ })
    .first()
    .click({ button: 'right' });
  for (const name of ['Play', 'Edit', 'Print…', 'Share…'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await expect(page.getByRole('dialog', { name: 'Share or export this puzzle' })).toBeVisible();
});

test('chosen cells become a separate puzzle with all tiles', async ({ host, open, page }) => {
  await open(`#/puzzle/${await host.puzzle('Nine Halves')}`);
  await page.getByRole('button', { name: 'More actions for this puzzle' }).click();
  await page.getByRole('menuitem', { name: 'Puzzle from a region…' }).click();
  const dialog = page.getByRole('dialog');
  const cells = dialog.getByRole('application', { name: 'Cells of the new puzzle' });
  await expect.poll(async () => (await cells.boundingBox())!.width).toBeGreaterThan(150);
  await cells.focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await page.keyboard.press('Shift+Enter');
  await expect(dialog).toContainText('4 of 9 cells chosen');
  await dialog.getByRole('button', { name: 'Invert' }).click();
  await expect(dialog).toContainText('5 of 9 cells chosen');
  await dialog.getByRole('button', { name: 'Create puzzle' }).click();
  await expect(page.getByRole('heading', { name: 'Nine Halves, region', level: 1 })).toBeVisible();
  await expect(page.locator('main')).toContainText('3 × 3, 4 cells closed');
});
