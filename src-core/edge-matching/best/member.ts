/**
 * One thread's share of the portfolio: epoch after epoch of construct and repair, each from a seed of its
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
import { Dig } from './dig.ts';
import { instanceOf, realBoard, rimLabels, viewOfBoard, type Instance } from './instance.ts';
import { readOptions } from './options.ts';
import { combOrder, positionsOf, type Position } from './order.ts';
import { Repair } from './repair.ts';
import { widthOf } from './schedule.ts';
import { matchedJoints } from './score.ts';

/** Parents weighed between two moments at which a search may be stopped. */
const UNIT_OF_WORK = 4096;
/** What a mismatch costs in a beam, and how much chance plays a part; in natural-log units. */
const PENALTY = 4;
const NOISE = 0.5;
/** Boards of a finished beam that are looked at, and how many of them are repaired. */
const FINISHERS = 256;
const REPAIRED = 6;
/** Tiles placed by repair and by dig for each tile placed by the beam before them. */
const REPAIR_SHARE = 0.04;
const DIG_SHARE = 1.5;
/** Tiles placed at most by repair on one board, and by one dig. */
const REPAIR_MOST = 4_000_000;
const DIG_MOST = 2_000_000;
/** Digs on one board at most, short ones too. */
const DIG_TRIES = 40;
/** A dig keeps all but so many of the last positions. */
const DIG_LEAST_DEEP = 20;
const DIG_MOST_DEEP = 100;

/** One unit of work: what it cost and, where it has a claim to be the best, the board it led to. */
export interface Worked {
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
): Generator<Worked, Archive> {
  const puzzle = job.puzzle as EdgePuzzle;
  const chance = random(job.seed, epoch * job.threads + member + 1);
  const instance = drawView(puzzle, readOptions(job.options).breakRim, chance);
  const positions = positionsOf(instance, combOrder(instance.width, instance.height));
  if (positions.length === 0) return archive;
  const beam = beamOf(job, instance, positions, epoch, chance);
  while (!beam.done) {
    const before = beam.nodes;
    beam.step(UNIT_OF_WORK);
    yield { nodes: beam.nodes - before, depth: beam.placed, board: null, matched: 0 };
  }
  const finishers = bestOf(instance, beam);
  let next = archive;
  const perBoard = Math.min(REPAIR_MOST, Math.ceil((beam.nodes * REPAIR_SHARE) / (REPAIRED + 1)));
  const old =
    archive.length > 0 && puzzle.rim.kind !== 'uniform' ? [archive[chance.below(archive.length)]!] : [];
  const digger = Dig.handles(instance, positions) ? new Dig(instance, positions) : null;
  const digNodes = Math.ceil((beam.nodes * DIG_SHARE) / (REPAIRED + 1));
  for (const board of [...finishers, ...old.map((kept) => viewOfBoard(instance, kept.board))]) {
    const repaired = yield* repair(instance, board, perBoard, chance);
    next = betterArchive(next, repaired);
    if (!digger) continue;
    const dug = yield* dig(
      instance,
      positions,
      digger,
      viewOfBoard(instance, repaired.board),
      digNodes,
      chance,
    );
    if (dug) next = betterArchive(next, dug);
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
  positions: ReturnType<typeof positionsOf>,
  epoch: number,
  chance: Random,
): Beam {
  const { limits, threads } = job;
  const options = readOptions(job.options);
  const memory = (options.memory * 2 ** 20) / threads;
  const widest = Math.max(1, Math.floor(memory / Beam.bytesPerBoard(instance)));
  const fitted = widthOf(epoch, { limits, threads, cells: positions.length, widest });
  const width = options.width > 0 ? Math.min(options.width, widest) : fitted;
  return new Beam(instance, positions, chance, { width, penalty: PENALTY, noise: NOISE });
}

/** The best boards of a finished beam: by matched joints, then as the beam has them. */
function bestOf(instance: Instance, beam: Beam): Int32Array[] {
  const boards = Array.from({ length: Math.min(FINISHERS, beam.boards) }, (_, rank) => beam.board(rank));
  const scored = boards.map((board) => ({ board, matched: matchedJoints(instance, board) }));
  scored.sort((a, b) => b.matched - a.matched);
  return scored.slice(0, REPAIRED).map(({ board }) => board);
}

/** Repairs one board for a number of nodes. Its best board, when done. */
function* repair(
  instance: Instance,
  board: Int32Array,
  nodes: number,
  chance: Random,
): Generator<Worked, Kept> {
  const work = new Repair(instance, board, chance);
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

/** Digs for better ends of one board for a number of nodes. A better board, or null. */
function* dig(
  instance: Instance,
  positions: readonly Position[],
  digger: Dig,
  start: Int32Array,
  nodes: number,
  chance: Random,
): Generator<Worked, Kept | null> {
  if (positions.some(({ cell }) => start[cell]! < 0)) return null;
  let board = start;
  let best: Kept | null = null;
  for (let spent = 0; spent < nodes;) {
    const deep = Math.min(positions.length, DIG_LEAST_DEEP + chance.below(DIG_MOST_DEEP - DIG_LEAST_DEEP));
    const before = digger.nodes;
    const better = digger.improve(board, positions.length - deep, Math.min(nodes, DIG_MOST), chance);
    if (better) {
      board = better;
      best = { board: realBoard(instance, better), matched: matchedJoints(instance, better) };
    }
    const placed = digger.nodes - before;
    spent += Math.max(placed, nodes / DIG_TRIES);
    yield {
      nodes: placed,
      depth: positions.length,
      board: better && best!.board,
      matched: best?.matched ?? 0,
    };
  }
  return best;
}
