/**
 * Measures the time from a key press to the screen while a run on Eternity II sends its board ten times a second. The
 * times come from the browser's event timing.
 */
import { usualRun } from '../../tests/browser/host.ts';
import { at, read, report, startWatch } from '../tools/watch.ts';
import type { Part } from './part.ts';

const SECONDS = 10;

export const part: Part = {
  async measure({ host, browser, client }) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(host.url);
    await page.locator('main h1').waitFor();
    const puzzleId = await host.puzzle('Eternity II');
    const { runId } = await client.call('runs.start', {
      ...usualRun,
      puzzleId,
      engine: 'exact',
      wanted: { solutions: 1, boards: true },
    });
    await page.evaluate((hash) => (location.hash = hash), `#/search/${puzzleId}?run=${runId}`);
    await page.getByTestId('status').getByText('Running').waitFor();
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
  },
};
