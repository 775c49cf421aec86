/**
 * Saves a screenshot of every view of the built application as a PNG file. Run `npm run build` first.
 *
 *     npm run screenshots -- [--width 360] [--height 800] [--theme dark] [--zoom 2] [--only play] [--to folder]
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { Host, settled } from '../tests/browser/host.ts';
import { scenes, setStage, showScene } from '../tests/browser/scenes.ts';

const { values } = parseArgs({
  options: {
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    theme: { type: 'string', default: 'light' },
    zoom: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'test-results/screenshots' },
  },
});
const [width, height, zoom] = [Number(values.width), Number(values.height), Number(values.zoom)];
mkdirSync(values.to, { recursive: true });

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
});
const host = new Host();
try {
  await host.start();
  const client = await host.client();
  await client.call('settings.set', { theme: values.theme as 'light' | 'dark' | 'contrast' | 'system' });
  const puzzle = (name: string): Promise<number> => host.puzzle(name);
  // taken before the library is filled
  const empty = scenes.filter(({ name }) => name.startsWith('library'));
  const context = await browser.newContext({
    // at 200 %, a page has half the width and twice the pixels
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(host.url);
  await page.locator('main h1, main h2').first().waitFor();
  const draw = async (name: string): Promise<void> => {
    // views with a clock or a search never settle
    await settled(page, 5000).catch(() => undefined);
    const wide = await page.evaluate(() => {
      const main = document.querySelector('main')!;
      return main.scrollWidth - main.clientWidth;
    });
    const file = path.join(values.to, `${name.replaceAll(/[^\w]+/g, '-')}.png`);
    await page.screenshot({ path: file });
    console.log(`${file}${wide > 0 ? `  ${wide} px too wide` : ''}`);
  };
  if ('first start'.includes(values.only) && empty.length > 0) await draw('first start');
  const stage = { client, puzzle, ...(await setStage(client, puzzle)) };
  for (const scene of scenes.filter(({ name }) => name.includes(values.only))) {
    try {
      await showScene(page, scene, stage);
    } catch (error) {
      console.error(`${scene.name}: ${String(error).split('\n')[0] ?? ''}`);
    }
    await draw(scene.name);
  }
} finally {
  await browser.close();
  await host.stop();
  host.removeData();
}
