import type { Finding, Job, Search, Slice } from '../../engine.ts';
import { MAX_LISTED, type Counter, type Found } from './count.ts';
import { listAt, type Course } from './course.ts';
import type { ExactData } from './data.ts';
import type { Position, Walker } from './walk.ts';

/** More boards than this end a slice, so that they do not pile up. */
const MAX_FINDINGS = 2_000;

/** Drives a walker through one task. */
export class ExactSearch implements Search<ExactData> {
  readonly #job: Job;
  readonly #course: Course;
  readonly #counter: Counter;
  readonly #base: number;
  readonly #walker: Walker;

  constructor(job: Job, course: Course, counter: Counter, base: number, walker: Walker) {
    this.#job = job;
    this.#course = course;
    this.#counter = counter;
    this.#base = base;
    this.#walker = walker;
  }

  step(nodeBudget: number): Slice<ExactData['note']> {
    const walker = this.#walker;
    const { solutions, boards } = this.#job.wanted;
    const limit = solutions === 'all' ? MAX_LISTED : Math.min(solutions, MAX_LISTED);
    const findings: Finding[] = [];
    const counts = { raw: 0, looks: 0, rawKept: 0, looksKept: 0 };
    walker.run(nodeBudget, (entries) => {
      add(counts, this.#counter.count(entries));
      if (boards || solutions !== 'all') {
        for (const board of this.#counter.boards(entries, limit)) findings.push({ type: 'solution', board });
      }
      return solutions !== 'all' || findings.length >= MAX_FINDINGS;
    });
    const position = walker.position();
    const entries = position.subarray(0, Math.max(0, position.length - 1));
    const nodesByDepth = walker.nodesByDepth.slice();
    const note = { deadEnds: walker.deadEnds.slice() };
    // Cleared now, not before the next slice: a walker may meet a dead end while it takes up its position.
    walker.nodesByDepth.fill(0);
    walker.deadEnds.fill(0);
    return {
      nodes: nodesByDepth.reduce((sum, count) => sum + count, 0),
      nodesByDepth,
      findings,
      counts,
      current: walker.finished ? null : this.#counter.board(entries),
      depth: entries.length,
      fraction: walker.finished ? 1 : shareDone(this.#course, position, this.#base),
      done: walker.finished,
      note,
    };
  }

  checkpoint(): Position {
    return this.#walker.position();
  }
}

function add(sum: { -readonly [Name in keyof Found]: number }, found: Found): void {
  sum.raw += found.raw;
  sum.looks += found.looks;
  sum.rawKept += found.rawKept;
  sum.looksKept += found.looksKept;
}

/**
 * The share of the subtree below the prefix that lies before a position, when every branch of a node is
 * taken to weigh the same.
 */
export function shareDone(course: Course, position: Position, base: number): number {
  const { steps, entryKind, entryLabels, sides } = course;
  const stock = course.stock.slice();
  const shown = new Int32Array(course.cells * sides);
  let share = 0;
  let weight = 1;
  for (let depth = 0; depth < position.length; depth++) {
    const at = position[depth]!;
    if (depth >= base) {
      let branches = 0;
      let before = 0;
      for (let entry = listAt(steps[depth]!, course.labels, shown); entryKind[entry] !== -1; entry++) {
        if (stock[entryKind[entry]!] === 0) continue;
        branches++;
        if (entry < at) before++;
      }
      if (branches === 0) break;
      share += (weight * before) / branches;
      weight /= branches;
    }
    if (depth === position.length - 1) break;
    stock[entryKind[at]!]!--;
    const cell = steps[depth]!.cell;
    for (let side = 0; side < sides; side++) shown[cell * sides + side] = entryLabels[at * sides + side]!;
  }
  return share;
}
