// The step view and the lab. Step counts match the published ones, experiments continue after a crash, and exported
// tables can be read back unchanged.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './host.ts';

const figure = (page: Page, name: string) => page.locator('dl div').filter({ hasText: name }).locator('dd');

/** Opens the step view of a sample puzzle and waits until it is ready. */
async function steps(page: Page, puzzle: number, engine: string): Promise<void> {
  await page.evaluate(([id, name]) => (location.hash = `#/steps/${id}?engine=${name}`), [
    puzzle,
    engine,
  ] as const);
  await expect(figure(page, 'decisions')).toHaveText('0');
}

test('Hoglan 2005 step by step: forward, back, to the first solution, to the end', async ({
  host,
  open,
  page,
}) => {
  await open();
  await steps(page, await host.puzzle('Nine Figures'), 'tree');
  await expect(page.getByText('Nothing placed yet.')).toBeVisible();
  await expect(page.getByText(/^How many states will be created.*\? Take a\s+guess\.$/)).toBeVisible();
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight');
  await expect(figure(page, 'decisions')).toHaveText('40');
  await expect(page.locator('.words')).toHaveText(
    /does not fit\. (Top|Right|Bottom|Left) edge: .+\. It needs .+\./,
  );
  await page.keyboard.press('ArrowLeft');
  await expect(figure(page, 'decisions')).toHaveText('39');

  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await expect(page.locator('.words')).toHaveText('A solution!');
  // The published count is 194. This view also counts the 36 states of the first cell.
  await expect(figure(page, 'states created')).toHaveText('230');
  await expect(
    page.getByText(
      'The publication counts 194, because it leaves out the 36 states on the first level of the tree.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('treeitem', { selected: true })).toBeInViewport();
  // in classroom mode, the tree's text is larger but still not truncated
  await page.getByRole('button', { name: 'Classroom mode' }).click();
  await expect(page.locator('[role=tree] text', { hasText: '★ solution' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Leave classroom mode' }).click();
  // the answer to a guess scrolls into view
  await page.getByLabel(/^How many states will be created/).fill('400');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Predicted: 400. Off by a factor of 12.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'By level' })).toBeInViewport({ ratio: 0.95 });
  await page.locator('main').focus();

  for (let i = 0; i < 3; i++) await page.keyboard.press('+');
  await page.keyboard.press('Space');
  await expect(figure(page, 'states created')).not.toHaveText('230');
  await page.keyboard.press('Space');

  await page.keyboard.press('End');
  await expect(figure(page, 'decisions')).toContainText('the end');
  await expect(figure(page, 'states created')).toHaveText('4,715');
  await expect(figure(page, 'solutions')).toHaveText('12');

  // There is one subtree for each state of the first cell. Large subtrees are folded.
  const tree = page.getByRole('tree', { name: 'Search tree' });
  const parts = tree.locator('[role=treeitem][aria-level="2"]');
  await expect(parts).toHaveCount(36);
  expect(await tree.locator('[aria-expanded=false]').count()).toBeGreaterThan(20);
  const current = tree.getByRole('treeitem', { selected: true });
  // Use the keyboard to go from a dead end to its parent and back, then to the step of the dead end.
  const end = tree
    .getByRole('treeitem', { name: /dead end\. None of \d+ candidates fits .+ It needs .+\./ })
    .first();
  const place = (await end.getAttribute('aria-label'))!.split(':')[0]!;
  await end.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(end).not.toBeFocused();
  await page.keyboard.press('ArrowRight');
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(current).toHaveAccessibleName(`${place}: on the board`);
  await expect(current).toBeFocused();
  await parts.nth(2).locator('text').first().click();
  await expect(current).toHaveAccessibleName('Tile 1 rotated 180° in row 1, column 1: on the board');
  await expect(page.locator('.words')).toHaveText('Continue from tile 1 rotated 180° in row 1, column 1.');
});

test('exports the search tree as SVG, and board and tree as GIF and WebM', async ({
  host,
  open,
  page,
  context,
}) => {
  await open();
  await steps(page, await host.puzzle('Four Cyclists'), 'backtrack');
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  await expect(figure(page, 'decisions')).toHaveText('12');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the search' });
  const saved = async (format: string): Promise<Buffer> => {
    await dialog.getByLabel('Format').selectOption(format);
    if (format !== 'svg') {
      await dialog.getByLabel('Width').selectOption('640');
      await dialog.getByLabel('From step').fill('30');
      await dialog.getByLabel('To step').fill('40');
      await expect(dialog.getByRole('status')).toHaveText('11 frames; the animation takes 2.2 s.');
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save file' }).click(),
    ]);
    return readFileSync(await file.path());
  };

  const svg = (await saved('svg')).toString();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+/);
  expect(svg).toContain('after 12 steps</title>');
  expect(svg.match(/<g><title>/g)!.length).toBe(await page.getByRole('treeitem').count());
  expect(svg).not.toContain('var(');

  const gif = await saved('gif');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  const read = await page.evaluate(
    async (bytes) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
      await decoder.tracks.ready;
      await decoder.completed;
      const frames = decoder.tracks.selectedTrack!.frameCount;
      const { image } = await decoder.decode({ frameIndex: frames - 1 });
      return [frames, image.displayWidth, image.displayHeight, image.duration];
    },
    [...gif],
  );
  expect(read).toEqual([11, 640, 360, 200_000]);

  const webm = await saved('webm');
  expect([...webm.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  // Edgewise's content security policy forbids playing a file on its own pages.
  const blank = await context.newPage();
  const played = await blank.evaluate(
    async (bytes) => {
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'video/webm' }));
      await new Promise((resolve, reject) => {
        video.onloadedmetadata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      return [video.videoWidth, video.videoHeight, Math.round(10 * video.duration)];
    },
    [...webm],
  );
  expect(played).toEqual([640, 360, 22]);
});

test('Brandt et al. 2002: predict the calls, then count them; classroom mode fills the screen', async ({
  host,
  open,
  page,
}) => {
  await open();
  await steps(page, await host.puzzle('Four Cyclists'), 'backtrack');
  await page.getByLabel(/How many calls/).fill('672');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Exactly right!')).toBeVisible();
  await expect(page.getByRole('list', { name: 'By level' })).toHaveText('9371408020362116213');
  await page.locator('h1').click();
  await page.keyboard.press('End');
  await expect(figure(page, 'calls')).toHaveText('672');

  const size = () => page.locator('.words').evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
  const before = await size();
  await page.keyboard.press('c');
  const classroom = page.locator('.classroom');
  await expect(classroom).toBeVisible();
  expect(await size()).toBeGreaterThan(before);
  // Classroom mode fills the screen, and the board takes up the remaining height. Poll, because the window may still
  // be growing to full screen.
  const shares = (selector: string): Promise<number[]> =>
    page.locator(selector).evaluate((shown) => {
      const { width, height } = shown.getBoundingClientRect();
      return [width / innerWidth, height / innerHeight];
    });
  const fillsScreen = () => page.evaluate(() => document.fullscreenElement !== null);
  await expect.poll(fillsScreen).toBe(true);
  await expect.poll(() => shares('.classroom')).toEqual([1, 1]);
  await expect.poll(async () => (await shares('.classroom .room canvas'))[1]).toBeGreaterThan(0.84);
  const leave = page.getByRole('button', { name: 'Leave classroom mode' });
  // At 200 % zoom, the controls fit on one line. A full-screen window can't be resized, so narrow the controls
  // instead.
  const controls = page.locator('.classroom .controls');
  await controls.evaluate((element) => (element.style.width = `${600 / 1.4}px`));
  const tops = await controls
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(tops.filter((top) => Math.abs(top - tops[0]!) > 8)).toEqual([]);
  await leave.click();
  await expect(page.locator('.classroom')).toHaveCount(0);
  await expect.poll(fillsScreen).toBe(false);
});

/**
 * Records the texts drawn on charts with their vertical positions. The returned function returns these records and
 * clears them.
 */
async function recordMarks(page: Page): Promise<() => Promise<[text: string, y: number][]>> {
  await page.addInitScript(() => {
    const marks = new Map<string, number>();
    Object.assign(window, { marks });
    const context = CanvasRenderingContext2D.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this` below
    const { fillText } = context;
    context.fillText = function (text, x, y) {
      marks.set(text, y);
      Reflect.apply(fillText, this, [text, x, y]);
    };
  });
  return () =>
    page.evaluate(() => {
      const { marks } = window as unknown as { marks: Map<string, number> };
      const read = [...marks].filter(([text]) => /^\d/.test(text));
      marks.clear();
      return read;
    });
}

/** Returns the number that an axis mark shows, such as “1,050” or “12.5k”. */
const valueOf = (mark: string): number =>
  Number(mark.replaceAll(/[,kM]/g, '')) * (mark.endsWith('k') ? 1e3 : mark.endsWith('M') ? 1e6 : 1);

/** Returns the difference between the largest and the smallest gap between neighbouring values. */
function unevenness(values: readonly number[]): number {
  const distances = values.slice(1).map((value, i) => value - values[i]!);
  return Math.max(...distances) - Math.min(...distances);
}

test('an experiment survives a crash of the host; its CSV opens again as the same table', async ({
  host,
  open,
  page,
}) => {
  const marksDrawn = await recordMarks(page);
  const client = await host.client();
  const { experimentId } = await client.call('lab.start', {
    name: 'Backtrack against exact',
    plan: {
      puzzles: [{ puzzleId: await host.puzzle('Four Cyclists') }],
      setups: [
        { name: 'backtrack', engine: 'backtrack', options: {} },
        { name: 'exact', engine: 'exact', options: {} },
      ],
      trials: 6,
      firstSeed: 1,
      wanted: 'all',
      limits: { seconds: 60, nodes: null },
      threads: 1,
    },
  });
  await expect
    .poll(async () => (await client.call('lab.get', { experimentId })).trials.length)
    .toBeGreaterThanOrEqual(2);
  await host.kill();
  await host.start();

  await open(`#/lab/${experimentId}`);
  await expect(page.getByText('12 of 12 trials, done')).toBeVisible({ timeout: 120_000 });
  const table = page.getByRole('region', { name: 'Table of all results' });
  await expect(table.getByText('671')).toBeVisible();
  const shown = await table.innerText();
  await expect(
    page.getByText(
      /^((Exact|Recursive backtracking .+) has the lowest time \(p (=|<) 0\.\d+\)|No difference shown .+)\.$/,
    ),
  ).toBeVisible();
  const bars = page.getByRole('region', { name: 'Time to finish, medians for Four Cyclists' });
  await expect(bars.getByRole('listitem')).toHaveText([
    /^Recursive backtracking \(Brandt et al. 2002\)\s*[\d.]+ ms$/,
    /^Exact\s*[\d.]+ ms$/,
  ]);

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG' }).click(),
  ]);
  const file = await csv.path();
  // Exported files contain the ids of engines.
  expect(readFileSync(file, 'utf8')).toMatch(/^0,Four Cyclists,3?,backtrack,/m);
  const picture = readFileSync(await png.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // The picture is taller than the chart, because it includes the title, axes, legend and notes.
  const drawn = await page.locator('.chart canvas').evaluate((canvas: HTMLCanvasElement) => canvas.height);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(drawn + 130);

  const openResults = async (name: string, buffer: Buffer): Promise<void> => {
    await page.evaluate(() => (location.hash = '#/lab'));
    const opening = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open results…' }).click();
    await marksDrawn();
    await (await opening).setFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer });
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  await openResults('again', readFileSync(file));
  await expect.poll(() => table.innerText()).toBe(shown);
  // The axis has equal steps at equal distances.
  await page.locator('.chart canvas').waitFor();
  const marks = await marksDrawn();
  expect(marks.length).toBeGreaterThan(2);
  expect(unevenness(marks.map(([text]) => valueOf(text)))).toBeLessThan(1e-6);
  expect(unevenness(marks.map(([, y]) => y))).toBeLessThanOrEqual(1);

  // If values differ by orders of magnitude, the axis is logarithmic, with round numbers.
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const time = head!.split(',').indexOf('elapsedMs');
  const wide = lines.map((line, i) =>
    line
      .split(',')
      .with(time, String(3 * 1.5 ** i))
      .join(','),
  );
  await openResults('wide', Buffer.from([head, ...wide, ''].join('\r\n')));
  await page.locator('.chart canvas').waitFor();
  const logarithmic = await marksDrawn();
  for (const [text] of logarithmic) expect(text).toMatch(/^(0\.0*)?[125][0,]*[kM]?$/);
  const [first, last] = [logarithmic[0]!, logarithmic.at(-1)!];
  const decades = Math.log10(valueOf(last[0]) / valueOf(first[0]));
  expect(decades).toBeGreaterThan(1.5);
  for (const [text, y] of logarithmic) {
    const share = Math.log10(valueOf(text) / valueOf(first[0])) / decades;
    expect(Math.abs(y - (first[1] + share * (last[1] - first[1]))), text).toBeLessThanOrEqual(1);
  }

  await open('#/lab');
  const bar = page
    .getByRole('progressbar', { name: 'Trials of Backtrack against exact' })
    .locator('span')
    .first();
  const colours = await bar.evaluate(
    (span) => getComputedStyle(span).backgroundImage.match(/rgb\([^)]*\)/g) ?? [],
  );
  expect(new Set(colours).size).toBe(4);
});

test('creates an experiment from the library, pauses and deletes it', async ({ open, page }) => {
  await open('#/lab');
  await page.getByRole('button', { name: 'New experiment…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New experiment' });
  await dialog.getByRole('checkbox', { name: 'Nine Figures' }).check();
  await dialog.getByLabel('Trials per engine and puzzle').fill('1000');
  await expect(dialog.getByText('2,000 trials')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/of 2,000 trials, (running|queued)/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/of 2,000 trials, paused/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Lab', level: 1 })).toBeVisible();
  const experiment = page.getByRole('link', { name: 'Automatic / Exact on 1 puzzle' });
  await expect(page.getByText(/on 1 puzzle” deleted/)).toBeVisible();
  await expect(experiment).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await experiment.click();
  await expect(page.getByText(/of 2,000 trials, paused/)).toBeVisible();
});

test('the row solver (COEN 352): its published means are shown next to ours, in the table and as CSV', async ({
  host,
  open,
  page,
}) => {
  const client = await host.client();
  const framed = (size: number) => ({
    name: `Framed ${size} × ${size}`,
    size,
    source: { kind: 'recipe' as const, recipe: { family: 'framed' as const, width: size, height: size } },
  });
  const { experimentId } = await client.call('lab.start', {
    name: 'Two sizes',
    plan: {
      puzzles: [framed(2), framed(3)],
      setups: [{ name: 'rows', engine: 'rows', options: { iterations: 1000 } }],
      trials: 1,
      firstSeed: 1,
      wanted: 1,
      limits: { seconds: 60, nodes: null },
      threads: 1,
      published: 'rows-trials',
    },
  });
  await open(`#/lab/${experimentId}`);
  await expect(page.getByText('2 of 2 trials, done')).toBeVisible({ timeout: 60_000 });
  const beside = page.getByRole('region', { name: 'Compared with the published figures' });
  await expect(beside).toContainText('COEN 352, no author or year given');
  const time = beside.getByRole('region', { name: 'Time to the best board (ms)' });
  await expect(time.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('< 1');
  const quality = beside.getByRole('region', { name: /Quality/ });
  await expect(quality.getByRole('row').nth(1)).toHaveText(/^2\s*100\s*100\s*100\s*100\s*1$/);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    beside.getByRole('button', { name: 'Save tables (CSV)' }).click(),
  ]);
  expect(readFileSync(await csv.path(), 'utf8')).toContain('Quality (tiles placed, %)');
});
