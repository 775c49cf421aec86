// Help: the guide within the application, the glossary, keyboard shortcuts, the guided first puzzle, and the About
// page.
import { expect, test } from './host.ts';

test('the guide, the guided first puzzle, and an example for a new puzzle', async ({ open, page }) => {
  await test.step('the guide is inside the application and its links lead on; glossary, keys and about', async () => {
    await open('#/library');
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'First puzzle', level: 1 })).toBeVisible();
    await page.getByRole('article').getByRole('link', { name: 'Designing' }).click();
    await expect(page.getByRole('heading', { name: 'Designing', level: 1 })).toBeVisible();
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Glossary' }).click();
    await expect(page.getByRole('term').filter({ hasText: /^Mismatch$/ })).toBeVisible();
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: /^Edgewise \d+\.\d+/ })).toBeVisible();
    await expect(page.getByText('Licence: MIT')).toBeVisible();
    await expect(page.getByLabel('Third-party licences')).toContainText('svelte');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // Names of commands don't repeat the name of their group.
    const view = keys.locator('div').filter({ has: page.getByRole('term').filter({ hasText: /^Gallery$/ }) });
    await expect(view.last().locator('kbd')).toHaveText(['G', 'G']);
    await keys.getByRole('link', { name: 'Guide' }).click();
    await expect(keys).toBeHidden();
    await expect(page.getByRole('heading', { name: 'First puzzle', level: 1 })).toBeVisible();
  });

  await test.step('the guided first puzzle has five steps and can be left at any time', async () => {
    await open('#/help');
    const start = page.getByRole('button', { name: 'Start the guided first puzzle' });
    const card = page.getByRole('region', { name: 'Guided first puzzle' });
    await start.click();
    await expect(card).toContainText('Step 1 of 5');
    await expect(page).toHaveURL(/#\/puzzle\/\d+/);
    for (const step of [2, 3, 4, 5]) {
      await card.getByRole('button', { name: 'Next' }).click();
      await expect(card).toContainText(`Step ${step} of 5`);
      await expect(page).toHaveURL(step < 5 ? /#\/play\/\d+/ : /#\/search\/\d+/);
    }
    await card.getByRole('button', { name: 'Done' }).click();
    await expect(card).toBeHidden();
    await open('#/help');
    await start.click();
    await card.getByRole('button', { name: 'Leave the guide' }).click();
    await expect(card).toBeHidden();
    // Start the guided first puzzle from the list of shortcuts, with the keyboard.
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Guided first puzzle', exact: true }).press('Enter');
    await expect(card.getByRole('heading', { name: 'Look at a puzzle' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(card).toContainText('Step 2 of 5');
    // at 200 % zoom
    await page.setViewportSize({ width: 640, height: 400 });
    expect((await card.boundingBox())!.height).toBeLessThan(0.25 * 400);
    // on a phone
    await page.setViewportSize({ width: 360, height: 740 });
    const top = (await card.boundingBox())!.y;
    const main = (await page.getByRole('main').boundingBox())!;
    expect(main.y + main.height).toBeLessThanOrEqual(top);
    const tray = (await page.getByRole('application', { name: 'Tray' }).boundingBox())!;
    expect(tray.y + 20).toBeLessThan(top);
    await page.setViewportSize({ width: 1280, height: 720 });
    await card.getByRole('button', { name: 'Leave the guide' }).press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a new puzzle shows an example of the current choice before anything is generated', async () => {
    await open('#/create');
    const example = page.getByRole('img', { name: 'Example with these settings' });
    await expect(example).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      /Tiles placed by a complete search\s*about 750 \(instant\)/,
    );
    const picture = (): Promise<string> =>
      page
        .getByRole('region', { name: 'Generated puzzle' })
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect
      .poll(async () => (await example.locator('canvas').boundingBox())!.height)
      .toBeGreaterThan(0.55 * 900);
    const before = await picture();
    await page.getByText('Framed colours').click();
    await expect.poll(picture).not.toBe(before);
    // The option “Like Eternity II” makes the form longer, but the button “Generate” must stay visible.
    for (const [width, height] of [
      [1280, 720],
      [800, 800],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Like Eternity II' }).click();
      await page.locator('main').evaluate((main) => (main.scrollTop = 0));
      await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeInViewport({ ratio: 1 });
    }
  });
});
