/** Tasks that would block the host's thread for too long. They run in a background thread (background-work.ts). */
import { serialize } from 'node:v8';
import type { CheckedInput, Output } from '../../src-core/contract.ts';
import type { PlayPlan as ToldPlan } from '../../src-core/contract/design.ts';
import type { StepsQuery, StepsTotals } from '../../src-core/contract/steps.ts';
import {
  cellByCellPlan,
  shortestPlan,
  type PlayPlan,
} from '../../src-core/edge-matching/design/play-plan.ts';
import { expectationOf } from '../../src-core/edge-matching/generate/expected.ts';
import { DECISIONS_PER_PAGE, Transcriber } from '../../src-core/edge-matching/steps/transcriber.ts';
import { wantedNumber } from '../../src-core/engine.ts';
import { fromCsv } from '../../src-core/lab/csv.ts';
import type { LabPlan } from '../../src-core/lab/experiment.ts';
import { checkBoardFits } from '../../src-core/puzzle/check-board-fits.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { blockingErrorsOf } from '../../src-core/puzzle/validate.ts';
import { drive } from '../../src-core/drive/drive.ts';
import { written, type WrittenTrial } from '../store/lab.ts';
import { checkedHere, jobHere } from './job.ts';
import { checkPlan } from './lab-job.ts';
import type { MergedRun } from './merged-run.ts';
import { mergeResults, toStore } from './merge-results.ts';
import type { SharedText } from './share-files.ts';
import { matchesAmong, shownBoard, type Candidate, type Incoming, type ShownBoard } from './match-board.ts';

/** Enough for the transcript on screen and those that the user compares it with. */
const MAX_TRANSCRIPTS_IN_MEMORY = 3;
/** The step view shows totals for the whole search. Counting stops after this many nodes. */
const MAX_TOTALS_NODES = 2_000_000;
const NODES_PER_SLICE = 20_000;

interface Steps {
  readonly query: StepsQuery;
  readonly puzzle: Puzzle;
}

/** the transcripts kept in memory for the step view, newest last */
const open = new Map<string, Transcriber>();

export const backgroundTasks = {
  job: ({ puzzle, settings }: { puzzle: Puzzle; settings: Parameters<typeof checkedHere>[1] }) =>
    checkedHere(puzzle, settings),

  experiment: (plan: LabPlan): Promise<void> => checkPlan(plan),

  shownBoard: (incoming: Incoming): ShownBoard | null => shownBoard(incoming),

  matchingPuzzles: ({ candidates, ...shown }: { candidates: Candidate[]; text: string; format: string }) =>
    matchesAmong(candidates, shown),

  expectation: (recipe: CheckedInput<'design.expect'>) => expectationOf(recipe),

  /** Parses a CSV file into trials. Returns each as the JSON text to store, so that the host needn't serialize it. */
  trials: (csv: string): WrittenTrial[] => fromCsv(csv).map(written),

  /**
   * Merges the result files of one run and returns the run with its findings. The findings are serialized in several
   * pieces, so that the host can read one at a time. `remarks`: sentences for the user.
   */
  async mergedRun(
    files: readonly SharedText[],
  ): Promise<{ run: MergedRun; pieces: Uint8Array[]; remarks: string[] }> {
    const remarks: string[] = [];
    const run = toStore(await mergeResults(files, (text) => remarks.push(text)));
    return {
      run: { ...run, findings: [] },
      pieces: Array.from(run.findings, (piece) => serialize(piece)),
      remarks,
    };
  },

  playPlan({ puzzle, board, start }: CheckedInput<'design.plan'>): Output<'design.plan'> {
    const from = start ?? startBoard(puzzle);
    const [error] = blockingErrorsOf(puzzle);
    if (error) throw new Error(error.message);
    checkBoardFits(puzzle, board);
    checkBoardFits(puzzle, from, 'the start arrangement');
    return {
      cellByCell: plain(cellByCellPlan(puzzle, board, from)),
      shortest: plain(shortestPlan(puzzle, board, from)),
    };
  },

  async stepsPage({ page, ...steps }: Steps & { page: number }): Promise<Output<'steps.page'>> {
    const transcriber = await transcriberFor(steps);
    const { decisions, start, last } = transcriber.page(page);
    const { possible } = transcriber;
    return {
      rule: transcriber.rules.counts,
      pageSize: DECISIONS_PER_PAGE,
      decisions: [...decisions],
      start,
      possible: page === 0 && possible ? possible.map((codes) => [...codes]) : null,
      last,
      cutOff: last && transcriber.cutOff,
    };
  },

  async nextSolution({ at, ...steps }: Steps & { at: number }): Promise<Output<'steps.nextSolution'>> {
    const transcriber = await transcriberFor(steps);
    for (;;) {
      const found = transcriber.nextSolution(at);
      if (found !== undefined) return { at: found };
      // let other requests in before the search continues
      await new Promise(setImmediate);
    }
  },

  /** Runs the engine, one task after another, and returns the totals. Stops after `MAX_TOTALS_NODES` nodes. */
  async stepsTotals(steps: Steps): Promise<StepsTotals> {
    const { engine, job } = await stepsJob(steps);
    const wanted = wantedNumber(job.wanted);
    let found = 0;
    const driven = drive(engine, job, { nodesASlice: NODES_PER_SLICE });
    for (;;) {
      const { done, value } = driven.next();
      const { nodes, nodesByDepth, raw, counts } = (done ? value : value.plan).tally();
      const first = Number(counts[engine.stepping?.firstLevel ?? ''] ?? 0);
      if (!done) found += value.slice.findings.filter(({ type }) => type === 'solution').length;
      const cutOff = nodes >= MAX_TOTALS_NODES;
      if (done || cutOff || found >= wanted) {
        const complete = done === true || (value.slice.done && !cutOff);
        const byDepth = nodesByDepth.map((each, depth) => (depth === 0 ? each + first : each));
        return { nodes: nodes + first, nodesByDepth: byDepth, solutions: raw, complete };
      }
      await new Promise(setImmediate);
    }
  },
};

const stepsJob = ({ query: { engine, options, solutions }, puzzle }: Steps) =>
  jobHere(puzzle, { engine, options, wanted: { solutions, boards: true } });

async function transcriberFor(steps: Steps): Promise<Transcriber> {
  const key = JSON.stringify(steps);
  let transcriber = open.get(key);
  if (!transcriber) {
    const { engine, job } = await stepsJob(steps);
    transcriber = new Transcriber(engine, job);
  }
  open.delete(key);
  open.set(key, transcriber);
  for (const [oldest] of open) if (open.size > MAX_TRANSCRIPTS_IN_MEMORY) open.delete(oldest);
  return transcriber;
}

const plain = (plan: PlayPlan): ToldPlan => ({
  ...plan,
  operations: plan.operations.map((o) => ({ ...o })),
});
