// All state is in the address: any address shows something readable, with a way to go on.
import { expect, test } from './host.ts';

for (const address of ['#/%', '#/nowhere', '#/search/%E0%A4%A?run=%', '#/puzzle/999999', '#/lab/%']) {
  test(`${address} identifies the view`, async ({ open, page }) => {
    await open(address);
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
    await expect(
      page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).first(),
    ).toBeVisible();
    // Opened cold, as from a bookmark.
    await page.reload();
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
  });
}
