/** Decides whether a board matches more edges than chance explains. */
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { Score } from '../../puzzle/score.ts';
import { counted } from '../../text/counted.ts';

/** Minimum number of edges between tiles. Fewer may all match by chance. */
export const MIN_CONCLUSIVE_EDGES = 6;

/** A reading is called certain if the probability that its matches are due to chance is at most this. */
const MAX_CHANCE = 1e-7;

/**
 * Returns a sentence for the user that says why a board may be wrong. Returns null if the board is legal and matches
 * more edges than chance explains, or if it has too few edges to tell. `tried` is the number of readings that were
 * compared to find the board; Infinity means that nearly all edges must match.
 */
export function doubtOf(puzzle: EdgePuzzle, board: PartialBoard, score: Score, tried: number): string | null {
  const laid = laidEdges(puzzle, board);
  if (score.duplicates > 0) return `${counted(score.duplicates, 'tile')} would lie on the board twice.`;
  if (score.illegal > 0) return `${counted(score.illegal, 'tile')} would break the puzzle's rules.`;
  if (!score.rimOk) return 'The rim rule would be broken.';
  if (laid < MIN_CONCLUSIVE_EDGES) return null;
  const chance = chanceOfMatch(puzzle);
  const expected = chance * laid;
  const spread = Math.sqrt(laid * chance * (1 - chance));
  // The more readings are compared, the more edges match by chance in the best one.
  const beyond = 2 + Math.sqrt(2 * Math.log(Math.max(1, tried)));
  return score.matched > expected + beyond * spread || score.matched >= 0.9 * laid
    ? null
    : `Only ${score.matched} of the ${counted(laid, 'edge')} between its tiles would match. That many can match by chance alone.`;
}

/**
 * Returns whether the best of `tried` readings matches so many edges that the probability of this is at most
 * MAX_CHANCE. Uses Chernoff's bound on the tail of the binomial distribution.
 */
export function isBeyondChance(
  puzzle: EdgePuzzle,
  board: PartialBoard,
  { matched }: Score,
  tried: number,
): boolean {
  const chance = chanceOfMatch(puzzle);
  const laid = laidEdges(puzzle, board);
  if (chance === 0) return matched > 0;
  const share = matched / laid;
  if (chance === 1 || laid === 0 || share <= chance) return false;
  const divergence =
    share * Math.log(share / chance) + (share < 1 ? (1 - share) * Math.log((1 - share) / (1 - chance)) : 0);
  return laid * divergence > Math.log(tried / MAX_CHANCE);
}

/** Returns the probability that two random edges match. */
function chanceOfMatch(puzzle: EdgePuzzle): number {
  const counts = new Map<number, number>();
  let all = 0;
  for (const { edges: labels } of puzzle.tiles)
    for (const label of labels) {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      all++;
    }
  const mateOf = (label: number): number => (puzzle.mating === 'same' ? label : label ^ 1);
  const pairs = [...counts].reduce(
    (sum, [label, count]) => sum + count * (counts.get(mateOf(label)) ?? 0),
    0,
  );
  return pairs / all ** 2;
}

/** Returns the number of edges that have a tile on both sides. */
export function laidEdges(puzzle: EdgePuzzle, board: PartialBoard): number {
  const { edges, board: shape } = openBoardOf(puzzle);
  let laid = 0;
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [Math.floor(edges[i]! / shape.sides), Math.floor(edges[i + 1]! / shape.sides)];
    if (board[a] !== EMPTY && board[b] !== EMPTY) laid++;
  }
  return laid;
}
