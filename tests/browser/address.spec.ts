import { expect, test, usualRun } from './host.ts';

test('any address, even an invalid one, shows a readable page', async ({ host, open, page }) => {
  const main = page.locator('main');
  for (const address of ['#/%', '#/nowhere', '#/search/%E0%A4%A?run=%', '#/puzzle/999999', '#/lab/%']) {
    await open(address);
    // Reload, because `open` only changes the hash of a loaded page.
    await page.reload();
    await expect(main.getByRole('heading').first(), address).toBeVisible();
    await expect(main.getByRole('link').or(main.getByRole('button')).first(), address).toBeVisible();
  }
  const penguins = await host.puzzle('Penguins');
  for (const run of ['999999', 'abc']) {
    await open(`#/search/${penguins}?run=${run}`);
    await expect(main).toContainText(run);
    await main.getByRole('link', { name: 'Show all runs' }).click();
    await expect(page).toHaveURL(/#\/runs$/);
  }
  // The previously open puzzle must not stay on screen.
  for (const view of ['puzzle', 'editor', 'play', 'search', 'steps', 'slide'])
    for (const id of ['999999', 'abc']) {
      await open(`#/puzzle/${penguins}`);
      await expect(main.getByRole('heading', { name: 'Penguins', level: 1 })).toBeVisible();
      await open(`#/${view}/${id}`);
      await expect(main.getByRole('heading', { name: 'Puzzle not found' }), `${view} ${id}`).toBeVisible();
      await expect(main).toContainText(id);
      await expect(main.getByRole('link', { name: 'Open the library' })).toBeVisible();
    }
  await open('#/lab/999999');
  await main.getByRole('link', { name: 'Show all experiments' }).click();
  await expect(main.getByRole('heading', { name: 'Ready-made experiments' })).toBeVisible();
});

test('a run or board opens under its own puzzle even if its address names another puzzle', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const [penguins, eternity] = [await host.puzzle('Penguins'), await host.puzzle('Eternity II')];
  const { runId } = await client.call('runs.start', { ...usualRun, puzzleId: penguins });
  await expect
    .poll(async () => (await client.call('boards.list', { puzzleId: penguins })).items.length)
    .toBe(1);
  const [board] = (await client.call('boards.list', { puzzleId: penguins })).items;
  const main = page.locator('main');

  await open(`#/search/${eternity}?run=${runId}`);
  await expect(page).toHaveURL(new RegExp(`#/search/${penguins}\\?run=${runId}$`));
  await expect(main.getByRole('heading', { name: `Run ${runId}`, level: 1 })).toBeVisible();
  await expect(main).toContainText('Penguins');
  await expect(main).toContainText('9 of 9 tiles');

  await open(`#/search/${eternity}?goal=hunt&from=${board!.id}`);
  await expect(page).toHaveURL(new RegExp(`#/search/${penguins}\\?goal=hunt&from=${board!.id}$`));
  await expect(main.getByRole('group', { name: `Start from board ${board!.id}` })).toBeVisible();
  for (const [name, text] of [
    ['from', 'There is no board 999999'],
    ['like', 'There is no run 999999'],
  ] as const) {
    await open(`#/search/${eternity}?new=1&${name}=999999`);
    await expect(main.getByRole('alert')).toContainText(text);
    await expect(main.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  }
  await open(`#/compare?a=${board!.id}&b=999999`);
  await expect(main).toContainText('No. 999999 cannot be shown here.');
});

test('a deleted puzzle that is opened by its address says so and can be restored', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const id = await host.puzzle('Penguins');
  await client.call('library.remove', { id });
  const note = page.getByRole('region', { name: 'Deleted puzzle' });
  for (const view of ['puzzle', 'editor', 'play', 'search', 'steps']) {
    await open(`#/${view}/${id}`);
    await expect(note, view).toContainText('This puzzle is in Recently deleted.');
  }
  await open('#/library');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expect(note).toHaveCount(0);
  await open(`#/puzzle/${id}`);
  await note.getByRole('button', { name: 'Restore' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Penguins', level: 1 })).toBeVisible();
  expect((await client.call('library.list', {})).some((puzzle) => puzzle.id === id)).toBe(true);
});
