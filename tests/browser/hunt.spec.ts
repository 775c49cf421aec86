// The panel of a hunt: its score, the published scores, and the explanation of each number. Other views also show the
// hunt.
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { Store } from '../../src-main/store/store.ts';
import { faults } from './axe.ts';
import { cutOffIn } from './cut-off.ts';
import { expect, test, usualRun } from './host.ts';

test('a hunt shows its score and the published ones in the panel, the navigation and the title', async ({
  host,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const puzzleId = await host.puzzle('Eternity II');
  const client = await host.client();
  const hunt = async (nodes: number | null): Promise<number> => {
    const { runId } = await client.call('runs.start', {
      ...usualRun,
      puzzleId,
      hints: [135],
      engine: 'best',
      options: { memory: 64 },
      limits: { seconds: null, nodes },
    });
    return runId;
  };
  const short = await hunt(20_000);
  await expect.poll(async () => (await client.call('runs.get', { runId: short })).status).toBe('limit');
  const runId = await hunt(null);
  // Record the labels on the charts' axes and lines.
  await page.addInitScript(() => {
    const written = new Set<string>();
    Object.assign(window, { written });
    const context = CanvasRenderingContext2D.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this` below
    const { fillText } = context;
    context.fillText = function (text, x, y) {
      written.add(text);
      Reflect.apply(fillText, this, [text, x, y]);
    };
  });
  const written = () => page.evaluate(() => [...(window as unknown as { written: Set<string> }).written]);
  await open(`#/search/${puzzleId}?run=${runId}`);
  const main = page.locator('main');
  await expect(page.getByTestId('matched')).toHaveText(/^4[0-9][0-9]$/);
  const score = Number(await page.getByTestId('matched').textContent());
  expect(480 - score).toBeGreaterThanOrEqual(Number(await page.getByTestId('mismatches').textContent()));
  await expect(main).toContainText('more than the best published board, which has 10');
  await expect(main).toContainText(
    'Best published score: 470, by J. Blackwood, 30 March 2021; equalled by J. Bucas',
  );
  await expect(page.getByTestId('memory')).toHaveText(/\d+ MB/);
  await expect(page.getByTestId('since')).toHaveText(/^just now$|^[\d.]+ (s|min) ago$/);
  await expect(main).toContainText(/1 of 1 hint kept/);
  // These figures don't apply to a hunt.
  await expect(main).not.toContainText(/searched so far|unique|distinct|epochs|solutions/i);
  await expect(page.getByText('Score over running time')).toBeVisible({ timeout: 60_000 });
  // The chart's axis starts at most 15 below the best score. Known scores are labelled lines. Time marks are whole
  // numbers, except in the first two seconds, when one may be “1.5 s”. Charts are redrawn every half second.
  await expect
    .poll(async () => (await client.call('runs.get', { runId })).figures.elapsedMs)
    .toBeGreaterThan(4000);
  await page.evaluate(() => (window as unknown as { written: Set<string> }).written.clear());
  await expect.poll(written).toEqual(
    // “0” is the lowest mark of the speed chart.
    expect.arrayContaining([
      ...['solved: 480', 'best published: 470', '0'],
      expect.stringMatching(/^\d+ (s|min)$/),
    ]),
  );
  const marks = await written();
  for (const mark of marks) expect(mark).not.toMatch(/\d\.\d+ (s|min|h|d)/);
  const scores = marks.filter((mark) => /^[1-9]\d\d$/.test(mark)).map(Number);
  expect(scores.length).toBeGreaterThan(1);
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(score - 15);
  // The controls above the board fit on one line.
  const [heat, exporting] = await Promise.all(
    [page.getByLabel('Heat map'), main.getByRole('button', { name: 'Export' })].map((each) =>
      each.boundingBox(),
    ),
  );
  expect(Math.abs(heat!.y - exporting!.y)).toBeLessThan(heat!.height / 2);
  expect(await page.getByLabel('Heat map').evaluate(cutOffIn)).toEqual([]);
  await expect(main.getByRole('link', { name: 'New run' })).toBeVisible();
  await page.getByText('Settings of this run').click();
  await expect(main).toContainText(/Hints to keep\s*1 of 5/);
  await expect(main).not.toContainText('Goal');

  const meanings = await main
    .locator('dl dt button')
    .evaluateAll((all) =>
      all.map(
        (each) => document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
      ),
    );
  expect(meanings.length).toBeGreaterThan(6);
  for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z].{20,}\.$/);
  await page.getByRole('button', { name: 'Score', exact: true }).hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Matching inner edges' })).toBeVisible();
  await page.getByRole('button', { name: 'Mismatches left' }).focus();
  const tip = page.getByRole('tooltip').filter({ hasText: 'A solution has none' });
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  expect(await faults(page)).toEqual([]);

  await open('#/settings');
  const link = page.getByRole('list', { name: 'Active runs' }).getByRole('link');
  await expect(link).toContainText(/Eternity II\s*4\d\d of 480/);
  await expect(page).toHaveTitle(/^4\d\d of 480 · Settings · Edgewise$/);
  await link.click();
  await expect(page.getByRole('heading', { name: `Run ${runId}` })).toBeVisible();

  // Before the first board, a dash is shown instead of a score of 0.
  const { settings } = await client.call('runs.get', { runId });
  const { runId: next } = await client.call('queue.start', { ...settings, hints: [] });
  await open(`#/search/${puzzleId}?run=${next}`);
  await expect(page.getByTestId('matched')).toHaveText('–');
  await expect(page.getByTestId('mismatches')).toHaveText('–');
  await expect(main).toContainText('no board yet');
  await expect(main).not.toContainText('of 0 edges');
  await expect(main).toContainText('no published score for these hints');
  await client.call('runs.remove', { runId: next });
  await open(`#/search/${puzzleId}?run=${runId}`);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByTestId('status')).toHaveText('Stopped');
  // This run keeps only the hint in the centre, so the clue in row 3 is not marked.
  const board = page.getByTestId('run-board').getByRole('application');
  await board.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  await expect(main.getByText(/^Row 3, column 3: /).last()).toBeAttached();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await expect(main.getByText(/^Row 9, column 8, hint: tile 139/).last()).toBeAttached();
  await page.getByRole('tab', { name: 'Log' }).click();
  const lines = main.getByRole('tabpanel').getByRole('listitem');
  await expect(lines.first()).toHaveText(/^\s*\d\d:\d\d:\d\d Ended: stopped\.$/);
  await expect(
    lines.filter({ hasText: /^\s*\d\d:\d\d:\d\d 4\d\d of 480 edges matched after [\d.]+ m?s/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Active runs' })).toHaveCount(0);
  await expect(page).toHaveTitle(`Run ${runId} · Edgewise`);
});

/** Adds three runs of a puzzle: two with 20 matched edges, and a solved one that took 30 s from 20 to all 24. */
async function addRuns(dataDir: string): Promise<void> {
  const store = await Store.open(dataDir, 'test');
  const { puzzle: made, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const puzzle = { ...made, name: 'Improved' };
  const settings = { ...usualRun, engine: 'best', puzzleId: store.puzzles.add(puzzle).id };
  const partial = solution.map((code, cell) => (cell < 14 ? code : EMPTY));
  for (const board of [partial, partial, solution]) {
    const id = store.runs.add(settings, 1, store.puzzles.snapshot(puzzle));
    const score = scoreOf(puzzle, board);
    store.runs.setBest(id, board, score);
    store.runs.setStatus(id, 'stopped', '');
    const sample = (elapsedMs: number, { matched, placed }: typeof score) => ({
      elapsedMs,
      matched,
      placed,
      nodes: 1,
      nodesPerSecond: 1,
      depth: 1,
      fraction: null,
    });
    store.samples.add(id, [sample(1000, scoreOf(puzzle, partial)), sample(31_000, score)]);
  }
  store.close();
}

test.describe('after earlier runs', () => {
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures wanted here
  test.use({ fill: async ({}, use) => use(addRuns) });

  test('a hunt says how long earlier runs took to improve its score; a solved board has no next improvement', async ({
    host,
    open,
    page,
  }) => {
    const puzzleId = await host.puzzle('Improved');
    const main = page.locator('main');
    await open(`#/search/${puzzleId}?run=1`);
    await expect(main).toContainText(/Next improvement[^]*30\.0 s\s*in 1 earlier run/);
    await open(`#/search/${puzzleId}?run=3`);
    await expect(page.getByTestId('mismatches')).toHaveText('0');
    await expect(main).not.toContainText('Next improvement');
  });
});

test('a row scan shows its length next to the best published one', async ({ host, open, page }) => {
  const puzzleId = await host.puzzle('Eternity II');
  const client = await host.client();
  const { runId } = await client.call('runs.start', {
    ...usualRun,
    puzzleId,
    engine: 'best',
    options: { memory: 64, goal: 'row-scan' },
    limits: { seconds: null, nodes: 4000 },
  });
  await expect.poll(async () => (await client.call('runs.get', { runId })).status).toBe('limit');
  await open(`#/search/${puzzleId}?run=${runId}`);
  await expect(page.getByTestId('row-scan')).toHaveText(/^1\d\d$/);
  await expect(page.locator('main')).toContainText('fewer than the best published row scan, which has 230');

  // Every list of options shows the goal's title, not its value `row-scan`.
  await page.getByText('Settings of this run').click();
  await expect(page.getByRole('definition').filter({ hasText: /^Row scan$/ })).toBeVisible();
  await page.getByRole('link', { name: 'New run' }).click();
  await page.getByText('Engine options').click();
  const goal = page.getByRole('combobox', { name: 'Goal' });
  await expect(goal.locator('option')).toHaveText(['Matched edges', 'Row scan']);
  await expect(goal).toHaveValue('row-scan');
  await open('#/runs');
  await expect(page.getByRole('listitem').filter({ hasText: `Run ${runId}` })).toContainText(
    'Goal: Row scan',
  );
});
