/**
 * Measures the sliding engines on the published instances in tests/data/sliding. Prints one table.
 *
 *     node bench/sliding.ts [8-puzzle] [15-small] [15-large] [80-large] [beams]
 *       [anytime] [anytime-large] [anytime-others] [anytime-others-large] [anytime-cpu] [anytime-cpu-large] [24-large]
 *
 * Without names, runs the first five. The others take longer:
 *
 * - 24-large solves one 24-puzzle optimally
 * - anytime runs each of 13 puzzles for ten seconds of wall time on all cores, on the command line
 * - anytime-others does the same for seven other puzzles
 * - anytime-cpu runs each of the 13 puzzles for ten CPU seconds on each of two threads
 *
 * If gcc is installed, a C program also solves the 15-puzzles and 24-large. EDGEWISE_BENCH_DATA: the data folder
 * whose databases are used (default: one in the temporary folder). Times are CPU seconds of this thread.
 */
import { spawnSync } from 'node:child_process';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { runLanes } from './sliding/lanes.ts';
import { runReference } from './sliding/pattern-search-c.ts';
import { anytime } from '../src-core/sliding/anytime/engine.ts';
import { Beam } from '../src-core/sliding/anytime/beam.ts';
import { BoundedSearch } from '../src-core/sliding/patterns/bounded-search.ts';
import { preparePatterns, type PreparedPatterns } from '../src-core/sliding/patterns/prepared.ts';
import { patternSet, type SetName } from '../src-core/sliding/patterns/sets.ts';
import { random } from '../src-core/random.ts';
import { movableTiles, pathProblem, slide, tilesAlong, type BoardSize } from '../src-core/sliding/state.ts';
import { databasesDir } from '../src-main/data-dir.ts';
import { fileAssets } from '../src-main/solver-process/file-assets.ts';
import { eightPuzzleDepths, instances, jobOf, type Instance } from '../tests/unit/support/sliding-data.ts';

const folder = process.env['EDGEWISE_BENCH_DATA'] ?? path.join(tmpdir(), 'edgewise-bench');
const assets = fileAssets(databasesDir(folder));
const cpu = (): number => process.cpuUsage().user / 1e6;

/**
 * Two sets of 24-puzzles: those of Korf and Felner, which were used to develop the engine, and others, which weren't.
 */
const THIRTEEN = instances('korf24_13.txt');
const OTHERS = instances('korf24_7.txt');

function prepared({ width, height }: BoardSize, set: SetName): PreparedPatterns {
  const begun = cpu();
  const steps = preparePatterns({ width, height }, set, assets);
  let step = steps.next();
  while (!step.done) step = steps.next();
  console.log(`${width} × ${height} ${set}: databases read or built in ${(cpu() - begun).toFixed(2)} s`);
  return step.value;
}

function solve(search: BoundedSearch, { puzzle, optimum, id }: Instance): { nodes: number; seconds: number } {
  const begun = cpu();
  search.start(puzzle.start, null, 0);
  let nodes = 0;
  for (let bound = search.lowerBound; ; bound += 2) {
    search.start(puzzle.start, null, bound);
    let outcome;
    do {
      outcome = search.run(100_000_000);
      nodes += search.takeNodes();
    } while (outcome === 'stopped');
    if (outcome === 'found') break;
  }
  const seconds = cpu() - begun;
  const moves = tilesAlong(puzzle, puzzle.start, search.cellsOfPath());
  const problem = pathProblem(puzzle, moves);
  if (problem || moves.length !== optimum) {
    throw new Error(`instance ${id}: ${problem ?? `${moves.length} moves`}, published ${optimum}`);
  }
  return { nodes, seconds };
}

/**
 * Solves all instances with Edgewise and with a C program that uses the same databases. Both must visit the same
 * number of nodes.
 */
function table(name: string, list: readonly Instance[], set: SetName): void {
  const { puzzle } = list[0]!;
  const search = new BoundedSearch(prepared(puzzle, set));
  const ours = list.map((instance) => solve(search, instance));
  const starts = list.map((instance) => instance.puzzle.start);
  const theirs = runReference(puzzle, patternSet(puzzle, set), databasesDir(folder), starts);
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const tell = (who: string, runs: readonly { nodes: number; seconds: number }[]): void => {
    const nodes = mean(runs.map((r) => r.nodes));
    const seconds = mean(runs.map((r) => r.seconds));
    console.log(
      `${who}: mean ${Math.round(nodes).toLocaleString('en')} nodes, ${(seconds * 1000).toFixed(2)} ms; ` +
        `${(nodes / seconds / 1e6).toFixed(1)} M nodes/s; ` +
        `worst ${(Math.max(...runs.map((r) => r.seconds)) * 1000).toFixed(0)} ms`,
    );
  };
  console.log(`${name}: all ${list.length} optimal`);
  tell('  kernel', ours);
  if (!theirs) {
    console.log('  no gcc: nothing to compare with');
    return;
  }
  tell('  C     ', theirs);
  const same = theirs.every((run, i) => run.nodes === ours[i]!.nodes && run.moves === list[i]!.optimum);
  const ratio = mean(ours.map((r) => r.seconds)) / mean(theirs.map((r) => r.seconds));
  console.log(
    `  nodes ${same ? 'equal on every one' : 'DIFFER'}; the kernel takes ${ratio.toFixed(2)} times as long`,
  );
  if (!same) process.exitCode = 1;
}

function eightPuzzle(): void {
  const size = { width: 3, height: 3 };
  const search = new BoundedSearch(prepared(size, 'small'));
  const counts = new Array<number>(32).fill(0);
  const goal = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const seen = new Set([goal.join('')]);
  for (const key of seen) {
    const position = Array.from(key, Number);
    search.start(position, null, 0);
    // The database of all eight tiles is exact, so this bound is the number of moves left.
    const bound = search.lowerBound;
    search.start(position, null, bound);
    if (bound > 0 && (search.run(1e6) !== 'found' || search.cellsOfPath().length !== bound)) {
      throw new Error(`${key}: no solution of ${bound} moves`);
    }
    counts[bound]!++;
    for (const tile of movableTiles(size, position)) seen.add(slide(size, position, tile).join(''));
  }
  const agree = counts.join() === eightPuzzleDepths().join();
  console.log(`8-puzzle: ${seen.size} positions solved, distribution ${agree ? 'as published' : 'WRONG'}`);
  if (!agree) process.exitCode = 1;
}

function beams(): void {
  const list = THIRTEEN;
  const patterns = prepared(list[0]!.puzzle, 'small');
  for (const width of [1_000, 10_000, 100_000]) {
    const begun = cpu();
    const above = list.map(({ puzzle, optimum }) => {
      const beam = new Beam(patterns, puzzle.start, width, random(1));
      while (!beam.over) beam.run(100_000);
      return beam.path!.length / optimum - 1;
    });
    const mean = above.reduce((a, b) => a + b) / above.length;
    const seconds = (cpu() - begun) / list.length;
    console.log(
      `24-puzzle beam ${width}: mean ${(mean * 100).toFixed(1)} % above the optimum, ` +
        `worst ${(Math.max(...above) * 100).toFixed(1)} %; ${seconds.toFixed(2)} s each`,
    );
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Prints each solution's length and the optimum, and how many solutions are at most 5 % longer than the optimum. */
function printAnytime(
  title: string,
  list: readonly Instance[],
  solved: (instance: Instance) => { path: readonly number[]; lowerBound: number; seconds?: number },
): void {
  const above = list.map((instance) => {
    const { puzzle, optimum, id } = instance;
    const { path: moves, lowerBound, seconds } = solved(instance);
    const problem = pathProblem(puzzle, moves);
    if (problem) throw new Error(`instance ${id}: ${problem}`);
    const excess = moves.length / optimum - 1;
    const when = seconds === undefined ? '' : ` after ${seconds.toFixed(1)} s`;
    console.log(
      `24-puzzle ${id}: ${moves.length} moves${when}, at least ${lowerBound}, optimum ${optimum}: ${percent(excess)} above`,
    );
    return excess;
  });
  const within = above.filter((excess) => excess <= 0.05).length;
  const mean = above.reduce((a, b) => a + b) / above.length;
  console.log(
    `${title}: within 5 % of the optimum: ${within} of ${above.length}; mean ${percent(mean)} above, ` +
      `worst ${percent(Math.max(...above))}`,
  );
}

/** Runs the engine the way users do: on the command line, for ten seconds of wall time on all cores. */
function anytimeByClock(set: SetName, list: readonly Instance[]): void {
  prepared({ width: 5, height: 5 }, set);
  const cli = path.join(import.meta.dirname, '../src-main/cli/edgewise.ts');
  const args = ['solve', '-', '--engine', 'anytime', '--time', '10', '--json', '--data', folder];
  args.push('--option', `databases=${set}`);
  printAnytime(`${set} databases, 10 s of wall time`, list, ({ puzzle }) => {
    const { stdout } = spawnSync(process.execPath, [cli, ...args], {
      input: `${puzzle.start.join(' ')}\n`,
      encoding: 'utf8',
    });
    return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as { path: number[]; lowerBound: number };
  });
}

/** Runs the engine for a number of CPU seconds, which don't depend on other load. */
function anytimeByCpu(set: SetName): void {
  const patterns = prepared({ width: 5, height: 5 }, set);
  printAnytime(`${set} databases, 10 CPU s on each of two threads`, THIRTEEN, ({ puzzle }) =>
    runLanes({ ...jobOf(anytime, puzzle), threads: 2 }, patterns, 10),
  );
}

const parts: Record<string, () => void> = {
  '8-puzzle': eightPuzzle,
  '15-small': () => table('15-puzzle, 6-6-3', instances('korf15_25.txt'), 'small'),
  '15-large': () => table('15-puzzle, 7-8', instances('korf15_25.txt'), 'large'),
  '80-large': () => table('15-puzzle at distance 80, 7-8', instances('fifteen_80.txt'), 'large'),
  beams,
  anytime: () => anytimeByClock('small', THIRTEEN),
  'anytime-large': () => anytimeByClock('large', THIRTEEN),
  'anytime-others': () => anytimeByClock('small', OTHERS),
  'anytime-others-large': () => anytimeByClock('large', OTHERS),
  'anytime-cpu': () => anytimeByCpu('small'),
  'anytime-cpu-large': () => anytimeByCpu('large'),
  '24-large': () => table('24-puzzle, 6-6-6-6', THIRTEEN.slice(0, 1), 'large'),
};
const SLOW = Object.keys(parts).filter((part) => part.startsWith('anytime') || part === '24-large');
const asked = process.argv.slice(2);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
);
for (const name of asked.length > 0 ? asked : Object.keys(parts).filter((part) => !SLOW.includes(part))) {
  const part = parts[name];
  if (!part) throw new Error(`no part “${name}”; there are: ${Object.keys(parts).join(', ')}`);
  part();
}
