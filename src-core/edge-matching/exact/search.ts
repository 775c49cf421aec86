// Searches one task of a plan in slices. docs/adding-an-engine.md explains searches.
import { MAX_EXACT_NODE_BUDGET, type Finding, type Job, type Search, type Slice } from '../../engine.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import { MAX_LISTED_BOARDS, type Counter, type SolutionCounts } from '../counting/count.ts';
import { candidatesAt, type SearchTree } from './tree/search-tree.ts';
import type { ExactData } from './data.ts';
import type { Backtracker, TreePath } from './backtracking/backtracker.ts';
import { Interpreter } from './backtracking/interpreter.ts';

/** maximum number of boards in the report of a slice; the slice ends early when it reaches this number */
const MAX_FINDINGS_PER_SLICE = 2_000;

/**
 * Minimum number of nodes between two checks for a fuller board. A check that finds one takes a few milliseconds,
 * because the interpreter repeats the search up to that board. Otherwise, a check takes as long as a thousand nodes,
 * and the interval to the next check doubles.
 */
const MIN_CHECK_INTERVAL = 1 << 15;
const MAX_CHECK_INTERVAL = 1 << 20;

/**
 * Searches one task with a backtracker. Reports a board if it is fuller than every earlier board. Among equally full
 * boards, the first one in search order is reported, so the reports don't depend on how the task is divided into
 * slices.
 */
export class ExactSearch implements Search<ExactData> {
  readonly #job: Job;
  readonly #tree: SearchTree;
  readonly #counter: Counter;
  readonly #prefix: TreePath;
  readonly #backtracker: Backtracker;
  /** number of tiles on the fullest board reported so far, by any task */
  #record = 0;
  #checkInterval = MIN_CHECK_INTERVAL;

  constructor(job: Job, tree: SearchTree, counter: Counter, prefix: TreePath, backtracker: Backtracker) {
    this.#job = job;
    this.#tree = tree;
    this.#counter = counter;
    this.#prefix = prefix;
    this.#backtracker = backtracker;
    // A resumed search has already reported a board with this many tiles.
    const laid = backtracker.path().length - 1;
    if (laid > prefix.length) this.#record = laid;
  }

  step(nodeBudget: number): Slice<ExactData['note']> {
    const backtracker = this.#backtracker;
    const { solutions, boards } = this.#job.wanted;
    const limit = solutions === 'all' ? MAX_LISTED_BOARDS : Math.min(solutions, MAX_LISTED_BOARDS);
    const findings: Finding[] = [];
    const counts = { raw: 0, looks: 0, rawKept: 0, looksKept: 0 };
    const depths = this.#tree.variables.length;
    let fullest = null as PartialBoard | null;
    let enough = false as boolean;
    const onSolution = (assignment: Int32Array): boolean => {
      if (this.#record < depths) fullest = this.#counter.board(assignment);
      this.#record = depths;
      add(counts, this.#counter.count(assignment));
      if (boards || solutions !== 'all') {
        for (const board of this.#counter.boards(assignment, limit))
          findings.push({ type: 'solution', board });
      }
      return (enough = solutions !== 'all' || findings.length >= MAX_FINDINGS_PER_SLICE);
    };
    let left = nodeBudget;
    do {
      const start = this.#record < depths ? backtracker.path() : null;
      backtracker.run(start ? Math.min(left, this.#checkInterval) : left, onSolution);
      left = nodeBudget - sum(backtracker.nodesByDepth);
      if (start) fullest = this.#fullerSince(start) ?? fullest;
    } while (!enough && !backtracker.finished && left > MAX_EXACT_NODE_BUDGET);
    // A solution has more tiles than any other board, so no other board needs to be reported with it.
    if (fullest && findings.length === 0) findings.push({ type: 'improved', board: fullest });
    const path = backtracker.path();
    const assignment = path.subarray(0, Math.max(0, path.length - 1));
    const nodesByDepth = backtracker.nodesByDepth.slice();
    const note = { deadEnds: backtracker.deadEnds.slice() };
    // Moving a backtracker can count a dead end that belongs to the next slice. Therefore the counters are reset at
    // the end of a slice, not at the beginning.
    backtracker.nodesByDepth.fill(0);
    backtracker.deadEnds.fill(0);
    return {
      nodes: sum(nodesByDepth),
      nodesByDepth,
      findings,
      counts,
      current: backtracker.finished ? null : this.#counter.board(assignment),
      depth: assignment.length,
      fraction: backtracker.finished ? 1 : shareDone(this.#tree, path, this.#prefix.length),
      done: backtracker.finished,
      note,
    };
  }

  hear(record: number): void {
    this.#record = Math.max(this.#record, record);
  }

  /**
   * Returns the fullest board that the search has reached since `start`, or null if no board has more than `#record`
   * tiles. Among equally full boards, returns the first one in search order.
   */
  #fullerSince(start: TreePath): PartialBoard | null {
    const base = this.#prefix.length;
    const laid = Math.max(base, this.#backtracker.nodesByDepth.findLastIndex((nodes) => nodes > 0) + 1);
    if (laid <= this.#record) {
      this.#checkInterval = Math.min(2 * this.#checkInterval, MAX_CHECK_INTERVAL);
      return null;
    }
    this.#checkInterval = MIN_CHECK_INTERVAL;
    this.#record = laid;
    let board = this.#counter.board(this.#prefix);
    if (laid === base) return board;
    const variables = this.#tree.variables.slice(0, laid);
    new Interpreter({ ...this.#tree, variables }, base, start).run(Infinity, (assignment) => {
      board = this.#counter.board(assignment);
      return true;
    });
    return board;
  }

  checkpoint(): TreePath {
    return this.#backtracker.path();
  }
}

const sum = (numbers: Float64Array): number => numbers.reduce((all, each) => all + each, 0);

function add(sum: { -readonly [Name in keyof SolutionCounts]: number }, counts: SolutionCounts): void {
  sum.raw += counts.raw;
  sum.looks += counts.looks;
  sum.rawKept += counts.rawKept;
  sum.looksKept += counts.looksKept;
}

/**
 * Returns the fraction of a task's subtree that comes before `path`, assuming that all branches of a node are equally
 * large.
 */
function shareDone(tree: SearchTree, path: TreePath, base: number): number {
  const { variables, candidateKind, candidateLabels, sides } = tree;
  const stock = tree.stock.slice();
  const shown = new Int32Array(tree.cells * sides);
  let share = 0;
  let weight = 1;
  for (let depth = 0; depth < path.length; depth++) {
    const at = path[depth]!;
    if (depth >= base) {
      let branches = 0;
      let before = 0;
      for (
        let candidate = candidatesAt(variables[depth]!, tree.labels, shown);
        candidateKind[candidate] !== -1;
        candidate++
      ) {
        if (stock[candidateKind[candidate]!] === 0) continue;
        branches++;
        if (candidate < at) before++;
      }
      if (branches === 0) break;
      share += (weight * before) / branches;
      weight /= branches;
    }
    if (depth === path.length - 1) break;
    stock[candidateKind[at]!]!--;
    const cell = variables[depth]!.cell;
    for (let side = 0; side < sides; side++) shown[cell * sides + side] = candidateLabels[at * sides + side]!;
  }
  return share;
}
