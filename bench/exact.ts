/**
 * Measures the exact engine:
 *
 * - its speed compared with a C program that searches the same tree
 * - complete searches and the smallest puzzles
 * - two threads
 *
 * Results are medians of alternating runs, because the speed of a shared machine changes from second to second.
 * Environment: BENCH_SECONDS (5) and BENCH_ROUNDS (5). Runs last several seconds, because compilation takes up the
 * first half second.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchTreeFor } from '../src-core/edge-matching/exact/setup.ts';
import { exact } from '../src-core/edge-matching/exact/exact.ts';
import type { Job, Tally } from '../src-core/engine.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { eternity, icosahedron, owen } from '../tests/unit/src-core/edge-matching/exact/puzzles.ts';
import { jobOf, run, type Ran } from './exact/run.ts';
import { line, measure, median, millions, whole } from './exact/measure.ts';
import { compileReference } from './exact/row-scan-c.ts';
import { compileYardstick } from './exact/yardstick.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);

/** Options that make the engine and the C program search the same tree, whose node counts have been published. */
const ROW_SCAN = { order: 'row', symmetry: 'all' };

async function bench(): Promise<void> {
  line('whole tree, row scan', 'nodes', 'solutions', 'CPU s', 'C: CPU s', 'times C');
  for (const size of [4, 5, 6]) wholeTree(`Owen ${size} × ${size}`, owen(size, size));
  console.log();
  line('whole tree, other boards, images left out', 'nodes', 'raw', 'unique', 'CPU s', 'nodes / CPU s');
  otherBoard('20 triangles on an icosahedron', icosahedron(), { raw: 78_681_600, unique: 1_311_360 });
  console.log();
  line(`${ROUNDS} alternating runs of ${SECONDS} CPU s, row scan`, 'nodes / CPU s', 'C', 'times C');
  besideC('Owen 7 × 7', owen(7, 7));
  besideC('Owen 10 × 10', owen(10, 10));
  besideC('Eternity II, no hints', eternity());
  console.log();
  line(
    `the shared yardstick, ${ROUNDS} alternating runs of ${SECONDS} CPU s`,
    'nodes / CPU s',
    'C',
    'times C',
  );
  compareWithReference();
  console.log();
  line('all solutions of nine tiles', 'nodes', 'raw', 'unique', 'cold ms', 'warm ms');
  for (const name of ['four-arrows', 'nine-figures', 'four-cyclists', 'dolphins']) nineTiles(name);
  console.log();
  line(`threads, Eternity II, ${ROUNDS} times ${SECONDS} s`, 'nodes / CPU s', 'one thread', 'times one');
  await twoThreads();
}

function wholeTree(name: string, puzzle: EdgePuzzle): void {
  const { value, seconds } = measure(() => run(jobOf(puzzle, ROW_SCAN), Infinity));
  const reference = compileReference(searchTreeFor(jobOf(puzzle, ROW_SCAN)));
  const c = reference?.run(1000);
  reference?.remove();
  if (c && (c.nodes !== value.tally.nodes || c.solutions !== value.tally.raw)) {
    throw new Error(
      `${name}: C visited ${c.nodes} nodes and found ${c.solutions} solutions, so its tree differs`,
    );
  }
  line(
    name,
    whole(value.tally.nodes),
    whole(value.tally.raw),
    seconds.toFixed(3),
    ...comparedTime(seconds, c?.seconds),
  );
}

function otherBoard(name: string, puzzle: EdgePuzzle, known: { raw: number; unique: number }): void {
  const { value, seconds } = measure(() => run(jobOf(puzzle, {}), Infinity));
  const { nodes, raw, unique } = value.tally;
  if (raw !== known.raw || unique !== known.unique) {
    throw new Error(
      `${name}: ${raw} solutions, ${unique} classes; expected ${known.raw} and ${known.unique}`,
    );
  }
  line(name, whole(nodes), whole(raw), whole(unique), seconds.toFixed(2), millions(nodes / seconds));
}

const comparedTime = (ours: number, c: number | undefined): string[] =>
  c === undefined ? ['no gcc', ''] : [c.toFixed(3), (c / ours).toFixed(2)];

function besideC(name: string, puzzle: EdgePuzzle): void {
  const job = jobOf(puzzle, ROW_SCAN);
  const reference = compileReference(searchTreeFor(job));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (reference) {
      const { nodes, seconds } = reference.run(SECONDS);
      theirs.push(nodes / seconds);
    }
    ours.push(rate(run(jobOf(puzzle, ROW_SCAN), SECONDS)));
  }
  reference?.remove();
  const ratio = median(ours) / median(theirs);
  line(
    name,
    millions(median(ours)),
    reference ? millions(median(theirs)) : 'no gcc',
    reference ? ratio.toFixed(2) : '',
  );
}

/**
 * Compares with `exact_reference.c` in the folder above the project, if that file exists. The program shuffles its
 * candidate lists, so the engine shuffles its own too.
 */
function compareWithReference(): void {
  const shared = join(import.meta.dirname, '../../shared');
  const yardstick = compileYardstick(join(shared, 'yardstick/exact_reference.c'));
  if (!yardstick) {
    line('Eternity II, no hints', 'no gcc, or no exact_reference.c');
    return;
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    theirs.push(yardstick.rate(SECONDS, round, join(shared, 'data/e2/e2_pieces.txt')));
    ours.push(rate(run({ ...jobOf(eternity(), { ...ROW_SCAN, shuffle: true }), seed: round }, SECONDS)));
  }
  yardstick.remove();
  const ratio = median(ours) / median(theirs);
  line('Eternity II, no hints', millions(median(ours)), millions(median(theirs)), ratio.toFixed(2));
}

const rate = ({ tally, seconds }: Ran): number => tally.nodes / seconds;

function nineTiles(name: string): void {
  const path = join(import.meta.dirname, '../resources/samples', `${name}.edgewise`);
  const { puzzle } = JSON.parse(readFileSync(path, 'utf8')) as { puzzle: EdgePuzzle };
  const milliseconds: number[] = [];
  let tally: Tally | null = null;
  for (let i = 0; i < 200; i++) {
    const before = performance.now();
    tally = runWhole(jobOf(puzzle, {}));
    milliseconds.push(performance.now() - before);
  }
  const { nodes, raw, unique } = tally!;
  const [cold, ...warm] = milliseconds;
  line(name, whole(nodes), whole(raw), whole(unique), cold!.toFixed(2), median(warm.slice(100)).toFixed(2));
}

/** Runs a small search without interruption and returns its totals. */
function runWhole(job: Job): Tally {
  const plan = exact.plan(job);
  for (let task = plan.next(); task; task = plan.next()) {
    plan.absorb(task, exact.open(job, task, null).step(Infinity));
  }
  return plan.tally();
}

/** Compares two workers, each with half of the tasks, with a single worker. Prints nodes per CPU second. */
async function twoThreads(): Promise<void> {
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await inWorkers(1));
    two.push(await inWorkers(2));
  }
  const times = (2 * median(two)) / median(one);
  line('two workers', millions(median(two)), millions(median(one)), times.toFixed(2));
}

async function inWorkers(count: number): Promise<number> {
  const before = process.cpuUsage();
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, first) => {
      const worker = new Worker(new URL('./exact/worker.ts', import.meta.url), {
        workerData: { seconds: SECONDS, first, of: count },
      });
      const [laid] = (await once(worker, 'message')) as [number];
      return laid;
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return nodes.reduce((sum, laid) => sum + laid, 0) / ((user + system) / 1e6);
}

await bench();
