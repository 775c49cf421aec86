/**
 * One epoch of a member: a beam builds boards, and neighbourhood search improves the best of them. Each epoch of each
 * member has a random seed of its own. Members don't exchange boards, so their results depend only on the job.
 *
 * An epoch consists of stages: one for each level of the beam, then one for each board to improve. A stage is divided
 * into units of work. A checkpoint stores only the number of units done. To resume an epoch, these units are repeated,
 * either from the start of the epoch or from a milestone, which is the stored state at the start of a stage.
 */
import type { Job } from '../../../engine.ts';
import { boardOf, isPlainRectangle } from '../../../puzzle/board.ts';
import { openBoardOf } from '../../../puzzle/open-board.ts';
import { boardFromNumbers, type PartialBoard } from '../../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';
import { shownLabels } from '../../../puzzle/score.ts';
import { random, randomFrom, type Random } from '../../../random.ts';
import { keptTiles } from '../../../puzzle/hunt-start.ts';
import { betterArchive, type Archive } from './archive.ts';
import { RowBeam } from '../row-beam/row-beam.ts';
import type { Beam, BeamState } from '../shared/beam.ts';
import { FrontierBeam } from '../frontier-beam/frontier-beam.ts';
import { frontierOrder, type FrontierOrder } from '../frontier-beam/frontier-order.ts';
import { bestOf, IMPROVED_BOARDS, searchNeighbourhoods, type WorkUnit } from './improvement.ts';
import {
  allowedBoard,
  boardInstanceOf,
  instanceOf,
  realBoard,
  rimLabels,
  viewOfBoard,
  type Instance,
  type RectangleInstance,
} from '../shared/instance.ts';
import { readOptions } from './options.ts';
import { edgesOf } from './score.ts';
import { variableOrder, type OrderedCell } from '../row-beam/row-order.ts';
import { symmetryOf, widthOf } from './schedule.ts';

/** Number of boards whose children a beam weighs per unit of work. A search can stop between two units. */
const BOARDS_PER_WORK_UNIT = 4096;
/** cost of a mismatch in a beam, as a natural logarithm (see `label-prices.ts`) */
const MISMATCH_COST = 6;
/**
 * Cost of a mismatch in a row scan, where mismatches are not allowed. It is so high that boards with a mismatch come
 * after all others. The scan ends when only such boards are left.
 */
const FORBIDDEN_MISMATCH_COST = 1000;
/** maximum number of tiles that neighbourhood search places per tile placed by the beam */
const NEIGHBOURHOOD_SHARE = 0.04;
/**
 * Maximum number of tiles that neighbourhood search places on one board. Even twenty times as many hardly improve the
 * board further.
 */
const MAX_NEIGHBOURHOOD_NODES = 10_000;

type RandomState = readonly [number, number, number, number];

/**
 * The state of an epoch at the start of a stage. A `beam` stage fills a level, and an `improve` stage improves board
 * number `at`.
 */
export type StageState = { readonly kind: 'beam'; readonly beam: BeamState } | ImproveState;

interface ImproveState {
  readonly kind: 'improve';
  readonly random: RandomState;
  /** the boards to improve, each as a list of orientations, one per cell */
  readonly boards: readonly Int32Array[];
  readonly at: number;
  /** number of tiles placed by the beam */
  readonly nodes: number;
  readonly archive: Archive;
}

/** The state of an epoch at the start of a stage, from which the epoch can resume. */
export interface Milestone {
  readonly epoch: number;
  /** number of units of work done before the stage */
  readonly units: number;
  readonly stage: StageState;
}

export class Epoch {
  /** the member's best boards; boards found in this epoch are added when it ends */
  archive: Archive;
  readonly #job: Job;
  readonly #random: Random;
  readonly #view: View;
  readonly #epoch: number;
  readonly #work: Generator<WorkUnit, void>;
  /**
   * The state from which the beam resumes. It is a field because it is large: as an argument of the generator, it
   * would stay in memory until the generator ends.
   */
  #resumed: BeamState | undefined;
  #units: number;
  /** returns the state at the start of the current stage, or null if it is larger than `maxBytes` bytes */
  #stage: (maxBytes: number) => StageState | null = () => null;
  #unitsBeforeStage = 0;
  #current: () => PartialBoard | null = () => null;

  /**
   * If `from` is given, the epoch starts at this milestone. From there on, it does exactly the same work as an epoch
   * without `from`.
   */
  constructor(job: Job, member: number, epoch: number, archive: Archive, from?: Milestone) {
    this.#job = job;
    this.archive = archive;
    this.#epoch = epoch;
    this.#units = from?.units ?? 0;
    const turn = epoch * job.threads + member;
    const drawn = random(job.seed, turn + 1);
    this.#view = viewOf(job, turn, drawn);
    const stage = from?.stage;
    const state = stage?.kind === 'beam' ? stage.beam.random : stage?.random;
    this.#random = state ? randomFrom(state) : drawn;
    this.#resumed = stage?.kind === 'beam' ? stage.beam : undefined;
    this.#work = this.#workFrom(stage?.kind === 'improve' ? stage : null);
  }

  get #isRowScan(): boolean {
    return readOptions(this.#job.options).goal === 'row-scan';
  }

  /** true if hints fill the whole board, which leaves no cell to fill */
  get empty(): boolean {
    return cellsOf(this.#view) === 0;
  }

  /** number of units of work done in this epoch */
  get units(): number {
    return this.#units;
  }

  /**
   * the board to show to the user: the best board on the beam's current level or the board being improved; null before
   * the first board
   */
  get current(): PartialBoard | null {
    return this.#current();
  }

  /** Does the next unit of work, or a part of it. Returns the result, or null at the end of the epoch. */
  next(): WorkUnit | null {
    const { value, done } = this.#work.next();
    return done ? null : value;
  }

  /**
   * Returns the state at the start of the current stage, or null if there is none or it is larger than `maxBytes`
   * bytes.
   */
  milestone(maxBytes: number): Milestone | null {
    const stage = this.#stage(maxBytes);
    return stage && { epoch: this.#epoch, units: this.#unitsBeforeStage, stage };
  }

  #begin(stage: (maxBytes: number) => StageState | null): void {
    this.#stage = stage;
    this.#unitsBeforeStage = this.#units;
  }

  *#workFrom(from: ImproveState | null): Generator<WorkUnit, void> {
    if (this.empty) return;
    let stage = from ?? (yield* this.#construct());
    const { instance } = this.#view;
    while (stage.at < stage.boards.length) {
      const current = stage;
      this.#begin(() => current);
      const { archive, boards, at, nodes } = stage;
      this.#current = () => realBoard(instance, boards[at]!);
      const share = Math.ceil((nodes * NEIGHBOURHOOD_SHARE) / (IMPROVED_BOARDS + 1));
      const maxNodes = Math.min(MAX_NEIGHBOURHOOD_NODES, share);
      const improved = yield* this.#counted(
        searchNeighbourhoods(instance, boards[at]!, maxNodes, this.#random),
      );
      stage = {
        ...stage,
        at: at + 1,
        archive: betterArchive(archive, improved),
        random: this.#random.state(),
      };
    }
    this.archive = stage.archive;
  }

  *#construct(): Generator<WorkUnit, ImproveState> {
    const beam = this.#beam();
    this.#current = () => realBoard(this.#view.instance, beam.board(0));
    let level = -1;
    // A milestone may be requested at every `yield`. So when a level is complete, the start of the next level must be
    // recorded before the next `yield`.
    const beginLevel = (): void => {
      if (beam.placed === level) return;
      level = beam.placed;
      this.#begin((maxBytes) => {
        const state = beam.state(maxBytes);
        return state && { kind: 'beam', beam: state };
      });
    };
    while (!beam.finishPart()) yield partOfUnit(beam.placed);
    beginLevel();
    while (!beam.done) {
      const before = beam.nodes;
      beam.begin(BOARDS_PER_WORK_UNIT);
      while (!beam.finishPart()) yield partOfUnit(beam.placed);
      this.#units++;
      beginLevel();
      const scan = this.#isRowScan ? this.#scanned(beam) : NO_BOARD;
      yield { nodes: beam.nodes - before, depth: beam.placed, ...(scan ?? NO_BOARD) };
      if (scan === null) break;
    }
    beam.release();
    const boards = this.#isRowScan ? [] : this.#boardsToImprove(beam);
    return {
      kind: 'improve',
      // Must come after `#boardsToImprove`, which draws random numbers.
      random: this.#random.state(),
      boards,
      at: 0,
      nodes: beam.nodes,
      archive: this.archive,
    };
  }

  /** Returns the best board of a row scan, or null if the scan has ended because no tile fits without a mismatch. */
  #scanned(beam: Beam): Pick<WorkUnit, 'board' | 'matched'> | null {
    const { instance, order } = this.#view as Extract<View, { kind: 'rows' }>;
    const board = beam.board(0);
    const { matched, mismatched } = edgesOf(instance, board);
    const last = beam.placed === 0 ? 0 : board[order[beam.placed - 1]!.cell]!;
    return mismatched > 0 || last < 0 ? null : { board: realBoard(instance, board), matched };
  }

  #boardsToImprove(beam: Beam): Int32Array[] {
    const { instance } = this.#view;
    const { archive } = this;
    const boards = bestOf(instance, beam);
    if (archive.length > 0 && (this.#job.puzzle as EdgePuzzle).rim.kind !== 'uniform') {
      boards.push(viewOfBoard(instance, archive[this.#random.below(archive.length)]!.board));
    }
    const started = this.#job.start && allowedBoard(instance, boardFromNumbers(this.#job.start.board));
    if (started) boards.push(started);
    return boards;
  }

  *#counted<Result>(units: Generator<WorkUnit, Result>): Generator<WorkUnit, Result> {
    for (;;) {
      const { value, done } = units.next();
      if (done) return value;
      this.#units++;
      yield value;
    }
  }

  #beam(): Beam {
    const from = this.#resumed;
    this.#resumed = undefined;
    const { limits, threads, options: given } = this.#job;
    const options = readOptions(given);
    const memory = (options.memory * 2 ** 20) / threads;
    const view = this.#view;
    const widest = Math.max(
      1,
      view.kind === 'rows'
        ? RowBeam.widest(view.instance, memory)
        : FrontierBeam.widest(view.instance, view.order, memory),
    );
    const rate =
      view.kind === 'rows'
        ? RowBeam.NODES_PER_SECOND
        : FrontierBeam.nodesPerSecond(view.instance, view.order);
    const fitted = widthOf(this.#epoch, { limits, threads, cells: cellsOf(view), widest, rate });
    const width = options.width > 0 ? Math.min(options.width, widest) : fitted;
    const beam = { width, penalty: this.#isRowScan ? FORBIDDEN_MISMATCH_COST : MISMATCH_COST };
    return view.kind === 'rows'
      ? new RowBeam(view.instance, view.order, this.#random, beam, from)
      : new FrontierBeam(
          view.instance,
          view.order,
          this.#random,
          { ...beam, tables: FrontierBeam.tableBytes(memory) },
          from,
        );
  }
}

const NO_BOARD: Pick<WorkUnit, 'board' | 'matched'> = { board: null, matched: 0 };

/**
 * Returns a report without nodes, for a part of a unit or for work that a resumed epoch repeats. The search may stop
 * after each report.
 */
const partOfUnit = (depth: number): WorkUnit => ({
  nodes: 0,
  depth,
  board: null,
  matched: 0,
  unfinished: true,
});

/**
 * A board prepared for a beam. `rows` is a plain rectangle, possibly rotated or mirrored, which is filled row by row.
 * `frontier` is any other board.
 */
type View =
  | { readonly kind: 'rows'; readonly instance: RectangleInstance; readonly order: readonly OrderedCell[] }
  | { readonly kind: 'frontier'; readonly instance: Instance; readonly order: FrontierOrder };

const cellsOf = (view: View): number => (view.kind === 'rows' ? view.order.length : view.order.cells.length);

/**
 * Returns the board of a job, prepared for a beam. `turn` is the number of the beam among all beams of the run, across
 * epochs and members. `chance` is the source of random numbers.
 */
export function viewOf(job: Job, turn: number, chance: Random): View {
  const puzzle = job.puzzle as EdgePuzzle;
  const { breakRim, goal } = readOptions(job.options);
  const kept = job.start && keptTiles(job.start);
  const rims = puzzle.rim.kind === 'uniform' ? rimLabels(puzzle) : [];
  const drawn = rims.length > 0 ? rims[chance.below(rims.length)]! : null;
  const rimLabel = puzzle.rim.kind === 'uniform' && kept ? (rimLabelOf(puzzle, kept) ?? drawn) : drawn;
  if (isPlainRectangle(puzzle.board)) {
    // A row scan starts in the row that the user sees at the top.
    const symmetry =
      goal === 'row-scan' ? 0 : symmetryOf(turn, job.seed, boardOf(puzzle.board).symmetries.length);
    const instance = instanceOf(puzzle, { symmetry, breakRim, rimLabel, kept });
    const order = variableOrder(instance);
    return { kind: 'rows', instance, order };
  }
  const instance = boardInstanceOf(puzzle, { breakRim, rimLabel, kept });
  return { kind: 'frontier', instance, order: frontierOrder(instance, chance) };
}

/** Returns the first label that `board` shows on its rim, or undefined if there is none. */
function rimLabelOf(puzzle: EdgePuzzle, board: PartialBoard): number | undefined {
  const labels = shownLabels(puzzle, board);
  return Array.from(openBoardOf(puzzle).rim, (side) => labels[side]!).find((label) => label >= 0);
}
