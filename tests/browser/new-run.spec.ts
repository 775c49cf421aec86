// The form for a new run starts with the goal, which determines the other fields. It shows how many threads and how
// much memory the computer has.
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, test } from './host.ts';

const goal = (page: Page, name: string) => page.getByRole('radio', { name });
async function faultless(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
}

test('Eternity II: recommends a hunt because of its size; hints one by one, one thread, low priority; the last values become the default', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const puzzleId = await host.puzzle('Eternity II, centre hint only');
  await open(`#/search/${puzzleId}`);
  const estimate = page.getByTestId('estimate');
  await expect(goal(page, 'Solve it')).toBeChecked();
  await expect(estimate).toContainText(/times the age of the universe/);
  // Hoglan's upper bound on the size of the search tree: 4²⁵⁶ · 256!
  await expect(estimate).toContainText(/4256 · 256!\s*1\.2 × 10⁶⁶¹/);
  await page.getByText('Engine options').click();
  await expect(page.getByLabel('Stop after this many solutions')).toBeVisible();
  await goal(page, 'Count all').check();
  await expect(page.getByRole('switch', { name: 'Save every solution' })).toBeVisible();
  await page.getByRole('button', { name: 'Hunt for the best score instead' }).click();
  await expect(goal(page, 'Hunt for the best score')).toBeChecked();
  await expect(page.getByLabel('Engine', { exact: true })).toHaveValue('best');
  // The estimate is for a complete search. A hunt doesn't use that search's engine, so the engine is not named.
  await expect(estimate).toContainText('Hunting for the best score is the right choice.');
  await expect(estimate).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(page.getByTestId('choice')).toHaveCount(0);
  // A hunt looks for the best board, so it has no options about the number of solutions.
  await expect(page.getByLabel('Beam width')).toBeVisible();
  await expect(page.getByLabel('Stop after this many solutions')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Save every solution' })).toHaveCount(0);
  await expect(page.getByText(/This computer runs \d+ threads? at once/)).toBeVisible();
  await expect(page.getByText(/This computer has .* free/)).toBeVisible();

  await expect(page.getByRole('checkbox', { name: /^Centre/ })).toBeChecked();
  await page.getByRole('checkbox', { name: /^Clue 2/ }).check();
  await page.getByLabel('Threads', { exact: true }).fill('1');
  await page.getByLabel('Memory (MB)').fill('64');
  await page.getByLabel('Node limit').fill('2000000000');
  await page.getByLabel('Time limit').fill('soon');
  await expect(page.getByText('Enter a time, such as')).toBeVisible();
  await page.getByLabel('Time limit').fill('3 s');
  await page.getByRole('switch', { name: 'Low priority' }).uncheck();
  await faultless(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Run \d+$/ })).toBeVisible();
  const { items } = await client.call('runs.list', { puzzleId });
  expect(items[0]!.settings).toMatchObject({
    engine: 'best',
    hints: [135, 45],
    threads: 1,
    seed: 1,
    lowPriority: false,
    whenIdle: false,
    limits: { seconds: 3, nodes: 2_000_000_000 },
    options: { memory: 64 },
  });
  await expect(page.getByTestId('status')).toHaveText('Limit reached');

  await open(`#/search/${puzzleId}?new=1`);
  await expect(goal(page, 'Hunt for the best score')).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Clue 2/ })).toBeChecked();
  await expect(page.getByLabel('Threads', { exact: true })).toHaveValue('1');
  await expect(page.getByLabel('Time limit')).toHaveValue('3 s');
  // The engine options are collapsed, and their heading lists the values taken from the last run.
  await expect(page.getByRole('main').locator('summary')).toHaveText(/^Engine options\s*at most 2G nodes$/);
  await expect(page.getByRole('switch', { name: 'Low priority' })).not.toBeChecked();
  await expect(page.getByRole('spinbutton', { name: 'Seed' })).toHaveAttribute('placeholder', 'next: 2');
  // For a different puzzle, a new run takes over only settings that concern the computer, such as the threads.
  await open(`#/search/${await host.puzzle('Nine Halves')}`);
  await expect(goal(page, 'Solve it')).toBeChecked();
  await expect(page.getByLabel('Threads', { exact: true })).toHaveValue('1');
  await expect(page.getByTestId('estimate')).toContainText('A complete search takes');
  // The run shows that “Only when the computer is idle” is on, and the next run starts with it.
  await page.getByRole('switch', { name: 'Only when the computer is idle' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Run \d+$/ })).toBeVisible();
  await page.getByText('Settings of this run').click();
  await expect(page.getByRole('main')).toContainText(/Runs\s*only when the computer is idle/);
  await open(`#/search/${await host.puzzle('Nine Halves')}?new=1`);
  await expect(page.getByRole('switch', { name: 'Only when the computer is idle' })).toBeChecked();
  // In a narrow window, Start stays in view even if the form is taller than the window.
  for (const [width, height] of [
    [800, 800],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('main').evaluate((main) => (main.scrollTop = 0));
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('several seeds start a batch; comparing engines opens the lab', async ({ host, open, page }) => {
  await test.step('several seeds start a batch, each run with the next seed', async () => {
    const client = await host.client();
    const puzzleId = await host.puzzle('Nine Halves');
    await open(`#/search/${puzzleId}?new=1`);
    await page.getByLabel('Runs').fill('3');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('heading', { name: /^Run \d+$/ })).toBeVisible();
    const list = async () => (await client.call('runs.list', { puzzleId })).items;
    await expect
      .poll(async () => (await list()).map(({ status }) => status))
      .toEqual(['solved', 'solved', 'solved']);
    expect((await list()).map(({ settings }) => settings.seed)).toEqual([3, 2, 1]);
  });

  await test.step('comparing engines opens the lab with the puzzle selected', async () => {
    await open(`#/search/${await host.puzzle('Nine Halves')}?new=1`);
    await goal(page, 'Compare engines').check();
    await page.getByRole('link', { name: 'Choose engines' }).click();
    const dialog = page.getByRole('dialog', { name: 'New experiment' });
    await expect(dialog.getByRole('checkbox', { name: 'Nine Halves', exact: true })).toBeChecked();
  });
});
