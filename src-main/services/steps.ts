import type { HostApi } from '../../src-core/contract.ts';
import type { StepsQuery } from '../../src-core/contract/steps.ts';
import type { BackgroundWork } from './background-work.ts';
import type { Context } from './context.ts';

type StepsApi = Pick<HostApi, 'steps.page' | 'steps.nextSolution' | 'steps.totals'>;

/**
 * Serves transcripts of searches for the step view. Nothing is stored, because the same query always gives the same
 * transcript.
 */
export function stepsService(
  { store }: Pick<Context, 'store'>,
  background: Pick<BackgroundWork, 'steps'>,
): StepsApi {
  const asked = (query: StepsQuery) => ({ query, puzzle: store.puzzles.get(query.puzzleId).puzzle });
  return {
    'steps.page': ({ query, page }) => background.steps('stepsPage', { ...asked(query), page }),
    'steps.nextSolution': ({ query, at }) => background.steps('nextSolution', { ...asked(query), at }),
    'steps.totals': ({ query }) => background.steps('stepsTotals', asked(query)),
  };
}
