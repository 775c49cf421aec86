// What Edgewise promises its users. A run lists every board that it found. Samples never change, nor do puzzles with
// boards or runs. Interrupted runs are reported and can be resumed.
import { readFileSync } from 'node:fs';
import { faults } from './axe.ts';
import { expect, test, usualRun } from './host.ts';

test('a second run of the same puzzle has the board too, and never says that there is none', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Penguins');
  await open(`#/search/${puzzleId}?new=1`);
  // Record wrong messages even if they appear for only a single frame.
  await page.evaluate(() => {
    const said = ((window as unknown as { said: string[] }).said = []);
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      if (/No board has been saved yet|Boards\s*0/.test(text)) (said as string[]).push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const time of ['first', 'second']) {
    await open(`#/search/${puzzleId}?new=1`);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByTestId('status'), time).toHaveText('Solved');
    await expect(page.getByTestId('run-board').getByRole('application'), time).toHaveAccessibleName(
      /12 of 12 edges/,
    );
    await expect(page.getByRole('tab', { name: 'Boards 1' }), time).toBeVisible();
    // A solved run doesn't show how much of the search is done.
    await expect(page.getByTestId('share'), time).toHaveCount(0);
  }
  await expect(page.getByText('No board has been saved yet')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);

  const { items: runs } = await client.call('runs.list', { puzzleId });
  const [second, first] = runs.map(({ id }) => id);
  const { items } = await client.call('boards.list', { puzzleId });
  expect(items).toHaveLength(1);
  expect(items[0]!.runs.map(({ runId }) => runId)).toEqual([first, second]);
  expect(items[0]!.runs[0]!.foundAt <= items[0]!.runs[1]!.foundAt).toBe(true);
  for (const runId of [first!, second!]) {
    expect((await client.call('boards.list', { runId })).total).toBe(1);
  }
  await open(`#/puzzle/${puzzleId}`);
  await expect(page.getByRole('link', { name: '2 runs' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 board' })).toBeVisible();
  await open(`#/gallery?puzzle=${puzzleId}`);
  await expect(page.getByRole('link', { name: `run ${first}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `run ${second}` })).toBeVisible();
  // By default, the picture doesn't mark mismatches, even for a solution.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Format')).toHaveValue('png');
  await expect(dialog.getByRole('switch', { name: 'Mark mismatches' })).not.toBeChecked();
});

test('a sample and a puzzle with boards never change: editing and renaming make a copy', async ({
  host,
  open,
  page,
}) => {
  await test.step('a sample and a puzzle with boards never change: editing makes a copy and says so', async () => {
    const client = await host.client();
    const sample = await host.puzzle('Nine Halves');
    const before = await client.call('library.get', { id: sample });
    const board = Array.from({ length: 9 }, (_, cell) => cell * 16);
    await client.call('boards.add', { puzzleId: sample, board: Int32Array.from(board) });

    await open(`#/editor/${sample}`);
    await expect(page.getByText('sample: your first edit makes a copy')).toBeVisible();
    const tiles = page.getByRole('application', { name: /^Tiles of/ });
    await tiles.focus();
    await page.keyboard.press('2');
    // Press the next key immediately: the focus must stay on the tiles when the copy opens.
    await page.keyboard.press('3');
    await expect(page.getByText('You are now editing a copy. “Nine Halves” stays as it is.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nine Halves copy', level: 1 })).toBeVisible();
    await page.keyboard.press('2');
    await expect(tiles).toBeFocused();
    const copy = await host.puzzle('Nine Halves copy');
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/editor/${copy}`);
    expect(await client.call('library.get', { id: sample })).toEqual({ ...before, solutions: 1 });
    const named = async (): Promise<string[]> =>
      (await client.call('library.list', {}))
        .map(({ name }) => name)
        .filter((name) => name.startsWith('Nine Halves'));
    expect(await named()).toEqual(['Nine Halves copy', 'Nine Halves']);

    // The undo history belongs to the copy and survives a reload; the original has none.
    await page.keyboard.press('Control+z');
    await expect(page.getByText('all changes saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Redo: Paint/ })).toBeEnabled();
    await open(`#/editor/${sample}`);
    await expect(page.getByRole('heading', { name: 'Nine Halves', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();

    // Undoing the first edit of a copy reopens the original. The focus stays on the tiles.
    await tiles.focus();
    await page.keyboard.press('2');
    await page.keyboard.press('3');
    await expect(page.getByRole('heading', { name: 'Nine Halves copy (2)', level: 1 })).toBeVisible();
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    await expect(page.getByText('You are editing “Nine Halves” again,')).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/editor/${sample}`);
    await expect(tiles).toBeFocused();
    await expect.poll(named).toEqual(['Nine Halves copy', 'Nine Halves']);

    // A user's own puzzle is edited in place until it has boards.
    await client.call('boards.add', { puzzleId: copy, board: Int32Array.from(board) });
    await open(`#/editor/${copy}`);
    await tiles.focus();
    await page.keyboard.press('3');
    await expect(page.getByRole('heading', { name: 'Nine Halves copy (2)', level: 1 })).toBeVisible();
    expect((await client.call('library.get', { id: copy })).solutions).toBe(1);
  });

  await test.step('renaming a sample in the editor makes a copy with that name', async () => {
    const sample = await host.puzzle('Nine Halves');
    await open(`#/editor/${sample}`);
    await page.getByRole('tab', { name: 'Rules' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await name.pressSequentially('Mine now');
    await expect(page.getByText('You are now editing a copy. “Nine Halves” stays as it is.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Mine now', level: 1 })).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Mine now');
    await expect(page.getByText('all changes saved')).toBeVisible();
    expect(await host.puzzle('Nine Halves')).toBe(sample);
    const copy = await host.puzzle('Mine now');
    expect(copy).not.toBe(sample);
    await page.getByRole('heading', { name: 'Mine now', level: 1 }).getByRole('button').click();
    const typed = page.getByRole('textbox', { name: 'New name' });
    await typed.fill('Mine too');
    await typed.press('Enter');
    await expect(name).toHaveValue('Mine too');
    await expect.poll(() => host.puzzle('Mine too').catch(() => 0)).toBe(copy);
  });
});

test('a killed host leaves interrupted runs, which the next start reports and resumes', async ({
  host,
  open,
  page,
}) => {
  const puzzleId = await host.puzzle('Eternity II');
  const start = async (): Promise<number> =>
    (
      await (
        await host.client()
      ).call('runs.start', { ...usualRun, puzzleId, wanted: { solutions: 'all', boards: true } })
    ).runId;
  const status = async (runId: number): Promise<string> =>
    (await (await host.client()).call('runs.get', { runId })).status;
  const runId = await start();
  await expect.poll(() => status(runId)).toBe('running');
  await host.kill();
  await host.start();
  await open();
  const note = page.getByRole('region', { name: 'Interrupted runs' });
  await expect(note).toContainText('A run was interrupted.');
  await expect(note).toContainText(`Eternity II, run ${runId}`);
  expect(await faults(page)).toEqual([]);
  await open('#/runs');
  await expect(page.getByRole('list', { name: 'Runs' })).toContainText('Interrupted');
  await expect(page.getByRole('list', { name: 'Runs' })).not.toContainText('Failed');
  await note.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect.poll(() => status(runId)).toBe('running');
  await expect(note).toHaveCount(0);

  // A normal quit interrupts the run, as a crash does. The user can stop the run instead of resuming it.
  await host.stop();
  await host.start();
  await open('#/library');
  await note.getByRole('button', { name: 'Stop' }).click();
  await expect(note).toHaveCount(0);
  expect(await status(runId)).toBe('stopped');

  await open('#/settings');
  await page.getByRole('switch', { name: 'Resume interrupted runs' }).check();
  const second = await start();
  await expect.poll(() => status(second)).toBe('running');
  await host.kill();
  await host.start();
  await expect.poll(() => status(second)).toBe('running');
  expect(await status(runId)).toBe('stopped');
});

test('a resumed hunt that repeats work says how far it has caught up with its checkpoint', async ({
  host,
  open,
  page,
}) => {
  const puzzleId = await host.puzzle('Eternity II');
  const client = await host.client();
  // This node limit is reached during the first beam. Checkpoints don't contain an unfinished beam, so a resumed run
  // repeats it. Repeating it takes long enough for messages to reach the window.
  const { runId } = await client.call('runs.start', {
    ...usualRun,
    puzzleId,
    engine: 'best',
    options: { memory: 64, width: 50_000 },
    limits: { seconds: null, nodes: 1_000_000 },
  });
  await expect.poll(async () => (await client.call('runs.get', { runId })).status).toBe('limit');
  await open(`#/search/${puzzleId}?run=${runId}`);
  await expect(page.getByTestId('matched')).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const look = (): void => {
      said.push(document.querySelector('[data-testid=message]')?.textContent ?? '');
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole('button', { name: 'Resume' }).click();
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
  await expect.poll(said).toMatch(/^repeating the work up to the checkpoint, \d+ %$/m);
  await expect(page.getByTestId('message')).toHaveCount(0);
});

test('deleted items are listed under Recently deleted; they are restored with Ctrl+Z or deleted permanently', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Turtles');
  const board = Array.from({ length: 9 }, (_, cell) => cell * 16);
  await client.call('boards.add', { puzzleId, board: Int32Array.from(board) });
  await open(`#/gallery?puzzle=${puzzleId}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await client.call('boards.list', { puzzleId })).total).toBe(0);
  // The window can undo only after it has received the reply.
  await expect(page.getByText(/^Board \d+ deleted/)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await client.call('boards.list', { puzzleId })).total).toBe(1);

  await page.getByRole('button', { name: 'Delete' }).click();
  await client.call('library.remove', { id: await host.puzzle('Dolphins') });
  await client.call('library.remove', { id: await host.puzzle('Four Suits') });
  await open('#/deleted');
  const rows = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const row = (name: string) => rows.filter({ hasText: name });
  await row('Dolphins').getByRole('button', { name: 'Restore' }).click();
  await expect(rows).toHaveCount(2);
  expect(await host.puzzle('Dolphins')).toBeGreaterThan(0);
  await row('Four Suits').getByRole('button', { name: 'Delete permanently…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await row('Turtles').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Nothing deleted')).toBeVisible();
  expect((await client.call('boards.list', { puzzleId })).total).toBe(1);

  const { runId } = await client.call('runs.start', { ...usualRun, puzzleId });
  await expect.poll(async () => (await client.call('runs.get', { runId })).status).toBe('solved');
  await open('#/runs');
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await page.getByRole('button', { name: `Actions for run ${runId}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(runs).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(runs).toHaveCount(1);
});

test('the whole library is saved to a file and restored; a damaged file is rejected', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  await client.call('library.remove', { id: await host.puzzle('Dolphins') });
  await open('#/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up…' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^edgewise-.*\.edgewise-library$/);
  const bytes = readFileSync(await file.path());

  await client.call('library.remove', { id: await host.puzzle('Turtles') });
  const restore = async (buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Restore…' }).click();
    await (
      await chooser
    ).setFiles({ name: 'mine.edgewise-library', mimeType: 'application/octet-stream', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  };
  await restore(bytes.subarray(0, 40_000));
  await expect(page.getByRole('alert')).toContainText(/can't be restored/);
  await expect(host.puzzle('Turtles')).rejects.toThrow();
  await restore(bytes);
  await expect(page.getByText('Library restored.')).toBeVisible();
  expect(await host.puzzle('Turtles')).toBeGreaterThan(0);
  await expect(host.puzzle('Dolphins')).rejects.toThrow();
});

test('the first start has a card for each task, including scanning, and samples in groups; search finds sizes and kinds; a run counts as a change', async ({
  host,
  open,
  page,
}) => {
  await open();
  await expect(page.getByRole('list', { name: 'Get started' }).getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Eternity II and its clues' })).toBeInViewport();
  for (const group of ['Nine squares', 'Sliding', 'Framed, to practise', 'Classics and others'])
    await expect(page.getByRole('list', { name: group })).toBeVisible();
  const find = page.getByRole('searchbox', { name: 'Find a puzzle' });
  const found = page.getByRole('list', { name: 'Puzzles' }).getByRole('listitem');
  await find.fill('5x5');
  await expect(found.filter({ hasText: 'Framed 5 × 5' })).toHaveCount(1);
  await find.fill('sliding');
  await expect(found).toHaveCount(4);
  await find.fill('');

  const client = await host.client();
  const penguins = await host.puzzle('Penguins');
  const { puzzle } = await client.call('library.get', { id: penguins });
  // After the first run, the getting-started cards are still shown.
  await client.call('runs.start', { ...usualRun, puzzleId: penguins });
  await open('#/runs');
  await open('#/library');
  const squares = page.getByRole('list', { name: 'Nine squares' });
  await expect(squares.getByRole('listitem').filter({ hasText: 'Penguins' })).toContainText('1 run');
  await expect(page.getByRole('list', { name: 'Get started' }).getByRole('link')).toHaveCount(4);
  const [older, newer] = [
    await client.call('library.add', { puzzle: { ...puzzle, name: 'Searched' } }),
    await client.call('library.add', { puzzle: { ...puzzle, name: 'Lying about' } }),
  ];
  const mine = page.getByRole('list', { name: 'Mine' }).getByRole('listitem');
  await expect(mine.first()).toContainText(newer.name);
  await client.call('runs.start', { ...usualRun, puzzleId: older.id });
  await expect.poll(async () => (await client.call('library.list', {}))[0]?.name).toBe('Searched');
  await open('#/runs');
  await open('#/library');
  await expect(mine.first()).toContainText('Searched');
});
