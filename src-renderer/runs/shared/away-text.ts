/** Describes, in sentences, the runs that ended while the user was away. */
import type { RunStatus, RunSummary } from '../../../src-core/contract/runs.ts';
import { sentence } from '../../../src-core/text/sentence.ts';
import { seeksRowScan } from '../../base/row-scan-goal.ts';
import { count, duration, plural } from '../../components/format.ts';

type Run = Pick<RunSummary, 'id' | 'puzzleName' | 'status' | 'message'> & {
  readonly settings: Pick<RunSummary['settings'], 'puzzleId' | 'options'>;
  readonly figures: Pick<
    RunSummary['figures'],
    'matched' | 'edges' | 'placed' | 'cells' | 'raw' | 'elapsedMs' | 'sliding'
  >;
};
interface Unseen<R extends Run> {
  readonly run: R;
  /** matched edges of the puzzle's best board when the user last looked; null if there was none */
  readonly before: number | null;
}

export interface PuzzleNews<R extends Run> {
  readonly best: R;
  /** a sentence about the best result and the improvement */
  readonly result: string;
  /** a sentence about how the runs ended */
  readonly ends: string;
}

/**
 * Returns the news about each puzzle, starting with the puzzle of the newest run. Hunts for the longest row scan have
 * an entry of their own, because their results can't be compared with others. `unseen`: sorted by run, newest first.
 */
export function newsOf<R extends Run>(unseen: readonly Unseen<R>[]): PuzzleNews<R>[] {
  const entries = Map.groupBy(unseen, ({ run }) => `${run.settings.puzzleId} ${seeksRowScan(run)}`);
  return [...entries.values()].map((own) => {
    const runs = own.map(({ run }) => run);
    const best = runs.reduce((best, run) => (isBetter(run, best) ? run : best));
    const before = own.reduce<number | null>(
      (least, { before }) => (least === null || before === null ? null : Math.min(least, before)),
      own[0]!.before,
    );
    return { best, result: resultOf(best, before), ends: endsOf(runs) };
  });
}

/** Returns a sentence about each failed run, with the reason. */
export function failuresOf<R extends Run>(unseen: readonly Unseen<R>[]): { run: R; text: string }[] {
  return unseen
    .filter(({ run }) => run.status === 'failed')
    .map(({ run }) => ({
      run,
      text: sentence(`Run ${run.id} of “${run.puzzleName}” failed: ${run.message}`),
    }));
}

/** Returns a rank as a list of numbers, most important first. A puzzle's best run has the highest rank. */
const rank = ({ figures: { raw, matched, placed, sliding } }: Run): number[] => [
  raw,
  matched,
  placed,
  -(sliding?.path?.length ?? Infinity),
];

function isBetter(run: Run, other: Run): boolean {
  const [a, b] = [rank(run), rank(other)];
  const i = a.findIndex((value, i) => value !== b[i]);
  return i >= 0 && a[i]! > b[i]!;
}

function resultOf(run: Run, before: number | null): string {
  const { id, status, figures } = run;
  const { sliding, raw, matched, edges, placed, cells } = figures;
  if (sliding) {
    return sliding.path
      ? `Solved in ${plural(sliding.path.length, 'move')} by run ${id}.`
      : 'No solution yet.';
  }
  if (raw === 0 && status === 'exhausted') return `There is no solution: run ${id} completed its search.`;
  if (raw === 1) return `Solved by run ${id}.`;
  if (raw > 1) return `${count(raw)} solutions found by run ${id}.`;
  if (placed === 0) return 'No board found.';
  if (seeksRowScan(run)) return `${count(placed)} of ${plural(cells, 'tile')} placed by run ${id}.`;
  return `${count(matched)} of ${plural(edges, 'edge')} matched by run ${id}, ${gain(matched, before)}.`;
}

function gain(matched: number, before: number | null): string {
  if (before === null) return 'the first result';
  if (matched === before) return 'equal to the previous best';
  return matched > before
    ? `${count(matched - before)} more than before`
    : `${count(before - matched)} fewer than the previous best`;
}

/** How runs ended, as verb phrases: one for a single run and one for several. */
const verbs: Partial<Record<RunStatus, readonly [one: string, many: string]>> = {
  solved: ['solved it', 'solved it'],
  exhausted: ['completed its search', 'completed their searches'],
  limit: ['reached its limit', 'reached their limits'],
  stopped: ['was stopped', 'were stopped'],
  failed: ['failed', 'failed'],
  queued: ['is waiting in the queue', 'are waiting in the queue'],
};

function endsOf(runs: readonly Run[]): string {
  const time = duration(runs.reduce((sum, { figures }) => sum + figures.elapsedMs, 0));
  const [only] = runs;
  if (runs.length === 1 && only) return `Run ${only.id} ${verbs[only.status]?.[0] ?? 'ended'} after ${time}.`;
  const ends = Object.entries(verbs).flatMap(([status, [one, many]]) => {
    const number = runs.filter((run) => run.status === status).length;
    return number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  });
  return `${plural(runs.length, 'run')}, ${time}: ${ends.join(', ')}.`;
}
