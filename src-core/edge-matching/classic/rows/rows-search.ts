import * as v from 'valibot';
import { wantedNumber, type Finding, type Search, type Slice, type Wanted } from '../../../engine.ts';
import { EMPTY, emptyBoard } from '../../../puzzle/partial-board.ts';
import { randomFrom, type Random } from '../../../random.ts';
import type { OneTaskData } from '../one-task-plan.ts';
import type { Rules } from '../rules.ts';
import { BORDER, CENTRE, CORNER, sortTiles } from './frame.ts';
import { Grid } from './grid.ts';
import { attemptLimit, BLOCKS, edgeAttemptLimit, isStale } from './limits.ts';

export interface RowsOptions {
  readonly backtracking: 'single' | 'multiple' | 'replenished' | 'with-ends';
  /** limits on the attempts per row, as a percentage of the default limits */
  readonly attempts: number;
  /** maximum number of iterations; 0 means no limit */
  readonly iterations: number;
  /** maximum number of wildcards on a board (docs/classic.md) */
  readonly wildcards: number;
  /** tile mining: maximum number of placed tiles that may be moved to fill one cell; 0 disables mining */
  readonly mining: number;
}

/** The state of an iteration, which fills the board once. The board and the bags are stored separately. */
interface State {
  row: number;
  attempts: number;
  limit: number;
  tokens: number[];
  jokers: number;
  iterations: number;
  best: number;
}

export interface RowsState {
  readonly state: State;
  readonly board: readonly number[];
  readonly bags: readonly (readonly number[])[];
  readonly chance: [number, number, number, number];
  readonly solutions: readonly string[];
}

export const rowsState: v.GenericSchema<unknown, RowsState> = v.strictObject({
  state: v.strictObject({
    row: v.number(),
    attempts: v.number(),
    limit: v.number(),
    tokens: v.array(v.number()),
    jokers: v.number(),
    iterations: v.number(),
    best: v.number(),
  }),
  board: v.array(v.number()),
  bags: v.array(v.array(v.number())),
  chance: v.strictTuple([v.number(), v.number(), v.number(), v.number()]),
  solutions: v.array(v.string()),
});

/**
 * The row solver's procedure `solve`. It fills row after row with corner, border and centre tiles from their bags. If
 * many attempts at a row fail, it starts again with an empty board.
 */
export class RowsSearch implements Search<OneTaskData<RowsState>> {
  readonly #options: RowsOptions;
  readonly #wanted: number;
  readonly #grid: Grid;
  readonly #chance: Random;
  readonly #solutions: Set<string>;
  readonly #state: State;
  #findings: Finding[] = [];
  #attempted = 0;

  constructor(rules: Rules, options: RowsOptions, wanted: Wanted, start: Random, checkpoint?: RowsState) {
    this.#options = options;
    this.#wanted = wantedNumber(wanted);
    if (checkpoint === undefined) {
      this.#chance = start;
      this.#grid = new Grid(rules, sortTiles(rules.puzzle), emptyBoard(rules.board.cells));
      for (const bag of this.#grid.bags) bag.shuffle(start);
      this.#state = { ...freshBoard(options), iterations: 0, best: 0 };
      this.#solutions = new Set();
      return;
    }
    const before = structuredClone(checkpoint);
    this.#chance = randomFrom(before.chance);
    this.#grid = new Grid(rules, before.bags, Int32Array.from(before.board));
    this.#state = before.state;
    this.#solutions = new Set(before.solutions);
  }

  step(nodeBudget: number): Slice<null> {
    const grid = this.#grid;
    const { laid } = grid;
    const { iterations, best } = this.#state;
    this.#findings = [];
    this.#attempted = 0;
    // Count attempts too: an attempt may place no tile at all, and a slice might never end otherwise.
    while (grid.laid - laid + this.#attempted < nodeBudget && !this.#done) this.#attempt();
    return {
      nodes: grid.laid - laid,
      nodesByDepth: null,
      findings: this.#findings,
      counts: {
        iterations: this.#state.iterations - iterations,
        attempts: this.#attempted,
        best: this.#state.best - best,
      },
      current: grid.board.slice(),
      depth: grid.placed,
      fraction: null,
      done: this.#done,
      note: null,
    };
  }

  checkpoint(): RowsState {
    return {
      state: structuredClone(this.#state),
      board: [...this.#grid.board],
      bags: this.#grid.bags.map((bag) => bag.tiles()),
      chance: this.#chance.state(),
      solutions: [...this.#solutions],
    };
  }

  get #done(): boolean {
    const { iterations } = this.#options;
    return this.#solutions.size >= this.#wanted || (iterations > 0 && this.#state.iterations >= iterations);
  }

  #attempt(): void {
    const state = this.#state;
    const { height } = this.#grid;
    this.#attempted++;
    if (state.attempts++ === 0) state.limit = this.#limit();
    this.#shuffleStale();
    let placed = this.#placeRow(false);
    this.#keepBest();
    if (!placed && state.attempts > state.limit) {
      this.#removeRow(state.row);
      placed = this.#placeRow(true);
      this.#keepBest();
      if (!placed) return this.#giveUp();
    }
    if (placed) {
      state.attempts = 0;
      if (++state.row === height) this.#giveUp();
    } else if (this.#freesFirstRow() && this.#placeRowThenFirst()) {
      state.attempts = 0;
      if (++state.row === height) this.#giveUp();
    } else if (!this.#takeRowsBack()) {
      this.#removeRow(state.row);
    }
  }

  #limit(): number {
    const { width, bags } = this.#grid;
    const limit = this.#isEdgeRow
      ? edgeAttemptLimit(width, bags[BORDER].size)
      : attemptLimit(width, bags[CENTRE].size);
    return Math.ceil((limit * this.#options.attempts) / 100);
  }

  get #isEdgeRow(): boolean {
    return this.#state.row === 0 || this.#state.row === this.#grid.height - 1;
  }

  #shuffleStale(): void {
    const { bags } = this.#grid;
    const { row, attempts } = this.#state;
    if (row === 0) {
      const corners = bags[CORNER];
      for (let turns = this.#chance.below(4) + 1; turns > 0; turns--) corners.turn();
    }
    if (this.#isEdgeRow) {
      if (attempts > 2) bags[BORDER].shuffle(this.#chance);
      if (attempts > 2 && row > 0) bags[CORNER].shuffle(this.#chance);
    } else if (isStale(attempts, bags[CENTRE].size)) {
      bags[CENTRE].shuffle(this.#chance);
    }
  }

  /** Fills one row. If `rescue` is true, tile mining and wildcards may be used as far as the options allow. */
  #placeRow(rescue: boolean): boolean {
    const grid = this.#grid;
    const state = this.#state;
    for (let column = 0; column < grid.width; column++) {
      const cell = state.row * grid.width + column;
      if (grid.fill(cell)) continue;
      if (!rescue) return false;
      if (grid.mine(cell, this.#options.mining)) continue;
      if (state.jokers === 0) return false;
      state.jokers--;
    }
    return true;
  }

  #freesFirstRow(): boolean {
    const { row, attempts, limit } = this.#state;
    const isTurn = attempts % Math.max(1, Math.ceil(limit / 4)) === 0;
    return this.#options.backtracking === 'with-ends' && row > 0 && isTurn;
  }

  /**
   * Removes the first row and fills the current row with the border tiles that this frees. Then fills the first row
   * again.
   */
  #placeRowThenFirst(): boolean {
    const grid = this.#grid;
    const { row } = this.#state;
    const { width } = grid;
    const before = grid.board.slice(0, width);
    const shuffle = (): void => [BORDER, CORNER].forEach((bag) => grid.bags[bag]!.shuffle(this.#chance));
    this.#removeRow(row);
    this.#removeRow(0);
    shuffle();
    if (this.#placeRow(false)) {
      for (let tries = FIRST_ROW_TRIES_PER_COLUMN * width; tries > 0; tries--) {
        let column = 0;
        while (column < width && grid.fill(column)) column++;
        if (column === width) {
          this.#keepBest();
          return true;
        }
        this.#removeRow(0);
        shuffle();
      }
    }
    this.#removeRow(row);
    before.forEach((code, column) => grid.layBack(column, code));
    return false;
  }

  #removeRow(row: number): void {
    const { width } = this.#grid;
    for (let column = 0; column < width; column++) this.#grid.clear(row * width + column);
  }

  /**
   * Multi-row backtracking: removes several rows. Returns false if the options don't allow this for the current row or
   * if no rule in `BLOCKS` applies.
   */
  #takeRowsBack(): boolean {
    const state = this.#state;
    if (this.#options.backtracking === 'single') return false;
    const index = BLOCKS.findIndex(
      ({ fromRow, afterAttempts }, i) =>
        state.row >= fromRow && state.attempts > afterAttempts && state.tokens[i]! > 0,
    );
    const block = BLOCKS[index];
    if (!block || (this.#isEdgeRow && this.#options.backtracking !== 'with-ends')) return false;
    state.tokens[index]!--;
    if (this.#options.backtracking === 'replenished') {
      for (let i = 0; i < index; i++) state.tokens[i] = BLOCKS[i]!.tokens;
    }
    for (let i = 0; i < block.rows; i++) this.#removeRow(state.row - i);
    this.#grid.bags[CENTRE].shuffle(this.#chance);
    state.row -= block.rows - 1;
    state.attempts = 0;
    return true;
  }

  #giveUp(): void {
    const grid = this.#grid;
    const reached = this.#state.row * grid.width;
    for (let cell = 0; cell < reached; cell++) {
      if (grid.board[cell] === EMPTY && !grid.fill(cell)) grid.mine(cell, this.#options.mining);
    }
    this.#keepBest();
    if (grid.placed === grid.board.length) this.#report();
    for (let row = 0; row < grid.height; row++) this.#removeRow(row);
    Object.assign(this.#state, freshBoard(this.#options));
    this.#state.iterations++;
  }

  #keepBest(): void {
    if (this.#grid.placed <= this.#state.best) return;
    this.#state.best = this.#grid.placed;
    this.#findings.push({ type: 'improved', board: this.#grid.board.slice() });
  }

  #report(): void {
    const board = this.#grid.board.slice();
    const name = board.join(' ');
    if (this.#solutions.has(name)) return;
    this.#solutions.add(name);
    this.#findings.push({ type: 'solution', board });
  }
}

const FIRST_ROW_TRIES_PER_COLUMN = 4;

const freshBoard = ({ wildcards }: RowsOptions) => ({
  row: 0,
  attempts: 0,
  limit: 0,
  tokens: BLOCKS.map(({ tokens }) => tokens),
  jokers: wildcards,
});
