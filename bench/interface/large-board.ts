/**
 * Measures the interface with a 64 × 64 puzzle: opening views, zooming and scrolling, editing, playing, and watching a
 * hunt. Prints these durations:
 *
 * - for each view, from the click to the frame that shows the board
 * - for each action, the longest task of the page's thread, in wall time and in processor time (which doesn't depend on
 *   other load)
 */
import type { Browser, Page } from '@playwright/test';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { mainThread } from '../tools/main-thread.ts';
import type { Part } from './part.ts';

/** Runs in the page. Measures from the next press or click to the first frame that paints the largest canvas. */
function watchOpening(): void {
  const page = window as unknown as { opened: Promise<number> };
  page.opened = new Promise((resolve) => {
    const begin = ({ timeStamp }: Event): void => {
      const look = (): void => {
        const painted = [...document.querySelectorAll<HTMLCanvasElement>('main .surface canvas')].some(
          (canvas) =>
            canvas.width > 200 &&
            canvas.getContext('2d')!.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3]! > 0,
        );
        if (!painted) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      // Wait until the changes caused by the click itself are over.
      setTimeout(() => requestAnimationFrame(look), 30);
    };
    addEventListener('click', begin, { once: true, capture: true });
  });
}

async function traced(browser: Browser, page: Page, work: () => Promise<string>): Promise<string> {
  const { result, tasks } = await mainThread(browser, page, work);
  const longest = Math.max(...tasks.map(({ clock }) => clock), 0);
  const busiest = Math.max(...tasks.map(({ processor }) => processor), 0);
  return `${result.padEnd(28)} longest task ${longest.toFixed(0).padStart(4)} ms, ${busiest.toFixed(0).padStart(4)} ms of processor time`;
}

export const part: Part = {
  async measure({ host, browser, client }) {
    const { puzzle } = generate({
      family: 'framed',
      board: { kind: 'rectangle', width: 64, height: 64 },
      seed: 1,
      innerLabels: 60,
      frameLabels: 20,
    });
    const { id } = await client.call('library.add', { puzzle: { ...puzzle, name: 'Sixty-four' } });
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
    const report = async (what: string, work: () => Promise<string>): Promise<void> =>
      console.log(`${what.padEnd(26)} ${await traced(browser, page, work)}`);
    const opened = async (click: () => Promise<void>): Promise<string> => {
      await page.evaluate(watchOpening);
      await click();
      const ms = await page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened);
      return `${ms.toFixed(0)} ms to be usable`;
    };

    await page.goto(host.url);
    await page.locator('main h1').first().waitFor();
    await page.getByRole('link', { name: 'Sixty-four' }).first().waitFor();
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    // Open every view twice, because its code is fetched and compiled the first time.
    for (const time of ['first', 'again']) {
      await page.evaluate(() => (location.hash = '#/library'));
      await page.getByRole('link', { name: 'Sixty-four' }).first().waitFor();
      await report(`puzzle, ${time}`, () =>
        opened(() => page.getByRole('main').getByRole('link', { name: 'Sixty-four' }).first().click()),
      );
      await report(`editor, ${time}`, () => opened(() => link('Edit').click()));
      await report(`play, ${time}`, () => opened(() => link('Play').click()));
      await report(`step through, ${time}`, () => opened(() => link('Step through').click()));
    }

    await page.evaluate((hash) => (location.hash = hash), `#/editor/${id}`);
    const tiles = page.getByRole('application', { name: /^Tiles of/ });
    await tiles.waitFor();
    const zoom = async (times: number): Promise<string> => {
      for (let i = 0; i < times; i++) await page.keyboard.press('+');
      return '';
    };
    const wheel = async (): Promise<string> => {
      const box = (await page.getByRole('application').first().boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 60);
      return '';
    };
    await tiles.focus();
    await report('editor, zoom by keys', () => zoom(8));
    await report('editor, moved by wheel', wheel);
    await report('editor, 12 edges painted', async () => {
      await tiles.focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press(String((i % 9) + 1));
      return '';
    });
    await page.evaluate((hash) => (location.hash = hash), `#/play/${id}`);
    const board = page.getByRole('application', { name: /^Board of/ });
    await board.waitFor();
    await report('play, all tiles laid out', async () => {
      await page.keyboard.press('l');
      return '';
    });
    await board.focus();
    await report('play, zoom by keys', () => zoom(8));
    await report('play, moved by wheel', wheel);
    await report('play, ten tiles turned', async () => {
      await board.focus();
      for (let i = 0; i < 10; i++) {
        await page.keyboard.press('r');
        await page.keyboard.press('ArrowRight');
      }
      return '';
    });
    await report('play, a tile moved', async () => {
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      return '';
    });
    const { runId } = await client.call('runs.start', {
      puzzleId: id,
      engine: 'best',
      options: {},
      seed: 1,
      threads: 1,
      wanted: { solutions: 1, boards: true },
      limits: { seconds: 20, nodes: null },
    });
    await page.evaluate((hash) => (location.hash = hash), `#/search/${id}?run=${runId}`);
    await report('a hunt watched for 10 s', async () => {
      await page.waitForTimeout(10_000);
      return '';
    });
  },
};
