import type { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import type { LabPlan, LabPuzzle, LabSetup } from './experiment.ts';
import { questionPuzzles } from './questions.ts';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** a sentence for users about what the experiment measures and how long it can take */
  readonly summary: string;
  readonly plan: LabPlan;
}

/** Returns a sample puzzle by name. */
export type Samples = (name: string) => Puzzle;

const setup = (name: string, engine: string, options: LabSetup['options'] = {}): LabSetup => ({
  name,
  engine,
  options,
});
const ours = setup('exact', 'exact');
const one = { firstSeed: 1, threads: 1 } as const;

type Fixed = (name: string) => LabPuzzle;

/** Returns the predefined experiments. docs/sources.md lists their sources. */
export function presets(sample: Samples): Preset[] {
  const fixed: Fixed = (name) => ({ name, source: { kind: 'puzzle', puzzle: sample(name) } });
  return [rowsTrials(fixed), rowsIdeas(fixed), backtrackingQuestions(sample), nineSquares(fixed)];
}

const rowsTrials = (fixed: Fixed): Preset => ({
  id: 'rows-trials',
  title: 'The row solver’s published trials',
  summary:
    'Runs the row solver on framed boards from 2 × 2 to 16 × 16, with 20 trials each. A trial has up to 100,000 iterations for sizes 2 to 7, and up to 60 seconds for larger ones. The published figures are shown beside the results. Takes at most 3 hours 20 minutes.',
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
});

const rowsIdeas = (fixed: Fixed): Preset => ({
  id: 'rows-ideas',
  title: 'Do the row solver’s extensions help?',
  summary:
    'Compares the plain row solver with variants that use multi-row backtracking, wildcards or tile mining. The boards are framed and have sizes 8, 10, 12 and 16, with 10 trials of 5 seconds each. Takes 17 minutes.',
  plan: {
    ...one,
    puzzles: [8, 10, 12, 16].map((size) => ({ ...fixed(seriesName(size)), size })),
    setups: [
      setup('plain', 'rows'),
      setup('multi-row', 'rows', { backtracking: 'multiple' }),
      setup('wildcards', 'rows', { wildcards: 256 }),
      setup('tile mining', 'rows', { mining: 1 }),
      setup('wildcards and mining', 'rows', { wildcards: 256, mining: 1 }),
    ],
    trials: 10,
    wanted: 1,
    limits: { seconds: 5, nodes: null },
  },
});

function backtrackingQuestions(sample: Samples): Preset {
  const edges = (name: string): EdgePuzzle => {
    const puzzle = sample(name);
    if (puzzle.kind !== 'edge-matching')
      throw new Error(`the sample “${name}” is not an edge-matching puzzle`);
    return puzzle;
  };
  return {
    id: 'backtracking-questions',
    title: 'Questions for further study (Brandt et al. 2002)',
    summary:
      'Investigates the paper’s six questions: other search methods, puzzles made unique by exchanging images, 4 × 4 and 5 × 5 boards, two-sided squares, six of nine squares on a cube, and other solids. Counts all solutions of each puzzle 20 times, with at most 20 seconds per count. Takes up to an hour, mostly for 5 × 5.',
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
  };
}

const nineSquares = (fixed: Fixed): Preset => ({
  id: 'nine-squares',
  title: 'Engines on nine-square puzzles',
  summary:
    'Counts all solutions of two nine-square puzzles with the tree, the breadth-first tree, recursive backtracking and the exact engine, 20 times each. Takes half a minute.',
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
});

/**
 * Returns the name of the sample puzzle of this size. The row solver can't keep hints, so the 16 × 16 puzzle is
 * Eternity II without hints.
 */
const seriesName = (size: number): string =>
  size < 16 ? `Framed ${size} × ${size}` : 'Eternity II, no hints';
