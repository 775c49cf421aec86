/** What is done to the boards of a finished beam: neighbourhood search, unit by unit. */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';
import type { Random } from '../../../random.ts';
import type { Kept } from './archive.ts';
import type { Beam } from '../shared/beam.ts';
import { realBoard, type Instance } from '../shared/instance.ts';
import { NeighbourhoodSearch } from './neighbourhood-search.ts';
import { matchedEdges } from './score.ts';

/** Boards of a finished beam that are looked at, and how many of them are improved. */
const FINISHERS = 256;
export const IMPROVED = 24;

/** One unit of work: what it cost and, where it has a claim to be the best, the board it led to. */
export interface WorkUnit {
  readonly nodes: number;
  readonly depth: number;
  readonly board: PartialBoard | null;
  readonly matched: number;
}

/** The best boards of a finished beam: by matched edges, then as the beam has them. */
export function bestOf(instance: Instance, beam: Beam): Int32Array[] {
  const boards = Array.from({ length: Math.min(FINISHERS, beam.boards) }, (_, rank) => beam.board(rank));
  const scored = boards.map((board) => ({ board, matched: matchedEdges(instance, board) }));
  scored.sort((a, b) => b.matched - a.matched);
  return scored.slice(0, IMPROVED).map(({ board }) => board);
}

/** Searches the neighbourhoods of one board for a number of nodes. Its best board, when done. */
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
