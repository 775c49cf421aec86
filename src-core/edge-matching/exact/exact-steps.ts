import { wantedNumber, type Finding, type Job, type Search, type Slice } from '../../engine.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { because, DecisionKind, FITS, Rule, type Witness } from '../steps/transcript.ts';
import { listAt, type Course } from './course.ts';
import { courseFor } from './setup.ts';

/**
 * The exact engine's tree walked aloud: the same course, so the same nodes, one decision at a time. It
 * looks its candidates up by the labels around a cell, so the only ones it refuses lie elsewhere already.
 */
export class ExactSteps implements Search {
  readonly #course: Course;
  readonly #wanted: number;
  readonly #witness: Witness;
  readonly #stock: Int32Array;
  readonly #shown: Int32Array;
  readonly #board: Int32Array;
  /** by depth reached: the entry to try next */
  readonly #next: number[] = [];
  #found = 0;

  constructor(job: Job, witness: Witness) {
    this.#course = courseFor(job);
    this.#wanted = wantedNumber(job.wanted);
    this.#witness = witness;
    const { stock, cells, sides } = this.#course;
    this.#stock = stock.slice();
    this.#shown = new Int32Array(cells * sides);
    this.#board = emptyBoard(cells);
    this.#next.push(this.#listAt(0));
  }

  step(nodeBudget: number): Slice {
    const { steps, entryKind } = this.#course;
    const nodesByDepth = new Float64Array(steps.length);
    const findings: Finding[] = [];
    let nodes = 0;
    let done = false;
    while (nodes < nodeBudget && !done) {
      const depth = this.#next.length - 1;
      const entry = this.#next[depth]!;
      const kind = entryKind[entry]!;
      if (kind === -1) {
        this.#next.pop();
        if (depth === 0) done = true;
        else this.#takeBack(depth - 1);
        continue;
      }
      this.#next[depth] = entry + 1;
      const { cell } = steps[depth]!;
      if (this.#stock[kind] === 0) {
        this.#witness(DecisionKind.refused, cell, this.#code(entry, 0), because(Rule.used));
        continue;
      }
      this.#lay(depth, entry);
      nodes++;
      nodesByDepth[depth]!++;
      if (depth + 1 < steps.length) {
        this.#next.push(this.#listAt(depth + 1));
        continue;
      }
      findings.push({ type: 'solution', board: this.#board.slice() });
      this.#witness(DecisionKind.solution, cell, this.#board[cell]!, FITS);
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
    throw new Error('a transcript is told from its beginning; it has no checkpoint');
  }

  #listAt(depth: number): number {
    return listAt(this.#course.steps[depth]!, this.#course.labels, this.#shown);
  }

  /** The placement code of an entry: of tiles that are alike, the `nth` of its kind. */
  #code(entry: number, nth: number): number {
    const { kinds, entryKind, entryWay } = this.#course;
    return kinds[entryKind[entry]!]!.ways[entryWay[entry]!]!.codes[nth]!;
  }

  #lay(depth: number, entry: number): void {
    const { steps, entryKind, entryLabels, stock, sides } = this.#course;
    const { cell } = steps[depth]!;
    const kind = entryKind[entry]!;
    this.#board[cell] = this.#code(entry, stock[kind]! - this.#stock[kind]!);
    this.#stock[kind]!--;
    for (let side = 0; side < sides; side++) {
      this.#shown[cell * sides + side] = entryLabels[entry * sides + side]!;
    }
    this.#witness(DecisionKind.placed, cell, this.#board[cell], FITS);
  }

  #takeBack(depth: number): void {
    const { steps, entryKind } = this.#course;
    const { cell } = steps[depth]!;
    this.#witness(DecisionKind.takenBack, cell, this.#board[cell]!, FITS);
    this.#board[cell] = -1;
    this.#stock[entryKind[this.#next[depth]! - 1]!]!++;
  }
}
