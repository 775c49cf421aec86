/**
 * Measures a gallery of 16 × 16 boards (environment variable BOARDS, default 100,000): the time of each filter and
 * sort order, and the frame times while the list is scrolling and jumping. At 60 frames per second, a frame takes at
 * most 16.7 ms.
 */
import { Store } from '../../src-main/store/store.ts';
import { eternity2 } from '../tools/boards.ts';
import { mainThread } from '../tools/main-thread.ts';
import type { Part } from './part.ts';

const BOARDS = Number(process.env['BOARDS'] ?? 100_000);
const ASKED = 5;

let ids: { puzzleId: number; runId: number };

export const part: Part = {
  async prepare(dataDir) {
    const store = await Store.open(dataDir, 'bench');
    ids = eternity2(store, BOARDS);
    store.close();
  },
  async measure({ host, browser, client }) {
    const { puzzleId, runId } = ids;
    const sorts = ['newest', 'oldest', 'best', 'board'] as const;
    const filters = [
      ['all puzzles', {}],
      ['a puzzle', { puzzleId }],
      ['a run', { runId }],
      ['starred', { puzzleId, starred: true }],
      ['a tag of every tenth', { puzzleId, tag: 'tenth' }],
    ] as const;
    for (const [name, filter] of filters) {
      for (const sort of sorts) {
        for (const place of ['first', 'last'] as const) {
          const { total } = await client.call('boards.list', { ...filter, sort, limit: 1 });
          const offset = place === 'first' ? 0 : Math.max(0, total - 200);
          const times: number[] = [];
          for (let i = 0; i < ASKED; i++) {
            const from = performance.now();
            await client.call('boards.list', { ...filter, sort, offset, limit: 200 });
            times.push(performance.now() - from);
          }
          times.sort((a, b) => a - b);
          console.log(
            `${name.padEnd(22)} ${sort.padEnd(7)} ${place.padEnd(5)} page of ${String(total).padStart(6)}: ${times[ASKED >> 1]!.toFixed(0).padStart(4)} ms (longest ${times.at(-1)!.toFixed(0)})`,
          );
        }
      }
    }

    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(host.url);
    await page.locator('main h1').waitFor();
    await page.evaluate((hash) => (location.hash = hash), `#/gallery?puzzle=${puzzleId}`);
    const list = page.getByTestId('gallery-list');
    await list.locator('canvas').first().waitFor();
    const { x, y } = (await list.boundingBox())!;
    await page.mouse.move(x + 200, y + 200);
    const scroller = list.locator(':scope > div');
    const ways = [
      [
        '300 turns of the wheel',
        async () => {
          for (let i = 0; i < 300; i++) await page.mouse.wheel(0, 400);
        },
      ],
      [
        '30 places far apart',
        async () => {
          for (let i = 0; i < 30; i++) {
            const share = (i * 0.618) % 1;
            await scroller.evaluate((each, at) => (each.scrollTop = at * each.scrollHeight), share);
            await list.locator('canvas').first().waitFor();
          }
        },
      ],
    ] as const;
    for (const [what, scroll] of ways) {
      await page.evaluate(() => {
        const frames: number[] = [];
        Object.assign(window, { frames });
        let last = performance.now();
        const frame = (now: number): void => {
          if ((window as unknown as { frames: number[] }).frames !== frames) return;
          frames.push(now - last);
          last = now;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
      const { tasks } = await mainThread(browser, page, scroll);
      const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
      const processor = tasks.map((task) => task.processor);
      const spread = (values: readonly number[]): string => {
        const sorted = values.toSorted((a, b) => a - b);
        return [0.5, 0.95, 0.99, 1]
          .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(1))
          .join(' / ');
      };
      console.log(
        [
          `${what}: frame interval, median / 95 % / 99 % / longest: ${spread(frames)} ms`,
          `tasks of the page, processor time, the same: ${spread(processor)} ms`,
          `over 16.7 ms of it: ${processor.filter((ms) => ms > 16.7).length} of ${processor.length}; over 50 ms: ${processor.filter((ms) => ms > 50).length}`,
        ].join('; '),
      );
    }
  },
};
