/** Notifications about runs, for a user who isn't watching. */
import type { RunSummary } from '../../src-core/contract/runs.ts';
import { counted } from '../../src-core/text/counted.ts';
import { sentence } from '../../src-core/text/sentence.ts';

export const betterOf = (matched: number): string => `A new best board: ${counted(matched, 'edge')} matched.`;

/** Returns a sentence that says how a run ended, or null if it hasn't ended or the user stopped it. */
export function endingOf({ status, message, figures }: RunSummary): string | null {
  const found = counted(figures.raw, 'solution');
  if (status === 'solved')
    return figures.sliding?.path ? `Solved in ${counted(figures.sliding.path.length, 'move')}.` : 'Solved.';
  if (status === 'exhausted')
    return figures.raw > 0 ? `The search is complete: ${found}.` : 'There is no solution.';
  if (status === 'limit')
    return `Limit reached: ${figures.matched} of ${counted(figures.edges, 'edge')}, ${found}.`;
  if (status === 'failed') return sentence(`The run failed: ${message}`);
  return null;
}
