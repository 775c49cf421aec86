/**
 * Chooses the thresholds of a scan by sequential sampling: a random sample of the partial boards of each depth shows
 * how many boards there are, and which scores they have.
 */
import type { Random } from '../../random.ts';
import { belowOf, kindOf, rightOf, type Model } from './model.ts';
import type { Prices } from './prices.ts';

/** A threshold that every score reaches */
export const NO_THRESHOLD = -(2 ** 31);
/** If the boards of the sample have at most this many children in total, no threshold is chosen. */
const MIN_CHILDREN = 50;
/** In the second half of the cells, sampling ends if fewer boards than this are left in the sample. */
const MIN_LATE_BOARDS = 100;
/** a power of two above the number of sampled boards */
const MAX_BOARDS = 1 << 16;

export interface Sampling {
  /** about how many boards to place at each depth */
  readonly width: number;
  /** number of boards in the sample */
  readonly boards: number;
  readonly random: Random;
  /** the kind of tile in the first cell, or null for any */
  readonly firstKind: number | null;
}

export interface Thresholds {
  /** for each cell: the scan fills it only if the score, minus the prices of the cell's matches, is at least this */
  readonly thresholds: Int32Array;
  /** estimated number of nodes of a scan with these thresholds */
  readonly nodes: number;
}

/**
 * A sample of boards of equal depth. In `rows`, each board has a row of numbers: the number of unused tiles of each
 * kind, the label above the next cell of each column, and the number of unmatched edges with each label.
 */
interface Sample {
  readonly rows: Int16Array;
  readonly left: Int32Array;
  readonly scores: Int32Array;
  count: number;
}

export function sampledThresholds(model: Model, prices: Prices, sampling: Sampling): Thresholds {
  const sampler = new Sampler(model, prices, sampling);
  const thresholds = new Int32Array(model.cells).fill(NO_THRESHOLD);
  let nodes = 0;
  for (let cell = 0; cell < model.cells; cell++) {
    const { threshold, expected } = sampler.advance(cell);
    thresholds[cell] = threshold;
    nodes += expected;
    if (sampler.boards === 0 || (cell > model.cells / 2 && sampler.boards < MIN_LATE_BOARDS)) break;
  }
  return { thresholds, nodes };
}

class Sampler {
  readonly #model: Model;
  readonly #prices: Prices;
  readonly #sampling: Sampling;
  /** length of a row in `Sample.rows`, and where the labels above and the numbers of unmatched edges begin in it */
  readonly #row: number;
  readonly #above: number;
  readonly #edges: number;
  #sample: Sample;
  #next: Sample;
  /** number of boards that one board of the sample stands for */
  #weight = 1;
  /** for each board of the sample: its score after the matches of the current cell, and its number of children */
  readonly #scores: Int32Array;
  readonly #children: Int32Array;

  constructor(model: Model, prices: Prices, sampling: Sampling) {
    const { kinds, width, edges } = model;
    this.#model = model;
    this.#prices = prices;
    this.#sampling = sampling;
    this.#above = kinds.length;
    this.#edges = kinds.length + width;
    this.#row = this.#edges + edges.length;
    const boards = sampling.boards + 2;
    const empty = (): Sample => ({
      rows: new Int16Array(boards * this.#row),
      left: new Int32Array(boards),
      scores: new Int32Array(boards),
      count: 0,
    });
    this.#sample = empty();
    this.#next = empty();
    this.#scores = new Int32Array(boards);
    this.#children = new Int32Array(boards);
    kinds.forEach((tiles, kind) => (this.#sample.rows[kind] = tiles.length));
    this.#sample.rows.set(edges, this.#edges);
    this.#sample.count = 1;
  }

  get boards(): number {
    return this.#sample.count;
  }

  /** Fills a cell of every board in the sample. Returns the cell's threshold and the expected number of nodes. */
  advance(cell: number): { threshold: number; expected: number } {
    const children = this.#weigh(cell);
    const estimate = children * this.#weight;
    const { width, boards } = this.#sampling;
    const threshold =
      estimate > width && children > MIN_CHILDREN
        ? this.#quantile((children * width) / estimate)
        : NO_THRESHOLD;
    let kept = 0;
    for (let i = 0; i < this.#sample.count; i++)
      if (this.#scores[i]! >= threshold) kept += this.#children[i]!;
    const expected = kept * this.#weight;
    const share = Math.min(1, boards / kept);
    this.#grow(cell, threshold, share);
    this.#weight /= share;
    return { threshold, expected };
  }

  #listOf(cell: number, board: number): number {
    const { tables, labels, width } = this.#model;
    const { rows, left } = this.#sample;
    return tables[cell]! + left[board]! * labels + rows[board * this.#row + this.#above + (cell % width)]!;
  }

  #fits(cell: number, row: number, word: number): boolean {
    const { firstKind } = this.#sampling;
    if (this.#sample.rows[row + kindOf(word)] === 0) return false;
    return cell > 0 || firstKind === null || kindOf(word) === firstKind;
  }

  /**
   * Computes each board's score after the matches of this cell, and its number of children. Returns the total number of
   * children.
   */
  #weigh(cell: number): number {
    const { starts, words, width } = this.#model;
    const { price, priceRow } = this.#prices;
    const { rows, left, scores, count } = this.#sample;
    let total = 0;
    for (let board = 0; board < count; board++) {
      const row = board * this.#row;
      const list = this.#listOf(cell, board);
      let children = 0;
      for (let at = starts[list]!; at < starts[list + 1]!; at++) {
        if (this.#fits(cell, row, words[at]!)) children++;
      }
      const [toLeft, above] = [left[board]!, rows[row + this.#above + (cell % width)]!];
      const leftOf = (label: number): number => rows[row + this.#edges + label]!;
      let score = scores[board]!;
      if (toLeft > 0) score -= price[toLeft * priceRow + leftOf(toLeft)]!;
      if (above > 0) score -= price[above * priceRow + leftOf(above) - (above === toLeft ? 1 : 0)]!;
      this.#scores[board] = score;
      this.#children[board] = children;
      total += children;
    }
    return total;
  }

  /** Returns the score such that boards with at least this score have about `wanted` children together. */
  #quantile(wanted: number): number {
    const { count } = this.#sample;
    const ranked = Float64Array.from({ length: count }, (_, i) => this.#scores[i]! * MAX_BOARDS + i).sort();
    let taken = 0;
    for (let i = count - 1; i > 0; i--) {
      const score = Math.floor(ranked[i]! / MAX_BOARDS);
      taken += this.#children[ranked[i]! - score * MAX_BOARDS]!;
      if (taken > wanted) return score;
    }
    return NO_THRESHOLD;
  }

  /** Replaces the sample by a share of its children, evenly spaced in the order of the parents. */
  #grow(cell: number, threshold: number, share: number): void {
    const { starts, words } = this.#model;
    const next = this.#next;
    next.count = 0;
    let due = this.#sampling.random.fraction();
    for (let board = 0; board < this.#sample.count; board++) {
      if (this.#scores[board]! < threshold) continue;
      const list = this.#listOf(cell, board);
      for (let at = starts[list]!; at < starts[list + 1]!; at++) {
        if (!this.#fits(cell, board * this.#row, words[at]!)) continue;
        due += share;
        if (due < 1) continue;
        due -= 1;
        this.#place(cell, board, words[at]!);
      }
    }
    this.#next = this.#sample;
    this.#sample = next;
  }

  /** Adds to the next sample the board that results from placing a candidate. */
  #place(cell: number, board: number, word: number): void {
    const { width } = this.#model;
    const { gain, gainRow } = this.#prices;
    const next = this.#next;
    if (next.count === next.left.length) return;
    const [from, to] = [board * this.#row, next.count * this.#row];
    const { rows } = next;
    rows.set(this.#sample.rows.subarray(from, from + this.#row), to);
    const kind = kindOf(word);
    const above = to + this.#above + (cell % width);
    const matched = [this.#sample.left[board]!, rows[above]!];
    for (const label of matched) if (label > 0) rows[to + this.#edges + label]!--;
    rows[above] = belowOf(word);
    next.left[next.count] = rightOf(word);
    next.scores[next.count] = this.#scores[board]! + gain[kind * gainRow + rows[to + kind]!]!;
    rows[to + kind]!--;
    next.count++;
  }
}
