/**
 * The lookahead along the row. It estimates the number of ways to fill the rest of a board's row, and the cells of the
 * next row that lie below placed tiles. It proceeds along one row at a time with a transfer matrix. The estimate
 * includes fillings that use a tile more than once, as if tiles were drawn with replacement. docs/hunt.md works through
 * one row by hand.
 *
 * `LookaheadLevel` describes what is computed, and `lookAhead` is the reference implementation. The kernel
 * (`row-kernel.ts`) computes identical numbers: integers are added exactly, floats are added in a fixed order, and
 * every other result is rounded to a 32-bit float.
 */
import { bitsOf, exponentOf, float, floatOf, log2Mantissa, rounded } from '../shared/float32.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from '../shared/instance.ts';
import { priceOf } from '../shared/label-prices.ts';
import { SET_BY_BOARD, type OrderedCell } from './row-order.ts';
import {
  BOARD_FRACTION_UNITS,
  HINT_MISMATCH_WEIGHT,
  MIN_VALUE_AT_HINT,
  CELLS_PER_FRESH_LOOKAHEAD,
  ZERO_COUNT_SUBSTITUTE,
  MISMATCH_WEIGHT,
  SUM_EPSILON,
  UNITS_PER_LOG_PART,
  UNITS_PER_OCTAVE,
  logTable,
} from '../shared/lookahead-scale.ts';
import { paddedLabels } from '../shared/vectors.ts';

type StepKind = 'open' | 'pinned' | 'forbidden' | 'given' | 'under';

/**
 * A label that a tile must match on its upper side. If `column` is -1, the label on all boards is `label`. Otherwise,
 * each board stores its own label for this column.
 */
export interface Met {
  readonly column: number;
  readonly label: number;
}

/**
 * The ways to fill a cell (tiles in rotations), grouped by the label on their upper side. The ways with the label `u`
 * are at the indices `from[u]` to `from[u + 1] - 1`. The last group, whose `u` is the number of labels, contains all
 * ways.
 */
export interface Ways {
  readonly from: Int32Array;
  readonly tile: Int32Array;
  /** for each way to fill the cell: the label whose sum this way adds to */
  readonly lane: Int32Array;
  /**
   * for each way to fill the cell: the label on the edge to the previous column; this label's value is added to the sum
   * of the label in `lane`
   */
  readonly gather: Int32Array;
}

/**
 * One column of a pass along a row. After each column, every label has a value: the weighted number of ways to fill
 * all columns passed so far, such that this label is on the edge to the next column.
 */
export interface LookaheadStep {
  readonly kind: StepKind;
  /** for an open cell: the label that its tile must match above */
  readonly met: Met | null;
  readonly ways: Ways | null;
  /**
   * for the kinds `pinned` (a hinted cell) and `given` (a cell next to one): the label on the edge to the previous
   * column; only this label's value is used
   */
  readonly gather: number;
  /**
   * only for the kind `pinned` (a hinted cell): the label that the cell shows to the next column; this label gets the
   * full value, and all other labels get a small fraction of it
   */
  readonly lane: number;
  /** only for an open cell: true if each sum is multiplied by the weight of the edge to the next column */
  readonly weighed: boolean;
}

/**
 * A section of a pass along a row. It computes `steps` and then `aside`. The values after `aside` become one part of
 * the lookahead's result (see `RowLookahead` in `row-contract.ts`). The next section of the pass continues at the end
 * of `steps`, as if there were no `aside`.
 */
export interface Stretch {
  readonly steps: readonly LookaheadStep[];
  readonly aside: readonly LookaheadStep[];
}

/**
 * The passes that the lookahead makes before a cell is filled: one along the row, and one along the next row. At every
 * fourth cell of a row (`CELLS_PER_FRESH_LOOKAHEAD`), both are computed from scratch. At the cells in between, the
 * results of the pass along the row are reused, and the pass along the next row continues where it ended.
 */
export interface LookaheadLevel {
  /** labels to match on the upper sides of open cells */
  readonly frontier: readonly Met[];
  /**
   * number of levels since the lookahead was last computed from scratch; 0 if it is computed from scratch on this
   * level
   */
  readonly age: number;
  /**
   * The pass along the row, from its right end back to the cell to fill. Empty unless `age` is 0. It is divided into
   * one stretch for each level that uses its results. The stretch for the last of these levels comes first, and each
   * other stretch continues where the previous one ended.
   */
  readonly back: readonly Stretch[];
  /**
   * The pass along the next row, from its left end to the cell below the one to fill. Unless `age` is 0, it continues
   * where the parent board's pass ended. It is empty if there is no next row.
   */
  readonly forward: Stretch;
  /**
   * true if the cell below is open, in which case each label's value is divided by the number of half-edges that show
   * it
   */
  readonly divided: boolean;
}

/** The properties of a board that the lookahead reads. */
export interface LookaheadBoard {
  /** for each tile: the fraction of the level's boards that have not used it, in units of 1 / BOARD_FRACTION_UNITS */
  readonly share: Uint8Array;
  isUsed(tile: number): boolean;
  /** Returns the label that the next tile in this column must match on its upper side. */
  up(column: number): number;
  /** Returns the number of unmatched half-edges that could match a label. */
  left(label: number): number;
}

/** The state of a pass after a column. Each label has the value `bytes[label] * 2 ** exponent`. */
export interface PassState {
  readonly bytes: readonly number[];
  readonly exponent: number;
  /**
   * sum of log n over the tiles so far, where n is the number of half-edges with the label that the tile must match
   * above
   */
  readonly logsMet: number;
}

/**
 * Returns the state in which a pass starts. On the rim at the end of a row, every label is possible, so every value is
 * 1.
 */
export const startOf = (lanes: number): PassState => ({
  bytes: new Array<number>(lanes).fill(128),
  exponent: -7,
  logsMet: 0,
});

/**
 * The amounts that the lookahead adds to the keys of a board's children, in units of 1 / UNITS_PER_NAT (see
 * `label-prices.ts`).
 */
export interface Lookahead {
  /**
   * For each level that uses these results, starting with the current one: how much to add to a child's key, indexed
   * by the label that the child needs on its right-hand neighbour.
   */
  readonly rights: readonly Int16Array[];
  /** how much to add to a child's key, indexed by the label that the child needs on the tile below */
  readonly below: Int16Array;
  /** state at the end of the pass along the next row */
  readonly state: PassState;
}

const NO_TABLE = { met: null, ways: null, gather: 0, lane: 0, weighed: false };

/**
 * Returns a function that describes a cell as one step of a pass, either to the left (`back`) or to the right
 * (`forward`).
 */
function stepFactory(
  { sides, mate, pinned, forbidden }: RectangleInstance,
  byCell: ReadonlyMap<number, OrderedCell>,
  waysOf: ReturnType<typeof waysFactory>,
  metBy: (cell: OrderedCell) => Met,
) {
  return (cell: number, towards: 'back' | 'forward'): LookaheadStep => {
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
}

/**
 * Returns, for each level of a row, the passes that the lookahead makes before the level's cell is filled. `gone` is 1
 * for each tile that every board has used. The passes ignore these tiles.
 */
export function lookaheadLevelsOf(
  instance: RectangleInstance,
  order: readonly OrderedCell[],
  row: number,
  gone: Uint8Array,
): LookaheadLevel[] {
  const { width, height, labels } = instance;
  const byCell = new Map(order.map((cell) => [cell.cell, cell]));
  const waysOf = waysFactory(instance, gone);
  const metBy = ({ up, column }: OrderedCell): Met =>
    up === SET_BY_BOARD ? { column, label: 0 } : { column: -1, label: up < 0 ? labels : up };
  const step = stepFactory(instance, byCell, waysOf, metBy);
  const filled = order.filter((ordered) => ordered.row === row);
  const backFrom = (from: number, column: number): LookaheadStep[] => {
    const steps: LookaheadStep[] = [];
    for (let other = from - 1; other > column; other--) steps.push(step(row * width + other, 'back'));
    return steps;
  };
  const besideHint = (column: number): LookaheadStep[] => {
    if (column + 1 === width) return [];
    const beside = step(row * width + column + 1, 'back');
    return beside.kind === 'pinned' ? [{ ...NO_TABLE, kind: 'given', gather: beside.lane }] : [];
  };
  return filled.map((ordered, index) => {
    const { column } = ordered;
    const age = index % CELLS_PER_FRESH_LOOKAHEAD;
    const frontier: Met[] = [];
    for (let other = column; other < width; other++) {
      const cell = byCell.get(row * width + other);
      if (cell) frontier.push(metBy(cell));
    }
    const back: Stretch[] = [];
    if (age === 0) {
      let from = width;
      for (const user of filled.slice(index, index + CELLS_PER_FRESH_LOOKAHEAD).reverse()) {
        back.push({ steps: backFrom(from, user.column), aside: besideHint(user.column) });
        from = user.column + 1;
      }
    }
    if (row + 1 === height) return { frontier, age, back, forward: { steps: [], aside: [] }, divided: false };
    const below = (row + 1) * width;
    const steps: LookaheadStep[] = [];
    const begin = age === 0 ? 0 : filled[index - 1]!.column;
    for (let other = 0; other < column; other++) {
      const cell = byCell.get(below + other);
      if (cell) frontier.push(metBy(cell));
      if (other >= begin) steps.push(step(below + other, 'forward'));
    }
    const under = byCell.get(below + column);
    const last = step(below + column, 'forward');
    const aside: LookaheadStep = under
      ? { ...NO_TABLE, kind: 'under', ways: waysOf(under, 'under') }
      : last.kind === 'pinned'
        ? { ...last, kind: 'given' }
        : last;
    return { frontier, age, back, forward: { steps, aside: [aside] }, divided: under !== undefined };
  });
}

/** Returns a function that lists the ways to fill a cell in a pass. Cells with the same rules share a list. */
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

/**
 * Returns a table of the ways to fill the cell below the current one, indexed by `left * lanes + above`, where `left`
 * and `above` are the labels that a tile shows on these sides. Each way is weighted by the fraction of the level's
 * boards that have not used its tile. The boards share one table, because all boards of a level have used almost the
 * same tiles.
 */
export function commonWays({ tile, lane, gather }: Ways, share: Uint8Array, lanes: number): Int16Array {
  const table = new Int16Array(lanes * lanes);
  for (let i = 0; i < tile.length; i++) {
    const at = gather[i]! * lanes + lane[i]!;
    table[at] = Math.min(32_767, table[at]! + share[tile[i]!]!);
  }
  return table;
}

/**
 * Returns the lookahead for one board. The kernel must compute exactly the same numbers. `before` is the state at the
 * end of the parent board's pass along the next row.
 */
export function lookAhead(
  instance: RectangleInstance,
  level: LookaheadLevel,
  board: LookaheadBoard,
  before: PassState = startOf(paddedLabels(instance.labels)),
): Lookahead {
  const start = startOf(paddedLabels(instance.labels));
  const pass = new Pass(instance, level, board);
  let state = start;
  const rights: Int16Array[] = [];
  for (const stretch of level.back) {
    const answer = pass.answer(state, stretch, false);
    rights.unshift(answer.parts);
    state = answer.state;
  }
  const below = pass.answer(level.age === 0 ? start : before, level.forward, level.divided);
  return { rights, below: below.parts, state: below.state };
}

class Pass {
  readonly #labels: number;
  readonly #lanes: number;
  readonly #board: LookaheadBoard;
  /**
   * for each label: the number of half-edges on unused tiles that show it, minus those needed to match labels in
   * `frontier`
   */
  readonly #shown: readonly number[];
  /** MISMATCH_WEIGHT divided by the sum of `#shown` */
  readonly #softening: number;
  /** for each label: the weight of an edge with this label (see `priceOf`) */
  readonly #price: readonly number[];
  readonly #logs: Int32Array;

  constructor({ labels, mate }: RectangleInstance, { frontier }: LookaheadLevel, board: LookaheadBoard) {
    this.#labels = labels;
    this.#lanes = paddedLabels(labels);
    this.#board = board;
    const lanes = Array.from({ length: this.#lanes }, (_, label) => label);
    const shown = lanes.map((label) => (label < labels ? board.left(mate[label]!) : 0));
    for (const met of frontier) {
      const asked = this.#labelOf(met);
      // Several labels can have the same mate. For example, an extra label that no tile shows can be its own mate and
      // also the mate of the frame's label (see `denseLabels` in `instance.ts`).
      for (let label = 0; label < labels; label++) {
        if (mate[label] === asked && shown[label]! > 0) shown[label]!--;
      }
    }
    this.#shown = shown;
    this.#softening = float(MISMATCH_WEIGHT / Math.max(1, float(sum(shown))));
    this.#price = lanes.map((label) => priceOf(label < labels ? board.left(label) : 0));
    this.#logs = logTable(Math.max(...shown));
  }

  /**
   * Computes a section of a pass (see `Stretch`). Returns the amount to add to the key for each label, and the state
   * from which the next section continues.
   */
  answer(
    from: PassState,
    { steps, aside }: Stretch,
    divided: boolean,
  ): { parts: Int16Array; state: PassState } {
    const main = this.#walk(from, steps);
    const { state, values, exponent } = aside.length > 0 ? this.#walk(main.state, aside) : main;
    const met = float(float(state.logsMet) * UNITS_PER_LOG_PART);
    const parts = Int16Array.from(values, (value, label) => {
      const ways = divided ? float(value / Math.max(ZERO_COUNT_SUBSTITUTE, this.#shown[label]!)) : value;
      const pattern = bitsOf(ways);
      const octaves = float(float(exponentOf(pattern) + exponent) + log2Mantissa(pattern));
      return Math.max(-32768, Math.min(32767, rounded(float(met - float(octaves * UNITS_PER_OCTAVE)))));
    });
    return { parts, state: main.state };
  }

  /** Returns the state after the given steps, and the values of the last step before they are rounded to 8 bits. */
  #walk(from: PassState, steps: readonly LookaheadStep[]) {
    let state = from;
    let values: readonly number[] = from.bytes;
    let { exponent } = from;
    for (const step of steps) {
      values = this.#valuesAfter(step, state.bytes);
      exponent = state.exponent;
      // Round to 8 bits: scale the values so that the largest is between 128 and 255, and adjust the exponent.
      const top = bitsOf(Math.max(...values)) >>> 23;
      const scale = floatOf((261 - top) << 23);
      const label = step.met ? this.#labelOf(step.met) : this.#labels;
      state = {
        bytes: values.map((value) => Math.min(255, rounded(float(value * scale)))),
        exponent: exponent + top - 134,
        logsMet: state.logsMet + (label < this.#labels ? this.#logs[this.#shown[label]!]! : 0),
      };
    }
    return { state, values, exponent };
  }

  #valuesAfter(step: LookaheadStep, bytes: readonly number[]): number[] {
    const mean = float(
      float(sum(bytes.map((value, label) => value * this.#shown[label]!))) * this.#softening,
    );
    switch (step.kind) {
      case 'open':
        return this.#overOpen(step, bytes, mean);
      case 'under':
        return this.#overUnder(step, bytes, mean);
      case 'forbidden':
        return bytes.map(() => float(float(mean * 1000) + SUM_EPSILON));
      default:
        return overHint(step, bytes);
    }
  }

  #overOpen(step: LookaheadStep, bytes: readonly number[], mean: number): number[] {
    const { from, tile, lane, gather } = step.ways!;
    const label = step.met ? this.#labelOf(step.met) : this.#labels;
    const sums = new Array<number>(this.#lanes).fill(0);
    for (let i = from[label]!; i < from[label + 1]!; i++) {
      if (this.#board.isUsed(tile[i]!)) continue;
      sums[lane[i]!] = Math.min(65_535, sums[lane[i]!]! + bytes[gather[i]!]!);
    }
    const floor = float(float(float(sum(sums)) * MISMATCH_WEIGHT) + SUM_EPSILON);
    return sums.map((ways, shown) => {
      const softened = float(ways + float(floor + float(this.#shown[shown]! * mean)));
      return step.weighed ? float(softened * this.#price[shown]!) : softened;
    });
  }

  #overUnder(step: LookaheadStep, bytes: readonly number[], mean: number): number[] {
    const table = commonWays(step.ways!, this.#board.share, this.#lanes);
    const sums = bytes.map((_, above) =>
      sum(bytes.map((value, left) => value * table[left * this.#lanes + above]!)),
    );
    const floor = float(
      float(float(float(sum(sums)) / BOARD_FRACTION_UNITS) * MISMATCH_WEIGHT) + SUM_EPSILON,
    );
    return sums.map((ways, label) =>
      float(float(float(ways) / BOARD_FRACTION_UNITS) + float(floor + float(this.#shown[label]! * mean))),
    );
  }

  #labelOf({ column, label }: Met): number {
    return column < 0 ? label : this.#board.up(column);
  }
}

function overHint({ kind, gather, lane }: LookaheadStep, bytes: readonly number[]): number[] {
  const value = Math.max(MIN_VALUE_AT_HINT, bytes[gather]!);
  const beside = kind === 'given' ? value : float(value * HINT_MISMATCH_WEIGHT);
  return bytes.map((_, label) => (label === lane && kind === 'pinned' ? value : beside));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
