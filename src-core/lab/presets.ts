import type { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { defaultEngine } from '../run/engine-facts.ts';
import type { LabPlan, LabSetup } from './experiment.ts';
import { questionPuzzles } from './questions.ts';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** what it asks, and how long it takes at most */
  readonly summary: string;
  readonly plan: LabPlan;
}

/** The samples that presets need, by name. */
export type Samples = (name: string) => Puzzle;

const setup = (name: string, engine: string, options: LabSetup['options'] = {}): LabSetup => ({
  name,
  engine,
  options,
});
/** What others are compared with. */
const ours = setup(defaultEngine['edge-matching'], defaultEngine['edge-matching']);
const one = { firstSeed: 1, threads: 1 } as const;

/** Experiments that the sources describe (docs/sources.md), ready to be run. */
export function presets(sample: Samples): Preset[] {
  const fixed = (name: string) => ({ name, source: { kind: 'puzzle' as const, puzzle: sample(name) } });
  const edges = (name: string): EdgePuzzle => {
    const puzzle = sample(name);
    if (puzzle.kind !== 'edge-matching') throw new Error(`the sample “${name}” has no edges`);
    return puzzle;
  };
  return [
    {
      id: 'rows-trials',
      title: 'The row solver’s trials',
      summary:
        'The row solver on framed boards from 2 × 2 to 16 × 16, 20 trials each: 100,000 iterations up to 7, then 60 seconds. Its published table lies beside ours. Up to 3 hours 20 minutes, less where a board is solved.',
      plan: {
        ...one,
        puzzles: Array.from({ length: 15 }, (_, i) => {
          const size = i + 2;
          const limits = { seconds: size < 8 ? null : 60, nodes: null };
          return { ...fixed(seriesName(size)), size, limits };
        }),
        setups: [setup('rows', 'rows', { iterations: 100_000 })],
        trials: 20,
        wanted: 1,
        limits: { seconds: 60, nodes: null },
        published: 'rows-trials',
      },
    },
    {
      id: 'rows-ideas',
      title: 'Do the row solver’s ideas help?',
      summary:
        'The row solver as it was, with multi-row backtracking, wildcards and tile mining, on framed boards of 8, 10, 12 and 16: 10 trials of 5 seconds. 17 minutes.',
      plan: {
        ...one,
        puzzles: [8, 10, 12, 16].map((size) => ({ ...fixed(seriesName(size)), size })),
        setups: [
          setup('as it was', 'rows'),
          setup('multi-row', 'rows', { backtracking: 'multiple' }),
          setup('wildcards', 'rows', { wildcards: 256 }),
          setup('tile mining', 'rows', { mining: 1 }),
          setup('wildcards and mining', 'rows', { wildcards: 256, mining: 1 }),
        ],
        trials: 10,
        wanted: 1,
        limits: { seconds: 5, nodes: null },
      },
    },
    {
      id: 'backtracking-questions',
      title: 'Questions for further study (Brandt et al. 2002)',
      summary:
        'Its six questions, each answered by figures: other ways to search, one solution by exchanging images, 4 × 4 and 5 × 5, two-sided squares, six of nine on a cube, triangles and pentagons on solids. 20 trials of each, counted to the end, at most 20 seconds each. Up to an hour, mostly on 5 × 5.',
      plan: {
        ...one,
        puzzles: questionPuzzles.map(({ name, from }) => ({
          name,
          source:
            'sample' in from
              ? { kind: 'puzzle' as const, puzzle: { ...from.change(edges(from.sample)), name } }
              : { kind: 'recipe' as const, recipe: from },
        })),
        setups: [setup('backtrack', 'backtrack'), ours],
        trials: 20,
        wanted: 'all',
        limits: { seconds: 20, nodes: null },
        published: 'backtracking-questions',
      },
    },
    {
      id: 'nine-squares',
      title: 'Engines on the 9-square puzzle',
      summary:
        'Tree, breadth-first tree, recursive backtracking and the exact engine count all solutions of nine squares, 20 times each. Half a minute.',
      plan: {
        ...one,
        puzzles: [fixed('Nine Figures'), fixed('Four Cyclists')],
        setups: [
          setup('tree', 'tree'),
          setup('tree (breadth-first)', 'tree', { order: 'breadth-first' }),
          setup('backtrack', 'backtrack'),
          ours,
        ],
        trials: 20,
        wanted: 'all',
        limits: { seconds: 60, nodes: null },
      },
    },
  ];
}

/** The row solver knew no hints. */
const seriesName = (size: number): string =>
  size < 16 ? `Framed ${size} × ${size}` : 'Eternity II, no hints';
