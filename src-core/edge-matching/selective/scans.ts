/** The scans of a search, in order. A round scans from several directions, with wider scans than the round before. */
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { gridOf } from '../../puzzle/board.ts';
import { random } from '../../random.ts';
import { modelOf, type Model } from './model.ts';
import { pricesOf, type Prices } from './prices.ts';
import { sampledThresholds } from './thresholds.ts';
import { viewOf, type Direction, type View } from './view.ts';

/** Width of the scans in the first round. Each later round doubles it. */
const FIRST_WIDTH = 25_000;
/**
 * Number of boards in the sample from which the thresholds of a scan are chosen. Wide scans use a larger sample for
 * more accurate thresholds. The extra time is short in comparison with the scan.
 */
const SAMPLED_BOARDS = { narrow: 5_000, wide: 20_000 };
const MIN_WIDE = 400_000;

/** One of the ways to scan a puzzle. */
export interface Way {
  readonly view: View;
  readonly model: Model;
  readonly prices: Prices;
  /** the kind of tile in the first cell, or null for any */
  readonly firstKind: number | null;
}

const known = new WeakMap<EdgePuzzle, readonly Way[]>();

/** Returns the ways to scan a puzzle. Rotated images of solutions are left out where possible. */
function waysOf(puzzle: EdgePuzzle): readonly Way[] {
  let ways = known.get(puzzle);
  if (!ways) known.set(puzzle, (ways = findWays(puzzle)));
  return ways;
}

function findWays(puzzle: EdgePuzzle): Way[] {
  const { width, height } = gridOf(puzzle.board);
  const isSymmetric = puzzle.hints.length === 0 && puzzle.turns === 'rotate';
  const turns = !isSymmetric ? [0, 1, 2, 3] : width === height ? [0] : [0, 1];
  const directions: Direction[] = turns.flatMap((turn) => [
    { turn, mirrored: false },
    { turn, mirrored: true },
  ]);
  return directions.flatMap((direction) => {
    const view = viewOf(puzzle, direction);
    const model = modelOf(view, puzzle.turns === 'rotate');
    const prices = pricesOf(model);
    // On a square, every solution can be rotated so that a given corner tile is in the first cell. The scans use the
    // corner tiles in turn, because each leads to other boards. Only a 1 × 1 puzzle can be solved without corner tiles.
    const corners = isSymmetric && width === height ? cornersOf(view, model) : [];
    return (corners.length > 0 ? corners : [null]).map((firstKind) => ({ view, model, prices, firstKind }));
  });
}

const cornersOf = ({ tiles }: View, { kinds }: Model): number[] =>
  [...kinds.keys()].filter((kind) => tiles[kinds[kind]![0]!]!.filter((label) => label === 0).length === 2);

/** Returns the way of scan number `scan`, counted from 0. */
export function wayOf(puzzle: EdgePuzzle, scan: number): Way {
  const ways = waysOf(puzzle);
  return ways[scan % ways.length]!;
}

/** Returns the thresholds of scan number `scan`. They depend only on the puzzle, the scan and the seed. */
export function thresholdsOf(puzzle: EdgePuzzle, scan: number, seed: number): Int32Array {
  const { model, prices, firstKind } = wayOf(puzzle, scan);
  const round = Math.floor(scan / waysOf(puzzle).length);
  const width = FIRST_WIDTH * 2 ** round;
  const { thresholds } = sampledThresholds(model, prices, {
    width,
    boards: SAMPLED_BOARDS[width < MIN_WIDE ? 'narrow' : 'wide'],
    random: random(seed, scan + 1),
    firstKind,
  });
  return thresholds;
}
