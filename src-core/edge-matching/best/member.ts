/**
 * One thread's share of the portfolio: epoch after epoch of beam, neighbourhood search and bounded search, each from a seed of its
 * own that no other epoch of any member has. Members never exchange anything, so that what each finds
 * depends on nothing but the job.
 */
import type { Job } from '../../engine.ts';
import { boardOf } from '../../puzzle/board.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random, type Random } from '../../random.ts';
import { betterArchive, type Archive, type Kept } from './archive.ts';
import { Beam } from './beam.ts';
import { BoundedSearch } from './bounded-search.ts';
import { instanceOf, realBoard, rimLabels, viewOfBoard, type Instance } from './instance.ts';
import { readOptions } from './options.ts';
import { rowCells, variableOrder, type OrderedCell } from './order.ts';
import { NeighbourhoodSearch } from './neighbourhood-search.ts';
import { widthOf } from './schedule.ts';
import { matchedJoints } from './score.ts';

/** Parents weighed between two moments at which a search may be stopped. */
const UNIT_OF_WORK = 4096;
/** What a mismatch costs in a beam, and how much chance plays a part; in natural-log units. */
const PENALTY = 6;
const NOISE = 0.5;
/** Boards of a finished beam that are looked at, and how many of them are improved. */
const FINISHERS = 256;
const IMPROVED = 6;
/** Tiles placed by neighbourhood search and by bounded search for each tile placed by the beam before them. */
const NEIGHBOURHOOD_SHARE = 0.04;
const BOUNDED_SHARE = 1.5;
/** Tiles placed at most by neighbourhood search on one board, and by one bounded search. */
const NEIGHBOURHOOD_MOST = 4_000_000;
const BOUNDED_MOST = 2_000_000;
/** Bounded searches on one board at most, short ones too. */
const BOUNDED_TRIES = 40;
/** A bounded search keeps all but so many of the last cells. */
const BOUNDED_LEAST_DEEP = 20;
const BOUNDED_MOST_DEEP = 100;

/** One unit of work: what it cost and, where it has a claim to be the best, the board it led to. */
export interface WorkUnit {
  readonly nodes: number;
  readonly depth: number;
  readonly board: PartialBoard | null;
  readonly matched: number;
}

/**
 * The work of one epoch, unit by unit: always the same for the same job, member, epoch and archive.
 * Returns the archive for the next epoch.
 */
export function* epochOf(
  job: Job,
  member: number,
  epoch: number,
  archive: Archive,
): Generator<WorkUnit, Archive> {
  const puzzle = job.puzzle as EdgePuzzle;
  const chance = random(job.seed, epoch * job.threads + member + 1);
  const instance = drawView(puzzle, readOptions(job.options).breakRim, chance);
  const order = variableOrder(instance, rowCells(instance.width, instance.height));
  if (order.length === 0) return archive;
  const beam = beamOf(job, instance, order, epoch, chance);
  while (!beam.done) {
    const before = beam.nodes;
    beam.step(UNIT_OF_WORK);
    yield { nodes: beam.nodes - before, depth: beam.placed, board: null, matched: 0 };
  }
  beam.release();
  const finishers = bestOf(instance, beam);
  let next = archive;
  const perBoard = Math.min(
    NEIGHBOURHOOD_MOST,
    Math.ceil((beam.nodes * NEIGHBOURHOOD_SHARE) / (IMPROVED + 1)),
  );
  const old =
    archive.length > 0 && puzzle.rim.kind !== 'uniform' ? [archive[chance.below(archive.length)]!] : [];
  const bounded = BoundedSearch.handles(instance, order) ? new BoundedSearch(instance, order) : null;
  const boundedNodes = Math.ceil((beam.nodes * BOUNDED_SHARE) / (IMPROVED + 1));
  for (const board of [...finishers, ...old.map((kept) => viewOfBoard(instance, kept.board))]) {
    const improved = yield* searchNeighbourhoods(instance, board, perBoard, chance);
    next = betterArchive(next, improved);
    if (!bounded) continue;
    const better = yield* searchBounded(
      instance,
      order,
      bounded,
      viewOfBoard(instance, improved.board),
      boundedNodes,
      chance,
    );
    if (better) next = betterArchive(next, better);
  }
  return next;
}

function drawView(puzzle: EdgePuzzle, breakRim: boolean, chance: Random): Instance {
  const symmetry = chance.below(boardOf(puzzle.board).symmetries.length);
  const rims = puzzle.rim.kind === 'uniform' ? rimLabels(puzzle) : [];
  const rimLabel = rims.length > 0 ? rims[chance.below(rims.length)]! : null;
  return instanceOf(puzzle, { symmetry, breakRim, rimLabel });
}

function beamOf(
  job: Job,
  instance: Instance,
  order: ReturnType<typeof variableOrder>,
  epoch: number,
  chance: Random,
): Beam {
  const { limits, threads } = job;
  const options = readOptions(job.options);
  const memory = (options.memory * 2 ** 20) / threads;
  const widest = Math.max(1, Math.floor(memory / Beam.bytesPerBoard(instance)));
  const fitted = widthOf(epoch, { limits, threads, cells: order.length, widest });
  const width = options.width > 0 ? Math.min(options.width, widest) : fitted;
  return new Beam(instance, order, chance, { width, penalty: PENALTY, noise: NOISE, lookFrom: 0 });
}

/** The best boards of a finished beam: by matched joints, then as the beam has them. */
function bestOf(instance: Instance, beam: Beam): Int32Array[] {
  const boards = Array.from({ length: Math.min(FINISHERS, beam.boards) }, (_, rank) => beam.board(rank));
  const scored = boards.map((board) => ({ board, matched: matchedJoints(instance, board) }));
  scored.sort((a, b) => b.matched - a.matched);
  return scored.slice(0, IMPROVED).map(({ board }) => board);
}

/** Searches the neighbourhoods of one board for a number of nodes. Its best board, when done. */
function* searchNeighbourhoods(
  instance: Instance,
  board: Int32Array,
  nodes: number,
  chance: Random,
): Generator<WorkUnit, Kept> {
  const work = new NeighbourhoodSearch(instance, board, chance);
  const depth = board.filter((orientation) => orientation >= 0).length;
  let best = { board: realBoard(instance, board), matched: work.matched };
  yield { nodes: 0, depth, ...best };
  while (work.nodes < nodes) {
    const before = work.nodes;
    if (!work.step()) break;
    const better = work.matched > best.matched;
    if (better) best = { board: realBoard(instance, work.board), matched: work.matched };
    yield { nodes: work.nodes - before, depth, board: better ? best.board : null, matched: work.matched };
  }
  return best;
}

/** Searches depth-first for better ends of one board for a number of nodes. A better board, or null. */
function* searchBounded(
  instance: Instance,
  order: readonly OrderedCell[],
  bounded: BoundedSearch,
  start: Int32Array,
  nodes: number,
  chance: Random,
): Generator<WorkUnit, Kept | null> {
  if (order.some(({ cell }) => start[cell]! < 0)) return null;
  let board = start;
  let best: Kept | null = null;
  for (let spent = 0; spent < nodes;) {
    const deep = Math.min(
      order.length,
      BOUNDED_LEAST_DEEP + chance.below(BOUNDED_MOST_DEEP - BOUNDED_LEAST_DEEP),
    );
    const before = bounded.nodes;
    const better = bounded.improve(board, order.length - deep, Math.min(nodes, BOUNDED_MOST), chance);
    if (better) {
      board = better;
      best = { board: realBoard(instance, better), matched: matchedJoints(instance, better) };
    }
    const placed = bounded.nodes - before;
    spent += Math.max(placed, nodes / BOUNDED_TRIES);
    yield {
      nodes: placed,
      depth: order.length,
      board: better && best!.board,
      matched: best?.matched ?? 0,
    };
  }
  return best;
}
