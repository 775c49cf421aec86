import * as v from 'valibot';
import { wantedNumber, type Finding, type Search, type Slice, type Wanted } from '../../engine.ts';
import { tileOf } from '../../puzzle/partial-board.ts';
import { applySymmetry } from '../../puzzle/symmetry.ts';
import { DecisionKind, FITS, type DecisionListener } from '../../decisions.ts';
import { spiralOrder } from './order.ts';
import type { OneTaskData } from './one-task-plan.ts';
import { Filling } from './filling.ts';
import { fractionOf } from './progress.ts';
import type { Rules } from './rules.ts';
import { imagesOf } from './images.ts';

export interface BacktrackState {
  /** for each level of the search: index of the choice to try next */
  cursors: number[];
  /** number of solutions; rotations of a board count separately */
  found: number;
  deepest: number;
}

export const backtrackState: v.GenericSchema<unknown, BacktrackState> = v.strictObject({
  cursors: v.array(v.number()),
  found: v.number(),
  deepest: v.number(),
});

/**
 * The procedure SOLVEPUZZLE from Figure 3 of Brandt et al. (2002). An explicit stack replaces the recursion, so that
 * the search can pause anywhere.
 */
export class BacktrackSearch implements Search<OneTaskData<BacktrackState>> {
  readonly #rules: Rules;
  readonly #order: readonly number[];
  readonly #filling: Filling;
  readonly #wanted: number;
  readonly #turnFirst: boolean;
  readonly #listener: DecisionListener | undefined;
  /** all tiles in all orientations: the choices at every level but the first */
  readonly #choices: readonly number[];
  readonly #firstChoices: readonly number[];
  #progress: BacktrackState = { cursors: [0], found: 0, deepest: 0 };

  constructor(
    rules: Rules,
    turnFirst: boolean,
    wanted: Wanted,
    checkpoint?: BacktrackState,
    listener?: DecisionListener,
  ) {
    this.#rules = rules;
    this.#order = spiralOrder(rules);
    this.#filling = new Filling(rules);
    this.#wanted = wantedNumber(wanted);
    this.#turnFirst = turnFirst;
    this.#listener = listener;
    this.#choices = rules.orientations.flat();
    const first = this.#order[0]!;
    this.#firstChoices = turnFirst
      ? this.#choices
      : this.#choices.filter((code) => imagesOf(rules, first, code) !== null);
    if (checkpoint === undefined) return;
    this.#progress = structuredClone(checkpoint);
    this.#progress.cursors.slice(0, -1).forEach((cursor, level) => {
      this.#filling.place(this.#order[level]!, this.#choicesAt(level)[cursor - 1]!);
    });
  }

  step(nodeBudget: number): Slice<null> {
    const progress = this.#progress;
    const { cursors } = progress;
    const nodesByDepth = new Float64Array(this.#order.length);
    const findings: Finding[] = [];
    let nodes = 0;
    let done = false;
    while (nodes < nodeBudget && !done) {
      const level = cursors.length - 1;
      if (level < this.#order.length && this.#placeNext(level)) {
        nodes++;
        nodesByDepth[level]!++;
        cursors.push(0);
        if (level + 1 === this.#order.length) this.#display(findings);
        else if (level + 1 > progress.deepest) {
          findings.push({ type: 'improved', board: this.#filling.board.slice() });
        }
        progress.deepest = Math.max(progress.deepest, level + 1);
        done = progress.found >= this.#wanted;
      } else if (level === 0) {
        done = true;
      } else {
        cursors.pop();
        this.#takeBack(this.#order[level - 1]!);
      }
    }
    return {
      nodes,
      nodesByDepth,
      findings,
      counts: {},
      current: this.#filling.board.slice(),
      depth: this.#filling.placed,
      fraction: done ? 1 : fractionOf(this.#shares()),
      done,
      note: null,
    };
  }

  checkpoint(): BacktrackState {
    return structuredClone(this.#progress);
  }

  #choicesAt(level: number): readonly number[] {
    return level === 0 ? this.#firstChoices : this.#choices;
  }

  #placeNext(level: number): boolean {
    const { cursors } = this.#progress;
    const cell = this.#order[level]!;
    const choices = this.#choicesAt(level);
    while (cursors[level]! < choices.length) {
      const code = choices[cursors[level]!++]!;
      if (!this.#filling.isFree(tileOf(code))) continue;
      const why = this.#filling.refusal(cell, code);
      this.#listener?.(why === FITS ? DecisionKind.placed : DecisionKind.refused, cell, code, why);
      if (why !== FITS) continue;
      this.#filling.place(cell, code);
      return true;
    }
    return false;
  }

  /**
   * Reports the current board as a solution. Also reports its rotations if the search doesn't rotate the first tile.
   */
  #display(findings: Finding[]): void {
    const { board } = this.#filling;
    const first = this.#order[0]!;
    const last = this.#order.at(-1)!;
    this.#listener?.(DecisionKind.solution, last, board[last]!, FITS);
    const twins = this.#turnFirst ? [] : imagesOf(this.#rules, first, board[first]!)!.slice(1);
    const boards = [board.slice(), ...twins.map((twin) => applySymmetry(this.#rules.puzzle, twin, board))];
    for (const found of boards.slice(0, this.#wanted - this.#progress.found)) {
      findings.push({ type: 'solution', board: found });
      this.#progress.found++;
    }
  }

  #takeBack(cell: number): void {
    this.#listener?.(DecisionKind.takenBack, cell, this.#filling.board[cell]!, FITS);
    this.#filling.remove(cell);
  }

  /** Yields, for each level of the search, the number of choices tried so far and the total number of choices. */
  *#shares(): Generator<[number, number]> {
    const { cursors } = this.#progress;
    for (let level = 0; level < cursors.length - 1; level++) {
      yield [cursors[level]! - 1, this.#choicesAt(level).length];
    }
  }
}
