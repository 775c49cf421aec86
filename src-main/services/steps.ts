import type { HostApi } from '../../src-core/contract.ts';
import type { StepsQuery, StepsTotals } from '../../src-core/contract/steps.ts';
import { PAGE_SIZE, type Transcriber } from '../../src-core/edge-matching/steps/transcriber.ts';
import type { Engine, Job } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Context } from './context.ts';
import { checkedOptions, checkSuits } from './engines.ts';

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
      transcriber = new Transcriber(await loadEngine(query.engine), await jobOf(query, puzzle));
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

async function jobOf(query: StepsQuery, puzzle: Puzzle): Promise<Job> {
  const engine = await loadEngine(query.engine);
  const options = checkedOptions(engine, query.options);
  checkSuits(engine, puzzle, options);
  return {
    puzzle,
    engine: query.engine,
    options,
    wanted: { solutions: query.solutions, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  };
}

/** Runs the engine as any runner does, one task after the other. */
async function totalsOf(job: Job): Promise<StepsTotals> {
  const engine = await loadEngine(job.engine);
  const prepared = finish(engine.prepare?.(job, { read: () => null, write: () => undefined }));
  const plan = engine.plan(job);
  const { solutions: wanted } = job.wanted;
  let found = 0;
  for (let task = plan.next(); task; task = plan.next()) {
    const search = engine.open(job, task, prepared);
    for (let done = false; !done;) {
      const slice = search.step(SLICE_NODES);
      plan.absorb(task, slice);
      found += slice.findings.filter(({ type }) => type === 'solution').length;
      done = slice.done;
      const { nodes } = plan.tally();
      if ((wanted !== 'all' && found >= wanted) || nodes >= TOTALS_NODES)
        return told(done && nodes < TOTALS_NODES);
      await new Promise(setImmediate);
    }
  }
  return told(true);

  function told(complete: boolean): StepsTotals {
    const { nodes, nodesByDepth, raw } = plan.tally();
    return { nodes, nodesByDepth: [...nodesByDepth], solutions: raw, complete };
  }
}

function finish(preparing: ReturnType<NonNullable<Engine['prepare']>> | undefined): unknown {
  for (;;) {
    const step = preparing?.next();
    if (!step || step.done) return step?.value;
  }
}
