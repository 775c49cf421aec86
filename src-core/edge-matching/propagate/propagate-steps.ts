import { because, DecisionKind, FITS, Rule, type DecisionListener } from '../../decisions.ts';
import { wantedNumber, type Finding, type Job, type Slice, type SteppedSearch } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, emptyBoard, placementCode, tileOf } from '../../puzzle/partial-board.ts';
import type { Model } from './model.ts';
import type { Propagator } from './propagator.ts';
import { ReferencePropagator, type PropagationWitness } from './reference.ts';
import { drawPriorities, levelsOf, setupOf } from './setup.ts';
import { Walk } from './walk.ts';

/**
 * Searches the tree of the propagating engine one decision at a time for the step view. It visits the same nodes as
 * the engine does if there are no restarts and the tree is a single task.
 */
export class PropagateSteps implements SteppedSearch {
  readonly possible: readonly (readonly number[])[];
  readonly #walk: Walk;
  readonly #reporter: Reporter;
  readonly #wanted: number;
  readonly #feasible: boolean;
  #solutions = 0;

  constructor(job: Job, listener: DecisionListener) {
    const setup = setupOf(job);
    const { model } = setup;
    this.possible = possibleAtFirst(model);
    this.#wanted = wantedNumber(job.wanted);
    this.#reporter = new Reporter(model, listener);
    const propagator = new ReferencePropagator(model, levelsOf(model), this.#reporter);
    this.#feasible = propagator.begin();
    const priorities = job.wanted.solutions === 'all' ? null : drawPriorities(setup, job.seed, 0);
    this.#walk = new Walk(model, this.#reporter.around(propagator), priorities, new Int32Array(0));
  }

  step(nodeBudget: number): Slice {
    const findings: Finding[] = [];
    if (this.#feasible) {
      this.#walk.run(
        nodeBudget,
        () => undefined,
        () => {
          findings.push({ type: 'solution', board: this.#reporter.solve() });
          return ++this.#solutions >= this.#wanted;
        },
      );
    }
    const done = !this.#feasible || this.#walk.finished || this.#solutions >= this.#wanted;
    if (done && this.#solutions < this.#wanted) this.#reporter.takeBackTo(0);
    const { counts, nodesByDepth } = this.#walk;
    const slice: Slice = {
      nodes: counts.nodes,
      nodesByDepth: nodesByDepth.slice(),
      findings,
      counts: {},
      current: this.#reporter.board.slice(),
      depth: this.#reporter.depth,
      fraction: null,
      done,
      note: null,
    };
    counts.nodes = 0;
    nodesByDepth.fill(0);
    return slice;
  }

  checkpoint(): never {
    throw new Error('a step-by-step search has no checkpoint; start it again from the beginning');
  }
}

function possibleAtFirst(model: Model): number[][] {
  const possible = Array.from({ length: model.cells }, (): number[] => []);
  model.variables.forEach(({ cell }, variable) => {
    for (let word = 0; word < model.words; word++) {
      for (const bit of bitsOf(model.domains[variable * model.words + word]!, word))
        possible[cell]!.push(...codesOf(model, variable, bit));
    }
  });
  return possible;
}

/** Returns the placement codes of a candidate: one for each tile of its kind. */
function codesOf(
  { candidateAt, groupOf, ...model }: Model,
  variable: number,
  bit: number,
): readonly number[] {
  const candidate = candidateAt[groupOf[variable]! * model.words * 32 + bit]!;
  const { orientations } = model.kinds[model.candidateKind[candidate]!]!;
  return orientations[model.candidateOrientation[candidate]!]!.codes;
}

/** Reports the actions of a propagator as decisions for the step view, and keeps the current board up to date. */
class Reporter implements PropagationWitness {
  readonly board: Int32Array;
  /** filled cells, in the order in which they were filled */
  readonly #filled: number[] = [];
  readonly #model: Model;
  readonly #across: Int32Array;
  readonly #listener: DecisionListener;
  /** for each decision: the number of cells filled before it */
  readonly #starts: number[] = [];
  /** for each kind: the number of its tiles on the board */
  readonly #used: Int32Array;

  constructor(model: Model, listener: DecisionListener) {
    this.#model = model;
    this.#across = openBoardOf(model.puzzle).board.across;
    this.#listener = listener;
    this.board = emptyBoard(model.cells);
    this.#used = new Int32Array(model.kinds.length);
  }

  get depth(): number {
    return this.#filled.length;
  }

  /** Wraps a propagator so that it also reports its decisions. */
  around(propagator: Propagator): Propagator {
    const { memory, base, layout, fails } = propagator;
    return {
      memory,
      base,
      layout,
      fails,
      choose: (depth) => {
        this.takeBackTo(depth);
        return propagator.choose(depth);
      },
      place: (depth, variable, bit) => {
        this.takeBackTo(depth);
        this.#starts.push(this.#filled.length);
        this.#lay(DecisionKind.placed, variable, bit, FITS);
        return propagator.place(depth, variable, bit);
      },
    };
  }

  takeBackTo(depth: number): void {
    while (this.#starts.length > depth) {
      const start = this.#starts.pop()!;
      this.#report(DecisionKind.takenBack, this.#filled[start]!);
      for (const variable of this.#filled.splice(start)) {
        const { cell } = this.#model.variables[variable]!;
        this.#used[this.#kindOf(tileOf(this.board[cell]!))]!--;
        this.board[cell] = EMPTY;
      }
    }
  }

  solve(): Int32Array {
    this.#report(DecisionKind.solution, this.#filled.at(-1)!);
    return this.board.slice();
  }

  filled(variable: number, bit: number): void {
    // A tile that is already on the board was put there by a decision, which `place` has reported.
    if (this.board[this.#model.variables[variable]!.cell] === EMPTY)
      this.#lay(DecisionKind.forced, variable, bit, because(Rule.lastCandidate));
  }

  used(variable: number, kind: number, bits: number): void {
    this.#ruleOut(variable, this.#model.kindWord[kind]!, bits, because(Rule.used));
  }

  struck(variable: number, word: number, bits: number, side: number): void {
    const { cell } = this.#model.variables[variable]!;
    const { sides } = this.#model;
    const isOnRim = this.#across[cell * sides + side] === -1;
    this.#ruleOut(variable, word, bits, because(isOnRim ? Rule.rim : Rule.neighbour, side));
  }

  hiddenSingle(variable: number, kind: number): void {
    const { cell } = this.#model.variables[variable]!;
    this.#listener(DecisionKind.onlyCell, cell, this.#nextOf(kind), because(Rule.lastCell));
  }

  dead(variable: number): void {
    const { cell } = this.#model.variables[variable]!;
    this.#listener(DecisionKind.deadEnd, cell, EMPTY, because(Rule.lastCandidate));
  }

  stuck(kind: number): void {
    const latest = this.#filled.at(-1);
    const { cell } = this.#model.variables[latest ?? 0]!;
    this.#listener(DecisionKind.deadEnd, cell, this.#nextOf(kind), because(Rule.lastCell));
  }

  #ruleOut(variable: number, word: number, bits: number, why: number): void {
    const { cell } = this.#model.variables[variable]!;
    for (const bit of bitsOf(bits, word))
      for (const code of codesOf(this.#model, variable, bit))
        this.#listener(DecisionKind.ruledOut, cell, code, why);
  }

  #lay(decision: DecisionKind, variable: number, bit: number, why: number): void {
    const { cell } = this.#model.variables[variable]!;
    const codes = codesOf(this.#model, variable, bit);
    const kind = this.#kindOf(tileOf(codes[0]!));
    this.board[cell] = codes[this.#used[kind]!++]!;
    this.#filled.push(variable);
    this.#listener(decision, cell, this.board[cell], why);
  }

  #report(decision: DecisionKind, variable: number): void {
    const { cell } = this.#model.variables[variable]!;
    this.#listener(decision, cell, this.board[cell]!, FITS);
  }

  /** Returns the placement code of the next unused tile of a kind, without rotation. */
  #nextOf(kind: number): number {
    return placementCode(this.#model.kinds[kind]!.tiles[this.#used[kind]!]!, 0);
  }

  #kindOf(tile: number): number {
    return this.#model.kinds.findIndex(({ tiles }) => tiles.includes(tile));
  }
}

/**
 * Returns the bits set in `bits`, which is word `word` of a domain. Bits are numbered from the beginning of the
 * domain.
 */
function bitsOf(bits: number, word: number): number[] {
  const numbers: number[] = [];
  for (let rest = bits; rest !== 0; rest &= rest - 1) numbers.push(word * 32 + 31 - Math.clz32(rest & -rest));
  return numbers;
}
