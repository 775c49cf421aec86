import { best } from '../../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import type { EngineOptions, Finding, Job } from '../../../../../src-core/engine.ts';
import type { HuntStart } from '../../../../../src-core/puzzle/hunt-start.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';

interface Setup {
  readonly nodes: number;
  readonly seed?: number;
  readonly threads?: number;
  /** number of nodes per slice */
  readonly slice?: number;
  /** true if the plan and every search are resumed from checkpoints after each slice */
  readonly interrupted?: boolean;
  /** used only if `interrupted` is true: whether a resumed search also gets its last milestone */
  readonly milestones?: boolean;
  readonly options?: EngineOptions;
  /** when the hunt ends. `1` (the default): at its first solution. `all`: when the engine itself ends it. */
  readonly wanted?: 1 | 'all';
  readonly start?: HuntStart;
}

export interface Hunted {
  readonly nodes: number;
  readonly ended: boolean;
  readonly boards: readonly PartialBoard[];
  readonly solutions: readonly PartialBoard[];
  /** the last checkpoint of each member of the portfolio */
  readonly checkpoints: readonly unknown[];
}

/** Runs a hunt until it ends or reaches its node limit. The members of the portfolio take turns of one slice each. */
export function hunt(puzzle: EdgePuzzle, setup: Setup): Hunted {
  const { nodes, seed = 1, threads = 1, slice: budget = 50_000, interrupted = false } = setup;
  const job: Job = {
    puzzle,
    engine: 'best',
    options: setup.options ?? {},
    wanted: { solutions: setup.wanted ?? 1, boards: true },
    limits: { seconds: null, nodes },
    seed,
    threads,
    ...(setup.start && { start: setup.start }),
  };
  let plan = best.plan(job);
  const found: Finding[][] = Array.from({ length: threads }, () => []);
  const lanes = found.map(() => {
    const task = plan.next()!;
    return { task, search: best.open(job, task, undefined), done: false };
  });
  let total = 0;
  const enough = (): boolean =>
    setup.wanted !== 'all' && found.flat().some(({ type }) => type === 'solution');
  while (lanes.some((lane) => !lane.done) && !enough()) {
    lanes.forEach((lane, member) => {
      if (lane.done) return;
      const slice = lane.search.step(budget);
      total += slice.nodes;
      plan.absorb(lane.task, slice);
      found[member]!.push(...slice.findings);
      lane.done = slice.done;
      if (interrupted && slice.nodes > 0) {
        plan = best.plan(job, structuredClone(plan.checkpoint()));
        if (!lane.done) {
          const milestone = setup.milestones ? lane.search.milestone!(Infinity) : null;
          const state = structuredClone(lane.search.checkpoint());
          lane.search = best.open(job, lane.task, undefined, state, milestone === null ? [] : [milestone]);
        }
      }
      const news = plan.news?.();
      if (news !== undefined) for (const other of lanes) other.search.hear?.(news);
    });
  }
  const boards = found.flat().flatMap((finding) => (finding.type === 'path' ? [] : [finding]));
  return {
    nodes: total,
    ended: plan.finished,
    boards: boards.map(({ board }) => board),
    solutions: boards.filter(({ type }) => type === 'solution').map(({ board }) => board),
    checkpoints: lanes.map(({ search }) => structuredClone(search.checkpoint())),
  };
}
