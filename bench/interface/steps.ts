/**
 * Measures the step view while it plays the search tree of nine squares (Hoglan 2005): frames per second, and the main
 * thread's processor time per frame.
 */
import type { Part } from './part.ts';

const FRAMES = 240;

export const part: Part = {
  async measure({ host, browser }) {
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
    await page.goto(host.url);
    await page.locator('main h1').first().waitFor();
    const puzzle = await host.puzzle('Nine Figures');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const processorSeconds = async (): Promise<number> => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    console.log('decisions/s  frames  frames/s  median ms  CPU ms per frame');
    for (const faster of [0, 2, 4, 6]) {
      await page.evaluate(() => (location.hash = '#/library'));
      await page.evaluate((id) => (location.hash = `#/steps/${id}?engine=tree`), puzzle);
      await page.locator('.words', { hasText: 'Nothing placed yet.' }).waitFor();
      for (let i = 0; i < faster; i++) await page.keyboard.press('+');
      const speed = await page.locator('.speed span').last().innerText();
      const before = await processorSeconds();
      await page.keyboard.press('Space');
      const gaps = await page.evaluate(
        (most) =>
          new Promise<number[]>((done) => {
            const gaps: number[] = [];
            let last = performance.now();
            requestAnimationFrame(function tick(now) {
              gaps.push(now - last);
              last = now;
              const over = document.querySelector('dl')?.textContent.includes('the end');
              if (gaps.length < most && !over) requestAnimationFrame(tick);
              else done(gaps.sort((a, b) => a - b));
            });
          }),
        FRAMES,
      );
      const busy = (await processorSeconds()) - before;
      const total = gaps.reduce((sum, gap) => sum + gap, 0);
      console.log(
        [
          speed.padEnd(11),
          String(gaps.length).padStart(6),
          ((1000 * gaps.length) / total).toFixed(1).padStart(9),
          gaps[gaps.length >> 1]!.toFixed(1).padStart(10),
          ((1000 * busy) / gaps.length).toFixed(2).padStart(15),
        ].join('  '),
      );
    }
  },
};
