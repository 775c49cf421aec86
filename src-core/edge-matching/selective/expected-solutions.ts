/** How many solutions a framed puzzle has on average. */
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { modelOf } from './model.ts';
import { pricesOf, UNITS_PER_NAT } from './prices.ts';
import { viewOf } from './view.ts';

/**
 * Returns the natural logarithm of the expected number of solutions if the tiles are placed at random, with the frame's
 * label on the whole rim and nowhere else. Boards that look the same count once, but the rotated images of a board
 * count separately. An edge between two hinted tiles counts like any other edge, although it matches for certain.
 */
export function expectedSolutions(puzzle: EdgePuzzle): number {
  const hinted = new Set(puzzle.hints.map(({ tile }) => tile));
  const isTurned = puzzle.turns === 'rotate';
  const view = viewOf(puzzle, { turn: 0, mirrored: false });
  const model = modelOf(view, isTurned);
  const prices = pricesOf(model);
  const groups = new Map<string, number>();
  let result = 0;
  view.tiles.forEach((sides, tile) => {
    if (hinted.has(tile)) return;
    const rim = sides.map((label) => (label === 0 ? 1 : 0));
    const key = isTurned ? String(rim.filter((on) => on === 1).length) : rim.join('');
    const place = (groups.get(key) ?? 0) + 1;
    groups.set(key, place);
    result += Math.log(place) + (isTurned && !rim.includes(1) ? Math.log(4) : 0);
  });
  model.kinds.forEach((tiles, kind) => {
    for (let n = 1; n <= tiles.length; n++) {
      result -= prices.gain[kind * prices.gainRow + n]! / UNITS_PER_NAT;
    }
  });
  const total = { ring: 0, inner: 0 };
  model.edges.forEach((count, label) => {
    total[model.isRing[label] ? 'ring' : 'inner'] += count;
    for (let k = 1; k <= count; k++) result += prices.price[label * prices.priceRow + k]! / UNITS_PER_NAT;
  });
  for (let k = 1; k <= total.ring; k++) result -= Math.log(k);
  for (let k = 1; k <= total.inner; k++) result -= Math.log(2 * k - 1);
  return result;
}
