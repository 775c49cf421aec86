// All state is in the address: any address, even an invalid one, shows a readable page.
import { expect, test } from './host.ts';

for (const address of ['#/%', '#/nowhere', '#/search/%E0%A4%A?run=%', '#/puzzle/999999', '#/lab/%']) {
  test(`${address} identifies the view`, async ({ open, page }) => {
    await open(address);
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
    await expect(
      page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).first(),
    ).toBeVisible();
    // A reload opens the address like a bookmark.
    await page.reload();
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
  });
}
