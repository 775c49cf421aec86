// A short version of `npm run torture`: each part once or for some seconds. Longer runs: docs/reliability.md.
import { expect, test } from 'vitest';
import { clock } from '../torture/clock.ts';
import { databases } from '../torture/databases.ts';
import { disk } from '../torture/disk.ts';
import { folders } from '../torture/folders.ts';
import type { Part } from '../torture/part.ts';
import { readers } from '../torture/readers.ts';
import { requests } from '../torture/requests.ts';
import { strangers } from '../torture/strangers.ts';

/** A fixed seed, so that the test is repeatable. `npm run torture` uses other seeds and prints them. */
const seed = 1;
const SECONDS = 2;

// Kills are tested in kill.test.ts.
test.for<[name: string, part: Part]>([
  ['mutated texts through every reader', readers],
  ['generated requests', requests],
  ['damaged libraries', databases],
  ['hostile clients', strangers],
  ['a full disk', disk],
  ['a clock that jumps', clock],
  ['another program in the folder', folders],
])('%s', async ([, part]) => {
  const until = performance.now() + 1000 * SECONDS;
  const { failures } = await part(seed, () => performance.now() < until);
  expect(failures, `npm run torture -- --seed ${seed}`).toEqual([]);
});
