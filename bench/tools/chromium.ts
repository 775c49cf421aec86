/** Starts Chromium for benchmarks, and describes the machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium, type BrowserServer } from '@playwright/test';

/** Starts Debian's Chromium if it is installed, otherwise Playwright's own. */
export async function startBrowser(): Promise<BrowserServer> {
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  return chromium.launchServer({
    ...(installed ? { executablePath: installed } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
}

/**
 * Returns the CPU seconds used so far by a process and all its child processes. Returns 0 on systems other than Linux.
 */
export function cpuSecondsOf(pid: number): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [parent, user, system] = [fields[1], fields[11], fields[12]] as [number, number, number];
        return [{ pid: Number(name), parent, ticks: user + system }];
      } catch {
        // The process ended before its file in /proc could be read.
        return [];
      }
    });
  const family = new Set([pid]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return all.reduce((sum, each) => sum + (family.has(each.pid) ? each.ticks : 0), 0) / 100;
}

export const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`;
