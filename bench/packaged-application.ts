/**
 * Measures the packed application, on Linux only, with the stand-in for Electron (docs/electron.md). Prints the time
 * from the start to the first picture of a puzzle, the memory of all processes when idle, and the packed size.
 *
 *     npm run build && npm run bench -- packaged-application [STARTS]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { Desktop, standInProgram } from '../tests/electron/desktop.ts';
import { packApplication, packedArchive } from '../tests/electron/stand-in/distribution.ts';
import { machine } from './tools/chromium.ts';

/** How long to wait after the first picture of a puzzle before measuring the idle memory, in ms. */
const SETTLED_MS = 5_000;

const starts = Number(process.argv[2] ?? 5);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const resourceFiles = (): string[] =>
  readdirSync(path.dirname(packedArchive), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.asar.copy'))
    .map((entry) => path.join(entry.parentPath, entry.name));

/**
 * Returns the memory of a process and all its child processes in bytes. Pages shared by several processes are divided
 * among them (PSS in Linux). `kind`: the name of the program.
 */
function memoryOf(root: number): { kind: string; bytes: number }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const kind = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const kilobytes = Number(
          /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
        );
        return [{ pid: Number(pid), parent, kind, bytes: kilobytes * 1024 }];
      } catch {
        // The process ended before its files could be read.
        return [];
      }
    });
  const family = new Set([root]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.filter(({ pid }) => family.has(pid));
}

console.log(machine());
packApplication();
const files = resourceFiles().map((file) => readFileSync(file));
const total = (sizes: readonly number[]): string => megabytes(sizes.reduce((sum, size) => sum + size, 0));
console.log(`app.asar: ${megabytes(statSync(packedArchive).size)}`);
console.log(`all that Edgewise adds to Electron: ${total(files.map(({ length }) => length))}`);
console.log(
  `the same, compressed with gzip: ${total(files.map((file) => gzipSync(file, { level: 9 }).length))}`,
);

const desktop = new Desktop(
  standInProgram,
  config.use?.launchOptions?.executablePath ?? chromium.executablePath(),
);
const first: number[] = [];
for (let i = 0; i < starts; i++) {
  const started = Date.now();
  await desktop.start();
  const shown = await desktop.page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      const picture = document.querySelector('#content canvas');
      if (picture && picture.checkVisibility()) resolve(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    look();
  })`);
  first.push(shown - started);
  console.log(`start ${i + 1}: first picture after ${Math.round(shown - started)} ms`);
  if (i === starts - 1) {
    await wait(SETTLED_MS);
    const all = memoryOf(desktop.app.process().pid!);
    const node = all.filter(({ kind }) => !kind.startsWith('chrom') && !kind.startsWith('headless'));
    const sum = (list: typeof all): number => list.reduce((bytes, each) => bytes + each.bytes, 0);
    console.log(`memory, idle: ${megabytes(sum(all))} in ${all.length} processes`);
    console.log(`memory of the main process: ${megabytes(sum(node))}`);
  }
  await desktop.exit();
}
console.log(`median of ${starts} starts: ${Math.round(median(first))} ms (the first one makes the library)`);
await desktop.remove();
