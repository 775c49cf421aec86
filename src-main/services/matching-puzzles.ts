import type { HostApi } from '../../src-core/contract.ts';
import type { BackgroundWork } from './background-work.ts';
import { DamagedEntry } from '../store/stored.ts';
import type { LibraryApi } from './library.ts';
import type { Candidate } from './match-board.ts';

type MatchingPuzzlesApi = Pick<HostApi, 'library.matchingPuzzles'>;

type PuzzleList = Pick<LibraryApi, 'library.list' | 'library.get'>;

/** Yields the undamaged edge-matching puzzles with a board of this size. */
export function* candidatesFor(library: PuzzleList, size: string): Generator<Candidate, void, void> {
  for (const { id, name, kind, size: own } of library['library.list']({})) {
    if (kind !== 'edge-matching' || own !== size) continue;
    try {
      const { puzzle } = library['library.get']({ id });
      if (puzzle.kind === 'edge-matching') yield { id, name, puzzle };
    } catch (error) {
      if (!(error instanceof DamagedEntry)) throw error;
    }
  }
}

export function matchingPuzzlesService(
  library: PuzzleList,
  background: Pick<BackgroundWork, 'reading'>,
): MatchingPuzzlesApi {
  return {
    'library.matchingPuzzles': async (incoming) => {
      const shown = await background.reading('shownBoard', incoming);
      if (!shown) return [];
      const candidates: Candidate[] = [];
      for (const candidate of candidatesFor(library, shown.size)) {
        candidates.push(candidate);
        // Let the host handle other requests before the next puzzle.
        await new Promise(setImmediate);
      }
      return background.reading('matchingPuzzles', { text: incoming.text, format: shown.format, candidates });
    },
  };
}
