import { wantedNumber, type Finding, type Job, type Search, type Slice } from '../../engine.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { because, DecisionKind, FITS, Rule, type DecisionListener } from '../../decisions.ts';
import { candidatesAt, type SearchTree } from './tree/search-tree.ts';
import { searchTreeFor } from './setup.ts';

/**
 * Searches the exact engine's tree one decision at a time for the step view, and reports each decision. All candidates
 * tried match the labels around the cell, so a candidate is refused only if its tile is in use.
 */
export class ExactSteps implements Search {
  readonly #tree: SearchTree;
  readonly #wanted: number;
  readonly #listener: DecisionListener;
  readonly #stock: Int32Array;
  readonly #shown: Int32Array;
  readonly #board: Int32Array;
  /** next candidate to try at each depth */
  readonly #next: number[] = [];
  #found = 0;

  constructor(job: Job, listener: DecisionListener) {
    this.#tree = searchTreeFor(job);
    this.#wanted = wantedNumber(job.wanted);
    this.#listener = listener;
    const { stock, cells, sides } = this.#tree;
    this.#stock = stock.slice();
    this.#shown = new Int32Array(cells * sides);
    this.#board = emptyBoard(cells);
    this.#next.push(this.#candidatesAt(0));
  }

  step(nodeBudget: number): Slice {
    const { variables, candidateKind } = this.#tree;
    const nodesByDepth = new Float64Array(variables.length);
    const findings: Finding[] = [];
    let nodes = 0;
    let done = false;
    while (nodes < nodeBudget && !done) {
      const depth = this.#next.length - 1;
      const candidate = this.#next[depth]!;
      const kind = candidateKind[candidate]!;
      if (kind === -1) {
        this.#next.pop();
        if (depth === 0) done = true;
        else this.#takeBack(depth - 1);
        continue;
      }
      this.#next[depth] = candidate + 1;
      const { cell } = variables[depth]!;
      if (this.#stock[kind] === 0) {
        this.#listener(DecisionKind.refused, cell, this.#code(candidate, 0), because(Rule.used));
        continue;
      }
      this.#lay(depth, candidate);
      nodes++;
      nodesByDepth[depth]!++;
      if (depth + 1 < variables.length) {
        this.#next.push(this.#candidatesAt(depth + 1));
        continue;
      }
      findings.push({ type: 'solution', board: this.#board.slice() });
      this.#listener(DecisionKind.solution, cell, this.#board[cell]!, FITS);
      this.#takeBack(depth);
      done = ++this.#found >= this.#wanted;
    }
    return {
      nodes,
      nodesByDepth,
      findings,
      counts: {},
      current: this.#board.slice(),
      depth: this.#next.length,
      fraction: null,
      done,
      note: null,
    };
  }

  checkpoint(): never {
    throw new Error('a step-by-step search has no checkpoint; start it again from the beginning');
  }

  #candidatesAt(depth: number): number {
    return candidatesAt(this.#tree.variables[depth]!, this.#tree.labels, this.#shown);
  }

  /**
   * Returns the placement code of a candidate. `nth` is the index of the tile to place among those of the candidate's
   * kind.
   */
  #code(candidate: number, nth: number): number {
    const { kinds, candidateKind, candidateOrientation } = this.#tree;
    return kinds[candidateKind[candidate]!]!.orientations[candidateOrientation[candidate]!]!.codes[nth]!;
  }

  #lay(depth: number, candidate: number): void {
    const { variables, candidateKind, candidateLabels, stock, sides } = this.#tree;
    const { cell } = variables[depth]!;
    const kind = candidateKind[candidate]!;
    this.#board[cell] = this.#code(candidate, stock[kind]! - this.#stock[kind]!);
    this.#stock[kind]!--;
    for (let side = 0; side < sides; side++) {
      this.#shown[cell * sides + side] = candidateLabels[candidate * sides + side]!;
    }
    this.#listener(DecisionKind.placed, cell, this.#board[cell], FITS);
  }

  #takeBack(depth: number): void {
    const { variables, candidateKind } = this.#tree;
    const { cell } = variables[depth]!;
    this.#listener(DecisionKind.takenBack, cell, this.#board[cell]!, FITS);
    this.#board[cell] = -1;
    this.#stock[candidateKind[this.#next[depth]! - 1]!]!++;
  }
}
