// An engine whose totals are known in advance. Task t counts up to 3000 + 500 t and reports every 700th number as a
// “solution”. It has no tiles, because the runner must not depend on tiles.
import type { Engine, EngineData, Finding, Job, Plan, Search, Task } from '../../../src-core/engine.ts';
import type { Scorer } from '../../../src-main/solver-process/figures.ts';
import { shortKey } from '../../../src-main/solver-process/short-keys.ts';

export const TASKS = 12;
export const lengthOf = (task: number): number => 3000 + 500 * task;
export const solutionsOf = (task: number): number => Math.floor(lengthOf(task) / 700);
const sum = (f: (task: number) => number): number =>
  Array.from({ length: TASKS }, (_, task) => f(task)).reduce((a, b) => a + b, 0);
export const ALL_NODES = sum(lengthOf);
export const ALL_SOLUTIONS = sum(solutionsOf);

interface ToyData extends EngineData {
  work: number;
  note: null;
  planState: Totals;
  searchState: number;
}

interface Totals {
  next: number;
  out: number;
  nodes: number;
  raw: number;
}

export const toy: Engine<ToyData> = {
  name: 'toy',
  title: 'Toy',
  summary: 'Counts.',
  version: 1,
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  options: [],
  counters: [],
  stepping: null,
  refuses: () => null,
  plan(_job, checkpoint): Plan<ToyData> {
    const t = { ...(checkpoint ?? { next: 0, out: 0, nodes: 0, raw: 0 }) };
    return {
      next(): Task<ToyData['work']> | null {
        if (t.next === TASKS) return null;
        t.out++;
        return { id: t.next, work: t.next++ };
      },
      absorb(_task, slice) {
        t.nodes += slice.nodes;
        t.raw += slice.counts['raw'] ?? 0;
        if (slice.done) t.out--;
      },
      get finished() {
        return t.next === TASKS && t.out === 0;
      },
      tally: () => ({
        nodes: t.nodes,
        nodesByDepth: [],
        raw: t.raw,
        unique: t.raw,
        distinct: t.raw,
        fraction: t.nodes / ALL_NODES,
        peakDepth: 1,
        counts: {},
        sliding: null,
      }),
      checkpoint: () => ({ ...t }),
    };
  },
  open(job: Job, { work: number }: Task<ToyData['work']>, _prepared, checkpoint): Search<ToyData> {
    let at = checkpoint ?? 0;
    return {
      step(budget) {
        const findings: Finding[] = [];
        const from = at;
        let raw = 0;
        while (at < lengthOf(number) && at - from < budget) {
          at++;
          if (at % 700 !== 0) continue;
          raw++;
          findings.push({ type: 'solution', board: Int32Array.of(number, at) });
          if (job.wanted.solutions !== 'all') break;
        }
        return {
          nodes: at - from,
          nodesByDepth: null,
          findings,
          counts: { raw },
          current: null,
          depth: 1,
          fraction: null,
          done: at === lengthOf(number),
          note: null,
        };
      },
      checkpoint: () => at,
    };
  },
};

/** Scores a reported number: the later it is reported, the better. */
export const toyScorer: Scorer = {
  sizes: { edges: 1, cells: 2, hints: 0 },
  measure: (board) => ({ matched: board[1]!, placed: board[0]!, hintsKept: 0 }),
  classOf: (board) => ({ unique: shortKey(board.join()), distinct: shortKey(board.join()) }),
};
