import type { HostApi } from '../../src-core/contract.ts';
import type { Aside } from './aside.ts';
import type { Context } from './context.ts';
import type { Candidate } from './homes-work.ts';

type HomesApi = Pick<HostApi, 'library.homes'>;

export function homesService({ store }: Pick<Context, 'store'>, aside: Pick<Aside, 'reading'>): HomesApi {
  return {
    'library.homes': async (incoming) => {
      const shown = await aside.reading('shownBoard', incoming);
      if (!shown) return [];
      const candidates: Candidate[] = [];
      for (const { id, name, kind, size } of store.puzzles.list()) {
        if (kind !== 'edge-matching' || size !== shown.size) continue;
        const { puzzle } = store.puzzles.get(id);
        if (puzzle.kind === 'edge-matching') candidates.push({ id, name, puzzle });
        await new Promise(setImmediate); // others have their say between two puzzles
      }
      return aside.reading('homes', { text: incoming.text, format: shown.format, candidates });
    },
  };
}
