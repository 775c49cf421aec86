import type { Finding, Job, Search, Slice } from '../../engine.ts';
import { emptyBoard, type PartialBoard } from '../../puzzle/partial-board.ts';
import { MAX_LISTED_BOARDS, type SolutionCounts } from '../counting/count.ts';
import type { PropagateData, SearchState, Work } from './data.ts';
import { luby } from './luby.ts';
import { giveBack } from './machines.ts';
import type { Propagator } from './propagator.ts';
import { counterOf, drawPriorities, type Setup } from './setup.ts';
import { Walk } from './walk.ts';

/** maximum number of boards that a slice may report; once it has this many, it ends early to limit memory use */
const MAX_FINDINGS_PER_SLICE = 2_000;
const SHORTEST_RESTART_NODES = 3_000;
/** number of random number streams that each task reserves for its restarts, so that no two tasks share a stream */
const STREAMS_PER_TASK = 1 << 14;
const FIRST_STREAM = 1_000;

/**
 * Searches the subtree of a task. If one solution is wanted, the search alternates between the tree and restarts from
 * the root. The lengths of the restarts follow Luby's sequence. Each restart tries the candidates in a new random
 * order, in the hope of finding a solution early. docs/adding-an-engine.md explains searches.
 */
export class PropagateSearch implements Search<PropagateData> {
  readonly #job: Job;
  readonly #setup: Setup;
  readonly #propagator: Propagator;
  readonly #id: number;
  readonly #tree: Walk;
  #restart: Walk | null = null;
  #restarts = 0;
  readonly #treeTurn: number;
  #otherFails: Int32Array;
  #left: number;
  #record = 0;
  #enough = false;
  /**
   * Fraction of the tree that was done before the current restart. It can't be computed during a restart, which
   * overwrites the levels (`level.ts`).
   */
  #fraction = 0;
  #findings: Finding[] = [];
  #fullest: PartialBoard | null = null;
  #counts = noCounts();

  /** `propagator` must be at the root of the tree and not in use by another search. */
  constructor(
    job: Job,
    setup: Setup,
    propagator: Propagator,
    { id, work }: { readonly id: number; readonly work: Work },
    state?: SearchState,
  ) {
    this.#job = job;
    this.#setup = setup;
    this.#propagator = propagator;
    this.#id = id;
    propagator.fails.set(state?.fails ?? work.fails);
    this.#otherFails = (state?.otherFails ?? work.fails).slice();
    // When all solutions are wanted, the order in which candidates are tried makes no difference.
    const priorities = job.wanted.solutions === 'all' ? null : drawPriorities(setup, job.seed, 0);
    this.#tree = new Walk(setup.model, propagator, priorities, work.prefix);
    this.#treeTurn = work.treeTurn;
    this.#left = this.#treeTurnAfter(1);
    if (!state) return;
    this.#tree.restore(state.tree);
    this.#restarts = state.restarts;
    this.#left = state.left;
    this.#fraction = this.#tree.fraction;
    if (!state.restart) return;
    this.#restart = this.#newRestart(this.#restarts);
    this.#restart.restore(state.restart);
  }

  step(nodeBudget: number): Slice<null> {
    let left = nodeBudget;
    this.#advance();
    do {
      const walk = this.#restart ?? this.#tree;
      const before = walk.counts.nodes;
      walk.run(Math.min(left, this.#alternates ? this.#left : left), this.#onFuller, this.#onSolution);
      const used = walk.counts.nodes - before;
      left -= used;
      this.#left -= used;
      if (this.#alternates && (this.#left <= 0 || walk.finished) && !this.#enough) this.#takeTurns();
    } while (left > 0 && !this.#enough && !this.#tree.finished);
    return this.#slice();
  }

  #advance(): void {
    this.#enough = false;
  }

  get #alternates(): boolean {
    return this.#job.wanted.solutions === 1 && !this.#setup.small;
  }

  #takeTurns(): void {
    if (this.#tree.finished) return;
    const { fails } = this.#propagator;
    const others = this.#otherFails;
    this.#otherFails = fails.slice();
    fails.set(others);
    if (this.#restart) {
      this.#take(this.#restart);
      this.#restart = null;
      this.#tree.reclaim();
      this.#left = this.#treeTurnAfter(this.#restarts);
    } else {
      this.#fraction = this.#tree.fraction;
      this.#restart = this.#newRestart(++this.#restarts);
      this.#counts.restarts++;
      this.#left = SHORTEST_RESTART_NODES * luby(this.#restarts);
    }
  }

  #treeTurnAfter(restart: number): number {
    return Math.ceil(this.#treeTurn * SHORTEST_RESTART_NODES * luby(restart));
  }

  #newRestart(number: number): Walk {
    const stream = FIRST_STREAM + this.#id * STREAMS_PER_TASK + number;
    const { model } = this.#setup;
    return new Walk(
      model,
      this.#propagator,
      drawPriorities(this.#setup, this.#job.seed, stream),
      new Int32Array(0),
    );
  }

  readonly #onFuller = (): void => {
    const walk = this.#restart ?? this.#tree;
    if (walk.filled <= this.#record || walk.filled === this.#setup.model.variables.length) return;
    this.#record = walk.filled;
    this.#fullest = this.#board(walk.depth);
  };

  readonly #onSolution = (): boolean => {
    const { solutions, boards } = this.#job.wanted;
    const limit = solutions === 'all' ? MAX_LISTED_BOARDS : Math.min(solutions, MAX_LISTED_BOARDS);
    const walk = this.#restart ?? this.#tree;
    const { model } = this.#setup;
    const counter = counterOf(this.#setup);
    const assignment = Int32Array.from(model.variables, (_, variable) =>
      this.#candidate(walk.depth, variable),
    );
    const found = counter.count(assignment);
    for (const name of ['raw', 'looks', 'rawKept', 'looksKept'] as const) this.#counts[name] += found[name];
    if (boards || solutions !== 'all') {
      for (const board of counter.boards(assignment, limit)) this.#findings.push({ type: 'solution', board });
    }
    this.#record = model.variables.length;
    return (this.#enough = solutions !== 'all' || this.#findings.length >= MAX_FINDINGS_PER_SLICE);
  };

  #candidate(depth: number, variable: number): number {
    const { memory, base, layout } = this.#propagator;
    const { words, groupOf, candidateAt } = this.#setup.model;
    const domain = base + depth * layout.size + variable * words;
    for (let word = 0; ; word++) {
      const bits = memory[domain + word]!;
      if (bits !== 0)
        return candidateAt[(groupOf[variable]! * words + word) * 32 + 31 - Math.clz32(bits & -bits)]!;
    }
  }

  #board(depth: number): PartialBoard {
    const { memory, base, layout } = this.#propagator;
    const { kinds, variables, candidateKind, candidateOrientation, cells } = this.#setup.model;
    const board = emptyBoard(cells);
    const used = new Int32Array(kinds.length);
    variables.forEach(({ cell }, variable) => {
      if (memory[base + depth * layout.size + layout.filled + variable] === 0) return;
      const candidate = this.#candidate(depth, variable);
      const kind = candidateKind[candidate]!;
      board[cell] = kinds[kind]!.orientations[candidateOrientation[candidate]!]!.codes[used[kind]!++]!;
    });
    return board;
  }

  #take(walk: Walk): void {
    const { counts, nodesByDepth } = walk;
    const sum = this.#counts;
    nodesByDepth.forEach(
      (nodes, depth) => (sum.nodesByDepth[depth] = (sum.nodesByDepth[depth] ?? 0) + nodes),
    );
    sum.nodes += counts.nodes;
    sum.deadEnds += counts.deadEnds;
    sum.fills += counts.fills;
    if (walk !== this.#tree) sum.restartNodes += counts.nodes;
    nodesByDepth.fill(0);
    counts.nodes = counts.deadEnds = counts.fills = 0;
  }

  #slice(): Slice<null> {
    this.#take(this.#tree);
    if (this.#restart) this.#take(this.#restart);
    const { nodes, nodesByDepth, ...counts } = this.#counts;
    const walk = this.#restart ?? this.#tree;
    const done = this.#tree.finished;
    if (!this.#restart && !done) this.#fraction = this.#tree.fraction;
    if (done) giveBack(this.#setup, this.#propagator);
    if (this.#fullest && this.#findings.length === 0)
      this.#findings.push({ type: 'improved', board: this.#fullest });
    const findings = this.#findings;
    this.#findings = [];
    this.#fullest = null;
    this.#counts = noCounts();
    return {
      nodes,
      nodesByDepth: Float64Array.from(nodesByDepth),
      findings,
      counts,
      current: walk.finished ? null : this.#board(walk.depth),
      depth: walk.finished ? 0 : walk.filled,
      fraction: done ? 1 : this.#fraction,
      done,
      note: null,
    };
  }

  hear(record: number): void {
    this.#record = Math.max(this.#record, record);
  }

  checkpoint(): SearchState {
    return {
      tree: this.#tree.state(),
      fails: this.#propagator.fails.slice(),
      otherFails: this.#otherFails.slice(),
      restart: this.#restart?.state() ?? null,
      restarts: this.#restarts,
      left: this.#left,
    };
  }
}

interface Counts extends SolutionCounts {
  nodesByDepth: number[];
  nodes: number;
  deadEnds: number;
  fills: number;
  restarts: number;
  restartNodes: number;
}

const noCounts = (): { -readonly [Name in keyof Counts]: Counts[Name] } => ({
  nodesByDepth: [],
  nodes: 0,
  deadEnds: 0,
  fills: 0,
  restarts: 0,
  restartNodes: 0,
  raw: 0,
  looks: 0,
  rawKept: 0,
  looksKept: 0,
});
