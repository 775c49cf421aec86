/**
 * Measures two costs of a long search:
 *
 * - The time spent on progress and checkpoints. Eternity II is searched alternately in a plain loop and by the
 *   application's runner. Environment: LONG_SECONDS (6) and LONG_ROUNDS (5).
 * - The memory that the built command line uses for a long count (run `npm run build` first). Environment:
 *   MEMORY_SECONDS (180; 0 skips it).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { exact } from '../src-core/edge-matching/exact/exact.ts';
import { Runner } from '../src-main/solver-process/runner.ts';
import { scorerOf } from '../src-main/solver-process/scorer.ts';
import { eternity } from '../tests/unit/src-core/edge-matching/exact/puzzles.ts';
import { line, median, millions } from './exact/measure.ts';
import { jobOf, run } from './exact/run.ts';

const SECONDS = Number(process.env['LONG_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['LONG_ROUNDS'] ?? 5);
const MEMORY_SECONDS = Number(process.env['MEMORY_SECONDS'] ?? 180);

const ROW_SCAN = { order: 'row', symmetry: 'all' };
const clock = (): number => performance.now();

function unwatched(): number {
  const { tally, seconds } = run(jobOf(eternity(), ROW_SCAN), SECONDS);
  return tally.nodes / seconds;
}

/**
 * Searches in one thread with the application's runner. Messages and checkpoints are serialized and then discarded.
 * Returns the speed in nodes per CPU second, and the numbers of progress messages (`looks`) and checkpoints.
 */
async function watched(): Promise<{ speed: number; looks: number; checkpoints: number }> {
  const job = { ...jobOf(eternity(), ROW_SCAN), limits: { seconds: SECONDS, nodes: null } };
  let looks = 0;
  let checkpoints = 0;
  const before = process.cpuUsage();
  const runner = new Runner({
    engine: exact,
    job,
    assets: { read: () => null, write: () => undefined },
    scorer: scorerOf(job.puzzle),
    clock,
    startThread: () => {
      throw new Error('one thread');
    },
    hooks: {
      status: () => undefined,
      progress: (figures, current) => {
        looks++;
        serialize({ figures, current });
      },
      found: () => undefined,
      checkpoint: (checkpoint, figures) => {
        checkpoints++;
        serialize({ checkpoint, figures });
      },
    },
  });
  const { figures } = await runner.run();
  const { user, system } = process.cpuUsage(before);
  return { speed: figures!.nodes / ((user + system) / 1e6), looks, checkpoints };
}

const alone: number[] = [];
const seen: number[] = [];
let looks = 0;
let checkpoints = 0;
for (let round = 0; round < ROUNDS; round++) {
  alone.push(unwatched());
  const ran = await watched();
  seen.push(ran.speed);
  looks += ran.looks;
  checkpoints += ran.checkpoints;
}
line(
  `${ROUNDS} alternating runs of ${SECONDS} s`,
  'nodes / CPU s',
  'unwatched',
  'costs',
  'looks',
  'checkpoints',
);
const cost = 1 - median(seen) / median(alone);
line(
  'Eternity II, watched',
  millions(median(seen)),
  millions(median(alone)),
  `${(100 * cost).toFixed(1)} %`,
  String(looks),
  String(checkpoints),
);
console.log(`pairs: ${seen.map((speed, i) => (100 * (1 - speed / alone[i]!)).toFixed(1)).join(', ')} %`);

if (MEMORY_SECONDS > 0) await memory();

/**
 * Counts solutions of Eternity II on the command line with two threads. Prints the resident memory in MB, as reported
 * by `ps`.
 */
async function memory(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const file = join(root, 'tests/data/e2/e2_pieces.txt');
  const samples = 12;
  const count = ['solve', file, '--count', '--threads', '2', '--time', String(MEMORY_SECONDS)];
  const child = spawn(process.execPath, [join(root, 'out/main/edgewise.js'), ...count], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const megabytes: number[] = [];
  for (let i = 0; i < samples; i++) {
    await wait((1000 * MEMORY_SECONDS) / (samples + 1));
    megabytes.push(
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    );
  }
  await ended;
  console.log();
  line(`memory, two threads, every ${Math.round(MEMORY_SECONDS / (samples + 1))} s`, 'first', 'last', 'most');
  line(
    'Eternity II, MB',
    ...[megabytes[0]!, megabytes.at(-1)!, Math.max(...megabytes)].map((size) => size.toFixed(0)),
  );
  console.log(megabytes.map((size) => size.toFixed(0)).join(' '));
}
