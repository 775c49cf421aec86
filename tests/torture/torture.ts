/**
 * npm run torture [-- --minutes N | --hours N] [--only PART,PART] [--seed N]
 * npm run torture -- [--inputs N] [--kills N] [--keep FILE]    until these totals are reached, over several runs
 *
 * Tries to break Edgewise, one part after another. Prints what each part tried, and its failures. Exits with code 1 if
 * there are failures. The printed seed determines everything random.
 */
import { parseArgs } from 'node:util';
import { backups } from './backups.ts';
import { checkpoints } from './checkpoints.ts';
import { clock } from './clock.ts';
import { consent } from './consent.ts';
import { counts } from './counts.ts';
import { databases } from './databases.ts';
import { deaths } from './deaths.ts';
import { disk } from './disk.ts';
import { exports } from './exports.ts';
import { folders } from './folders.ts';
import { growth } from './growth.ts';
import { kills } from './kills.ts';
import { names } from './names.ts';
import { orphans } from './orphans.ts';
import type { Part } from './part.ts';
import { readers } from './readers.ts';
import { requests } from './requests.ts';
import { restores } from './restores.ts';
import { stops } from './stops.ts';
import { strangers } from './strangers.ts';
import { reachTotals } from './totals.ts';
import { windows } from './windows.ts';

/** Each part of the test, and its share of the time. Parts with more possible inputs get a larger share. */
const parts: Readonly<Record<string, { readonly part: Part; readonly share: number }>> = {
  readers: { part: readers, share: 3 },
  growth: { part: growth, share: 2 },
  names: { part: names, share: 1 },
  counts: { part: counts, share: 1 },
  exports: { part: exports, share: 1 },
  requests: { part: requests, share: 2 },
  databases: { part: databases, share: 2 },
  backups: { part: backups, share: 1 },
  restores: { part: restores, share: 1 },
  windows: { part: windows, share: 1 },
  consent: { part: consent, share: 1 },
  kills: { part: kills, share: 3 },
  stops: { part: stops, share: 2 },
  deaths: { part: deaths, share: 1 },
  checkpoints: { part: checkpoints, share: 2 },
  orphans: { part: orphans, share: 1 },
  strangers: { part: strangers, share: 1 },
  disk: { part: disk, share: 1 },
  clock: { part: clock, share: 1 },
  folders: { part: folders, share: 1 },
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    hours: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    inputs: { type: 'string' },
    kills: { type: 'string' },
    keep: { type: 'string', default: 'torture.json' },
  },
});
const minutes = values.hours === undefined ? Number(values.minutes ?? 5) : 60 * Number(values.hours);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = values.only?.split(',') ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (!(minutes > 0) || !Number.isSafeInteger(seed) || unknown.length > 0) {
  console.error(
    `Expected --minutes or --hours above 0, a whole --seed, and --only of ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}
const totals = [values.inputs, values.kills].map((total) => Number(total ?? 0));
if (!totals.every((total) => Number.isSafeInteger(total) && total >= 0)) {
  console.error('Expected whole numbers for --inputs and --kills.');
  process.exit(2);
}
const [inputs, killed] = totals as [number, number];
if (inputs > 0 || killed > 0) {
  const ok = await reachTotals({ readers: inputs, kills: killed }, seed, values.keep);
  process.exit(ok ? 0 : 1);
}
console.log(`Seed ${seed}, about ${minutes} minutes.`);
const shares = chosen.reduce((sum, name) => sum + parts[name]!.share, 0);
let failed = 0;
for (const name of chosen) {
  const { part, share } = parts[name]!;
  const until = performance.now() + (minutes * 60_000 * share) / shares;
  const { tried, failures } = await part(seed, () => performance.now() < until);
  failed += failures.length;
  console.log(`${name.padEnd(11)} ${tried}: ${failures.length === 0 ? 'no failures' : 'FAILED'}`);
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
}
console.log(failed === 0 ? 'No failures.' : `Failures: ${failed}. To repeat: --seed ${seed}`);
process.exit(failed === 0 ? 0 : 1);
