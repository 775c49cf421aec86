/**
 * Repeats the measurement in the row solver's report (COEN 352): the largest share of tiles without a mismatch, on
 * n × n puzzles for n = 2 to 16. Prints the report's means next to ours. Our puzzles have the number of colours
 * that makes them hardest. At n = 16, the puzzle is Eternity II without hints.
 *
 *     node bench/rows-trials.ts [--seconds 60] [--trials 3] [--from 2] [--to 16]
 *
 * Seconds are CPU seconds of one thread. Our engine fills its boards, so tiles are removed until no edge is mismatched.
 */
import { gridOf } from '../src-core/puzzle/board.ts';
import { parseArgs } from 'node:util';
import { best } from '../src-core/edge-matching/hunt/portfolio/engine.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../src-core/engine.ts';
import { eternity2 } from '../src-core/puzzle/eternity2.ts';
import type { PartialBoard } from '../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { mismatchedEdges, scoreOf } from '../src-core/puzzle/score.ts';

/** mean quality in percent for n = 2 to 16, from the appendix of the row solver's report */
const PUBLISHED = [100, 100, 100, 100, 98.8, 92.6, 83.8, 80.3, 80.4, 77.1, 76.7, 71.5, 68.6, 68.4, 67.2];

const puzzleOf = (n: number, seed: number): EdgePuzzle =>
  n === 16 ? eternity2([]) : generate({ width: n, height: n, family: 'framed', seed }).puzzle;

/** Returns the maximum number of tiles that can stay if tiles are removed until no edge is mismatched. */
function remainingTiles(puzzle: EdgePuzzle, board: PartialBoard): number {
  // Mismatches form a bipartite graph, because neighbouring cells have different chessboard colours. So the minimum
  // number of tiles to remove equals the size of a maximum matching (König 1931).
  const { width } = gridOf(puzzle.board);
  const beside = new Map<number, number[]>();
  const edges = mismatchedEdges(puzzle, board);
  for (let i = 0; i < edges.length; i += 2) {
    let [even, odd] = [Math.floor(edges[i]! / 4), Math.floor(edges[i + 1]! / 4)];
    if (((even % width) + Math.floor(even / width)) % 2 === 1) [even, odd] = [odd, even];
    beside.set(even, [...(beside.get(even) ?? []), odd]);
  }
  const partner = new Map<number, number>();
  const augment = (even: number, seen: Set<number>): boolean =>
    beside.get(even)!.some((odd) => {
      if (seen.has(odd)) return false;
      seen.add(odd);
      const other = partner.get(odd);
      if (other !== undefined && !augment(other, seen)) return false;
      partner.set(odd, even);
      return true;
    });
  let taken = 0;
  for (const even of beside.keys()) if (augment(even, new Set())) taken++;
  return scoreOf(puzzle, board).placed - taken;
}

/**
 * Runs one trial. Returns the largest share of tiles without a mismatch, and the CPU seconds after which it was
 * reached.
 */
function trial(puzzle: EdgePuzzle, seconds: number, seed: number): { share: number; at: number } {
  const job: Job = {
    puzzle,
    engine: 'best',
    options: {},
    wanted: { solutions: 'all', boards: true },
    limits: { seconds, nodes: null },
    seed,
    threads: 1,
  };
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const begun = cpu();
  const search = best.open(job, best.plan(job).next()!, undefined);
  let result = { share: 0, at: 0 };
  for (let done = false; !done && cpu() - begun < seconds;) {
    const slice = search.step(100_000);
    done = slice.done;
    for (const finding of slice.findings) {
      if (finding.type === 'path') continue;
      const share = (100 * remainingTiles(puzzle, finding.board)) / finding.board.length;
      if (share > result.share) result = { share, at: cpu() - begun };
    }
  }
  return result;
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    trials: { type: 'string', default: '3' },
    from: { type: 'string', default: '2' },
    to: { type: 'string', default: '16' },
  },
});
console.log(`tiles without mismatch, %, at most ${values.seconds} CPU s per trial, ${values.trials} trials`);
console.log(' n   row solver   ours   from    to   s until then (mean)');
for (let n = Number(values.from); n <= Number(values.to); n++) {
  const trials = Array.from({ length: Number(values.trials) }, (_, i) =>
    trial(puzzleOf(n, i + 1), Number(values.seconds), i + 1),
  );
  const shares = trials.map(({ share }) => share);
  const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  console.log(
    [
      String(n).padStart(2),
      PUBLISHED[n - 2]!.toFixed(1).padStart(10),
      mean(shares).toFixed(1).padStart(6),
      Math.min(...shares)
        .toFixed(1)
        .padStart(6),
      Math.max(...shares)
        .toFixed(1)
        .padStart(5),
      mean(trials.map(({ at }) => at))
        .toFixed(1)
        .padStart(8),
    ].join(' '),
  );
}
