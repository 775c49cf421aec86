/**
 * One thread's share of the portfolio: epoch after epoch of beam and neighbourhood search, each from a seed of its
 * own that no other epoch of any member has. Members never exchange anything, so that what each finds depends on
 * nothing but the job.
 *
 * An epoch goes by stages: each level of its beam is one, and each search on one of the beam's boards. Where it stands
 * is the number of units of work done; they are repeated from its beginning, or from a milestone: a stage as it began.
 */
import type { Job } from '../../../engine.ts';
import { boardOf, isPlainRectangle } from '../../../puzzle/board.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';
import { random, randomFrom, type Random } from '../../../random.ts';
import { betterArchive, type Archive } from './archive.ts';
import { RowBeam } from '../row-beam/row-beam.ts';
import type { Beam, BeamState } from '../shared/beam.ts';
import { FrontierBeam } from '../frontier-beam/frontier-beam.ts';
import { frontierOrder, type FrontierOrder } from '../frontier-beam/frontier-order.ts';
import { bestOf, IMPROVED, searchNeighbourhoods, type WorkUnit } from './improvement.ts';
import {
  boardInstanceOf,
  instanceOf,
  rimLabels,
  viewOfBoard,
  type Instance,
  type RectangleInstance,
} from '../shared/instance.ts';
import { readOptions } from './options.ts';
import { variableOrder, type OrderedCell } from '../row-beam/row-order.ts';
import { symmetryOf, widthOf } from './schedule.ts';

/** Parents weighed between two moments at which a search may be stopped. */
const UNIT_OF_WORK = 4096;
/** What a mismatch costs in a beam, in natural-log units. */
const PENALTY = 6;
/** Tiles placed by neighbourhood search for each tile placed by the beam before it. */
const NEIGHBOURHOOD_SHARE = 0.04;
/** Tiles placed at most by neighbourhood search on one board: twenty times as many find hardly more. */
const NEIGHBOURHOOD_MOST = 10_000;

type RandomState = readonly [number, number, number, number];

/** Where an epoch stands: at the beginning of a level, or before the `at`-th board is improved. */
export type StageState = { readonly kind: 'beam'; readonly beam: BeamState } | ImproveState;

interface ImproveState {
  readonly kind: 'improve';
  readonly random: RandomState;
  /** orientations by cell */
  readonly boards: readonly Int32Array[];
  readonly at: number;
  /** tiles placed by the beam */
  readonly nodes: number;
  readonly archive: Archive;
}

/** Where an epoch can be taken up. */
export interface Milestone {
  readonly epoch: number;
  /** units of work of the epoch done before the stage */
  readonly units: number;
  readonly stage: StageState;
}

export class Epoch {
  /** the member's good boards: as they were when it began; at its end, with what it found */
  archive: Archive;
  readonly #job: Job;
  readonly #chance: Random;
  readonly #view: View;
  readonly #epoch: number;
  readonly #work: Generator<WorkUnit, void>;
  /** Where its beam goes on, until it does: large, and what a generator is given it holds to its end. */
  #resumed: BeamState | undefined;
  #units: number;
  /** null where it takes more bytes than `most` */
  #stage: (most: number) => StageState | null = () => null;
  #unitsBeforeStage = 0;

  /** The same job, member, epoch and archive always give the same work, from its beginning or from a milestone. */
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
    this.#chance = state ? randomFrom(state) : drawn;
    this.#resumed = stage?.kind === 'beam' ? stage.beam : undefined;
    this.#work = this.#worked(stage?.kind === 'improve' ? stage : null);
  }

  /** Nothing is left to place. */
  get empty(): boolean {
    return cellsOf(this.#view) === 0;
  }

  /** units of work done */
  get units(): number {
    return this.#units;
  }

  /** The next unit of work; null at the end of the epoch. */
  next(): WorkUnit | null {
    const { value, done } = this.#work.next();
    return done ? null : value;
  }

  /** The stage under way, as it began; null where there is none or it takes more bytes than `most`. */
  milestone(most: number): Milestone | null {
    const stage = this.#stage(most);
    return stage && { epoch: this.#epoch, units: this.#unitsBeforeStage, stage };
  }

  #begin(stage: (most: number) => StageState | null): void {
    this.#stage = stage;
    this.#unitsBeforeStage = this.#units;
  }

  *#worked(from: ImproveState | null): Generator<WorkUnit, void> {
    if (this.empty) return;
    let stage = from ?? (yield* this.#construct());
    const { instance } = this.#view;
    while (stage.at < stage.boards.length) {
      const now = stage;
      this.#begin(() => now);
      const { archive, boards, at, nodes } = stage;
      const share = Math.ceil((nodes * NEIGHBOURHOOD_SHARE) / (IMPROVED + 1));
      const most = Math.min(NEIGHBOURHOOD_MOST, share);
      const improved = yield* this.#counted(searchNeighbourhoods(instance, boards[at]!, most, this.#chance));
      stage = {
        ...stage,
        at: at + 1,
        archive: betterArchive(archive, improved),
        random: this.#chance.state(),
      };
    }
    this.archive = stage.archive;
  }

  /** Builds boards by a beam. */
  *#construct(): Generator<WorkUnit, ImproveState> {
    const beam = this.#beam();
    let level = -1;
    // Said as soon as a level is complete, before the caller may ask for a milestone: a new level has no work behind it.
    const beginLevel = (): void => {
      if (beam.placed === level) return;
      level = beam.placed;
      this.#begin((most) => {
        const state = beam.state(most);
        return state && { kind: 'beam', beam: state };
      });
    };
    beginLevel();
    while (!beam.done) {
      const before = beam.nodes;
      beam.step(UNIT_OF_WORK);
      this.#units++;
      beginLevel();
      yield { nodes: beam.nodes - before, depth: beam.placed, board: null, matched: 0 };
    }
    beam.release();
    const boards = bestOf(this.#view.instance, beam);
    const { archive } = this;
    if (archive.length > 0 && (this.#job.puzzle as EdgePuzzle).rim.kind !== 'uniform') {
      boards.push(viewOfBoard(this.#view.instance, archive[this.#chance.below(archive.length)]!.board));
    }
    return {
      kind: 'improve',
      random: this.#chance.state(),
      boards,
      at: 0,
      nodes: beam.nodes,
      archive,
    };
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
    const beam = { width, penalty: PENALTY };
    return view.kind === 'rows'
      ? new RowBeam(view.instance, view.order, this.#chance, beam, from)
      : new FrontierBeam(
          view.instance,
          view.order,
          this.#chance,
          { ...beam, tables: FrontierBeam.tableBytes(memory) },
          from,
        );
  }
}

/** How an epoch looks at the board: rows of a rectangle from one of its symmetries; any other from a cell on. */
type View =
  | { readonly kind: 'rows'; readonly instance: RectangleInstance; readonly order: readonly OrderedCell[] }
  | { readonly kind: 'frontier'; readonly instance: Instance; readonly order: FrontierOrder };

const cellsOf = (view: View): number => (view.kind === 'rows' ? view.order.length : view.order.cells.length);

/** `turn`: counted over all epochs and members of a run. */
export function viewOf(job: Job, turn: number, chance: Random): View {
  const puzzle = job.puzzle as EdgePuzzle;
  const { breakRim } = readOptions(job.options);
  const rims = puzzle.rim.kind === 'uniform' ? rimLabels(puzzle) : [];
  const rimLabel = rims.length > 0 ? rims[chance.below(rims.length)]! : null;
  if (isPlainRectangle(puzzle.board)) {
    const symmetry = symmetryOf(turn, job.seed, boardOf(puzzle.board).symmetries.length);
    const instance = instanceOf(puzzle, { symmetry, breakRim, rimLabel });
    const order = variableOrder(instance);
    return { kind: 'rows', instance, order };
  }
  const instance = boardInstanceOf(puzzle, { breakRim, rimLabel });
  return { kind: 'frontier', instance, order: frontierOrder(instance, chance) };
}
