import { fork } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromCsv, toCsv } from '../../src-core/lab/csv.ts';
import type { Trial } from '../../src-core/lab/experiment.ts';
import { tableText } from '../../src-core/lab/table-text.ts';
import { Store } from '../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

let dir: string;
beforeEach(() => (dir = temporaryDir()));
afterEach(() => removeDir(dir));

/** Runs the experiment in a folder in a separate process. Kills the process after `killAfter` trials. */
function work(folder: string, killAfter: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'lab-worker.ts'), [folder], { execArgv: [] });
    let trials = 0;
    child.on('message', () => {
      if (++trials === killAfter) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

async function trialsIn(folder: string): Promise<Trial[]> {
  const store = await Store.open(folder, 'test');
  try {
    return store.lab.trials(1);
  } finally {
    store.close();
  }
}

/** Returns, for each trial, the values that are the same on every computer. */
const decided = (trials: readonly Trial[]) =>
  trials.map(({ number, puzzle, setup, seed, status, nodes, placed, raw, unique, iterations }) =>
    [number, puzzle, setup, seed, status, nodes, placed, raw, unique, iterations].join(),
  );

test('a lab of 200 trials survives a kill and continues', async () => {
  await work(dir, 60);
  const before = await trialsIn(dir);
  expect(before.length).toBeGreaterThanOrEqual(60);
  expect(before.length).toBeLessThan(200);
  await work(dir, Infinity);
  const after = await trialsIn(dir);
  expect(after).toHaveLength(200);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after.map(({ number }) => number)).size).toBe(200);

  const other = path.join(dir, 'uninterrupted');
  await work(other, Infinity);
  expect(decided(after)).toEqual(decided(await trialsIn(other)));

  // The experiment's CSV file can be read back and gives the same table.
  const csv = toCsv(after);
  expect(fromCsv(csv)).toEqual(after);
  expect(tableText(fromCsv(csv))).toBe(tableText(after));
});
