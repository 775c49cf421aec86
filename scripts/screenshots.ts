/**
 * Saves a screenshot of every view of the built application as a PNG file. Run `npm run build` first.
 *
 *     npm run screenshots -- [--width 360] [--height 800] [--theme dark] [--zoom 2] [--only play] [--to folder]
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { scenes } from '../tests/browser/scenes.ts';
import { stageScenes } from './stage.ts';

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
mkdirSync(values.to, { recursive: true });

async function save(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const main = document.querySelector('main')!;
    return main.scrollWidth - main.clientWidth;
  });
  const file = path.join(values.to, `${name.replaceAll(/[^\w]+/g, '-')}.png`);
  await page.screenshot({ path: file });
  console.log(`${file}${wide > 0 ? `  ${wide} px too wide` : ''}`);
}

await stageScenes(
  scenes.filter(({ name }) => name.includes(values.only)),
  {
    theme: values.theme as 'light' | 'dark' | 'contrast' | 'system',
    width: Number(values.width),
    height: Number(values.height),
    zoom: Number(values.zoom),
  },
  save,
  'first start'.includes(values.only) ? (page) => save(page, 'first start') : undefined,
);
