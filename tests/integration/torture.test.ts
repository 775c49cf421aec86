// A short version of `npm run torture`. Some parts run for a second, others only once. For longer runs, see
// docs/reliability.md.
import { expect, test } from 'vitest';
import { backups } from '../torture/backups.ts';
import { clock } from '../torture/clock.ts';
import { consent } from '../torture/consent.ts';
import { databases } from '../torture/databases.ts';
import { disk } from '../torture/disk.ts';
import { exports } from '../torture/exports.ts';
import { folders } from '../torture/folders.ts';
import type { Part } from '../torture/part.ts';
import { readers } from '../torture/readers.ts';
import { requests } from '../torture/requests.ts';
import { restores } from '../torture/restores.ts';
import { strangers } from '../torture/strangers.ts';
import { windows } from '../torture/windows.ts';

/** A fixed seed makes the test repeatable. `npm run torture` uses other seeds and prints them. */
const seed = 1;

// Some parts of `npm run torture` are not listed here, because they need long searches or extra processes, or repeat a
// test with other seeds. They are covered by kill.test.ts, orphans.test.ts, other-version.test.ts,
// every-engine.test.ts, growth.test.ts, names.test.ts and active-run.test.ts.
test.for<[name: string, part: Part, seconds: number]>([
  ['mutated texts through every reader', readers, 1],
  ['generated requests', requests, 1],
  ['damaged libraries', databases, 1],
  ['hostile clients', strangers, 1],
  ['a full disk', disk, 0],
  ['a clock that jumps', clock, 0],
  ['another program in the folder', folders, 1],
  ['changed backups', backups, 0],
  ['two windows restore', restores, 0],
  ['two windows edit', windows, 0],
  ['data folders from elsewhere', consent, 0],
  ['large exports', exports, 0],
])('%s', async ([, part, seconds]) => {
  const until = performance.now() + 1000 * seconds;
  const { failures } = await part(seed, () => performance.now() < until);
  expect(failures, `npm run torture -- --seed ${seed}`).toEqual([]);
});
