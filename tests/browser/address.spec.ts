// All state is in the address: any address, even an invalid one, shows a readable page.
import { expect, test } from './host.ts';

test('any address, even an invalid one, identifies the view', async ({ host, open, page }) => {
  const main = page.locator('main');
  for (const address of ['#/%', '#/nowhere', '#/search/%E0%A4%A?run=%', '#/puzzle/999999', '#/lab/%']) {
    await open(address);
    // A reload opens the address like a bookmark.
    await page.reload();
    await expect(main.getByRole('heading').first(), address).toBeVisible();
    await expect(main.getByRole('link').or(main.getByRole('button')).first(), address).toBeVisible();
  }
  // the page of a run that does not exist links to the list of runs
  await open(`#/search/${await host.puzzle('Penguins')}?run=999999`);
  await main.getByRole('link', { name: 'Show all runs' }).click();
  await expect(page).toHaveURL(/#\/runs$/);
});
