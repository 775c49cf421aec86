/** Locates the border of a tile to a fraction of a pixel: the straight line across which colours change most. */
import { distance, type Quad } from './homography.ts';
import type { Picture, Point } from './picture.ts';

/** Number of profiles across a side. Each compares colours from outside to inside. */
const PROFILES = 44;
/** Fraction of a side that is ignored at each end, because corners can be rounded or touch another tile */
const CORNER_FRACTION = 0.05;

/**
 * A line near a side of a tile. `start` and `end` are the distances of its two ends from that side, outwards, in
 * pixels.
 */
export interface Side {
  readonly start: number;
  readonly end: number;
  /** fraction of the side along which an edge is visible */
  readonly evidence: number;
  /** how much colours change across the line, divided by the mean change across nearby lines */
  readonly prominence: number;
}

/** Minimum colour change at a visible edge, over about a hundredth of a side. Colours range up to 255. */
const MIN_EDGE_CHANGE = 14;
/** Added to the mean colour change near a line, so that noise on plain paper doesn't look like a prominent line */
const COLOUR_NOISE = 2;
export type Rgb = readonly [r: number, g: number, b: number];

/** Differences from the table's colour are capped at this value. Colours range up to 255. */
const MAX_TABLE_DIFFERENCE = 45;

/**
 * Returns how much a colour differs from the table's colour, at most MAX_TABLE_DIFFERENCE. Ignores differences in
 * brightness alone, which come from light or shadow on the table.
 */
function unlike(r: number, g: number, b: number, table: Rgb): number {
  const share =
    (r * table[0] + g * table[1] + b * table[2]) / (table[0] ** 2 + table[1] ** 2 + table[2] ** 2 + 1);
  const k = Math.max(0.1, Math.min(1.12, share));
  return Math.min(
    MAX_TABLE_DIFFERENCE,
    Math.sqrt((r - k * table[0]) ** 2 + (g - k * table[1]) ** 2 + (b - k * table[2]) ** 2),
  );
}

/**
 * Finds the line across which colours change most, at most `reach` pixels from the line `from`–`to`. The outside of the
 * tile is to the left of that line. If the table's colour is given, changes between tile and table count more, so that
 * shadows and neighbouring tiles are skipped.
 */
export function sideNear(
  picture: Picture,
  from: Point,
  to: Point,
  reach: number,
  table: Rgb | null = null,
): Side {
  const length = distance(from, to);
  const step = Math.max(0.75, length / 260);
  const offsets = 2 * Math.ceil(reach / step) + 1;
  const middle = (offsets - 1) / 2;
  const change = changesNear(picture, from, to, step, offsets, table);
  // Cap strong changes, so that a few very strong points don't look like a line.
  const limit = Math.max(MIN_EDGE_CHANGE, 2.5 * strongest(change, offsets));
  for (let i = 0; i < change.length; i++) change[i] = Math.min(limit, change[i]!);
  const { scores, best, start, end } = bestLine(change, offsets, Math.ceil((0.05 * length) / step));
  let edges = 0;
  for (let p = 0; p < PROFILES; p++) {
    const o = Math.round(start + ((end - start) * (p + 0.5)) / PROFILES);
    if (change[p * offsets + o]! >= MIN_EDGE_CHANGE / 2) edges++;
  }
  let nearby = 0;
  for (let i = 0; i < PROFILES * offsets; i++) nearby += change[i]!;
  const turn = (value: number): number => (value - middle) * step;
  const refined = peak(scores, offsets, start, end);
  // The line was measured between the outermost profiles. Extend it to the corners of the tile.
  const [s, e] = [turn(refined[0]), turn(refined[1])];
  const tilt = ((e - s) * CORNER_FRACTION) / (1 - 2 * CORNER_FRACTION);
  return {
    start: s - tilt,
    end: e + tilt,
    evidence: best === 0 ? 0 : edges / PROFILES,
    prominence: best / (nearby / offsets + COLOUR_NOISE * PROFILES),
  };
}

function changesNear(
  picture: Picture,
  from: Point,
  to: Point,
  step: number,
  offsets: number,
  table: Rgb | null,
): Float32Array {
  const length = distance(from, to);
  const middle = (offsets - 1) / 2;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [ox, oy] = [dy, -dx];
  // one extra entry, because interpolation at the last offset reads it
  const change = new Float32Array(PROFILES * offsets + 1);
  const line = new Float32Array((offsets + 2) * 3);
  for (let p = 0; p < PROFILES; p++) {
    const share = CORNER_FRACTION + ((1 - 2 * CORNER_FRACTION) * (p + 0.5)) / PROFILES;
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    // Averaging along the side reduces noise and JPEG artefacts.
    line.fill(0);
    for (const along of [-step, 0, step]) {
      for (let o = 0; o < offsets + 2; o++) {
        const off = (o - 1 - middle) * step;
        addColour(picture, x + ox * off + dx * along, y + oy * off + dy * along, line, 3 * o);
      }
    }
    for (let o = 0; o < offsets; o++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += ((line[3 * (o + 2) + c]! - line[3 * o + c]!) / 3) ** 2;
      const any = Math.sqrt(sum);
      change[p * offsets + o] = table ? ends(line, o, table) + ANY_CHANGE_WEIGHT * any : any;
    }
  }
  return change;
}

/**
 * Finds the line across which colours change most, among lines whose offsets at the two ends differ by at most
 * `steepest`. Returns the sum of the changes across this line (`best`), its two offsets, and the sums of all lines.
 */
function bestLine(
  change: Float32Array,
  offsets: number,
  steepest: number,
): { scores: Float32Array; best: number; start: number; end: number } {
  const middle = (offsets - 1) / 2;
  const scores = new Float32Array(offsets * offsets);
  let [best, start, end] = [0, middle, middle];
  for (let a = 0; a < offsets; a++) {
    for (let b = Math.max(0, a - steepest); b <= Math.min(offsets - 1, a + steepest); b++) {
      let sum = 0;
      const slope = (b - a) / PROFILES;
      for (let p = 0; p < PROFILES; p++) {
        const o = a + slope * (p + 0.5);
        const low = Math.floor(o);
        const here = change[p * offsets + low]!;
        sum += here + (o - low) * (change[p * offsets + low + 1]! - here);
      }
      scores[a * offsets + b] = sum;
      if (sum > best) [best, start, end] = [sum, a, b];
    }
  }
  return { scores, best, start, end };
}

/**
 * If the table's colour is known, the change across a line is the sum of two parts: how much the distance from the
 * table's colour changes, with weight 1, and how much the colour itself changes, with this weight.
 */
const ANY_CHANGE_WEIGHT = 0.25;

function ends(line: Float32Array, o: number, table: Rgb): number {
  const at = (i: number): number =>
    unlike(line[3 * i]! / 3, line[3 * i + 1]! / 3, line[3 * i + 2]! / 3, table);
  return at(o) - at(o + 2);
}

function strongest(change: Float32Array, offsets: number): number {
  const tops = Array.from({ length: PROFILES }, (_, p) => {
    let top = 0;
    for (let o = 0; o < offsets; o++) top = Math.max(top, change[p * offsets + o]!);
    return top;
  }).sort((a, b) => a - b);
  return tops[tops.length >> 1]! / 2;
}

function peak(scores: Float32Array, offsets: number, a: number, b: number): [number, number] {
  const top = (low: number, here: number, high: number): number => {
    const bend = low - 2 * here + high;
    return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (low - high) / (2 * bend)));
  };
  const inside = (i: number): boolean => i > 0 && i < offsets - 1;
  if (!inside(a) || !inside(b)) return [a, b];
  const at = (i: number, j: number): number => scores[i * offsets + j]!;
  const both = top(at(a - 1, b - 1), at(a, b), at(a + 1, b + 1));
  return [a + both, b + both];
}

function addColour(
  { width, height, data }: Picture,
  x: number,
  y: number,
  to: Float32Array,
  at: number,
): void {
  const px = Math.max(0, Math.min(width - 1.001, x - 0.5));
  const py = Math.max(0, Math.min(height - 1.001, y - 0.5));
  const left = Math.floor(px);
  const upper = Math.floor(py);
  const sx = px - left;
  const sy = py - upper;
  const first = (upper * width + left) * 4;
  const right = left + 1 < width ? 4 : 0;
  const below = upper + 1 < height ? 4 * width : 0;
  for (let c = 0; c < 3; c++) {
    const i = first + c;
    const above = data[i]! + sx * (data[i + right]! - data[i]!);
    const under = data[i + below]! + sx * (data[i + below + right]! - data[i + below]!);
    to[at + c]! += above + sy * (under - above);
  }
}

/**
 * Moves each side of a tile by at most `reach` to where colours change most. Returns the fraction of each side along
 * which an edge is visible (`evidence`), and how far each side moved inwards (`insets`). A side on the border of the
 * picture is not moved, and its evidence is null. `reach` and `insets` are fractions of the tile's side.
 */
export function refined(
  picture: Picture,
  quad: Quad,
  reach: number,
  tableAt: (place: Point) => Rgb | null,
): { quad: Quad; evidence: (number | null)[]; insets: number[] } {
  const sides = quad.map((from, i) => {
    const to = quad[(i + 1) % 4]!;
    if (isOnRim(picture, from, to)) return { a: from, b: to, evidence: null, inset: 0 };
    const length = distance(from, to);
    const found = sideNear(
      picture,
      from,
      to,
      reach * length,
      tableAt([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
    );
    const sure = found.evidence > 0.4;
    const [ox, oy] = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
    const [start, end] = sure ? [found.start, found.end] : [0, 0];
    const a: Point = [from[0] + ox * start, from[1] + oy * start];
    const b: Point = [to[0] + ox * end, to[1] + oy * end];
    return { a, b, evidence: found.evidence, inset: -(start + end) / 2 / length };
  });
  const corners = sides.map((side, i) => crossing(sides[(i + 3) % 4]!, side) ?? quad[i]!);
  return {
    quad: corners as unknown as Quad,
    evidence: sides.map(({ evidence }) => evidence),
    insets: sides.map(({ inset }) => inset),
  };
}

/** Returns whether both points are on the same border of the picture, to within a pixel. */
function isOnRim({ width, height }: Picture, one: Point, other: Point): boolean {
  const both = (is: (point: Point) => boolean): boolean => is(one) && is(other);
  return (
    both(([x]) => Math.abs(x) < 1) ||
    both(([, y]) => Math.abs(y) < 1) ||
    both(([x]) => Math.abs(x - width) < 1) ||
    both(([, y]) => Math.abs(y - height) < 1)
  );
}

interface Line {
  readonly a: Point;
  readonly b: Point;
}

export function crossing(one: Line, other: Line): Point | null {
  const [ux, uy] = [one.b[0] - one.a[0], one.b[1] - one.a[1]];
  const [vx, vy] = [other.b[0] - other.a[0], other.b[1] - other.a[1]];
  const area = ux * vy - uy * vx;
  if (Math.abs(area) < 1e-9) return null;
  const share = ((other.a[0] - one.a[0]) * vy - (other.a[1] - one.a[1]) * vx) / area;
  return [one.a[0] + share * ux, one.a[1] + share * uy];
}
