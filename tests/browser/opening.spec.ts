import path from 'node:path';
import { expect, test } from './host.ts';

test('the page in the data folder opens the application, without the token in the address', async ({
  host,
  page,
}) => {
  await page.goto(`file://${path.join(host.dataDir, 'open-edgewise.html')}`);
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
});

test('an address with an invalid escape opens a page that says so, with a link back', async ({
  open,
  page,
}) => {
  for (const address of ['#/%', '#/nowhere/%E0%A4%A', '#/%/%']) {
    await open(address);
    await expect(page.getByText('Edgewise has no page')).toBeVisible();
  }
  await page.reload();
  await page.getByRole('link', { name: 'Open the library' }).click();
  await expect(page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
});
