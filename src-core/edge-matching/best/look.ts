/**
 * The look along the row: what the rest of a board's row, and the row below it as far as it lies under tiles,
 * can still take, by a transfer matrix over one row. Tiles may be used again in it, as if drawn from what is left.
 * docs/hunt.md works one row by hand.
 *
 * This file says what is summed (`LookLevel`) and does it readably (`lookAt`); look-kernel.ts does the same
 * with vectors, to the bit: sums are of integers or in a fixed order, all else rounds to 32-bit floats.
 */
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from './instance.ts';
import { OPEN, type OrderedCell } from './order.ts';
import { UNIT } from './supply.ts';

/** A mismatch in the look: not impossible, but so much less likely. */
export const SOFTENING = Math.fround(0.001);
/** Beside a hinted tile that does not match. */
export const BESIDE_HINT = Math.fround(0.02);
/** Keeps sums above zero. */
export const TINY = Math.fround(1e-6);
export const LEAST = Math.fround(0.01);
/** Labels used up altogether count so many half-edges where one divides by them. */
export const NONE_LEFT = Math.fround(0.3);
/** The weight of an edge of a label with n half-edges left is PRICE / (n - 1); none where none is left. */
export const PRICE = 8;
/** 1.5 · 2^23: adding it to a float below 2^22 leaves the nearest integer in the low bits. */
export const ROUNDING = 12_582_912;
/** log2 m = (m - 1) + (m - 1)(m - 2)(a + b (m - 1) + c (m - 1)²) for m in [1, 2), to 1.3e-4. */
export const LOG2 = [-0.43837933, 0.23750133, -0.08065316].map(Math.fround) as [number, number, number];
export const UNITS_PER_OCTAVE = Math.fround(UNIT * Math.LN2);
/** Logarithms of half-edges left are summed in so many parts of a UNIT. */
export const LOG_PARTS = 16;

export type StepKind = 'open' | 'pinned' | 'forbidden' | 'given';

/** A label to be met from above: what the frontier shows in a column or, where that is -1, `label`. */
export interface Met {
  readonly column: number;
  readonly label: number;
}

/** The ways to fill a cell: entries from[u] to from[u + 1] - 1 have u on top; the last group is all of them. */
export interface Ways {
  readonly from: Int32Array;
  readonly tile: Int32Array;
  /** index of the sum that a way adds to, and of the value that it adds */
  readonly lane: Int32Array;
  readonly gather: Int32Array;
}

/** One column of a pass along a row. */
export interface LookStep {
  readonly kind: StepKind;
  /** open: what lies above; null where that is what is asked */
  readonly met: Met | null;
  readonly ways: Ways | null;
  /** pinned, given: label whose value is taken; pinned: label that gets it */
  readonly gather: number;
  readonly lane: number;
  /** open: sums are weighed by the price of the edge they lead to */
  readonly weighed: boolean;
}

/** What is looked at before a cell is filled. */
export interface LookLevel {
  /** labels that tiles to come must meet from below */
  readonly frontier: readonly Met[];
  /** from the right end of the row to the cell's right side */
  readonly back: readonly LookStep[];
  /** from the left end of the next row to under the cell; empty for the last row */
  readonly forward: readonly LookStep[];
  /** the last step of `forward` sums over the labels above it */
  readonly divided: boolean;
}

/** A board as the look sees it. */
export interface LookedAt {
  isUsed(tile: number): boolean;
  /** label to be met below a column */
  up(column: number): number;
  /** half-edges that have yet to meet label x */
  left(label: number): number;
}

/** By label: what is added to a child's key for the label it shows to the right, to the cell below. */
export interface Look {
  readonly right: Int16Array;
  readonly below: Int16Array;
}

const NO_TABLE = { met: null, ways: null, gather: 0, lane: 0, weighed: false };

/** The looks before each ordered cell of a row; tiles that every board has used (1) are left out. */
export function lookLevelsOf(
  instance: RectangleInstance,
  order: readonly OrderedCell[],
  row: number,
  gone: Uint8Array,
): LookLevel[] {
  const { width, height, labels, sides, mate, pinned, forbidden } = instance;
  const byCell = new Map(order.map((cell) => [cell.cell, cell]));
  const waysOf = waysFactory(instance, gone);
  const metBy = ({ up, column }: OrderedCell): Met =>
    up === OPEN ? { column, label: 0 } : { column: -1, label: up < 0 ? labels : up };
  const step = (cell: number, towards: 'back' | 'forward'): LookStep => {
    if (forbidden[cell]) return { ...NO_TABLE, kind: 'forbidden' };
    const orientation = pinned[cell]!;
    if (orientation >= 0) {
      const shownLeft = sides[orientation * 4 + LEFT]!;
      const metRight = mate[sides[orientation * 4 + RIGHT]!]!;
      const [gather, lane] = towards === 'back' ? [metRight, shownLeft] : [shownLeft, metRight];
      return { ...NO_TABLE, kind: 'pinned', gather, lane };
    }
    const ordered = byCell.get(cell)!;
    return { ...NO_TABLE, kind: 'open', met: metBy(ordered), ways: waysOf(ordered, towards), weighed: true };
  };
  const levels: LookLevel[] = [];
  for (const ordered of order) {
    if (ordered.row !== row) continue;
    const { column } = ordered;
    const frontier: Met[] = [];
    const back: LookStep[] = [];
    const forward: LookStep[] = [];
    for (let other = column; other < width; other++) {
      const cell = byCell.get(row * width + other);
      if (cell) frontier.push(metBy(cell));
    }
    for (let other = width - 1; other > column; other--) back.push(step(row * width + other, 'back'));
    const beside = back.at(-1);
    if (beside?.kind === 'pinned') back.push({ ...NO_TABLE, kind: 'given', gather: beside.lane });
    let divided = false;
    if (row + 1 < height) {
      const below = (row + 1) * width;
      for (let other = 0; other < column; other++) {
        const cell = byCell.get(below + other);
        if (cell) frontier.push(metBy(cell));
        forward.push(step(below + other, 'forward'));
      }
      const under = byCell.get(below + column);
      const last = step(below + column, 'forward');
      if (last.kind === 'pinned') forward.push({ ...last, kind: 'given' });
      else if (under) forward.push({ ...NO_TABLE, kind: 'open', ways: waysOf(under, 'under') });
      else forward.push(last);
      divided = under !== undefined;
    }
    levels.push({ frontier, back, forward, divided });
  }
  return levels;
}

/** Ways by class of cell and direction, made once each. */
function waysFactory({ labels, sides, mate, tileOf }: RectangleInstance, gone: Uint8Array) {
  const made = new Map<Int32Array, Map<string, Ways>>();
  return ({ lists }: OrderedCell, towards: 'back' | 'forward' | 'under'): Ways => {
    const { allowed, below } = lists;
    if (!made.has(allowed)) made.set(allowed, new Map());
    const name = `${towards} ${below}`;
    let ways = made.get(allowed)!.get(name);
    if (ways) return ways;
    const groups: number[][] = Array.from({ length: labels + 1 }, () => []);
    for (const orientation of allowed) {
      if (gone[tileOf[orientation]!] || (below >= 0 && sides[orientation * 4 + BOTTOM] !== below)) continue;
      if (towards !== 'under') groups[sides[orientation * 4 + TOP]!]!.push(orientation);
      groups[labels]!.push(orientation);
    }
    const from = new Int32Array(labels + 2);
    groups.forEach((group, label) => (from[label + 1] = from[label]! + group.length));
    const all = groups.flat();
    const side = (which: number) => (orientation: number) => sides[orientation * 4 + which]!;
    const met = (which: number) => (orientation: number) => mate[sides[orientation * 4 + which]!]!;
    const [lane, gather] = {
      back: [side(LEFT), met(RIGHT)],
      forward: [met(RIGHT), side(LEFT)],
      under: [side(TOP), side(LEFT)],
    }[towards] as [(o: number) => number, (o: number) => number];
    ways = {
      from,
      tile: Int32Array.from(all, (orientation) => tileOf[orientation]!),
      lane: Int32Array.from(all, lane),
      gather: Int32Array.from(all, gather),
    };
    made.get(allowed)!.set(name, ways);
    return ways;
  };
}

/** ln n in UNITs and LOG_PARTS, by n. */
export const logTable = (most: number): Int32Array =>
  Int32Array.from({ length: most + 1 }, (_, n) =>
    Math.round(UNIT * LOG_PARTS * Math.log(n === 0 ? NONE_LEFT : n)),
  );

/** Labels and what fills them up to whole vectors of eight. */
export const paddedLabels = (labels: number): number => Math.ceil(labels / 8) * 8;

const float = Math.fround;
const bits = new Int32Array(1);
const bitsAsFloat = new Float32Array(bits.buffer);
const bitsOf = (value: number): number => {
  bitsAsFloat[0] = value;
  return bits[0]!;
};
const floatOf = (value: number): number => {
  bits[0] = value;
  return bitsAsFloat[0]!;
};
const rounded = (value: number): number => float(value + ROUNDING) - ROUNDING;

const priceOf = (left: number): number => (left === 0 ? 0 : float(PRICE / Math.max(1, left - 1)));

/** The look of one board, in the open: the reference for look-kernel.ts. */
export function lookAt(instance: RectangleInstance, level: LookLevel, board: LookedAt): Look {
  const { labels, mate } = instance;
  const lanes = paddedLabels(labels);
  const labelOf = ({ column, label }: Met): number => (column < 0 ? label : board.up(column));

  // Half-edges showing a label on tiles that are left, and what an edge of a label weighs.
  const shown = Array.from({ length: lanes }, (_, l) => (l < labels ? board.left(mate[l]!) : 0));
  for (const met of level.frontier) {
    const label = labelOf(met);
    if (label < labels && shown[label]! > 0) shown[label]!--;
  }
  const all = shown.reduce((sum, n) => sum + n, 0);
  const softening = float(SOFTENING / Math.max(1, float(all)));
  const price = Array.from({ length: lanes }, (_, l) => priceOf(l < labels ? board.left(l) : 0));
  const logs = logTable(Math.max(...shown));

  const pass = (steps: readonly LookStep[], divided: boolean): Int16Array => {
    let values = new Array<number>(lanes).fill(1);
    let exponent = 0;
    let logsMet = 0;
    for (const step of steps) {
      // To 8 bits: the largest becomes 128 to 255, and the power of two is kept apart.
      const top = bitsOf(Math.max(...values)) >>> 23;
      const scale = floatOf((261 - top) << 23);
      exponent += top - 134;
      const whole = values.map((value) => rounded(float(value * scale)));
      const bytes = whole.map((value) => Math.min(255, value));
      const mean = float(float(whole.reduce((sum, value, l) => sum + value * shown[l]!, 0)) * softening);
      if (step.kind === 'open') {
        const { from, tile, lane, gather } = step.ways!;
        const label = step.met ? labelOf(step.met) : labels;
        if (step.met && label < labels) logsMet += logs[shown[label]!]!;
        const sums = new Array<number>(lanes).fill(0);
        for (let i = from[label]!; i < from[label + 1]!; i++) {
          if (board.isUsed(tile[i]!)) continue;
          sums[lane[i]!] = Math.min(65_535, sums[lane[i]!]! + bytes[gather[i]!]!);
        }
        const total = sums.reduce((sum, value) => sum + value, 0);
        const floor = float(float(float(total) * SOFTENING) + TINY);
        values = sums.map((sum, l) => {
          const softened = float(sum + float(floor + float(shown[l]! * mean)));
          return step.weighed ? float(softened * price[l]!) : softened;
        });
      } else if (step.kind === 'forbidden') {
        values = values.map(() => float(float(mean * 1000) + TINY));
      } else {
        const value = Math.max(LEAST, bytes[step.gather]!);
        const beside = step.kind === 'given' ? value : float(value * BESIDE_HINT);
        values = values.map((_, l) => (l === step.lane && step.kind === 'pinned' ? value : beside));
      }
    }
    const met = float(float(logsMet) * (1 / LOG_PARTS));
    return Int16Array.from(values, (value, l) => {
      const ways = divided ? float(value / Math.max(NONE_LEFT, shown[l]!)) : value;
      const pattern = bitsOf(ways);
      const mantissa = floatOf((pattern & 0x7fffff) | 0x3f800000);
      const above = float(mantissa - 1);
      const [a, b, c] = LOG2;
      const bend = float(a + float(above * float(b + float(above * c))));
      const log2 = float(above + float(float(above * float(mantissa - 2)) * bend));
      const octaves = float(float((pattern >>> 23) - 127 + exponent) + log2);
      return Math.max(-32768, Math.min(32767, rounded(float(met - float(octaves * UNITS_PER_OCTAVE)))));
    });
  };
  return {
    right: pass(level.back, false),
    below: level.forward.length > 0 ? pass(level.forward, level.divided) : new Int16Array(lanes),
  };
}
