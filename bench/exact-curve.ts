/**
 * Measures the CPU seconds to the first solution of framed random puzzles by size, in one thread, over several seeds.
 * Prints a table for docs/notebook/exact.md. Environment:
 *
 * - CURVE_SIZES ("2-8") and CURVE_SEEDS (5)
 * - CURVE_READINGS ("hardest, by side, by edge"): how the number of colours depends on the size
 * - CURVE_SECONDS: the maximum CPU seconds per run. For example, "8 9:60 10:600" means 8 s, but 60 s from size 9 on
 *   and 600 s from size 10 on.
 */
import { generate, suggestedLabels } from '../src-core/edge-matching/generate/generate.ts';
import { turned } from '../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { random } from '../src-core/random.ts';
import { quantile, whole } from './exact/measure.ts';
import { jobOf, run } from './exact/run.ts';

const [FROM, TO] = (process.env['CURVE_SIZES'] ?? '2-8').split('-').map(Number) as [number, number];
const SEEDS = Number(process.env['CURVE_SEEDS'] ?? 5);
const SECONDS = process.env['CURVE_SECONDS'] ?? '8';

interface Colours {
  readonly frame: number;
  readonly inner: number;
}

/**
 * Three ways to choose the numbers of colours for a size. Eternity II (16 × 16) has 5 frame colours and 17 inner
 * colours.
 */
const readings: Readonly<Record<string, (size: number) => Colours>> = {
  /** the numbers of colours for which one solution is expected by chance (see `suggestedLabels`) */
  hardest: (size) => suggestedLabels({ family: 'framed', width: size, height: size }),
  /** the numbers of colours of Eternity II, scaled in proportion to the side of the board */
  'by side': (size) => ({ frame: share(5, size, 16), inner: share(17, size, 16) }),
  /** as many edges per colour as in Eternity II: 60 frame edges in 5 colours, 420 others in 17 */
  'by edge': (size) => ({
    frame: share(5, 4 * (size - 1), 60),
    inner: size === 2 ? 0 : share(17, (2 * size - 4) * (size - 1), 420),
  }),
};

const share = (colours: number, part: number, whole: number): number =>
  Math.max(1, Math.round((colours * part) / whole));

const wanted = (process.env['CURVE_READINGS'] ?? Object.keys(readings).join()).split(/ *, */);
for (const name of wanted) {
  const reading = readings[name];
  if (!reading) throw new RangeError(`no reading “${name}”; there are ${Object.keys(readings).join(', ')}`);
  console.log(`\n${name}, ${SEEDS} seeds\n`);
  row('size', 'colours', 'least', 'quartile', 'median', 'quartile', 'most', 'median nodes', 'stopped');
  row('---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (let size = FROM; size <= TO; size++) row(`${size} × ${size}`, ...measured(size, reading(size)));
}

function measured(size: number, { frame, inner }: Colours): string[] {
  const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);
  const make = (from: typeof distinct): EdgePuzzle[] =>
    seeds.map((seed) => from(size, { frame, inner }, seed));
  let colours = `${frame} + ${inner}`;
  let puzzles: EdgePuzzle[];
  try {
    puzzles = make(distinct);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    puzzles = make(withTwins);
    colours += ', some tiles identical';
  }
  const limit = limitFor(size);
  const runs = puzzles.map((puzzle) => {
    const { tally, seconds } = run({ ...jobOf(puzzle, {}), wanted: { solutions: 1, boards: false } }, limit);
    return { seconds: tally.raw > 0 ? seconds : Infinity, nodes: tally.nodes };
  });
  const seconds = runs.map((each) => each.seconds);
  const said = (part: number): string => {
    const value = quantile(seconds, part);
    return value === Infinity ? `over ${limit}` : value.toFixed(value < 10 ? 3 : 0);
  };
  const givenUp = seconds.filter((value) => value === Infinity).length;
  const nodes = quantile(
    runs.map((each) => each.nodes),
    0.5,
  );
  const most = givenUp > SEEDS / 2 ? 'over ' : '';
  return [colours, ...[0, 0.25, 0.5, 0.75, 1].map(said), most + rounded(nodes), String(givenUp)];
}

function distinct(size: number, { frame, inner }: Colours, seed: number): EdgePuzzle {
  const recipe = { family: 'framed', width: size, height: size, seed } as const;
  return generate({ ...recipe, frameLabels: frame, innerLabels: inner }).puzzle;
}

/**
 * Returns a puzzle cut from a board of random edges. The frame colours are equally frequent, and so are the inner
 * colours. Some tiles may be identical, because a small number of colours allows only a few different tiles.
 */
function withTwins(size: number, { frame, inner }: Colours, seed: number): EdgePuzzle {
  const chance = random(seed);
  const onRim = (cell: number, step: number): boolean =>
    step === 1 ? cell < size || cell >= size * (size - 1) : cell % size === 0 || cell % size === size - 1;
  const edges = Array.from({ length: size * size }, () => [0, 0, 0, 0]);
  const pairs = [1, size].flatMap((step) =>
    [...edges.keys()]
      .filter((cell) => (step === 1 ? cell % size < size - 1 : cell < size * (size - 1)))
      .map((cell) => ({ cell, step })),
  );
  const [along, across] = [true, false].map((rim) =>
    chance.shuffle(pairs.filter(({ cell, step }) => onRim(cell, step) === rim)),
  );
  for (const [group, first, count] of [
    [along!, 1, frame],
    [across!, 1 + frame, inner],
  ] as const) {
    group.forEach(({ cell, step }, i) => {
      edges[cell]![step === 1 ? 1 : 2] = first + (i % count);
      edges[cell + step]![step === 1 ? 3 : 0] = first + (i % count);
    });
  }
  return {
    kind: 'edge-matching',
    name: `Framed ${size} × ${size} with twins, seed ${seed}`,
    board: { kind: 'rectangle', width: size, height: size },
    mating: 'same',
    rim: { kind: 'colour', colour: 0, inside: false },
    turns: 'rotate',
    tiles: chance.shuffle(edges).map((each) => ({ edges: turned({ edges: each }, chance.below(4)) })),
    labels: Array.from({ length: 1 + frame + inner }, (_, label) => ({ name: String(label) })),
    hints: [],
    forbidden: [],
  };
}

function limitFor(size: number): number {
  let limit = 8;
  for (const word of SECONDS.split(/\s+/).filter(Boolean)) {
    const [from, seconds] = word.includes(':') ? word.split(':').map(Number) : [0, Number(word)];
    if (size >= from!) limit = seconds!;
  }
  return limit;
}

/** Rounds to two significant digits, because times differ by a factor of ten between seeds. */
function rounded(value: number): string {
  return whole(Number(value.toPrecision(2)));
}

function row(...cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
