/**
 * Measures the branch-and-bound engine with the limits of A-NXN-Puzzle-Solver: 10 minutes of CPU time, 30 million
 * nodes in memory, default weights. Compares the lengths of its solutions with the optimum where that is known.
 *
 *     node bench/sliding-classic.ts [3x3 | 3x3-all] [4x4] [5x5] [6x6]      default: 3x3
 *
 * - 3x3: every 61st position in breadth-first order from the goal (about 11 s)
 * - 3x3-all: all 181,440 positions (about 11 minutes)
 * - 6x6: 20 positions that are 500 random moves from the goal, each searched up to its first solution (5 minutes)
 * - 4x4, 5x5: a few published instances, up to 10 minutes and 2 GB each
 */
import { cpus } from 'node:os';
import { branchAndBound } from '../src-core/sliding/classic/engine.ts';
import { BranchAndBound } from '../src-core/sliding/classic/branch-and-bound.ts';
import { random } from '../src-core/random.ts';
import { movableTiles, pathProblem, randomWalk, slide, type Position } from '../src-core/sliding/state.ts';
import { instances, type Instance } from '../tests/unit/support/sliding-data.ts';

const SECONDS = branchAndBound.defaultLimits!.seconds!;
const option = (name: string): number => Number(branchAndBound.options.find((o) => o.name === name)!.default);
const WEIGHTS = {
  moves: option('movesWeight'),
  outOfPlace: option('outOfPlaceWeight'),
  manhattan: option('manhattanWeight'),
  rankedManhattan: option('rankedWeight'),
};
const NODES_PER_CHECK = 100_000;
const cpu = (): number => process.cpuUsage().user / 1e6;
const count = (value: number): string => Math.round(value).toLocaleString('en');

interface Run {
  /** moves and CPU seconds of each solution */
  readonly solutions: readonly { moves: number; seconds: number }[];
  readonly end: 'complete' | 'nodes in memory' | 'time';
  readonly nodes: number;
  readonly peakLiveNodes: number;
  readonly seconds: number;
}

function run({ puzzle }: Pick<Instance, 'puzzle'>): Run {
  const begun = cpu();
  const search = new BranchAndBound(puzzle, puzzle.start, WEIGHTS, option('liveNodes'));
  const solutions: { moves: number; seconds: number }[] = [];
  let nodes = 0;
  let late = false;
  for (let best = search.best; !search.done && !late; late = cpu() - begun >= SECONDS) {
    nodes += search.run(NODES_PER_CHECK, 4 * NODES_PER_CHECK);
    if (search.best === best) continue;
    best = search.best;
    const problem = pathProblem(puzzle, best!);
    if (problem) throw new Error(problem);
    solutions.push({ moves: best!.length, seconds: cpu() - begun });
  }
  const end = search.full ? 'nodes in memory' : search.done ? 'complete' : 'time';
  return { solutions, end, nodes, peakLiveNodes: search.counts.peakLiveNodes, seconds: cpu() - begun };
}

/** Yields every `step`-th position with its distance from the goal, nearest first. */
function* eightPuzzles(step: number): Generator<{ start: Position; optimum: number }> {
  const size = { width: 3, height: 3 };
  const distances = new Map([['012345678', 0]]);
  let index = 0;
  for (const [key, optimum] of distances) {
    const start = Array.from(key, Number);
    for (const tile of movableTiles(size, start)) {
      const next = slide(size, start, tile).join('');
      if (!distances.has(next)) distances.set(next, optimum + 1);
    }
    if (index++ % step === 0) yield { start, optimum };
  }
}

function threeByThree(step: number): void {
  const runs: Run[] = [];
  let wrong = 0;
  for (const { start, optimum } of eightPuzzles(step)) {
    const result = run({
      puzzle: { kind: 'sliding', name: '', width: 3, height: 3, start, goal: 'blank-first' },
    });
    if (result.end !== 'complete' || result.solutions.at(-1)?.moves !== optimum) wrong++;
    runs.push(result);
  }
  const nodes = runs.map((r) => r.nodes);
  const seconds = runs.map((r) => r.seconds);
  const mean = (values: number[]): number => values.reduce((a, b) => a + b) / values.length;
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
  console.log(
    `3 × 3: ${count(runs.length)} positions, ${count(runs.length - wrong)} complete with the optimum; ` +
      `mean ${count(mean(nodes))} nodes, ${(mean(seconds) * 1000).toFixed(1)} ms; ` +
      `worst ${count(most(nodes))} nodes, ${(most(seconds) * 1000).toFixed(0)} ms`,
  );
  if (wrong > 0) process.exitCode = 1;
}

function table(list: readonly Instance[]): void {
  for (const instance of list) {
    const { puzzle, optimum, id } = instance;
    const { solutions, end, nodes, peakLiveNodes, seconds } = run(instance);
    const told = solutions.map((a) => `${a.moves} (${a.seconds.toFixed(1)} s)`).join(', ') || 'no solution';
    console.log(
      `${puzzle.width} × ${puzzle.height} ${id}, optimum ${optimum}: ${told}; ended ${end === 'complete' ? end : `at its limit of ${end}`} ` +
        `after ${seconds.toFixed(0)} s, ${count(nodes)} nodes, at most ${count(peakLiveNodes)} in memory`,
    );
  }
}

function sixBySix(): void {
  const size = { width: 6, height: 6 };
  for (let seed = 1; seed <= 20; seed++) {
    const begun = cpu();
    const start = randomWalk(size, 'blank-first', 500, random(seed));
    const search = new BranchAndBound(size, start, WEIGHTS, option('liveNodes'));
    let nodes = 0;
    while (!search.done && !search.best) nodes += search.run(NODES_PER_CHECK, 4 * NODES_PER_CHECK);
    const told = search.best ? `${search.best.length} moves` : 'no solution within its memory';
    console.log(`6 × 6, seed ${seed}: ${told} after ${(cpu() - begun).toFixed(1)} s, ${count(nodes)} nodes`);
  }
}

const parts: Record<string, () => void> = {
  '3x3': () => threeByThree(61),
  '3x3-all': () => threeByThree(1),
  // four instances of different lengths, and one of 80 moves that the original solver gives up on
  '4x4': () => table([...pick(instances('korf15_25.txt')), instances('fifteen_80.txt')[0]!]),
  '6x6': sixBySix,
  '5x5': () => table(instances('korf24_13.txt').slice(0, 3)),
};

/** Returns the instance nearest to its goal, the farthest one, and two in between. */
function pick(list: readonly Instance[]): Instance[] {
  const sorted = [...list].sort((a, b) => a.optimum - b.optimum);
  return [0, 1 / 3, 2 / 3, 1].map((share) => sorted[Math.round(share * (sorted.length - 1))]!);
}

const asked = process.argv.slice(2);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
);
for (const name of asked.length > 0 ? asked : ['3x3']) {
  const part = parts[name];
  if (!part) throw new Error(`no part “${name}”; there are: ${Object.keys(parts).join(', ')}`);
  part();
}
