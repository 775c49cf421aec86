/**
 * Measures the cost of storing boards, in CPU seconds of all threads: the same search of MacMahon's 24 squares,
 * alternately with and without `--save`. Also prints the size of the library.
 *
 * All runs have the same low priority, so that their CPU times can be compared. A program with a lower priority is
 * interrupted more often and has more cache misses, which cost CPU time.
 *
 *     npm run build && node bench/saving.ts [BOARDS] [TIMES] [THREADS]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { constants, cpus, loadavg, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { Store, databaseFile } from '../src-main/store/store.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [boards = '6000', times = '5', threads = '1'] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '..');
const command = path.join(root, 'out/main/edgewise.js');
const search = [
  command,
  ...['solve', path.join(root, 'resources/samples/macmahon-24.edgewise')],
  ...['--option', 'order=frame', '--limit', boards, '--threads', threads],
];

/**
 * Runs Node with these arguments and returns its CPU seconds (Linux). A helper process runs in between, because the
 * system adds up the times of all child processes that have ended.
 */
function cpuSeconds(args: readonly string[]): number {
  const script =
    `const { spawnSync } = require('node:child_process');` +
    `const { status } = spawnSync(process.execPath, ${JSON.stringify(args)}, { stdio: 'ignore' });` +
    `const { readFileSync } = require('node:fs');` +
    `const stat = readFileSync('/proc/self/stat', 'latin1');` +
    `const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);` +
    `console.log(JSON.stringify({ status, seconds: (fields[13] + fields[14]) / 100 }));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const { status, seconds } = JSON.parse(stdout) as { status: number; seconds: number };
  if (status !== 0) throw new Error(`the search ended with ${status}`);
  return seconds;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

console.log(
  `${cpus()[0]?.model ?? ''}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; ${boards} boards, ${threads} thread(s)`,
);
const [without, kept]: [number[], number[]] = [[], []];
for (let i = 0; i < Number(times); i++) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'edgewise-saving-'));
  try {
    // Create the library with its samples before measuring.
    cpuSeconds([command, 'library', '--data', dataDir]);
    without.push(cpuSeconds(search));
    kept.push(cpuSeconds([...search, '--save', '--data', dataDir]));
    console.log(`without ${without[i]!.toFixed(2)}, with ${kept[i]!.toFixed(2)} CPU s`);
    if (i > 0) continue;
    const begun = performance.now();
    const store = await Store.open(dataDir, 'bench');
    const opened = performance.now();
    const { total } = store.boards.list({ sort: 'best', offset: 0, limit: 200 });
    const listed = performance.now();
    store.close();
    const megabytes = statSync(databaseFile(dataDir)).size / 2 ** 20;
    console.log(
      `library: ${total} boards up to symmetry, ${megabytes.toFixed(1)} MB, ` +
        `opened in ${(opened - begun).toFixed(0)} ms, its best 200 in ${(listed - opened).toFixed(0)} ms`,
    );
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
console.log(
  `median: ${median(without).toFixed(2)} without, ${median(kept).toFixed(2)} with; ` +
    `with / without, median of pairs: ${median(kept.map((seconds, i) => seconds / without[i]!)).toFixed(2)}`,
);
