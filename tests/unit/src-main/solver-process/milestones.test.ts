// Milestones of a run on disk. They only make resuming faster, so a run continues correctly without them.
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { best } from '../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import type { Engine, Job } from '../../../../src-core/engine.ts';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { InlineLane, TaskExecutor } from '../../../../src-main/solver-process/lane.ts';
import { Milestones, milestonesIn } from '../../../../src-main/solver-process/milestones.ts';
import type { RunCheckpoint } from '../../../../src-main/solver-process/run-checkpoint.ts';
import { Runner, type RunnerHooks } from '../../../../src-main/solver-process/runner.ts';
import { scorerOf } from '../../../../src-main/solver-process/scorer.ts';
import { toy, toyScorer } from '../../support/toy-engine.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

let dir: string;
beforeEach(() => (dir = path.join(temporaryDir(), '7')));
afterEach(() => removeDir(path.dirname(dir)));

const milestone = (units: number) => ({ units, placed: Int16Array.of(units, 2, 3) });

test('the last two milestones of each task are kept, newest first, also across sessions', () => {
  const milestones = new Milestones(dir, 'a job');
  expect([...milestones.of(0)]).toEqual([]);
  expect(existsSync(dir)).toBe(false);
  for (const units of [1, 2, 3]) milestones.keep(0, milestone(units));
  milestones.keep(1, milestone(9));
  const later = new Milestones(dir, 'a job');
  expect([...later.of(0)]).toEqual([milestone(3), milestone(2)]);
  later.keep(0, milestone(4));
  expect([...later.of(0)]).toEqual([milestone(4), milestone(3)]);
  expect([...later.of(1)]).toEqual([milestone(9)]);
  expect(readdirSync(dir).sort()).toEqual(['0-0', '0-1', '1-0']);
});

test('milestones of another job are ignored and replaced', () => {
  new Milestones(dir, 'a job').keep(0, milestone(1));
  const other = new Milestones(dir, 'another job');
  expect([...other.of(0)]).toEqual([]);
  other.keep(0, milestone(2));
  expect([...other.of(0)]).toEqual([milestone(2)]);
});

test('a damaged milestone is skipped, and the one before it is used', () => {
  const milestones = new Milestones(dir, 'a job');
  for (const units of [1, 2]) milestones.keep(0, milestone(units));
  const newest = path.join(dir, '0-1');
  const whole = readFileSync(newest);
  for (const damaged of [whole.subarray(0, -1), whole.subarray(0, 41), whole.subarray(0, 10)]) {
    writeFileSync(newest, damaged);
    expect([...milestones.of(0)]).toEqual([milestone(1)]);
  }
  writeFileSync(newest, whole);
  appendFileSync(newest, 'x');
  expect([...milestones.of(0)]).toEqual([milestone(1)]);
  for (const at of [20, 37, 45, whole.length - 1]) {
    writeFileSync(newest, whole.with(at, whole[at]! ^ 1));
    expect([...milestones.of(0)]).toEqual([milestone(1)]);
  }
});

test("a disk that can't be written does not end a run", () => {
  writeFileSync(dir, 'a file where the folder should be');
  const milestones = new Milestones(dir, 'a job');
  expect(milestones.keep(0, milestone(1))).toBeGreaterThan(40);
  expect([...milestones.of(0)]).toEqual([]);
});

test('no milestone is stored on a disk that is nearly full', () => {
  let free = 2 ** 28;
  const milestones = new Milestones(dir, 'a job', () => free);
  milestones.keep(0, milestone(1));
  expect(readdirSync(dir)).toEqual([]);
  free = 2 ** 30;
  milestones.keep(0, milestone(2));
  expect([...milestones.of(0)]).toEqual([milestone(2)]);
});

const job: Job = {
  puzzle: eternity2(officialHints),
  engine: 'best',
  options: { width: 10_000 },
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 2,
};

/** Returns the toy engine with a function that makes milestones. */
const engineWith = (milestone: () => unknown): Engine => ({
  ...(toy as Engine),
  open: (...given) => ({ ...(toy as Engine).open(...given), milestone }),
});

test('the frequency of milestones depends on their size, except that the final checkpoint always has one', () => {
  let taken = 0;
  let now = 0;
  const large = engineWith(() => ((taken += 1), new Uint8Array(10 * 2 ** 20)));
  const milestones = milestonesIn(dir, large, job);
  const executor = new TaskExecutor(large, job, null, () => now, milestones);
  executor.open({ id: 0, work: 0 }, undefined, undefined);
  const takenAt = (seconds: number, last = false): number => {
    now = seconds * 1000;
    executor.step(1, undefined);
    executor.checkpoint(last);
    return taken;
  };
  expect(takenAt(1)).toBe(0);
  expect(takenAt(30)).toBe(1);
  // Two threads share a rate of 1 MB/s, so each thread can store its 10 MB every 20 seconds.
  expect([49, 51, 52, 70].map((seconds) => takenAt(seconds))).toEqual([1, 2, 2, 2]);
  expect(takenAt(60, true)).toBe(3);
  expect([...milestones!.of(0)]).toHaveLength(2);
  // No nodes have been searched since the last milestone, so no new one is taken.
  executor.checkpoint(true);
  expect(taken).toBe(3);
});

test('a milestone that can’t be made does not end a run', () => {
  const failing = engineWith(() => {
    throw new RangeError('Array buffer allocation failed');
  });
  const executor = new TaskExecutor(failing, job, null, () => 0, milestonesIn(dir, failing, job));
  executor.open({ id: 0, work: 0 }, undefined, undefined);
  expect(executor.checkpoint(true)).toEqual(toy.open(job, { id: 0, work: 0 }, null).checkpoint());
});

/** Runs an engine that makes milestones, with frequent checkpoints. One of the hooks must stop the run. */
async function stopped(hooks: (runner: Runner) => Partial<RunnerHooks>): Promise<void> {
  let now = 0;
  const runner: Runner = new Runner({
    engine: engineWith(() => 'a milestone'),
    job: { ...job, wanted: { solutions: 'all', boards: true }, threads: 1 },
    assets: { read: () => null, write: () => undefined },
    milestonesDir: dir,
    scorer: toyScorer,
    checkpointMs: 10,
    clock: () => (now += 1),
    startThread: () => {
      throw new Error('one thread');
    },
    hooks: {
      status: (...said) => hooks(runner).status?.(...said),
      progress: () => undefined,
      found: () => undefined,
      checkpoint: (...taken) => hooks(runner).checkpoint?.(...taken),
    },
  });
  expect(await runner.run()).toMatchObject({ status: 'stopped' });
}

test('a paused run stores no milestone beyond its rate; if it is stopped while paused, it stores one', async () => {
  const kept: number[] = [];
  await stopped((runner) => ({
    checkpoint: () => runner.pause(),
    status: (status) => {
      if (status !== 'paused') return;
      kept.push(existsSync(dir) ? readdirSync(dir).length : 0);
      setTimeout(() => runner.stop());
    },
  }));
  expect(kept).toEqual([0]);
  expect(readdirSync(dir)).toEqual(['0-0']);
});

test('a run stopped while a checkpoint is taken also stores a milestone', async () => {
  await stopped((runner) => ({ checkpoint: () => runner.stop() }));
  expect(readdirSync(dir)).toEqual(['0-0']);
});

/** Runs a hunt up to a node limit. Returns the messages sent while it repeated work, and its last checkpoint. */
async function hunted(
  job: Job,
  milestonesDir: string | undefined,
  nodes: number,
  checkpoint?: RunCheckpoint,
) {
  const said: string[] = [];
  let last: RunCheckpoint | undefined;
  let now = 0;
  const clock = (): number => (now += 10);
  const runner = new Runner({
    engine: best,
    job,
    limits: { seconds: null, nodes },
    checkpoint,
    assets: { read: () => null, write: () => undefined },
    milestonesDir,
    scorer: scorerOf(job.puzzle),
    clock,
    startThread: (theJob, dir) => ({
      lane: (prepared) =>
        Promise.resolve(
          new InlineLane(new TaskExecutor(best, theJob, prepared, clock, milestonesIn(dir, best, theJob))),
        ),
      close: () => undefined,
    }),
    hooks: {
      status: (_status, message) => {
        if (message) said.push(message);
      },
      progress: () => undefined,
      found: () => undefined,
      checkpoint: (taken) => {
        last = structuredClone(taken);
      },
    },
  });
  const { status } = await runner.run();
  expect(status).toBe('limit');
  return { said, last: last! };
}

test.each([
  ['stopped', null],
  ['shared out and done', 600_000],
])(
  'with milestones a resumed run continues near its end, and without them it repeats its epochs: %s',
  async (_, nodes) => {
    const limited = { ...job, limits: { seconds: null, nodes } };
    const first = await hunted(limited, dir, 600_000);
    expect(readdirSync(dir).sort()).toEqual(['0-0', '1-0']);
    const again = await hunted(limited, dir, 750_000, first.last);
    const without = await hunted(limited, undefined, 750_000, first.last);
    // With milestones, at most the rest of a level is repeated, which takes a few slices. Without them, the whole
    // epoch is repeated.
    const percent = ([
      ,
      first = 'repeating the work up to the checkpoint, 100 %',
    ]: readonly string[]): number =>
      Number(/^repeating the work up to the checkpoint, (\d+) %$/.exec(first)![1]);
    expect(percent(again.said)).toBeGreaterThanOrEqual(50);
    expect(percent(without.said)).toBeLessThan(10);
  },
);
