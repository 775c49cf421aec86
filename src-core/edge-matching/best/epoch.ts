/**
 * One thread's share of the portfolio: epoch after epoch of beam and neighbourhood search, each from a seed of its
 * own that no other epoch of any member has. Members never exchange anything, so that what each finds depends on
 * nothing but the job.
 *
 * An epoch goes by stages: each level of its beam is one, and each search on one of the beam's boards. A
 * checkpoint is the state at the beginning of a stage and the units of work done since, which are repeated.
 */
import type { Job } from '../../engine.ts';
import { boardOf, isPlainRectangle } from '../../puzzle/board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random, randomFrom, type Random } from '../../random.ts';
import { betterArchive, type Archive } from './archive.ts';
import { Beam } from './beam.ts';
import type { BeamState, Construction } from './construction.ts';
import { FrontierBeam } from './frontier-beam.ts';
import { frontierOrder, type FrontierOrder } from './frontier-order.ts';
import { bestOf, IMPROVED, searchNeighbourhoods, type WorkUnit } from './improve.ts';
import {
  boardInstanceOf,
  instanceOf,
  rimLabels,
  viewOfBoard,
  type Instance,
  type RectangleInstance,
} from './instance.ts';
import { readOptions } from './options.ts';
import { variableOrder, type OrderedCell } from './order.ts';
import { symmetryOf, widthOf } from './schedule.ts';

/** Parents weighed between two moments at which a search may be stopped. */
const UNIT_OF_WORK = 4096;
/** What a mismatch costs in a beam, in natural-log units. */
const PENALTY = 6;
/** Tiles placed by neighbourhood search for each tile placed by the beam before it. */
const NEIGHBOURHOOD_SHARE = 0.04;
/** Tiles placed at most by neighbourhood search on one board: twenty times as many find hardly more. */
const NEIGHBOURHOOD_MOST = 10_000;

/**
 * Bytes that the beams of all members may take in a checkpoint. It is made and written twice a minute, for weeks, by way of
 * the process that answers the window.
 */
const BEAMS_IN_CHECKPOINT = 32 * 2 ** 20;

type RandomState = readonly [number, number, number, number];

/** Where an epoch stands: at the beginning of a level, or before the `at`-th board is improved. */
export type StageState =
  | { readonly kind: 'beam'; readonly beam: BeamState }
  | {
      readonly kind: 'improve';
      readonly random: RandomState;
      /** orientations by cell */
      readonly boards: readonly Int32Array[];
      readonly at: number;
      /** tiles placed by the beam */
      readonly nodes: number;
      readonly archive: Archive;
    };

/** A stage, and units of work done since it began. Without a stage: since the epoch began. */
export interface EpochState {
  readonly stage: StageState | null;
  readonly units: number;
}

export class Epoch {
  /** the member's good boards: as they were when it began; at its end, with what it found */
  archive: Archive;
  readonly #job: Job;
  readonly #chance: Random;
  readonly #view: View;
  readonly #units: Generator<WorkUnit, void>;
  /** where it began: what a state goes back to when the stage under way is too large to keep */
  readonly #from: StageState | null;
  #stage: () => StageState | null = () => null;
  #sinceStage = 0;
  #sinceBegin = 0;

  /** The same job, member, epoch, archive and stage always give the same work. */
  constructor(job: Job, member: number, epoch: number, archive: Archive, stage: StageState | null) {
    this.#job = job;
    this.archive = archive;
    this.#from = stage;
    const turn = epoch * job.threads + member;
    const drawn = random(job.seed, turn + 1);
    this.#view = viewOf(job, turn, drawn);
    const state = stage === null ? null : stage.kind === 'beam' ? stage.beam.random : stage.random;
    this.#chance = state ? randomFrom(state) : drawn;
    this.#units = this.#work(epoch, stage);
  }

  /** Nothing is left to place. */
  get empty(): boolean {
    return cellsOf(this.#view) === 0;
  }

  /** The next unit of work; null at the end of the epoch. */
  next(): WorkUnit | null {
    const { value, done } = this.#units.next();
    if (done) return null;
    this.#sinceBegin++;
    return value;
  }

  state(): EpochState {
    const stage = this.#stage();
    return stage ? { stage, units: this.#sinceStage } : { stage: this.#from, units: this.#sinceBegin };
  }

  #begin(stage: () => StageState | null): void {
    this.#stage = stage;
    this.#sinceStage = 0;
  }

  *#work(epoch: number, from: StageState | null): Generator<WorkUnit, void> {
    if (this.empty) return;
    let stage = from?.kind === 'improve' ? from : yield* this.#construct(epoch, from);
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
  *#construct(epoch: number, from: { readonly beam: BeamState } | null) {
    const beam = this.#beam(epoch, from?.beam);
    let level = -1;
    // Said as soon as a level is complete, before the caller may ask for a checkpoint: a new level has no work behind it.
    const beginLevel = (): void => {
      if (beam.placed === level) return;
      level = beam.placed;
      this.#begin(() => {
        const state = beam.state(BEAMS_IN_CHECKPOINT / this.#job.threads);
        return state && { kind: 'beam', beam: state };
      });
    };
    beginLevel();
    while (!beam.done) {
      const before = beam.nodes;
      beam.step(UNIT_OF_WORK);
      this.#sinceStage++;
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
      kind: 'improve' as const,
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
      this.#sinceStage++;
      yield value;
    }
  }

  #beam(epoch: number, from: BeamState | undefined): Construction {
    const { limits, threads, options: given } = this.#job;
    const options = readOptions(given);
    const memory = (options.memory * 2 ** 20) / threads;
    const view = this.#view;
    const widest = Math.max(
      1,
      view.kind === 'rows'
        ? Beam.widest(view.instance, memory)
        : FrontierBeam.widest(view.instance, view.order, memory),
    );
    const rate =
      view.kind === 'rows' ? Beam.NODES_PER_SECOND : FrontierBeam.nodesPerSecond(view.instance, view.order);
    const fitted = widthOf(epoch, { limits, threads, cells: cellsOf(view), widest, rate });
    const width = options.width > 0 ? Math.min(options.width, widest) : fitted;
    const beam = { width, penalty: PENALTY };
    return view.kind === 'rows'
      ? new Beam(view.instance, view.order, this.#chance, beam, from)
      : new FrontierBeam(view.instance, view.order, this.#chance, beam, from);
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
