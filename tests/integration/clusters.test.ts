// Runs the examples of docs/guide/cluster.md with the scripts in tests/cluster/. Skipped if GNU parallel or Slurm is
// not installed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
const isRoot = process.getuid?.() === 0;

function recipe(name: string): void {
  const { status, stdout, stderr } = spawnSync(path.resolve(import.meta.dirname, '../cluster', name), {
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath },
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toMatch(
    /^MERGED: 16 parts, one of them lost and repeated: .* 260 solutions, 65 unique, equal to the undivided run; 4 seeds/m,
  );
}

test.skipIf(!has('parallel'))(
  'a search divided by GNU parallel has the totals of an undivided search',
  () => recipe('gnu-parallel.sh'),
  1_800_000,
);
test.skipIf(!isRoot || !['munged', 'slurmctld', 'slurmd'].every(has))(
  'a search divided by Slurm has the totals of an undivided search',
  () => recipe('slurm.sh'),
  1_800_000,
);
