// Help: the guide inside the application, the glossary, keys, the guided first puzzle, and about.
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
    await expect(page.getByLabel('Licences of third parties')).toContainText('svelte');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
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
  });

  await test.step('a new puzzle shows an example of the current choice before anything is generated', async () => {
    await open('#/create');
    const example = page.getByRole('img', { name: 'Example of the current choice' });
    await expect(example).toBeVisible();
    const picture = (): Promise<string> =>
      page
        .getByRole('region', { name: 'Generated puzzle' })
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await picture();
    await page.getByText('Framed colours').click();
    await expect.poll(picture).not.toBe(before);
  });
});
