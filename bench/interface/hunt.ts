/**
 * Measures the window's response times and the processes' memory during a hunt: Eternity II with its five hints,
 * engine `best`, one thread per core, 512 MB, at low priority, for MINUTES (environment, default 10).
 *
 * Once a second, the page opens another view, and a key is pressed. Measures the time until the view's heading is
 * drawn and the time from key to screen. Reads the memory once a minute (Linux).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { usualRun } from '../../tests/browser/host.ts';
import { at, read, report, startWatch } from '../tools/watch.ts';
import type { Part } from './part.ts';

const MEMORY = 512;
const minutes = Number(process.env['MINUTES'] ?? 10);

/**
 * Runs in the page. Opens an address and returns the milliseconds until its heading has appeared and a frame has been
 * drawn.
 */
function goTo([address, heading]: readonly [string, string]): Promise<number> {
  const begun = performance.now();
  location.hash = address;
  return new Promise((resolve) => {
    const look = (): void => {
      const shown = document.querySelector('main h1')?.textContent ?? '';
      if (shown.includes(heading)) requestAnimationFrame(() => resolve(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    look();
  });
}

function memory(): { host: number; solver: number } {
  let host = 0;
  const others = new Map<number, { parent: number; megabytes: number }>();
  let hostMegabytes = 0;
  for (const name of readdirSync('/proc')) {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))![1]);
      const pages = Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1]);
      const megabytes = (pages * 4096) / 1e6;
      if (parent === process.pid && words.includes('local-host.js')) {
        host = Number(name);
        hostMegabytes = megabytes;
      } else others.set(Number(name), { parent, megabytes });
    } catch {
      // The process has ended, or this entry in /proc isn't a process.
    }
  }
  const started = [...others.values()].filter(({ parent }) => parent === host);
  return { host: hostMegabytes, solver: started.reduce((sum, { megabytes }) => sum + megabytes, 0) };
}

export const part: Part = {
  async measure({ host, browser, client }) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(host.url);
    await page.locator('main h1').waitFor();
    const puzzleId = await host.puzzle('Eternity II');
    const { runId } = await client.call('runs.start', {
      ...usualRun,
      puzzleId,
      engine: 'best',
      options: { memory: MEMORY },
      wanted: { solutions: 'all', boards: true },
      threads: availableParallelism(),
    });
    await page.evaluate(startWatch);
    const views = [
      [`#/search/${puzzleId}?run=${runId}`, `Run ${runId}`],
      ['#/library', 'Library'],
      [`#/gallery?puzzle=${puzzleId}`, 'Gallery'],
      [`#/editor/${puzzleId}`, 'Eternity II'],
      ['#/runs', 'Runs'],
    ] as const;
    const reached = views.map((): number[] => []);
    for (let second = 0; second < minutes * 60; second++) {
      const next = performance.now() + 1000;
      const turn = second % views.length;
      reached[turn]!.push(await page.evaluate(goTo, views[turn]!));
      await page.keyboard.press('Shift');
      if (second % 60 === 59) {
        const { host, solver } = memory();
        const { matched } = (await client.call('runs.get', { runId })).figures;
        const held = `host ${host.toFixed(0)} MB, solver ${solver.toFixed(0)} MB`;
        console.log(`${(second + 1) / 60} min: ${held}, best ${matched}`);
      }
      await page.waitForTimeout(Math.max(0, next - performance.now()));
    }
    const { keys, longTasks, frames } = await read(page);
    report(`${minutes} minutes of a hunt`, [
      ...views.map(([address], i): [string, string] => [
        `${address.split(/[?/]/)[1]}, median / 99 % / longest`,
        [0.5, 0.99, 1].map((share) => at(reached[i]!, share)).join(' / '),
      ]),
      ['keys that took over 16 ms to show on screen', keys.length],
      ['longest of them', at(keys, 1)],
      ['tasks over 50 ms, longest', `${longTasks.length}, ${at(longTasks, 1)}`],
      ['frame interval, 99 % / longest', [0.99, 1].map((share) => at(frames, share)).join(' / ')],
    ]);
  },
};
