import * as v from 'valibot';
import { wantedNumber, type Finding, type Search, type Slice, type Wanted } from '../../engine.ts';
import { tileOf } from '../../puzzle/partial-board.ts';
import { DecisionKind, FITS, type DecisionListener } from '../../decisions.ts';
import { evaluate } from './evaluate.ts';
import { rowOrder } from './order.ts';
import type { OneTaskData } from './one-task-plan.ts';
import { Filling } from './filling.ts';
import { fractionOf } from './progress.ts';
import type { Rules } from './rules.ts';

/** The children of a state. All of them fill the same cell. */
interface Family {
  readonly codes: number[];
  entered: number;
}

export interface TreeState {
  /** for each level from the roots down to the current state: its states, and how many of them have been visited */
  families: Family[];
  found: number;
  /** number of states created but not visited yet, as a measure of the memory that the tree needs */
  waiting: number;
  mostWaiting: number;
  deepest: number;
}

export const treeState: v.GenericSchema<unknown, TreeState> = v.strictObject({
  families: v.array(v.strictObject({ codes: v.array(v.number()), entered: v.number() })),
  found: v.number(),
  waiting: v.number(),
  mostWaiting: v.number(),
  deepest: v.number(),
});

/**
 * Searches the tree of states depth first: completes everything below the first child before visiting the second, so
 * only one branch is kept.
 */
export class TreeSearch implements Search<OneTaskData<TreeState>> {
  readonly #rules: Rules;
  readonly #order: readonly number[];
  readonly #filling: Filling;
  readonly #wanted: number;
  readonly #listener: DecisionListener | undefined;
  #grown: TreeState = { families: [], found: 0, waiting: 0, mostWaiting: 0, deepest: 0 };

  constructor(rules: Rules, wanted: Wanted, checkpoint?: TreeState, listener?: DecisionListener) {
    this.#rules = rules;
    this.#order = rowOrder(rules);
    this.#filling = new Filling(rules);
    this.#wanted = wantedNumber(wanted);
    this.#listener = listener;
    if (checkpoint === undefined) return;
    this.#grown = structuredClone(checkpoint);
    this.#grown.families.forEach(({ codes, entered }, depth) => {
      if (entered > 0) this.#filling.place(this.#order[depth]!, codes[entered - 1]!);
    });
  }

  step(nodeBudget: number): Slice<null> {
    const grown = this.#grown;
    const nodesByDepth = new Float64Array(this.#order.length);
    const findings: Finding[] = [];
    const mostWaitingBefore = grown.mostWaiting;
    let nodes = 0;
    let roots = 0;
    let done = false;
    while (nodes < nodeBudget && !done) {
      const depth = grown.families.length;
      if (depth === 0) {
        roots = this.#expand(findings);
      } else if (!this.#enterNext()) {
        done = grown.families.length === 0;
      } else if (depth < this.#order.length) {
        const created = this.#expand(findings);
        nodes += created;
        nodesByDepth[depth]! += created;
      }
      if (grown.found >= this.#wanted) done = true;
    }
    return {
      nodes,
      nodesByDepth,
      findings,
      counts: { roots, mostWaiting: grown.mostWaiting - mostWaitingBefore },
      current: this.#filling.board.slice(),
      depth: this.#filling.placed,
      fraction: done
        ? 1
        : fractionOf(grown.families.map(({ codes, entered }) => [entered - 1, codes.length])),
      done,
      note: null,
    };
  }

  checkpoint(): TreeState {
    return structuredClone(this.#grown);
  }

  /** Creates the children of the current state, ordered by tile number and rotation. Returns how many there are. */
  #expand(findings: Finding[]): number {
    const grown = this.#grown;
    const cell = this.#order[grown.families.length]!;
    const family: Family = { codes: [], entered: 0 };
    grown.families.push(family);
    for (const codes of this.#rules.orientations) {
      if (!this.#filling.isFree(tileOf(codes[0]!))) continue;
      for (const code of codes) {
        const why = this.#filling.refusal(cell, code);
        this.#listener?.(why === FITS ? DecisionKind.created : DecisionKind.refused, cell, code, why);
        if (why !== FITS) continue;
        family.codes.push(code);
        this.#evaluate(cell, code, findings);
        if (grown.found >= this.#wanted) break;
      }
      if (grown.found >= this.#wanted) break;
    }
    grown.waiting += family.codes.length;
    grown.mostWaiting = Math.max(grown.mostWaiting, grown.waiting);
    return family.codes.length;
  }

  #evaluate(cell: number, code: number, findings: Finding[]): void {
    const grown = this.#grown;
    const depth = grown.families.length;
    if (depth <= grown.deepest && depth < this.#order.length) return;
    grown.deepest = depth;
    const board = this.#filling.board.slice();
    board[cell] = code;
    if (evaluate(this.#rules.puzzle, board) > 0) {
      findings.push({ type: 'improved', board });
      return;
    }
    grown.found++;
    findings.push({ type: 'solution', board });
    this.#listener?.(DecisionKind.solution, cell, code, FITS);
  }

  #enterNext(): boolean {
    const { families } = this.#grown;
    const family = families.at(-1)!;
    const cell = this.#order[families.length - 1]!;
    if (family.entered > 0) this.#takeBack(cell);
    if (family.entered === family.codes.length) {
      families.pop();
      return false;
    }
    const code = family.codes[family.entered++]!;
    this.#grown.waiting--;
    this.#filling.place(cell, code);
    this.#listener?.(DecisionKind.placed, cell, code, FITS);
    return true;
  }

  #takeBack(cell: number): void {
    this.#listener?.(DecisionKind.takenBack, cell, this.#filling.board[cell]!, FITS);
    this.#filling.remove(cell);
  }
}
