/**
 * Measures the speed of the interface, in Chromium with the built local host. Each part has its own host and library.
 * Without names, runs all parts except `hunt`, which takes ten minutes.
 *
 *     npm run build && npm run bench -- interface [repaint editor gallery large-board solids steps hunt]
 */
import { chromium } from '@playwright/test';
import { Host } from '../tests/browser/host.ts';
import { part as editor } from './interface/editor.ts';
import { part as gallery } from './interface/gallery.ts';
import { part as hunt } from './interface/hunt.ts';
import { part as largeBoard } from './interface/large-board.ts';
import type { Part } from './interface/part.ts';
import { part as repaint } from './interface/repaint.ts';
import { part as solids } from './interface/solids.ts';
import { part as steps } from './interface/steps.ts';
import { cpuSecondsOf, machine, startBrowser } from './tools/chromium.ts';

const parts: Readonly<Record<string, Part>> = {
  repaint,
  editor,
  gallery,
  'large-board': largeBoard,
  solids,
  steps,
  hunt,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in parts));
if (unknown !== undefined) {
  console.error(`There is no part “${unknown}”. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length > 0 ? asked : Object.keys(parts).filter((name) => name !== 'hunt');

const server = await startBrowser();
const browser = await chromium.connect(server.wsEndpoint());
console.log(`${machine()}, Chromium ${browser.version()}`);
try {
  for (const name of chosen) {
    console.log(`\n${name}`);
    const host = new Host();
    try {
      await parts[name]!.prepare?.(host.dataDir);
      await host.start();
      const client = await host.client();
      await parts[name]!.measure({
        host,
        browser,
        client,
        cpuSeconds: () => cpuSecondsOf(server.process().pid!),
      });
    } finally {
      for (const context of browser.contexts()) await context.close();
      await host.stop();
      host.removeData();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
