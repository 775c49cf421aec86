/** Improves the best boards of a finished beam by neighbourhood search, one unit of work at a time. */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';
import type { Random } from '../../../random.ts';
import type { Kept } from './archive.ts';
import type { Beam } from '../shared/beam.ts';
import { realBoard, type Instance } from '../shared/instance.ts';
import { NeighbourhoodSearch } from './neighbourhood-search.ts';
import { matchedEdges } from './score.ts';

/** Maximum number of boards from a finished beam whose matched edges are counted. Other boards are not improved. */
const MAX_SCORED_BOARDS = 256;
/** Number of boards from a finished beam that are improved. Those with the most matched edges are chosen. */
export const IMPROVED_BOARDS = 24;

/** The result of a unit of work, or of a part of it. */
export interface WorkUnit {
  /** number of tiles placed during the unit of work */
  readonly nodes: number;
  /** number of tiles on the current board or, for a beam, on each of its boards */
  readonly depth: number;
  /** a board that may be better than all earlier ones, or null */
  readonly board: PartialBoard | null;
  /** number of matched edges: on the board being improved or, during a row scan, on `board`; otherwise 0 */
  readonly matched: number;
  /** true if this is only a part of the unit, with the rest still to come */
  readonly unfinished?: true;
}

/**
 * Returns the best boards of a finished beam, sorted by their number of matched edges, then by their rank in the beam.
 */
export function bestOf(instance: Instance, beam: Beam): Int32Array[] {
  const boards = Array.from({ length: Math.min(MAX_SCORED_BOARDS, beam.boards) }, (_, rank) =>
    beam.board(rank),
  );
  const scored = boards.map((board) => ({ board, matched: matchedEdges(instance, board) }));
  scored.sort((a, b) => b.matched - a.matched);
  return scored.slice(0, IMPROVED_BOARDS).map(({ board }) => board);
}

/** Improves one board until `nodes` tiles have been placed, and returns the best board found. */
export function* searchNeighbourhoods(
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
