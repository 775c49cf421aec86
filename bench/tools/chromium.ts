/** Chromium as the benches drive it, and the machine that they name with their figures. */
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium, type Browser } from '@playwright/test';

/** Debian's where it is installed, else Playwright's own. */
export async function openBrowser(): Promise<Browser> {
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  return chromium.launch({
    ...(installed ? { executablePath: installed } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
}

export const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`;
