// How the user finds edges whose group is uncertain, and answers questions about a picture that is hard to read.
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { caseOf, take } from '../scan/shots.ts';
import { expect, test } from './host.ts';
import { choose } from './scan-photo.ts';

/** Chooses a picture of nine tiles so faint that some of its edges end up in wrong groups. */
async function chooseFaint(page: Page): Promise<void> {
  const { photo } = take({ ...caseOf('faint', 12038), megapixels: 0.4 });
  await choose(page, { name: 'Faint.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo.file) });
}

test('edges in doubt are counted, marked and first in their groups; they are confirmed one after another', async ({
  open,
  page,
}) => {
  await open('#/scan');
  await chooseFaint(page);
  await page.getByRole('button', { name: 'Compare the edges' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('tab', { name: '3 Edges' })).toBeFocused();
  const region = page.getByRole('region', { name: 'Groups' });
  const edges = region.getByRole('button', { name: /^Tile .* sure$/ });
  const marked = edges.filter({ hasText: '?' });
  const sentence = region.getByText(/^\d+ edges are less certain\. They are marked with “\?” and come first/);
  await expect(sentence).toBeVisible();
  const count = await marked.count();
  expect(count).toBeGreaterThan(3);
  const counted = (left: number) => expect(sentence).toHaveText(new RegExp(`^${left} edges are`));
  await counted(count);
  await expect(marked.first()).toHaveAttribute(
    'title',
    /(might not belong to [A-Z]; the next most similar group is|might belong to) [A-Z]/i,
  );

  // The marked edges come first in every group.
  const orders = await region
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((group) =>
        [...group.querySelectorAll('[id^="edge-"]')].map((edge) => edge.textContent.includes('?')),
      ),
    );
  expect(orders.some((order) => order.includes(true) && order.includes(false))).toBe(true);
  for (const order of orders) expect(order.lastIndexOf(true)).toBe(order.filter(Boolean).length - 1);

  // The key `y` confirms an edge and moves the focus to the next doubtful edge.
  const ids = await marked.evaluateAll((buttons) => buttons.map(({ id }) => id));
  await marked.first().press('y');
  await counted(count - 1);
  await expect(marked).toHaveCount(count - 1);
  await expect(page.locator(`#${ids[0]}`)).not.toContainText('?');
  await expect(page.locator(`#${ids[1]}`)).toBeFocused();
  await page.keyboard.press('y');
  await counted(count - 2);
  await expect(page.locator(`#${ids[2]}`)).toBeFocused();
  // The key `y` does nothing on a confirmed edge, so one undo makes the second edge doubtful again.
  await page.locator(`#${ids[0]}`).press('y');
  await page.keyboard.press('Control+z');
  await counted(count - 1);
  await expect(page.locator(`#${ids[1]}`)).toContainText('?');

  // With the mouse: select the edge, then confirm it in the menu of its group.
  await marked.first().click();
  await region
    .getByRole('group')
    .filter({ has: page.locator(`#${ids[1]}`) })
    .getByRole('button', { name: /^Change/ })
    .click();
  await page.getByRole('menuitem', { name: /^Confirm Tile / }).click();
  await counted(count - 2);
});

test('after each answer, the next question has the focus, and the checks say what to do first', async ({
  open,
  page,
}) => {
  await open('#/scan');
  await chooseFaint(page);
  await page.getByRole('button', { name: 'Compare the edges' }).click();
  const checks = page.getByRole('complementary', { name: 'Checks' });
  const clusters = page.getByRole('region', { name: 'Do all of these edges show the same picture?' });
  const matching = page.getByRole('region', { name: 'How do the edges match?' });
  await expect(clusters).toBeVisible();
  await expect(checks).toHaveText('First answer the question.');
  await expect(page.getByRole('button', { name: 'Save and solve' })).toBeDisabled();
  const yes = clusters.getByRole('button', { name: 'Yes, all of them' });
  await expect(async () => {
    if (await yes.isVisible()) await yes.press('Enter', { timeout: 1000 });
    await expect(clusters).toBeHidden({ timeout: 2000 });
  }).toPass();
  await expect(matching).toBeFocused();
  await expect(checks).toContainText('First choose how the edges match.');
  await expect(checks).not.toContainText('by chance');
  await expect(checks.locator('.good')).toHaveCount(0);
  // Each choice shows pairs of edges that would touch.
  for (const choice of ['Touching edges are halves of a picture', 'Touching edges are equal']) {
    const row = matching.locator('.row', { has: page.getByRole('button', { name: choice }) });
    expect(await row.locator('canvas, img').count()).toBeGreaterThan(1);
  }
  await matching.getByRole('button', { name: 'Touching edges are equal' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Least certain edges' })).toBeFocused();
  await expect(checks).not.toContainText('First');
  await expect(page.getByRole('button', { name: 'Save and solve' })).toBeEnabled();

  // In a narrow window, the tick and the menu share a line, and “?” hides less than half of a picture.
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = page.getByRole('region', { name: 'Least certain edges' }).getByRole('listitem');
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const middle = (selector: string): number => {
        const { top, height } = row.querySelector(selector)!.getBoundingClientRect();
        return top + height / 2;
      };
      return middle('.choice button') - middle('.right button');
    }),
  );
  expect(places.length).toBeGreaterThan(3);
  for (const place of places) expect(Math.abs(place)).toBeLessThan(5);
  const hidden = await rows.locator('button', { has: page.locator('.mark') }).evaluateAll((buttons) =>
    buttons.map((button) => {
      const [mark, picture] = ['.mark', 'canvas, img'].map((selector) =>
        button.querySelector(selector)!.getBoundingClientRect(),
      );
      return (mark!.bottom - picture!.top) / picture!.height;
    }),
  );
  expect(hidden.length).toBeGreaterThan(0);
  for (const share of hidden) expect(share).toBeLessThan(0.5);
});
