/** The points of a run's charts, taken from its progress, and the time since its last improvement. */
import type { ProgressSample } from '../../../src-core/contract/runs.ts';
import type { RunFigures } from '../../../src-core/run/figures.ts';

/** When there are this many points, every second one in the older half is dropped, unless the score changed there. */
export const MAX_SAMPLES = 1500;
const SAMPLE_INTERVAL_MS = 1000;

type Score = Pick<ProgressSample, 'matched' | 'placed'>;
const sameBoard = (a: Score, b: Score | undefined): boolean =>
  a.matched === b?.matched && a.placed === b.placed;

/**
 * Returns how many milliseconds of running time have passed since the best board improved, or null if it never did.
 * `start`: number of matched edges of the board that the run started from; null for an empty board.
 */
export function sinceImprovement(
  samples: readonly ProgressSample[],
  elapsedMs: number,
  start: number | null,
): number | null {
  const best = samples.at(-1);
  if (!best || best.placed === 0 || (start !== null && best.matched <= start)) return null;
  const first = samples.find((sample) => sameBoard(sample, best));
  return first ? elapsedMs - first.elapsedMs : null;
}

/**
 * Returns the samples, with a new one if the score has changed or the last one is at least a second old. If there are
 * too many, drops some at which the score didn't change.
 */
export function withSample(samples: ProgressSample[], figures: RunFigures): ProgressSample[] {
  const last = samples.at(-1);
  if (last && figures.elapsedMs - last.elapsedMs < SAMPLE_INTERVAL_MS && sameBoard(figures, last))
    return samples;
  const { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction } = figures;
  const improves = (i: number): boolean => !sameBoard(samples[i]!, samples[i - 1]);
  const kept =
    samples.length < MAX_SAMPLES
      ? samples
      : samples.filter((_, i) => i % 2 === 0 || i > MAX_SAMPLES / 2 || improves(i));
  return [...kept, { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction }];
}
