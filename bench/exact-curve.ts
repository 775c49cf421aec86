/**
 * Time to the first solution of framed random puzzles against their size, one thread, spread over seeds.
 * CURVE_SIZES ("2-8"), CURVE_SEEDS (5) and CURVE_SECONDS (8, CPU seconds before a run is given up).
 */
import { generate } from '../src-core/edge-matching/generate.ts';
import { run, jobOf } from './exact/run.ts';
import { line, median } from './exact/measure.ts';

const [from, to] = (process.env['CURVE_SIZES'] ?? '2-8').split('-').map(Number);
const SEEDS = Number(process.env['CURVE_SEEDS'] ?? 5);
const SECONDS = Number(process.env['CURVE_SECONDS'] ?? 8);

line('framed, first solution, CPU s', 'least', 'median', 'most', 'median nodes', 'given up');
for (let size = from!; size <= to!; size++) {
  const runs = Array.from({ length: SEEDS }, (_, i) => {
    const { puzzle } = generate({ family: 'framed', width: size, height: size, seed: i + 1 });
    const job = { ...jobOf(puzzle, {}), wanted: { solutions: 1, boards: false } };
    const { tally, seconds } = run(job, SECONDS);
    return { seconds: tally.raw > 0 ? seconds : Infinity, nodes: tally.nodes };
  });
  const seconds = runs.map((each) => each.seconds).sort((a, b) => a - b);
  const said = (value: number): string => (value === Infinity ? `over ${SECONDS}` : value.toFixed(3));
  line(
    `${size} × ${size}, ${SEEDS} seeds`,
    said(seconds[0]!),
    said(median(seconds)),
    said(seconds.at(-1)!),
    median(runs.map(({ nodes }) => nodes)).toExponential(1),
    String(seconds.filter((value) => value === Infinity).length),
  );
}
