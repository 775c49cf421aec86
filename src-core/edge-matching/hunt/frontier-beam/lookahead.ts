/**
 * The lookahead along the frontier, for boards that are not plain rectangles. It estimates the number of ways to fill
 * the unfilled cells next to tiles (`stretches.ts`). The estimate includes fillings that use a tile more than once, as
 * if tiles were drawn with replacement.
 *
 * This is the reference implementation. The kernel computes identical numbers: integers are added exactly, floats are
 * added in a fixed order, and every other result is rounded to a 32-bit float.
 */
import { bitsOf, exponentOf, float, floatOf, log2Mantissa, rounded } from '../shared/float32.ts';
import type { FrontierLevel } from './frontier-level.ts';
import type { Met } from './frontier-order.ts';
import { WAY_ENTRIES, type Lookahead, type Step, type Stretch } from './stretches.ts';
import type { Instance } from '../shared/instance.ts';
import {
  MISMATCH_WEIGHT,
  SUM_EPSILON,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
  logTable,
} from '../shared/lookahead-scale.ts';
import { PRICE_SCALE, priceOf } from '../shared/label-prices.ts';

/** number of low bits dropped from the product of two 8-bit sums */
export const PRODUCT_BITS = 6;
/**
 * Factor for the product of two means. If a cell is reached from both ends of a stretch (`stretches.ts`), the values
 * and means of the two ends are multiplied. The products of values are shifted right by PRODUCT_BITS, so the product of
 * the means must be too. Each mean also contains the factor MISMATCH_WEIGHT, but the result must contain it only once.
 */
export const PRODUCT_MEAN = float(1 / (MISMATCH_WEIGHT * 2 ** PRODUCT_BITS));
/**
 * The value of every label at the start of a stretch of cells, as a byte. It represents the value 1, because
 * `START_BYTE * 2 ** START_EXPONENT` is 1.
 */
export const START_BYTE = 128;
export const START_EXPONENT = -7;
const MAX_SUM = 65_535;

/** The properties of a board that the lookahead reads. */
export interface FrontierBoard {
  isUsed(tile: number): boolean;
  /** Returns the label that a later tile must match. `slot` is where the board stores this label. */
  met(slot: number): number;
  /** Returns the number of unmatched half-edges that could match a label. */
  left(label: number): number;
}

export interface FrontierAnswer {
  /** amount added to the key of every child of the board */
  readonly common: number;
  /**
   * For each stretch of cells (`stretches.ts`) that touches the cell to fill: one amount per label. A child's key gets
   * the amount for the label that the child needs on the last tile of the stretch.
   */
  readonly parts: readonly Int32Array[];
}

/**
 * Sums after some steps of a stretch. For each label: the weighted number of ways to fill the cells of these steps,
 * such that the last of them shows this label to the next cell. The number is `bytes[label] * 2 ** exponent`.
 */
interface Sums {
  readonly bytes: Float64Array;
  exponent: number;
}

/**
 * Returns an exponent `e` such that the factor `2 ** e` undoes two scalings: the factor PRICE_SCALE in the weights of
 * edges, and the shift of products by PRODUCT_BITS.
 */
export function scaleOf({ stretches }: Lookahead): number {
  let scale = 0;
  for (const { ways, last } of stretches) {
    const steps = [...ways.flat(), last];
    scale -= Math.log2(PRICE_SCALE) * steps.filter(({ leads }) => leads).length;
    if (ways.length > 1) scale += PRODUCT_BITS;
  }
  return scale;
}

export class FrontierLookahead {
  readonly #instance: Instance;
  /**
   * for each label: the number of half-edges on unused tiles that show it, minus those needed to match placed tiles
   */
  readonly #shown: Float64Array;
  /** for each label: the weight of an edge with this label (see `priceOf`) */
  readonly #price: Float64Array;
  #all = 0;
  #softening = 0;
  readonly #logs: Int32Array;
  /**
   * For each label: all labels whose mate it is. Usually there is one, but a label that no tile shows can be the mate
   * of several (`instance.ts`).
   */
  readonly #facing: readonly (readonly number[])[];
  readonly #ends: readonly [Sums, Sums];
  /** scratch values for a single step */
  readonly #sums: Float64Array;
  readonly #values: Float64Array;

  constructor(instance: Instance) {
    this.#instance = instance;
    const { labels, tiles, sideCount } = instance;
    this.#shown = new Float64Array(labels);
    this.#price = new Float64Array(labels);
    this.#sums = new Float64Array(labels);
    this.#values = new Float64Array(labels);
    this.#facing = Array.from({ length: labels }, (_, label) =>
      [...instance.mate.keys()].filter((other) => instance.mate[other] === label),
    );
    this.#logs = logTable(tiles * sideCount);
    const sums = (): Sums => ({ bytes: new Float64Array(labels), exponent: 0 });
    this.#ends = [sums(), sums()];
  }

  evaluate({ closes, lookahead }: FrontierLevel, board: FrontierBoard): FrontierAnswer {
    this.#countHalfEdges(closes, lookahead, board);
    let logsMet = 0;
    for (const met of lookahead.met) logsMet += this.#logs[this.#shown[labelOf(met, board)]!]!;
    // product of all factors that are the same for every child, as a mantissa from 1 to 2 and an exponent
    let product = 1;
    let exponent = scaleOf(lookahead);
    let least = 0;
    const multiply = (ways: number): void => {
      const pattern = bitsOf(float(product * ways));
      exponent += exponentOf(pattern);
      product = floatOf((pattern & 0x7fffff) | 0x3f800000);
    };
    const beside = float(float(float(this.#all) * MISMATCH_WEIGHT) + SUM_EPSILON);
    for (const single of lookahead.singles) multiply(float(this.#countWays(single, board) + beside));
    const parts: Int32Array[] = [];
    for (const stretch of lookahead.stretches) {
      exponent += this.#sumStretch(stretch, board);
      const { leads } = stretch.last;
      if (!leads) multiply(this.#values[0]!);
      else {
        const part = Int32Array.from(this.#values, partOf);
        const smallest = Math.min(...part);
        least += smallest;
        parts.push(part.map((n) => n - smallest));
      }
    }
    const pattern = bitsOf(product);
    const octaves = float(float(exponentOf(pattern) + exponent) + log2Mantissa(pattern));
    const met = float(float(logsMet) * UNITS_PER_LOG_PART);
    return { common: least + rounded(float(met - float(octaves * UNITS_PER_OCTAVE))), parts };
  }

  #countHalfEdges(closes: readonly Met[], { met }: Lookahead, board: FrontierBoard): void {
    const { labels, mate } = this.#instance;
    const shown = this.#shown;
    for (let label = 0; label < labels; label++) {
      shown[label] = board.left(mate[label]!);
      this.#price[label] = priceOf(board.left(label));
    }
    for (const list of [closes, met]) {
      for (const each of list) {
        for (const label of this.#facing[labelOf(each, board)]!) if (shown[label]! > 0) shown[label]!--;
      }
    }
    this.#all = shown.reduce((sum, n) => sum + n, 0);
    this.#softening = float(MISMATCH_WEIGHT / Math.max(1, float(this.#all)));
  }

  #countWays(step: Step, board: FrontierBoard): number {
    const ways = this.#waysOf(step, board);
    let left = 0;
    for (let i = 0; i < ways.length; i += WAY_ENTRIES) if (!board.isUsed(ways[i]!)) left++;
    return left;
  }

  #waysOf({ met, ways }: Step, board: FrontierBoard): Int32Array {
    let key = 0;
    let digit = 1;
    for (let i = 0; i < met.length; i++) {
      key += labelOf(met[i]!, board) * digit;
      digit *= this.#instance.labels;
    }
    return ways.at(key);
  }

  /**
   * Adds up the ways to fill a stretch of cells. If its last step touches the cell to fill, `#values` gets a sum for
   * each label that the last tile can show to that cell. Otherwise, `#values[0]` gets the total. Returns an exponent
   * `e`: the actual sums are the values times `2 ** e`.
   */
  #sumStretch({ ways, last }: Stretch, board: FrontierBoard): number {
    this.#ends.forEach((end, i) => {
      end.bytes.fill(START_BYTE);
      end.exponent = START_EXPONENT;
      for (const step of ways[i] ?? []) {
        this.#step(step, board, end, null);
        toBytes(this.#values, end);
      }
    });
    const [one, two] = this.#ends;
    this.#step(last, board, one, ways.length > 1 ? two : null);
    return one.exponent + (ways.length > 1 ? two.exponent : 0);
  }

  /**
   * Adds up the ways to fill one cell. If there is a next cell, there is a sum for each label shown to it. Otherwise,
   * there is a single sum.
   */
  #step(step: Step, board: FrontierBoard, one: Sums, two: Sums | null): void {
    const sums = this.#sums.fill(0);
    const ways = this.#waysOf(step, board);
    for (let i = 0; i < ways.length; i += WAY_ENTRIES) {
      if (board.isUsed(ways[i]!)) continue;
      const value = one.bytes[ways[i + 1]!]!;
      const lane = ways[i + 3]!;
      const product = two ? (value * two.bytes[ways[i + 2]!]!) >> PRODUCT_BITS : value;
      sums[lane] = step.leads ? Math.min(MAX_SUM, sums[lane]! + product) : sums[lane]! + product;
    }
    let total = 0;
    for (let label = 0; label < sums.length; label++) total += sums[label]!;
    let mean = this.#mean(one);
    if (two) mean = float(float(mean * this.#mean(two)) * PRODUCT_MEAN);
    const values = this.#values;
    if (!step.leads) {
      values[0] = float(float(total + float(float(this.#all) * mean)) + SUM_EPSILON);
      return;
    }
    const floor = float(float(total * MISMATCH_WEIGHT) + SUM_EPSILON);
    for (let label = 0; label < values.length; label++) {
      const softened = float(sums[label]! + float(floor + float(this.#shown[label]! * mean)));
      values[label] = float(softened * this.#price[label]!);
    }
  }

  /**
   * Returns MISMATCH_WEIGHT times the weighted mean of the sums. A label's weight is the number of half-edges on
   * unused tiles that show it.
   */
  #mean({ bytes }: Sums): number {
    let sum = 0;
    for (let label = 0; label < bytes.length; label++) sum += bytes[label]! * this.#shown[label]!;
    return float(float(sum) * this.#softening);
  }
}

const labelOf = ({ slot, label }: Met, board: FrontierBoard): number => (slot < 0 ? label : board.met(slot));

/**
 * Rounds the values to bytes, after scaling them so that the largest is between 128 and 255. Adjusts the exponent
 * accordingly.
 */
function toBytes(values: Float64Array, into: Sums): void {
  let most = values[0]!;
  for (let label = 1; label < values.length; label++) most = Math.max(most, values[label]!);
  const top = bitsOf(most) >>> 23;
  const scale = floatOf((261 - top) << 23);
  for (let label = 0; label < values.length; label++)
    into.bytes[label] = Math.min(255, rounded(float(values[label]! * scale)));
  into.exponent += top - 134;
}

/**
 * Returns the amount to add to a key, given the number of ways to fill a stretch of cells. The more ways there are, the
 * smaller the amount.
 */
function partOf(ways: number): number {
  const pattern = bitsOf(ways);
  const octaves = float(exponentOf(pattern) + log2Mantissa(pattern));
  return rounded(float(0 - float(octaves * UNITS_PER_OCTAVE)));
}
