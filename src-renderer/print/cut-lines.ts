/**
 * Cut lines and crop marks. An edge shared by two tiles is cut only once. Crop marks continue the cuts at both ends.
 */
import { line, type LineItem, type Point, type Polygon } from './page.ts';

export type Segment = readonly [from: Point, to: Point];

interface Line {
  readonly direction: Point;
  /** distance of the line from the origin; its sign says on which side of the origin the line lies */
  readonly offset: number;
  /** the parts of the line to cut, each with a start and an end, as distances along `direction` */
  readonly spans: [number, number][];
}

const ROUNDING_TOLERANCE = 1e-6;

/** Merges segments that touch or overlap on the same line. The result covers the same points, each of them once. */
export function united(segments: readonly Segment[]): Segment[] {
  return linesOf(segments).flatMap((each) => joined(each.spans).map((span) => segmentOn(each, span)));
}

function linesOf(segments: readonly Segment[]): Line[] {
  const lines: Line[] = [];
  for (const [[x1, y1], [x2, y2]] of segments) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    let [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    if (dx < -ROUNDING_TOLERANCE || (Math.abs(dx) < ROUNDING_TOLERANCE && dy < 0)) [dx, dy] = [-dx, -dy];
    const offset = x1 * dy - y1 * dx;
    let on = lines.find(
      (other) =>
        Math.abs(other.offset - offset) < ROUNDING_TOLERANCE &&
        Math.abs(other.direction[0] - dx) < 1e-8 &&
        Math.abs(other.direction[1] - dy) < 1e-8,
    );
    if (!on) lines.push((on = { direction: [dx, dy], offset, spans: [] }));
    const ends = [x1 * dx + y1 * dy, x2 * dx + y2 * dy];
    on.spans.push([Math.min(...ends), Math.max(...ends)]);
  }
  return lines;
}

function joined(spans: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1] + ROUNDING_TOLERANCE) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

const pointOn = ({ direction: [dx, dy], offset }: Line, at: number): Point => [
  at * dx + offset * dy,
  at * dy - offset * dx,
];
const segmentOn = (on: Line, [from, to]: readonly [number, number]): Segment => [
  pointOn(on, from),
  pointOn(on, to),
];

/** Length of a crop mark. */
const CROP_MARK_MM = 5;
/** Distance from the end of a cut to its crop mark. */
const CROP_MARK_DISTANCE_MM = 2;

/**
 * Returns crop marks: short lines that continue each cut line at both ends, outside the tiles. A cut line whose
 * continuation would cross a tile has none.
 */
export function cropMarks(outlines: readonly Polygon[], segments: readonly Segment[]): LineItem[] {
  return linesOf(segments).flatMap((each) => {
    const { direction, offset } = each;
    const heights = ([x, y]: Point): number => x * direction[1] - y * direction[0] - offset;
    const through = outlines.some((outline) => {
      const away = outline.map(heights);
      return Math.min(...away) < -ROUNDING_TOLERANCE && Math.max(...away) > ROUNDING_TOLERANCE;
    });
    if (through) return [];
    const [low, high] = [
      Math.min(...each.spans.map(([from]) => from)),
      Math.max(...each.spans.map(([, to]) => to)),
    ];
    return [
      line(
        'mark',
        pointOn(each, low - CROP_MARK_DISTANCE_MM - CROP_MARK_MM),
        pointOn(each, low - CROP_MARK_DISTANCE_MM),
      ),
      line(
        'mark',
        pointOn(each, high + CROP_MARK_DISTANCE_MM),
        pointOn(each, high + CROP_MARK_DISTANCE_MM + CROP_MARK_MM),
      ),
    ];
  });
}
