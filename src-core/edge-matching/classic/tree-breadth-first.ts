import * as v from 'valibot';
import { wantedNumber, type Finding, type Search, type Slice, type Wanted } from '../../engine.ts';
import { emptyBoard, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import { FITS } from '../../decisions.ts';
import { evaluate } from './evaluate.ts';
import { rowOrder } from './order.ts';
import type { OneTaskData } from './one-task-plan.ts';
import { Filling } from './filling.ts';
import type { Rules } from './rules.ts';
import { grouped } from '../../text/counted.ts';

/** Maximum number of states kept in memory. Each state takes two numbers. */
const MAX_STATES = 4_000_000;

/** For each state of a level: the placement that created it, and the index of its parent in the previous level. */
interface Level {
  readonly codes: number[];
  readonly parents: number[];
}

export interface LevelState {
  levels: Level[];
  /** number of states on the second-to-last level whose children have been created */
  expanded: number;
  found: number;
  kept: number;
}

export const levelState: v.GenericSchema<unknown, LevelState> = v.strictObject({
  levels: v.array(v.strictObject({ codes: v.array(v.number()), parents: v.array(v.number()) })),
  expanded: v.number(),
  found: v.number(),
  kept: v.number(),
});

/**
 * Searches the tree of states breadth first: completes each level before it starts the next, and keeps all levels. It
 * finds the same solutions as depth-first search, but later.
 */
export class LevelSearch implements Search<OneTaskData<LevelState>> {
  readonly #rules: Rules;
  readonly #order: readonly number[];
  readonly #wanted: number;
  #grown: LevelState = { levels: [], expanded: 0, found: 0, kept: 0 };

  constructor(rules: Rules, wanted: Wanted, checkpoint?: LevelState) {
    this.#rules = rules;
    this.#order = rowOrder(rules);
    this.#wanted = wantedNumber(wanted);
    if (checkpoint !== undefined) this.#grown = structuredClone(checkpoint);
  }

  step(nodeBudget: number): Slice<null> {
    const grown = this.#grown;
    const nodesByDepth = new Float64Array(this.#order.length);
    const findings: Finding[] = [];
    const keptBefore = grown.kept;
    let nodes = 0;
    let roots = 0;
    let done = false;
    while (nodes < nodeBudget && !done) {
      if (grown.levels.length === 0) {
        grown.levels.push({ codes: [], parents: [] });
        roots = this.#expand(-1, findings);
      }
      const above = grown.levels.at(-2);
      if (above && grown.expanded < above.codes.length) {
        const created = this.#expand(grown.expanded++, findings);
        nodes += created;
        nodesByDepth[grown.levels.length - 1]! += created;
      } else if (grown.levels.length === this.#order.length || grown.levels.at(-1)!.codes.length === 0) {
        done = true;
      } else {
        grown.levels.push({ codes: [], parents: [] });
        grown.expanded = 0;
      }
      if (grown.found >= this.#wanted) done = true;
    }
    return {
      nodes,
      nodesByDepth,
      findings,
      counts: { roots, mostWaiting: grown.kept - keptBefore },
      current: null,
      depth: grown.levels.length,
      fraction: done ? 1 : null,
      done,
      note: null,
    };
  }

  checkpoint(): LevelState {
    return structuredClone(this.#grown);
  }

  /**
   * Creates the children of a state and returns how many there are. `parent` is the index of the state in the previous
   * level, or -1 to create the roots.
   */
  #expand(parent: number, findings: Finding[]): number {
    const grown = this.#grown;
    const depth = grown.levels.length - 1;
    const level = grown.levels[depth]!;
    const cell = this.#order[depth]!;
    const filling = this.#replay(parent);
    const before = level.codes.length;
    for (const codes of this.#rules.orientations) {
      if (!filling.isFree(tileOf(codes[0]!))) continue;
      for (const code of codes) {
        if (filling.refusal(cell, code) !== FITS) continue;
        level.codes.push(code);
        level.parents.push(parent);
        grown.kept++;
        if (before === 0 && level.codes.length === 1) this.#evaluate(filling.board, cell, code, findings);
        else if (depth === this.#order.length - 1) this.#evaluate(filling.board, cell, code, findings);
        if (grown.found >= this.#wanted) return level.codes.length - before;
      }
    }
    if (grown.kept > MAX_STATES) {
      throw new RangeError(
        `breadth-first search keeps every state in memory: ${grouped(grown.kept)} so far, on level ${depth + 1} of ${this.#order.length}. Choose depth-first search, or a smaller puzzle.`,
      );
    }
    return level.codes.length - before;
  }

  #replay(state: number): Filling {
    const { levels } = this.#grown;
    const filling = new Filling(this.#rules);
    for (let depth = levels.length - 2, at = state; depth >= 0; depth--) {
      filling.place(this.#order[depth]!, levels[depth]!.codes[at]!);
      at = levels[depth]!.parents[at]!;
    }
    return filling;
  }

  #evaluate(parent: PartialBoard, cell: number, code: number, findings: Finding[]): void {
    const board = emptyBoard(parent.length);
    board.set(parent);
    board[cell] = code;
    if (evaluate(this.#rules.puzzle, board) > 0) {
      findings.push({ type: 'improved', board });
      return;
    }
    this.#grown.found++;
    findings.push({ type: 'solution', board });
  }
}
