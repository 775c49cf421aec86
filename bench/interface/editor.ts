/** Measures the time from a key press to the next frame while the edges of 256 tiles are being painted by keyboard. */
import { at, read, report, startWatch } from '../tools/watch.ts';
import type { Part } from './part.ts';

const EDITS = 60;

export const part: Part = {
  async measure({ host, browser }) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(host.url);
    await page.locator('main h1').waitFor();
    const puzzleId = await host.puzzle('Eternity II');
    await page.evaluate((hash) => (location.hash = hash), `#/editor/${puzzleId}`);
    await page.getByRole('application').first().focus();
    await page.evaluate(startWatch);
    for (let i = 0; i < EDITS; i++) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(60);
      await page.keyboard.press(String((i % 9) + 1));
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
  },
};
