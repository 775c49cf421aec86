// What a person must be able to rely on: a board that was found is there, for every run that found it; what came
// with the application or has a history is never changed under it; an end that nobody wanted is said and mended.
import { expect, test } from './host.ts';

test('a second run of the same puzzle has the board as well, and never says that there is none', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Penguins');
  await open(`#/search/${puzzleId}?new=1`);
  // Whatever the page says, be it for one frame.
  await page.evaluate(() => {
    const said = ((window as unknown as { said: string[] }).said = []);
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      if (text.includes('No board has been stored yet')) (said as string[]).push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const time of ['first', 'second']) {
    await open(`#/search/${puzzleId}?new=1`);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByTestId('status'), time).toHaveText('Solved');
    await expect(page.getByTestId('run-board').getByRole('img'), time).toHaveAccessibleName(/12 of 12 edges/);
    await expect(page.getByRole('tab', { name: 'Archive 1' }), time).toBeVisible();
  }
  await expect(page.getByText('No board has been stored yet')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);

  const { items: runs } = await client.call('runs.list', { puzzleId });
  const [second, first] = runs.map(({ id }) => id);
  const { items } = await client.call('solutions.list', { puzzleId });
  expect(items).toHaveLength(1);
  expect(items[0]!.runs.map(({ runId }) => runId)).toEqual([first, second]);
  expect(items[0]!.runs[0]!.foundAt <= items[0]!.runs[1]!.foundAt).toBe(true);
  for (const runId of [first!, second!]) {
    expect((await client.call('solutions.list', { runId })).total).toBe(1);
  }
  await open(`#/gallery?puzzle=${puzzleId}`);
  await expect(page.getByRole('link', { name: `run ${first}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `run ${second}` })).toBeVisible();
});
