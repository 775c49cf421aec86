import type { HostApi } from '../../src-core/contract.ts';
import type { StepsQuery } from '../../src-core/contract/steps.ts';
import type { Aside } from './aside.ts';
import type { Context } from './context.ts';

type StepsApi = Pick<HostApi, 'steps.page' | 'steps.nextSolution' | 'steps.totals'>;

/** Tells searches step by step. Nothing is stored: the same query gives the same transcript. */
export function stepsService({ store }: Pick<Context, 'store'>, aside: Pick<Aside, 'steps'>): StepsApi {
  const asked = (query: StepsQuery) => ({ query, puzzle: store.puzzles.get(query.puzzleId).puzzle });
  return {
    'steps.page': ({ query, page }) => aside.steps('stepsPage', { ...asked(query), page }),
    'steps.nextSolution': ({ query, at }) => aside.steps('nextSolution', { ...asked(query), at }),
    'steps.totals': ({ query }) => aside.steps('stepsTotals', asked(query)),
  };
}
