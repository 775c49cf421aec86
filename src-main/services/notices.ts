/** What somebody who looks elsewhere is told of a run. */
import type { RunSummary } from '../../src-core/contract/runs.ts';
import { counted } from '../../src-core/text/counted.ts';

export const betterOf = (matched: number): string => `A new best board: ${counted(matched, 'edge')} matched.`;

/** How it ended; null while it has not, or somebody stopped it. */
export function endingOf({ status, message, figures }: RunSummary): string | null {
  const found = counted(figures.raw, 'solution');
  if (status === 'solved')
    return figures.sliding?.path ? `Solved in ${counted(figures.sliding.path.length, 'move')}.` : 'Solved.';
  if (status === 'exhausted')
    return figures.raw > 0 ? `Searched to the end: ${found}.` : 'There is no solution.';
  if (status === 'limit')
    return `Limit reached: ${figures.matched} of ${counted(figures.edges, 'edge')}, ${found}.`;
  if (status === 'failed') return `The run failed: ${message}.`;
  return null;
}
