// An import shows a preview first. If the input is ambiguous, it asks the user. Errors say where they are and how to
// fix them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { writeBoard } from '../../src-core/formats/write.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { expect, test } from './host.ts';

const data = path.resolve(import.meta.dirname, '../data');

const wrong: [name: string, content: string | Buffer, says: RegExp][] = [
  ['binary.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254]), /text/i],
  ['empty.txt', '', /empty/i],
  ['three.txt', '0 1 2 0\n0 1 2\n1 2 0 0\n0 0 1 2\n', /Line 2/],
  ['seven.txt', '2 2\n0 1 2 0\n0 1 1 2\n1 0 2 0\n', /3|three|expected/i],
  ['symbol.txt', 'Y1,G0,R0,B1\nY1,G0,?0,B1\n', /Line 2/],
  ['separators.txt', 'Y1,G0,R0,B1\nY1;G0 R0|B1\n', /Line 2/],
  ['cut.txt', 'https://e2.bucas.name/#puzzle=x&board_w=4&board_h=4&board_edges=aba', /expected/i],
  ['long.txt', '1 2 3 4 '.repeat(1_200_000), /MB|line/i],
];

async function drop(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const dropped = new DataTransfer();
    for (const { name, text } of list) dropped.items.add(new File([text], name));
    return dropped;
  }, files);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

test('a file dialog may stay open for any time without its input being garbage-collected', async ({
  context,
  open,
  page,
}) => {
  await page.addInitScript(() => {
    HTMLInputElement.prototype.click = function () {
      Object.assign(window, { asked: new WeakRef(this) });
    };
  });
  await open('#/scan');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const asked = () => (window as unknown as { asked: WeakRef<HTMLInputElement> }).asked.deref()?.type;
  expect(await page.evaluate(asked)).toBe('file');
});

test('each invalid file gets an error that says where it is, and nothing is stored', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const before = (await client.call('library.list', {})).length;
  await open();
  await page.getByRole('button', { name: 'Import…' }).first().click();
  for (const [name, content] of wrong) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files…' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  for (const [name, , says] of wrong) {
    const alert = page.getByRole('listitem').filter({ hasText: name }).getByRole('alert');
    await expect(alert).toHaveText(says);
    expect((await alert.textContent())!.length).toBeLessThan(600);
  }
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  expect((await client.call('library.list', {})).length).toBe(before);
});

test('a pasted text is read and added; if it is ambiguous, the user is asked first', async ({
  host,
  open,
  page,
}) => {
  await test.step('an ambiguous text leads to a question with previews, and the answer is stored', async () => {
    await open();
    await page.keyboard.press('Control+o');
    const text = readFileSync(path.join(data, 'field/31-halves-sum-to-nine.txt'), 'utf8');
    await page.getByLabel('Tiles or a link').fill(text);
    const choices = page.getByRole('group', { name: /Which reading is right\?/ });
    await choices.getByLabel('halves (numbers that add up to 9 match)').check();
    await page.getByLabel('Name of Pasted text').fill('Nine digits');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nine digits', level: 1 })).toBeVisible();
    const saved = await (await host.client()).call('library.get', { id: await host.puzzle('Nine digits') });
    expect(saved.puzzle.kind === 'edge-matching' && saved.puzzle.mating).toBe('opposite');
  });

  await test.step('asks for the size if the number of tiles fits no rectangle', async () => {
    await open();
    await page.keyboard.press('Control+o');
    await page
      .getByLabel('Tiles or a link')
      .fill('0 1 2 0\n0 1 1 2\n1 0 2 0\n0 0 1 1\n1 1 2 2\n'.repeat(1) + '0 0 2 2\n0 1 0 2');
    const alert = page.getByRole('listitem').getByRole('alert').first();
    await expect(alert).toContainText('found 7 tiles');
    await expect(alert).not.toContainText('--size');
    const seven = await page.getByLabel('Tiles or a link').inputValue();
    await page.getByLabel('Tiles or a link').fill('2 1\n0 1 1 0');
    await expect(alert).toContainText('found the size 2 × 1 and 1 tile; expected 2 tiles');
    await page.getByLabel('Tiles or a link').fill(seven);
    await expect(alert).toContainText('found 7 tiles');
    await page.getByLabel('Columns').fill('3');
    await page.getByLabel('Rows', { exact: true }).fill('2');
    await page.getByLabel('Rows', { exact: true }).press('Tab');
    await page.getByLabel('Name of Pasted text').fill('Seven for six');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Seven for six', level: 1 })).toBeVisible();
    const saved = await (await host.client()).call('library.get', { id: await host.puzzle('Seven for six') });
    expect(saved).toMatchObject({ size: '3 × 2', tiles: 7 });
  });

  await test.step('bare tiles with three labels: asks for the kind of board and stores the choice', async () => {
    await open();
    await page.getByRole('button', { name: 'Import…' }).first().click();
    await expect(page.getByLabel('Tiles or a link')).toBeFocused();
    await page.keyboard.insertText('1 2 3\n1 3 2\n1 2 4\n1 4 2\n1 3 4\n1 4 3\n2 3 4\n2 4 3');
    await page.getByLabel('Kind of board').selectOption({ label: 'Octahedron: 8 triangles' });
    await page.getByLabel('Name of Pasted text').fill('Eight on a solid');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Eight on a solid', level: 1 })).toBeVisible();
    const { puzzle } = await (
      await host.client()
    ).call('library.get', { id: await host.puzzle('Eight on a solid') });
    expect(puzzle).toMatchObject({ board: { kind: 'solid', solid: 'octahedron' } });
  });

  await test.step('the goal of a sliding puzzle is chosen from pictures', async () => {
    await open();
    await page.keyboard.press('Control+o');
    await page.getByLabel('Tiles or a link').fill('8 1 3\n4 0 2\n7 6 5');
    const goals = page.getByRole('group', { name: 'Goal' });
    await expect(goals.getByLabel('Empty space last')).toBeChecked();
    await goals.getByLabel('Snail').check();
    await page.getByLabel('Name of Pasted text').fill('To the snail');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'To the snail', level: 1 })).toBeVisible();
    const { puzzle } = await (
      await host.client()
    ).call('library.get', { id: await host.puzzle('To the snail') });
    expect(puzzle).toMatchObject({ goal: [1, 2, 3, 8, 0, 4, 7, 6, 5] });
  });

  await test.step('each assumption can be changed: the picture and the number of solutions are updated at once', async () => {
    await open();
    await page.keyboard.press('Control+o');
    const field = page.getByLabel('Tiles or a link');
    const framed = readFileSync(path.join(data, 'owen/pieces_03x03.txt'), 'utf8');
    await field.fill(`Hello all, here is my puzzle\n${framed}`);
    await expect(page.getByText(/^(Exactly 1 solution|2 solutions or more)$/)).toBeVisible();
    await expect(page.getByText('skipped', { exact: true })).toHaveCount(1);
    await page.getByLabel('Rim').selectOption('free');
    await expect(page.getByText('free rim')).toHaveCount(0);
    await page.getByLabel('Rim').selectOption({ label: 'Framed by 1' });
    await expect(page.getByText('No solution', { exact: true })).toBeVisible();
    await page.getByLabel('Rim').selectOption({ label: 'Framed by 0' });
    await page.getByLabel('Name of Pasted text').fill('Three by three');

    // Counting the solutions of a puzzle of this size takes more than two seconds.
    const kept = await field.inputValue();
    await field.fill(readFileSync(path.join(data, 'e2/e2_pieces.txt'), 'utf8'));
    await expect(page.getByText('Number of solutions: not known yet')).toBeVisible();
    await field.fill(kept);
    await page.getByLabel('Rim').selectOption({ label: 'Framed by 0' });
    await page.getByLabel('Name of Pasted text').fill('Three by three');

    // If the dialog is closed and reopened before the import, it keeps its text.
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.keyboard.press('Control+o');
    await expect(field).toHaveValue(/Hello all/);
    await expect(page.getByLabel('Name of Pasted text')).toHaveValue('Three by three');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Three by three', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+o');
    await expect(field).toHaveValue('');

    await field.fill(framed);
    await page.getByLabel('Rim').selectOption({ label: 'Framed by 0' });
    await expect(page.getByText('The library already has this puzzle')).toBeVisible();
    expect(await host.puzzle('Three by three')).toBeGreaterThan(0);
  });
});

test('dropped files are read as a collection, as boards and puzzles, and one by one', async ({
  open,
  page,
  host,
}) => {
  await test.step('adds every puzzle of a collection, numbered', async () => {
    await open('#/library');
    const text = '1 2 5 3 4 0 6 7 8\n3 1 2 0 4 5 6 7 8\n1 4 2 3 0 5 6 7 8\n';
    await drop(page, [{ name: 'collection.txt', text }]);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('3 puzzles in this text; the first is shown.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 3' }).click();
    for (const name of ['collection 1', 'collection 2', 'collection 3'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  });

  await test.step('a link to a board of a saved puzzle adds the board to that puzzle', async () => {
    const client = await host.client();
    const id = await host.puzzle('Eternity II');
    const { puzzle } = await client.call('library.get', { id });
    if (puzzle.kind !== 'edge-matching') throw new Error('not an edge-matching puzzle');
    const board = new Int32Array(256).fill(-1);
    [0, 1, 2, 3, 4].forEach((tile) => (board[tile] = tile * 16));
    const before = (await client.call('library.list', {})).length;
    await open();
    await page.keyboard.press('Control+o');
    await page.getByLabel('Tiles or a link').fill(writeBoard(puzzle, board, 'bucas'));
    await expect(page.getByLabel('This is a board of')).toHaveValue(String(id));
    const { placed, matched, hints, hintsKept } = scoreOf(puzzle, board);
    expect(hints).toBeGreaterThan(0);
    await expect(
      page.getByText(
        `${placed} of 256 tiles placed, ${matched} of 480 edges matched, ${hintsKept} of ${hints} hint${hints > 1 ? 's' : ''} kept`,
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible();
    expect((await client.call('library.list', {})).length).toBe(before);
    expect((await client.call('boards.list', { puzzleId: id })).total).toBe(1);

    // The message counts the solution and the puzzle separately.
    board.fill(-1, 4);
    await drop(page, [
      { name: 'Nine of mine.txt', text: readFileSync(path.join(data, 'arrows.txt'), 'utf8') },
      { name: 'board.txt', text: writeBoard(puzzle, board, 'bucas') },
    ]);
    await page.getByRole('button', { name: 'Add 2' }).click();
    await expect(page.getByText('1 puzzle added to the library, 1 board added to the gallery')).toBeVisible();
  });

  await test.step('a batch accepts or rejects each file separately; files can be dropped anywhere', async () => {
    await open('#/settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    const files = [
      { name: 'Nine of mine.txt', text: readFileSync(path.join(data, 'arrows.txt'), 'utf8') },
      { name: 'broken.txt', text: 'Y1,G0,R0\n' },
      { name: 'Framed three.txt', text: readFileSync(path.join(data, 'owen/pieces_03x03.txt'), 'utf8') },
    ];
    await drop(page, files);
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('alert') })).toHaveCount(1);
    await page.getByRole('button', { name: 'Add 2' }).click();
    await expect(page.getByText('Added', { exact: true })).toHaveCount(2);
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await host.puzzle('Nine of mine')).toBeGreaterThan(0);
    expect(await host.puzzle('Framed three')).toBeGreaterThan(0);

    // A folder can't be imported.
    const devtools = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', {
        type,
        x: 400,
        y: 400,
        data: { items: [], files: [data], dragOperationsMask: 1 },
      });
    }
    await expect(page.getByRole('alert')).toContainText('a folder, or a file that cannot be read');
  });
});

test('a puzzle is renamed, duplicated, deleted and restored', async ({ host, open, page }) => {
  await open(`#/puzzle/${await host.puzzle('Turtles')}`);
  await page.getByRole('heading', { name: 'Turtles', level: 1 }).waitFor();
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('heading', { name: 'Turtles copy', level: 1 })).toBeVisible();
  await page.getByLabel('Name').fill('My turtles');
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByRole('heading', { name: 'My turtles', level: 1 })).toBeVisible();
  await page.getByLabel('Name').fill(' ');
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByLabel('Name')).toHaveValue('My turtles');
  const title = page.getByRole('heading', { level: 1 });
  const typed = page.getByRole('textbox', { name: 'New name' });
  await title.getByText('My turtles').click();
  await typed.fill('x'.repeat(201));
  await typed.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'This name has 201 characters. Shorten it to 200 or fewer.',
  );
  await typed.press('Escape');
  await expect(title.getByRole('button', { name: 'My turtles' })).toBeFocused();
  // A long name is shortened with an ellipsis, has a tooltip, and hides no button.
  const long = 'turtles '.repeat(25).trim();
  await page.keyboard.press('F2');
  await typed.fill(long);
  await typed.press('Enter');
  await expect(title).toHaveAttribute('title', long);
  const shown = await title.getByRole('button').evaluate((name) => ({
    end: getComputedStyle(name).textOverflow,
    isCut: name.scrollWidth > name.clientWidth,
    isOneLine: name.clientHeight < 40,
  }));
  expect(shown).toEqual({ end: 'ellipsis', isCut: true, isOneLine: true });
  for (const name of ['Play', 'Search'])
    await expect(page.locator('main header').getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'More actions for this puzzle' })).toBeInViewport({
    ratio: 1,
  });
  await title.getByRole('button').focus();
  await page.keyboard.press('F2');
  await typed.fill('Our turtles');
  await typed.press('Enter');
  await expect(title).toHaveText('Our turtles');
  await expect.poll(() => host.puzzle('Our turtles').catch(() => 0)).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await typed.fill('My turtles');
  await typed.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('My turtles');
  await page.getByRole('button', { name: 'More actions for this puzzle' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('“My turtles” deleted')).toBeVisible();
  await expect(host.puzzle('My turtles')).rejects.toThrow();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => host.puzzle('My turtles').catch(() => 0)).toBeGreaterThan(0);
});

test('a paste with two errors keeps its text, marks both lines, and is fixed and solved', async ({
  host,
  open,
  page,
}) => {
  await open();
  await page.getByRole('button', { name: 'Import…' }).first().click();
  const field = page.getByLabel('Tiles or a link');
  const good = readFileSync(path.join(data, 'arrows.txt'), 'utf8').trim().split(/\r?\n/);
  const pasted = good.with(2, good[2]!.replace(',', ';')).with(5, good[5]!.slice(0, -3)).join('\n');
  await field.fill(pasted);
  const alert = page.getByRole('listitem').getByRole('alert').first();
  await expect(alert).toContainText('2 lines have mistakes.');
  await expect(alert).toContainText(/Line 3, column \d+: found a semicolon/);
  await expect(alert).toContainText(/Line 6: found 3 edges/);
  await expect(field).toHaveValue(pasted);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Import…' }).first().click();
  await expect(field).toHaveValue(pasted);
  // Clicking the error selects its line in the text.
  await alert.getByRole('button', { name: /^Line 6/ }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(good[5]!.slice(-3));
  await expect(alert).not.toContainText('Line 6');
  await field.fill(good.join('\n'));
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Preview of Pasted text' })).toBeVisible();
  await expect(
    page.getByText('Pasted text · Scramble Squares (Y1,G0,R0,B1) · 3 × 3 · 9 tiles'),
  ).toBeVisible();
  await page.getByLabel('Name of Pasted text').fill('Fixed');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Fixed', level: 1 })).toBeVisible();
  expect(await host.puzzle('Fixed')).toBeGreaterThan(0);
});
