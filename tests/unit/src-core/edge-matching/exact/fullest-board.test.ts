/**
 * An exact search reports its fullest board. Among equally full boards, it reports the first one, whatever the slice
 * length.
 */
import { describe, expect, test } from 'vitest';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import type { ExactData } from '../../../../../src-core/edge-matching/exact/data.ts';
import type { Job, Task } from '../../../../../src-core/engine.ts';
import { EMPTY, type PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import { prepare } from '../../../../../src-core/drive/drive.ts';
import { random } from '../../../../../src-core/random.ts';
import { RunResults, type ResultsState } from '../../../../../src-main/solver-process/run-results.ts';
import { scorerOf } from '../../../../../src-main/solver-process/scorer.ts';
import { jobOf } from './drive.ts';
import { eternity, owen } from './puzzles.ts';

const NODES = 1_000_000;

interface Saved {
  readonly plan: ExactData['planState'];
  readonly search: ExactData['searchState'];
  readonly found: ResultsState;
}

/**
 * Searches a number of nodes on one thread, and returns the fullest board reported. With `resumed`, the search is
 * sometimes resumed from its checkpoints.
 */
function bestOf(given: Job, seed: number, resumed: boolean): PartialBoard {
  const dice = random(seed);
  let job = given;
  let prepared = prepare(exact, job);
  let found = new RunResults(scorerOf(job.puzzle), job.wanted);
  let plan = exact.plan(job);
  let task: Task<ExactData['work']> | null = null;
  let search: ReturnType<typeof exact.open> | null = null;
  let news: number | undefined;
  for (let left = NODES; left > 0;) {
    if (!task || !search) {
      task = plan.next();
      if (!task) break;
      search = exact.open(job, task, prepared);
    }
    if (news !== undefined) search.hear!(news);
    const slice = search.step(Math.min(left, 1 + dice.below(dice.below(2) === 0 ? 20_000 : 700_000)));
    left -= slice.nodes;
    plan.absorb(task, slice);
    found.take(slice);
    if (slice.done) task = null;
    news = plan.news?.() ?? news;
    if (resumed && dice.below(20) === 0) {
      const saved: Saved = structuredClone({
        plan: plan.checkpoint(),
        search: search.checkpoint(),
        found: found.state,
      });
      job = structuredClone(given);
      prepared = prepare(exact, job);
      plan = exact.plan(job, saved.plan);
      news = plan.news?.();
      search = task && exact.open(job, task, prepared, saved.search);
      found = new RunResults(scorerOf(job.puzzle), job.wanted, saved.found);
    }
  }
  return found.best!.board;
}

describe.each([
  ['Eternity II, by lists', eternity(), {}],
  ['Owen 7 × 7, by masks', owen(7, 7), {}],
  ['Owen 7 × 7, interpreted', owen(7, 7), { walker: 'interpreted' }],
])('%s', (_, puzzle, options) => {
  test('two equal runs, and a resumed one, report the same best board', () => {
    const job = { ...jobOf(puzzle, options, false), puzzle };
    const first = bestOf(job, 1, false);
    expect(first.filter((code) => code !== EMPTY).length).toBeGreaterThan(20);
    expect(bestOf(job, 2, false)).toEqual(first);
    expect(bestOf(job, 5, true)).toEqual(first);
  });
});
