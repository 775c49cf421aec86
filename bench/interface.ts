/**
 * How the interface keeps up, measured in Chromium against the built local host:
 *
 *   npm run build && node bench/interface.ts
 *
 * Repaint: a run of Eternity II sends its board ten times a second; meanwhile keys are typed, and how long
 * each took to be on screen is read from the browser's own event timing. Editor: edges of 256 tiles are
 * painted by keys, timed likewise. Gallery: a list of some 5,000
 * boards is scrolled by the wheel from top to bottom. docs/ui.md says what came out, and on which machine.
 */
import { rmSync } from 'node:fs';
import { Host } from '../tests/browser/host.ts';
import { machine, openBrowser } from './tools/chromium.ts';
import { at, read, report, startWatch } from './tools/watch.ts';

const BOARDS = 5000;
const SECONDS = 10;
const EDITS = 60;

const host = new Host();
await host.start();
const browser = await openBrowser();
console.log(`${machine()}, Chromium ${browser.version()}`);
try {
  const client = await host.client();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const show = async (address: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(host.url);
    await page.locator('main h1').waitFor();
    await page.evaluate((hash) => (location.hash = hash), address);
  };
  const run = { options: {}, seed: 1, threads: 1, limits: { seconds: null, nodes: null } } as const;

  const eternity = await host.puzzle('Eternity II');
  const { runId } = await client.call('runs.start', {
    ...run,
    puzzleId: eternity,
    engine: 'exact',
    wanted: { solutions: 1, boards: true },
  });
  await show(`#/search/${eternity}?run=${runId}`);
  await page.getByText('Running').waitFor();
  await page.getByText('Now', { exact: true }).click();
  await page.keyboard.press('Control+k');
  await page.evaluate(startWatch);
  for (let i = 0; i < SECONDS * 5; i++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(200);
  }
  const repaint = await read(page);
  await client.call('runs.stop', { runId });
  report(`A 16 × 16 board repainted while ${SECONDS * 5} keys are typed`, [
    ['tiles drawn a second', Math.round(repaint.pictures / SECONDS)],
    [
      'frame interval, median / 99 % / longest',
      [0.5, 0.99, 1].map((share) => at(repaint.frames, share)).join(' / '),
    ],
    ['tasks over 50 ms', repaint.longTasks.length],
    ['key to screen, keys over 16 ms', repaint.keys.length],
    ['key to screen, longest', at(repaint.keys, 1)],
  ]);

  await show(`#/editor/${eternity}`);
  await page.getByRole('application').first().focus();
  await page.evaluate(startWatch);
  for (let i = 0; i < EDITS; i++) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(60);
    await page.keyboard.press(String((i % 9) + 1)); // paints the edge of the tile
    await page.waitForTimeout(60);
  }
  const editing = await read(page);
  report(`The tile editor with 256 tiles: ${EDITS} tiles chosen, an edge of each painted`, [
    ['key to screen, keys over 16 ms', `${editing.keys.length} of ${2 * EDITS}`],
    [
      'key to screen of these, median / 95 % / longest',
      [0.5, 0.95, 1].map((share) => at(editing.keys, share)).join(' / '),
    ],
    ['tasks over 50 ms', editing.longTasks.length],
    ['longest task', at(editing.longTasks, 1)],
  ]);

  const squares = await host.puzzle('MacMahon’s 24 Squares');
  await client.call('runs.start', {
    ...run,
    puzzleId: squares,
    engine: 'exact',
    wanted: { solutions: 4 * BOARDS, boards: true },
    limits: { seconds: 60, nodes: null },
  });
  let total = 0;
  while (total < BOARDS) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    total = (await client.call('solutions.list', { puzzleId: squares, limit: 1 })).total;
    const [first] = (await client.call('runs.list', { puzzleId: squares, limit: 1 })).items;
    if (first && ['limit', 'exhausted', 'solved', 'failed'].includes(first.status)) break;
  }
  await show(`#/gallery?puzzle=${squares}`);
  const list = page.getByTestId('gallery-list');
  await list.getByRole('button').first().waitFor();
  await page.evaluate(startWatch);
  const { x, y } = (await list.boundingBox())!;
  await page.mouse.move(x + 200, y + 200);
  const position = (): Promise<number> =>
    list.locator(':scope > div').evaluate((each) => each.scrollTop / (each.scrollHeight - each.clientHeight));
  let wheels = 0;
  while ((await position()) < 0.999 && wheels < 1000) {
    await page.mouse.wheel(0, 400);
    wheels++;
  }
  const scroll = await read(page);
  report(`A gallery of ${total} boards, scrolled to the end in ${wheels} turns of the wheel`, [
    ['tiles drawn', scroll.pictures],
    [
      'frame interval, median / 99 % / longest',
      [0.5, 0.99, 1].map((share) => at(scroll.frames, share)).join(' / '),
    ],
    ['tasks over 50 ms', scroll.longTasks.length],
    ['longest task', at(scroll.longTasks, 1)],
  ]);
} finally {
  await browser.close();
  await host.stop();
  rmSync(host.dataDir, { recursive: true, force: true });
}
