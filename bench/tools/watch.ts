/** Records how smoothly a page responds: frames, long tasks, and the time from keys and clicks to the screen. */
import type { Page } from '@playwright/test';

/** Durations of frames, long tasks and key presses in milliseconds, and the number of pictures drawn. */
export interface Watch {
  frames: number[];
  longTasks: number[];
  keys: number[];
  pictures: number;
}

/** Runs in the page. From now on, records frames, tasks of more than 50 ms, key presses and drawn tiles. */
export function startWatch(): void {
  const watch: Watch = { frames: [], longTasks: [], keys: [], pictures: 0 };
  Object.assign(window, { watch });
  let last = performance.now();
  const frame = (now: number): void => {
    watch.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watch.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') watch.keys.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this` below
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (
    this: CanvasRenderingContext2D,
    ...args: unknown[]
  ) {
    watch.pictures++;
    Reflect.apply(drawImage, this, args);
  };
}

export const read = (page: Page): Promise<Watch> =>
  page.evaluate(() => (window as unknown as { watch: Watch }).watch);
/** Returns a quantile of some times in milliseconds, as text. `share`: 0.5 for the median, 1 for the maximum. */
export const at = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0
    ? '–'
    : `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1)} ms`;
};
export function report(title: string, rows: readonly (readonly [string, string | number])[]): void {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(44)} ${value}`);
}
