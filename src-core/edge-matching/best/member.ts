/**
 * One thread's share of the portfolio: epoch after epoch of construct and repair, each from a seed of its
 * own that no other epoch of any member has. Members never exchange anything, so that what each finds
 * depends on nothing but the job.
 */
import type { Job } from '../../engine.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random, type Random } from '../../random.ts';
import { boardOf } from '../../puzzle/board.ts';
import { Beam } from './beam.ts';
import { instanceOf, realBoard, rimLabels, type Instance } from './instance.ts';
import { readOptions } from './options.ts';
import { combOrder, positionsOf } from './order.ts';
import { widthOf } from './schedule.ts';
import { matchedJoints } from './score.ts';

/** Parents weighed between two moments at which a search may be stopped. */
const UNIT_OF_WORK = 4096;
const PENALTY = 4;
const NOISE = 0.5;
/** Boards of a finished beam that are looked at. */
const FINISHERS = 64;

/** One unit of work: what it cost and the board it led to, if that is worth a look. */
export interface Worked {
  readonly nodes: number;
  readonly depth: number;
  readonly board: PartialBoard | null;
  readonly matched: number;
}

/** The work of one epoch, unit by unit: always the same for the same job, member and epoch. */
export function* epochOf(job: Job, member: number, epoch: number): Generator<Worked, void> {
  const puzzle = job.puzzle as EdgePuzzle;
  const chance = random(job.seed, epoch * job.threads + member + 1);
  const instance = drawView(puzzle, readOptions(job.options).breakRim, chance);
  yield* construct(job, instance, epoch, chance);
}

function drawView(puzzle: EdgePuzzle, breakRim: boolean, chance: Random): Instance {
  const symmetry = chance.below(boardOf(puzzle.board).symmetries.length);
  const rims = puzzle.rim.kind === 'uniform' ? rimLabels(puzzle) : [];
  const rimLabel = rims.length > 0 ? rims[chance.below(rims.length)]! : null;
  return instanceOf(puzzle, { symmetry, breakRim, rimLabel });
}

function* construct(job: Job, instance: Instance, epoch: number, chance: Random): Generator<Worked, void> {
  const options = readOptions(job.options);
  const positions = positionsOf(instance, combOrder(instance.width, instance.height));
  if (positions.length === 0) return;
  const memory = (options.memory * 2 ** 20) / job.threads;
  const widest = Math.max(1, Math.floor(memory / Beam.bytesPerBoard(instance)));
  const { limits, threads } = job;
  const fitted = widthOf(epoch, { limits, threads, cells: positions.length, widest });
  const width = options.width > 0 ? Math.min(options.width, widest) : fitted;
  const beam = new Beam(instance, positions, chance, { width, penalty: PENALTY, noise: NOISE });
  for (;;) {
    const before = beam.nodes;
    beam.step(UNIT_OF_WORK);
    const nodes = beam.nodes - before;
    if (beam.done) {
      yield finished(instance, beam, nodes);
      return;
    }
    yield { nodes, depth: beam.placed, board: null, matched: 0 };
  }
}

/** The best of a finished beam. */
function finished(instance: Instance, beam: Beam, nodes: number): Worked {
  let best = beam.board(0);
  let matched = matchedJoints(instance, best);
  for (let rank = 1; rank < Math.min(FINISHERS, beam.boards); rank++) {
    const board = beam.board(rank);
    const score = matchedJoints(instance, board);
    if (score > matched) {
      matched = score;
      best = board;
    }
  }
  return { nodes, depth: beam.placed, board: realBoard(instance, best), matched };
}
