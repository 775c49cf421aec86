// The step view in a classroom. Without a puzzle, it offers one. The guess comes before the answer, and text is large.
import { expect, test } from './host.ts';

test('a sliding puzzle is stepped through move by move; without a puzzle, the view offers one', async ({
  host,
  open,
  page,
}) => {
  await open('#/steps');
  await page.getByRole('link', { name: 'Step through Nine Halves' }).click();
  await expect(page.getByText('Nothing placed yet.')).toBeVisible();
  const fifteen = await host.puzzle('Fifteen');
  await open(`#/steps/${fifteen}`);
  await expect(page).toHaveURL(new RegExp(`#/slide/${fifteen}$`));
  await expect(page.getByRole('heading', { name: 'Fifteen', level: 1 })).toBeVisible();
  // Going back skips the address that was redirected.
  await page.goBack();
  await expect(page.getByText('Nothing placed yet.')).toBeVisible();
});

test('the guess comes first and the answer gets the focus; on a projector, all text is large', async ({
  host,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(`#/steps/${await host.puzzle('Nine Halves')}`);
  const guess = page.getByRole('heading', { name: 'Prediction' });
  const tried = page.getByRole('heading', { name: 'Tried in this cell' });
  const top = async (of: typeof guess): Promise<number> => (await of.boundingBox())!.y;
  await expect(guess).toBeVisible();
  expect(await top(guess)).toBeLessThan(await top(tried));
  await page.getByLabel(/How many states will be created/).fill('3000');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('.real')).toBeFocused();
  await expect(page.locator('.real')).toContainText('3,203 states created');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await top(tried)) < (await top(guess))).toBe(true);

  await page.keyboard.press('c');
  const sizes = (): Promise<number[]> =>
    page
      .locator('.classroom .figures :is(p, [role=tab])')
      .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  await expect.poll(async () => Math.min(...(await sizes()))).toBeGreaterThan(18);
});

test('at 1024 × 768, the controls fit on one line', async ({ host, open, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(`#/steps/${await host.puzzle('Nine Halves')}`);
  const middle = async (name: RegExp): Promise<number> => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
    return Math.round(y + height / 2);
  };
  await expect(page.getByText('Nothing placed yet.')).toBeVisible();
  expect(await middle(/^Classroom mode/)).toBe(await middle(/^Beginning/));
});

test('an engine added to an experiment is one that is not listed yet', async ({ open, page }) => {
  await open('#/lab');
  await page.getByRole('button', { name: 'New experiment…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add an engine' }).click();
  const chosen = await dialog
    .getByLabel(/^Engine \d/)
    .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
  expect(chosen).toHaveLength(3);
  expect(new Set(chosen).size).toBe(3);
});

test('the guide in the window leaves out pictures together with their captions', async ({ open, page }) => {
  await open('#/help/teaching');
  await expect(page.getByRole('heading', { name: 'Step through a search' })).toBeVisible();
  await expect(page.getByText('Steps of a tree search')).toHaveCount(0);
});
