import type { Engine, EngineOptions, Finding, Tally } from '../../../src-core/engine.ts';
import type { PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import type { Puzzle } from '../../../src-core/puzzle/puzzle.ts';
import { prepare } from '../../../src-core/drive/drive.ts';
import { draftJob } from '../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from './machine.ts';

export interface Outcome {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
  readonly solutions: readonly PartialBoard[];
}

interface Setup {
  readonly options?: EngineOptions;
  readonly wanted?: number | 'all';
  readonly seed?: number;
  /** number of nodes per slice */
  readonly slice?: number;
  /** resume from a checkpoint after every slice */
  readonly interrupted?: boolean;
  /** stop after this many slices */
  readonly slices?: number;
}

/** Runs an engine in this thread, one task after another, and returns the results. */
export function runEngine(engine: Engine, puzzle: Puzzle, setup: Setup = {}): Outcome {
  const { options = {}, wanted = 'all', seed = 1 } = setup;
  const wishes = { options, wanted: { solutions: wanted, boards: true }, seed };
  const job = draftJob(engine, puzzle, wishes, MEMORY_BYTES);
  const prepared = prepare(engine, job);
  let plan = engine.plan(job);
  const findings: Finding[] = [];
  let slices = 0;
  for (let task = plan.next(); task && slices < (setup.slices ?? Infinity); task = plan.next()) {
    let search = engine.open(job, task, prepared);
    for (let done = false; !done && slices < (setup.slices ?? Infinity); slices++) {
      const slice = search.step(setup.slice ?? 10_000);
      plan.absorb(task, slice);
      findings.push(...slice.findings);
      done = slice.done;
      if (!setup.interrupted || done) continue;
      search = engine.open(job, task, prepared, structuredClone(search.checkpoint()));
      plan = engine.plan(job, structuredClone(plan.checkpoint()));
    }
  }
  return {
    tally: plan.tally(),
    findings,
    solutions: findings.flatMap((finding) => (finding.type === 'solution' ? [finding.board] : [])),
  };
}
