import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { Host, settled } from '../tests/browser/host.ts';
import { scenes, setStage, showScene } from '../tests/browser/scenes.ts';

type Scene = (typeof scenes)[number];

interface Appearance {
  readonly theme: 'light' | 'dark' | 'contrast' | 'system';
  /** width and height of the window, in CSS pixels at zoom 1 */
  readonly width: number;
  readonly height: number;
  /** browser zoom: 2 means 200 % */
  readonly zoom?: number;
  /** true to end paused and waiting runs before taking pictures, so that the navigation lists no runs */
  readonly quiet?: boolean;
}

/**
 * Shows scenes of the built application, one after another. Calls `first` while the library is still empty. Then calls
 * `taken` for each scene once it has stopped changing, or after a few seconds.
 */
export async function stageScenes(
  shown: readonly Scene[],
  { theme, width, height, zoom = 1, quiet = false }: Appearance,
  taken: (page: Page, name: string) => Promise<void>,
  first?: (page: Page) => Promise<void>,
): Promise<void> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  });
  const host = new Host();
  try {
    await host.start();
    const client = await host.client();
    await client.call('settings.set', { theme });
    const context = await browser.newContext({
      // At zoom 2, the page is half as wide in CSS pixels.
      viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
      deviceScaleFactor: zoom,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(host.url);
    await page.locator('main h1, main h2').first().waitFor();
    if (first) {
      await settled(page, 5000).catch(() => undefined);
      await first(page);
    }
    const puzzle = (name: string): Promise<number> => host.puzzle(name);
    // Without low priority, the short runs end soon even on a busy machine.
    await client.call('settings.set', { lowPriority: false });
    const stage = { client, puzzle, ...(await setStage(client, puzzle)) };
    await client.call('settings.set', { lowPriority: true });
    if (quiet) {
      const { items } = await client.call('runs.list', { limit: 50 });
      for (const { id, status } of items)
        if (status === 'paused' || status === 'queued') await client.call('runs.stop', { runId: id });
    }
    for (const scene of shown) {
      try {
        await showScene(page, scene, stage);
      } catch (error) {
        console.error(`${scene.name}: ${String(error).split('\n')[0] ?? ''}`);
      }
      // ignore a timeout, because views with a clock or a running search never stop changing
      await settled(page, 5000).catch(() => undefined);
      await taken(page, scene.name);
    }
  } finally {
    await browser.close();
    await host.stop();
    host.removeData();
  }
}
