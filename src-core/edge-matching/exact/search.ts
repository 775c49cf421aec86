import type { Finding, Job, Search, Slice } from '../../engine.ts';
import { MAX_LISTED, type Counter, type Found } from './count/count.ts';
import { candidatesAt, type SearchTree } from './tree/search-tree.ts';
import type { ExactData } from './data.ts';
import type { Backtracker, TreePath } from './backtracking/backtracker.ts';

/** More boards than this end a slice, so that they do not pile up. */
const MAX_FINDINGS = 2_000;

/** Drives a backtracker through one task. */
export class ExactSearch implements Search<ExactData> {
  readonly #job: Job;
  readonly #tree: SearchTree;
  readonly #counter: Counter;
  readonly #base: number;
  readonly #backtracker: Backtracker;

  constructor(job: Job, tree: SearchTree, counter: Counter, base: number, backtracker: Backtracker) {
    this.#job = job;
    this.#tree = tree;
    this.#counter = counter;
    this.#base = base;
    this.#backtracker = backtracker;
  }

  step(nodeBudget: number): Slice<ExactData['note']> {
    const backtracker = this.#backtracker;
    const { solutions, boards } = this.#job.wanted;
    const limit = solutions === 'all' ? MAX_LISTED : Math.min(solutions, MAX_LISTED);
    const findings: Finding[] = [];
    const counts = { raw: 0, looks: 0, rawKept: 0, looksKept: 0 };
    backtracker.run(nodeBudget, (assignment) => {
      add(counts, this.#counter.count(assignment));
      if (boards || solutions !== 'all') {
        for (const board of this.#counter.boards(assignment, limit))
          findings.push({ type: 'solution', board });
      }
      return solutions !== 'all' || findings.length >= MAX_FINDINGS;
    });
    const path = backtracker.path();
    const assignment = path.subarray(0, Math.max(0, path.length - 1));
    const nodesByDepth = backtracker.nodesByDepth.slice();
    const note = { deadEnds: backtracker.deadEnds.slice() };
    // Cleared now, not before the next slice: a backtracker may meet a dead end while it takes up its path.
    backtracker.nodesByDepth.fill(0);
    backtracker.deadEnds.fill(0);
    return {
      nodes: nodesByDepth.reduce((sum, count) => sum + count, 0),
      nodesByDepth,
      findings,
      counts,
      current: backtracker.finished ? null : this.#counter.board(assignment),
      depth: assignment.length,
      fraction: backtracker.finished ? 1 : shareDone(this.#tree, path, this.#base),
      done: backtracker.finished,
      note,
    };
  }

  checkpoint(): TreePath {
    return this.#backtracker.path();
  }
}

function add(sum: { -readonly [Name in keyof Found]: number }, found: Found): void {
  sum.raw += found.raw;
  sum.looks += found.looks;
  sum.rawKept += found.rawKept;
  sum.looksKept += found.looksKept;
}

/**
 * The share of the subtree below the prefix that lies before a path, when every branch of a node is
 * taken to weigh the same.
 */
export function shareDone(tree: SearchTree, path: TreePath, base: number): number {
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
