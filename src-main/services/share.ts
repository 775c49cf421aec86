import { deserialize } from 'node:v8';
import type { HostApi } from '../../src-core/contract.ts';
import type { Finding } from '../../src-core/engine.ts';
import { withHints } from '../../src-core/puzzle/hint-choice.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Context } from './context.ts';
import { jobHere } from './job.ts';
import { storeMerged } from './merged-run.ts';
import type { RunService } from './runs.ts';
import { splitRun } from './split-run.ts';

/** Splits a run among computers and merges their results, like the commands `runs split` and `runs merge`. */
export function shareService(
  context: Context,
  runs: RunService,
  background: BackgroundWork,
): Pick<HostApi, 'runs.share' | 'runs.merge'> {
  return {
    'runs.share': async ({ settings: { puzzleId, hints, lowPriority, whenIdle, ...requested }, parts }) => {
      const saved = context.store.puzzles.get(puzzleId).puzzle;
      const puzzle = hints ? withHints(saved, hints) : saved;
      const { engine, job } = await jobHere(puzzle, requested);
      const chosen = engine.divisible?.(job);
      const divided = chosen
        ? await jobHere(puzzle, { ...requested, engine: chosen.engine, options: {} })
        : { engine, job };
      return splitRun(divided.engine, divided.job, { parts });
    },
    'runs.merge': async ({ files }) => {
      const { run, pieces, remarks } = await background.once('mergedRun', files);
      const { runId, puzzleId } = await storeMerged(context, runs, { ...run, findings: unpacked(pieces) });
      context.emit({ type: 'library.changed' });
      context.emit({ type: 'run.changed', run: context.store.runs.get(runId) });
      return { runId, puzzleId, remarks };
    },
  };
}

function* unpacked(pieces: readonly Uint8Array[]): Generator<readonly Finding[]> {
  for (const piece of pieces) yield deserialize(piece) as readonly Finding[];
}
