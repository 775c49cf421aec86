/**
 * What each cut would save, in nodes, and what asking it costs. Whole trees where they are small; larger ones
 * by samples: CUTS_RUNS (5) of CUTS_WIDTH (400) nodes a depth. CUTS_WHOLE=6 walks Owen 6 × 6 whole as well,
 * under the cuts that saved 5 % or more of the 5 × 5.
 */
import { searchTreeFor } from '../src-core/edge-matching/exact/setup.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { random } from '../src-core/random.ts';
import { eternity, owen } from '../tests/unit/src-core/edge-matching/exact/puzzles.ts';
import * as cuts from './exact/cuts.ts';
import { sampleTree, walkWith } from './exact/enumerate.ts';
import { line, measure, whole } from './exact/measure.ts';
import { jobOf } from './exact/run.ts';

const RUNS = Number(process.env['CUTS_RUNS'] ?? 5);
const WIDTH = Number(process.env['CUTS_WIDTH'] ?? 400);
const WHOLE = Number(process.env['CUTS_WHOLE'] ?? 5);

const measured: readonly (readonly [string, cuts.CutFor])[] = [
  ['parity', cuts.parity],
  ['supply', cuts.supply],
  ['budgets', cuts.budgets],
  ['frame', cuts.frame],
  ['two tiles', cuts.twoTiles],
  ['columns', cuts.columns],
  ['last row', cuts.lastRow],
  ['row below', cuts.rowBelow],
  ['row below, asked at row ends', cuts.rowBelowAtEnds],
  ['budgets + row below', cuts.together(cuts.budgets, cuts.rowBelow)],
];

const searchTreeOf = (puzzle: EdgePuzzle) => searchTreeFor(jobOf(puzzle, { order: 'row', symmetry: 'all' }));

let promising = measured;
for (let size = 4; size <= WHOLE; size++) {
  const tree = searchTreeOf(owen(size, size));
  const plain = measure(() => walkWith(tree, null));
  line(`Owen ${size} × ${size}, whole tree`, 'nodes', 'of plain', 'ns / node', 'CPU s');
  const tell = (name: string, nodes: number, seconds: number): void =>
    line(
      name,
      whole(nodes),
      percent(nodes / plain.value.nodes),
      ((seconds / nodes) * 1e9).toFixed(0),
      seconds.toFixed(2),
    );
  tell('no cut', plain.value.nodes, plain.seconds);
  const asked = size === 6 ? promising : measured;
  promising = [];
  for (const each of asked) {
    const [name, cut] = each;
    const { value, seconds } = measure(() => walkWith(tree, cut));
    if (value.solutions.join() !== plain.value.solutions.join()) throw new Error(`${name}: solutions lost`);
    tell(name, value.nodes, seconds);
    if (value.nodes <= 0.95 * plain.value.nodes) promising = [...promising, each];
  }
  console.log();
}

const sampled: readonly (readonly [string, EdgePuzzle])[] = [
  ...[6, 7, 8, 10].map((size) => [`Owen ${size} × ${size}`, owen(size, size)] as const),
  ['framed 8 × 8, seed 1', generate({ family: 'framed', width: 8, height: 8, seed: 1 }).puzzle],
  ['Eternity II', eternity()],
];
line(
  `${RUNS} samples of ${WIDTH} a depth: nodes left of plain`,
  ...sampled.map(([name]) => name.slice(0, 16)),
);
const columns = sampled.map(([, puzzle]) => {
  const tree = searchTreeOf(puzzle);
  const chance = random(1);
  const runs = Array.from({ length: RUNS }, () =>
    sampleTree(
      tree,
      measured.map(([, cut]) => cut),
      WIDTH,
      chance,
    ),
  );
  return Array.from({ length: measured.length + 1 }, (_, i) => runs.map((nodes) => nodes[i]!));
});
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
line('no cut: nodes', ...columns.map((column) => mean(column[0]!).toExponential(1)));
line('standard error', ...columns.map((column) => percent(standardError(column[0]!) / mean(column[0]!))));
measured.forEach(([name], i) => {
  line(
    name,
    ...columns.map((column) => {
      const ratio = mean(column[i + 1]!) / mean(column[0]!);
      const error =
        standardError(column[i + 1]!.map((nodes, run) => nodes - ratio * column[0]![run]!)) /
        mean(column[0]!);
      return `${percent(ratio)} ± ${percent(error)}`;
    }),
  );
});

function standardError(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length - 1));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
