import type { HostApi } from '../../src-core/contract.ts';
import type { StepsQuery, StepsTotals } from '../../src-core/contract/steps.ts';
import { PAGE_SIZE, type Transcriber } from '../../src-core/edge-matching/steps/transcriber.ts';
import { wantedNumber } from '../../src-core/engine.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { drive } from '../../src-core/run/drive.ts';
import type { Context } from './context.ts';
import { jobHere } from './job.ts';

/** Transcripts kept open: a person looks at one, and compares it with another. */
const MOST_OPEN = 3;
/** A run for the totals goes on this long at most, in slices that let others speak. */
const TOTALS_NODES = 2_000_000;
const SLICE_NODES = 20_000;

type StepsApi = Pick<HostApi, 'steps.page' | 'steps.nextSolution' | 'steps.totals'>;

/** Tells searches step by step. Nothing is stored: the same query gives the same transcript. */
export function stepsService({ store }: Pick<Context, 'store'>): StepsApi {
  /** newest last */
  const open = new Map<string, Transcriber>();

  async function transcriberFor(query: StepsQuery): Promise<Transcriber> {
    const { puzzle } = store.puzzles.get(query.puzzleId);
    const key = JSON.stringify([query, puzzle]);
    let transcriber = open.get(key);
    if (!transcriber) {
      const { Transcriber } = await import('../../src-core/edge-matching/steps/transcriber.ts');
      const { engine, job } = await jobOf(query, puzzle);
      transcriber = new Transcriber(engine, job);
    }
    open.delete(key);
    open.set(key, transcriber);
    for (const [oldest] of open) if (open.size > MOST_OPEN) open.delete(oldest);
    return transcriber;
  }

  return {
    'steps.page': async ({ query, page }) => {
      const transcriber = await transcriberFor(query);
      const { decisions, start, last } = transcriber.page(page);
      return {
        rule: transcriber.rule,
        pageSize: PAGE_SIZE,
        decisions: [...decisions],
        start,
        last,
        cutOff: last && transcriber.cutOff,
      };
    },
    'steps.nextSolution': async ({ query, at }) => {
      const transcriber = await transcriberFor(query);
      for (;;) {
        const found = transcriber.nextSolution(at);
        if (found !== undefined) return { at: found };
        await new Promise(setImmediate); // others have their say between two looks
      }
    },
    'steps.totals': async ({ query }) =>
      totalsOf(await jobOf(query, store.puzzles.get(query.puzzleId).puzzle)),
  };
}

const jobOf = ({ engine, options, solutions }: StepsQuery, puzzle: Puzzle) =>
  jobHere(puzzle, { engine, options, wanted: { solutions, boards: true } });

/** Runs the engine as any runner does, one task after the other. */
async function totalsOf({ engine, job }: Awaited<ReturnType<typeof jobOf>>): Promise<StepsTotals> {
  const wanted = wantedNumber(job.wanted);
  let found = 0;
  const driven = drive(engine, job, { nodesASlice: SLICE_NODES });
  for (;;) {
    const { done, value } = driven.next();
    const { nodes, nodesByDepth, raw } = (done ? value : value.plan).tally();
    if (!done) found += value.slice.findings.filter(({ type }) => type === 'solution').length;
    const cutOff = nodes >= TOTALS_NODES;
    if (done || cutOff || found >= wanted) {
      const complete = done === true || (value.slice.done && !cutOff);
      return { nodes, nodesByDepth: [...nodesByDepth], solutions: raw, complete };
    }
    await new Promise(setImmediate);
  }
}
