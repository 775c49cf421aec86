/** Compares an edge-matching engine with exhaustive enumeration. */
import type { Engine } from '../../../src-core/engine.ts';
import { appearanceOf } from '../../../src-core/puzzle/appearance.ts';
import { openBoardOf } from '../../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { canonicalKey, distinctKey } from '../../../src-core/puzzle/symmetry.ts';
import { solveByForce } from '../src-core/edge-matching/exact/brute-force.ts';
import { runEngine } from './run-engine.ts';

/** Number of slices that a heuristic engine searches. Such an engine proves nothing, so it would search forever. */
const HEURISTIC_SLICES = 1;
/**
 * Maximum number of states that `brute-force` may create. It is slow, because it reaches every state through every
 * possible order of moves.
 */
const MAX_STATES = 20_000;

interface Result {
  readonly solutions: readonly string[];
  readonly raw?: number;
  readonly unique?: number;
  readonly distinct?: number;
}
interface Comparison {
  readonly found: Result;
  /** what the engine must find; equals `found` if the engine is correct */
  readonly expected: Result;
  readonly isSolvable: boolean;
  /** whether some tile looks the same in two orientations */
  readonly isSymmetric: boolean;
}

/**
 * Returns the maximum number of swaps and rotations that the engine `brute-force` needs to reach any board, and the
 * number of states that it creates.
 */
function bruteForceSize(puzzle: EdgePuzzle): { farthest: number; states: number } {
  const { board, openCells } = openBoardOf(puzzle);
  const cells = openCells.length;
  const [turns, kinds] = { fixed: [0, 0], rotate: [board.sides - 1, 1], flip: [board.sides, 2] }[
    puzzle.turns
  ] as [number, number];
  const farthest = cells - 1 + cells * turns;
  return { farthest, states: ((cells * (cells - 1)) / 2 + cells * kinds) ** farthest };
}

/**
 * Solves a small puzzle with an engine and by exhaustive enumeration. Returns null if the engine refuses the puzzle or
 * would take too long. If enumeration would take too long, makes fast-check generate another puzzle.
 */
export function compareEngine(
  engine: Engine,
  puzzle: EdgePuzzle,
  byForce: typeof solveByForce = solveByForce,
): Comparison | null {
  if (engine.refuses(puzzle, {}) !== null) return null;
  const { farthest, states } = bruteForceSize(puzzle);
  if (engine.name === 'brute-force' && states > MAX_STATES) return null;
  const options = engine.name === 'brute-force' ? { threshold: Math.max(1, farthest) } : {};
  const { own } = appearanceOf(puzzle);
  const known = byForce(puzzle);
  const setup = engine.proves ? { options } : { options, slices: HEURISTIC_SLICES };
  const { tally, solutions } = runEngine(engine, puzzle, setup);
  const named = solutions
    .map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' '))
    .sort();
  const keys = (keyOf: typeof canonicalKey): number =>
    new Set(solutions.map((board) => keyOf(puzzle, board))).size;
  const isSymmetric = new Set(own).size < own.filter((code) => code >= 0).length;
  return {
    ...(engine.proves
      ? {
          found: {
            solutions: named,
            raw: tally.raw,
            unique: keys(canonicalKey),
            distinct: keys(distinctKey),
          },
          expected: { ...known, raw: known.solutions.length },
        }
      : {
          found: { solutions: named },
          expected: { solutions: named.filter((each) => known.solutions.includes(each)) },
        }),
    isSolvable: known.solutions.length > 0,
    isSymmetric,
  };
}
