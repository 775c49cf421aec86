/**
 * Measures the scores that the engine `best` reaches on Eternity II in a given CPU time, over many seeds:
 *
 *     node bench/best.ts [--hints 5] [--seconds 60] [--seeds 10] [--first 1] [--threads 1] [--memory 1024]
 *                        [--width 0] [--boards FILE] [--board rectangle:12x12] [--puzzle 1]
 *
 * - `--seconds` is the CPU time of each thread, so other load hardly changes the results.
 * - `--width` fixes the beam width. A seed then always gives the same boards in the same order.
 * - `--board` replaces Eternity II with a generated puzzle on this board, written as in `edgewise generate --board`.
 *   `--puzzle` is the seed of the generator.
 * - `--boards` is a file. Whenever a board improves the score, a line with score, seed, CPU seconds and tiles is
 *   appended to it. So the boards are kept if the benchmark is interrupted.
 *
 * Only full boards count, and they are scored again from their text. The last lines give the scores of all seeds at
 * several times, with median and mean. With three or more seeds, they also estimate the mean score of a run with more
 * threads. Threads share nothing. The estimate is therefore the expected maximum of independent runs, assuming a normal
 * distribution.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { best } from '../src-core/edge-matching/hunt/portfolio/engine.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../src-core/engine.ts';
import { parseBoard } from '../src-core/formats/board-text.ts';
import { readBoard } from '../src-core/formats/read-board.ts';
import { writeBoard } from '../src-core/formats/write.ts';
import { boardOf } from '../src-core/puzzle/board.ts';
import { eternity2, officialHints } from '../src-core/puzzle/eternity2.ts';
import { openBoardOf } from '../src-core/puzzle/open-board.ts';
import type { BoardShape, EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../src-core/puzzle/score.ts';

interface Member {
  readonly job: Job;
  readonly member: number;
}
interface Step {
  readonly seconds: number;
  readonly matched: number;
  readonly text: string;
}

const MOMENTS = [5, 10, 20, 30, 60, 120, 180, 300, 450, 600, 1200, 1800, 3600];

function runMember({ job, member }: Member, found: (step: Step) => void): void {
  const plan = best.plan(job);
  let task = plan.next();
  while (task && task.id !== member) task = plan.next();
  const search = best.open(job, task!, undefined);
  const cpu = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e6;
  };
  const begun = cpu();
  for (let done = false; !done && cpu() - begun < job.limits.seconds!;) {
    const slice = search.step(100_000);
    done = slice.done;
    for (const finding of slice.findings) {
      if (finding.type !== 'path') found({ seconds: cpu() - begun, ...fromText(job, finding.board) });
    }
  }
}

/** Returns a board's score, computed from its text alone. Throws unless the board is full and keeps every rule. */
function fromText(job: Job, board: Int32Array): { matched: number; text: string } {
  if (job.puzzle.kind !== 'edge-matching') throw new Error('not an edge-matching puzzle');
  const text = writeBoard(job.puzzle, board, 'tiles');
  const score = scoreOf(job.puzzle, readBoard(job.puzzle, text));
  const { placed, cells, duplicates, illegal, rimOk, hints, hintsKept } = score;
  if (placed < cells || duplicates > 0 || illegal > 0 || !rimOk || hintsKept < hints) {
    throw new Error(`not a full board that keeps every rule: ${JSON.stringify(score)}`);
  }
  return { matched: score.matched, text };
}

async function run(job: Job, found: (step: Step) => void): Promise<Step[]> {
  const steps: Step[] = [];
  const members = Array.from({ length: job.threads }, (_, member) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { job, member } satisfies Member });
    worker.on('message', (step: Step) => {
      steps.push(step);
      found(step);
    });
    return new Promise<void>((resolve, reject) => {
      worker.once('exit', () => resolve());
      worker.once('error', reject);
    });
  });
  await Promise.all(members);
  return steps;
}

const scoreAt = (steps: readonly Step[], seconds: number): number =>
  Math.max(0, ...steps.filter((step) => step.seconds <= seconds).map(({ matched }) => matched));

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Returns the expected maximum of this many draws from the standard normal distribution. */
function expectedLargest(draws: number): number {
  const step = 1e-3;
  let below = 0;
  let sum = 0;
  for (let x = -8; x < 8; x += step) {
    const upTo = below + (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * step;
    sum += x * (upTo ** draws - below ** draws);
    below = upTo;
  }
  return sum;
}

/** Estimates the mean of the best score among `runs` runs, with its standard error, from the scores of single runs. */
function bestOfMore(scores: readonly number[], runs: number): { mean: number; error: number } {
  const n = scores.length;
  const mean = meanOf(scores);
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n - 1));
  const above = expectedLargest(runs);
  return {
    mean: mean + deviation * above,
    error: deviation * Math.sqrt(1 / n + above ** 2 / (2 * (n - 1))),
  };
}

function puzzleOn(board: BoardShape, seed: number): EdgePuzzle {
  const hasRim = boardOf(board).across.includes(-1);
  return generate({ family: hasRim ? 'framed' : 'unframed', board, seed }).puzzle;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      hints: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '60' },
      seeds: { type: 'string', default: '10' },
      first: { type: 'string', default: '1' },
      threads: { type: 'string', default: '1' },
      memory: { type: 'string', default: '1024' },
      width: { type: 'string', default: '0' },
      boards: { type: 'string' },
      board: { type: 'string' },
      puzzle: { type: 'string', default: '1' },
    },
  });
  const [hints, seconds, seeds, first, threads, memory, width, made] = [
    values.hints,
    values.seconds,
    values.seeds,
    values.first,
    values.threads,
    values.memory,
    values.width,
    values.puzzle,
  ].map(Number) as [number, number, number, number, number, number, number, number];
  const puzzle =
    values.board === undefined
      ? eternity2(officialHints.slice(0, hints))
      : puzzleOn(parseBoard(values.board), made);
  const name = values.board === undefined ? `Eternity II, ${hints} hints` : puzzle.name;
  const edges = openBoardOf(puzzle).edges.length / 2;
  const all: Step[][] = [];
  for (let seed = first; seed < first + seeds; seed++) {
    const job: Job = {
      puzzle,
      engine: 'best',
      options: { memory, width },
      wanted: { solutions: 1, boards: true },
      limits: { seconds, nodes: null },
      seed,
      threads,
    };
    const steps = await run(job, ({ matched, seconds, text }) => {
      if (values.boards)
        appendFileSync(values.boards, `${matched} ${seed} ${seconds.toFixed(0)} ${JSON.stringify(text)}\n`);
    });
    all.push(steps);
    console.log(`seed ${seed}: ${scoreAt(steps, Infinity)}`);
  }
  console.log(`\n${name}, ${threads} threads, ${seconds} CPU s per thread, of ${edges}:`);
  for (const moment of [...MOMENTS.filter((m) => m < seconds), seconds]) {
    const scores = all.map((steps) => scoreAt(steps, moment === seconds ? Infinity : moment));
    console.log(
      `${String(moment).padStart(5)} s  median ${median(scores)}  mean ${meanOf(scores).toFixed(1)}  ` +
        `from ${Math.min(...scores)} to ${Math.max(...scores)}  (${scores.join(' ')})`,
    );
  }
  if (seeds < 3) return;
  console.log(`\nexpected for ${seconds} s on more threads:`);
  const scores = all.map((steps) => scoreAt(steps, Infinity));
  for (const runs of [2, 4, 8, 16, 64]) {
    const { mean, error } = bestOfMore(scores, runs);
    console.log(`${String(runs * threads).padStart(5)} threads  ${mean.toFixed(1)} ± ${error.toFixed(1)}`);
  }
}

if (isMainThread) await main();
else runMember(workerData as Member, (step) => parentPort!.postMessage(step));
