import type { Job } from '../../engine.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { random } from '../../random.ts';
import { Counter } from '../counting/count.ts';
import { kindsOf } from '../counting/kinds.ts';
import { breakSymmetry } from '../counting/symmetry-breaking.ts';
import { beliefsOf } from './beliefs.ts';
import { compile, type Program } from './kernel.ts';
import { modelOf, type Model } from './model.ts';
import type { Propagator } from './propagator.ts';
import { ReferencePropagator } from './reference.ts';
import { Walk, type Priorities } from './walk.ts';

/**
 * A tree of at most this many nodes becomes a single task, without probes. The reference implementation searches it in
 * less time than compiling the kernel would take.
 */
const SMALL_TREE_NODES = 25;
const BELIEF_ROUNDS = 50;
/** maximum number of candidates visited by belief propagation in all rounds together; large boards get fewer rounds */
const MAX_BELIEF_WORK = 50e6;
/** added to every belief above 0, so that unlikely candidates are sometimes tried early */
const MIN_BELIEF = 1e-4;

/** The data that every search of a job starts from. One thread computes it and sends it to the others. */
export interface Setup {
  readonly model: Model;
  /** true if symmetry breaking excludes solutions from the search; the counts still include these solutions */
  readonly isSymmetryBroken: boolean;
  /** level 0, the root of the search tree (see `level.ts`), after propagation */
  readonly root: Int32Array;
  /** failure counts after propagation at the root */
  readonly rootFails: Int32Array;
  /** false if propagation at the root has proved that there is no solution */
  readonly possible: boolean;
  readonly small: boolean;
  /**
   * the compiled kernel; null if the tree is small or the model exceeds a limit of the kernel, so the reference
   * implementation is used
   */
  readonly program: Program | null;
  /**
   * for each candidate: the belief that it lies in its cell, before the first decision (`beliefs.ts`); null until
   * needed
   */
  beliefs: Float64Array | null;
}

const setups = new WeakMap<Job, Setup>();

/**
 * Returns the setup of a job, cached per job object. If another thread has computed the setup, pass it as `computed`.
 */
export function setupOf(job: Job, computed?: Setup): Setup {
  let setup = setups.get(job);
  if (!setup) setups.set(job, (setup = computed ?? makeSetup(job)));
  return setup;
}

function makeSetup(job: Job): Setup {
  const puzzle = job.puzzle as EdgePuzzle;
  const leftOut = breakSymmetry(puzzle, kindsOf(puzzle, true), [...openBoardOf(puzzle).openCells]);
  const model = modelOf(puzzle, leftOut);
  const propagator = new ReferencePropagator(model, 1);
  const possible = propagator.begin();
  const root = {
    model,
    isSymmetryBroken: leftOut !== null,
    root: propagator.memory.slice(0, propagator.layout.size),
    rootFails: propagator.fails.slice(),
    possible,
  };
  return { ...root, ...sizeOf(root), beliefs: null };
}

const counters = new WeakMap<Setup, Counter>();

export function counterOf(setup: Setup): Counter {
  let counter = counters.get(setup);
  if (!counter) counters.set(setup, (counter = new Counter(setup.model, true, setup.isSymmetryBroken)));
  return counter;
}

type Root = Pick<Setup, 'model' | 'root' | 'rootFails' | 'possible'>;

function sizeOf(root: Root): Pick<Setup, 'small' | 'program'> {
  if (!root.possible || isSmall(root)) return { small: true, program: null };
  return { small: false, program: compile(root.model, levelsOf(root.model)) };
}

function isSmall(root: Root): boolean {
  const walk = new Walk(root.model, referenceAt(root), null, new Int32Array(0));
  walk.run(
    SMALL_TREE_NODES,
    () => undefined,
    () => false,
  );
  return walk.finished;
}

/** Moves a propagator to the root of the tree and returns it: fills its level 0 and sets its failure counts. */
export function atRoot(propagator: Propagator, { root, rootFails }: Root): Propagator {
  propagator.memory.set(root, propagator.base);
  propagator.fails.set(rootFails);
  return propagator;
}

export const referenceAt = (root: Root): Propagator =>
  atRoot(new ReferencePropagator(root.model, levelsOf(root.model)), root);

/**
 * Returns the number of levels that a search needs: one for the root and one per cell, since each decision fills a
 * cell.
 */
export const levelsOf = ({ variables }: Model): number => variables.length + 1;

/**
 * Returns random priorities for the candidates of every cell. Sorting candidates by priority is equivalent to drawing
 * them one by one, weighted by their beliefs.
 */
export function drawPriorities(setup: Setup, seed: number, stream: number): Priorities {
  const { model, root } = setup;
  const rounds = Math.ceil(MAX_BELIEF_WORK / (32 * model.words * model.variables.length));
  setup.beliefs ??= beliefsOf(model, root, Math.min(BELIEF_ROUNDS, rounds));
  const chance = random(seed, stream);
  // A priority is the negative of an exponentially distributed random number with the belief as its rate. The
  // probability that a candidate comes first is then proportional to its belief.
  return setup.beliefs.map((belief) =>
    belief === 0 ? 0 : Math.log(1 - chance.fraction()) / (belief + MIN_BELIEF),
  );
}
