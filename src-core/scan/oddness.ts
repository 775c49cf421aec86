/**
 * Finds outlines that don't fit the others. The tiles are equal squares seen by one camera, so outlines change only
 * gradually across a picture.
 */
import { centreOf, distance, doubleArea, type Quad } from './homography.ts';
import type { Point } from './picture.ts';

/** If there are fewer outlines than this, each of them gets the highest oddness found among them. */
const MIN_OUTLINES_JUDGED_SEPARATELY = 6;
/** Three or fewer outlines always fit some perspective. */
const MIN_OUTLINES_FOR_FIT = 4;
/** More rounds change the result by less than a thousandth. */
const FIT_ROUNDS = 40;
/**
 * Residuals smaller than this are replaced with this value. Otherwise, a tile with a tiny residual would get nearly all
 * the weight, and would determine the fit alone.
 */
const MIN_RESIDUAL = 0.003;

/**
 * Returns how much each outline's size or shape differs from what the other outlines predict, as a fraction of its
 * side.
 */
export function oddness(quads: readonly Quad[]): number[] {
  const centres = quads.map((quad) => centreOf(quad));
  const middle = centreOf(centres);
  const wide = Math.max(...centres.map((centre) => distance(centre, middle))) || 1;
  const places = centres.map(([x, y]): Point => [(x - middle[0]) / wide, (y - middle[1]) / wide]);
  const shapes = quads.map(shapeOf);
  const odd = [0, 1, 2, 3].map((k) => offPlane(places, shapes.map((shape) => shape[k]!))); // oxfmt-ignore
  const all = quads.map((_, i) => Math.max(...odd.map((offs) => offs[i]!)));
  return quads.length < MIN_OUTLINES_JUDGED_SEPARATELY ? all.map(() => Math.max(...all)) : all;
}

/**
 * Returns four measures of an outline that don't depend on the tile's rotation: the logarithm of its size, its
 * stretch, its skew, and how much opposite sides converge. The last three are 0 for a square seen from above.
 */
function shapeOf(quad: Quad): [number, number, number, number] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const [ux, uy] = [(x1 + x2 - x0 - x3) / 2, (y1 + y2 - y0 - y3) / 2];
  const [vx, vy] = [(x3 + x2 - x0 - x1) / 2, (y3 + y2 - y0 - y1) / 2];
  const area = Math.abs(ux * vy - uy * vx) || 1;
  const [xx, yy, xy] = [ux * ux + vx * vx, uy * uy + vy * vy, ux * uy + vx * vy];
  const [kx, ky] = [x0 + x2 - x1 - x3, y0 + y2 - y1 - y3];
  const convergence = Math.hypot(kx * vy - ky * vx, kx * uy - ky * ux) / area;
  return [Math.log(Math.abs(doubleArea(quad))) / 2, Math.log(xx / yy) / 2, xy / area, convergence];
}

/**
 * Fits a plane to the values by least absolute deviations, and returns the distance of each value from it. With fewer
 * than four values, returns their range for each.
 */
function offPlane(places: readonly Point[], values: readonly number[]): number[] {
  if (values.length < MIN_OUTLINES_FOR_FIT)
    return values.map(() => Math.max(...values) - Math.min(...values));
  const terms = [() => 1, ([x]: Point) => x, ([, y]: Point) => y];
  const offs = [...values];
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const weights = offs.map((off) => 1 / Math.max(MIN_RESIDUAL, Math.abs(off)));
    for (const term of terms) {
      let [sum, all] = [0, 1e-9];
      places.forEach((place, i) => {
        sum += weights[i]! * term(place) * offs[i]!;
        all += weights[i]! * term(place) ** 2;
      });
      places.forEach((place, i) => (offs[i]! -= (sum / all) * term(place)));
    }
  }
  return offs.map(Math.abs);
}
