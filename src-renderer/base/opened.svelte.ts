/** The open puzzle. All views about a puzzle share it, and the navigation shows its name. */
import type { PuzzleSummary, SavedPuzzle } from '../../src-core/contract/library.ts';
import { counted } from '../../src-core/text/counted.ts';
import { client } from './client.svelte.ts';
import { resource, type Resource } from './resource.svelte.ts';
import { idIn, route } from './route.svelte.ts';
import { viewNamed } from './views.ts';

const STORAGE_KEY = 'edgewise.opened';

let id = $state(Number(localStorage.getItem(STORAGE_KEY)) || 0);
let absent = $state('');
let followed = $state.raw<Resource<SavedPuzzle> | null>(null);

export const opened = {
  get id(): number {
    return id;
  },
  /** the open puzzle; null while it is loading, or if none is open */
  get puzzle(): SavedPuzzle | null {
    const saved = followed?.value;
    return saved?.id === id ? saved : null;
  },
  /** why the puzzle in the address can't be opened; empty if it can, or if the address names none */
  get absent(): string {
    return absent;
  },
};

/**
 * Updates the open puzzle when the address or the library changes and after a reconnection. Call once, while
 * App.svelte initialises.
 */
export function followOpened(): void {
  $effect(() => {
    const { view, params } = route.current;
    const wanted = viewNamed(view)?.place === 'puzzle' ? (params[0] ?? '') : '';
    const next = idIn(wanted);
    absent = wanted && !next ? `“${wanted}” is not a puzzle number.` : '';
    if (wanted) id = next;
  });
  const loading = resource(() => (id > 0 ? client.call('library.get', { id }) : null), ['library.changed']);
  followed = loading;
  $effect(() => {
    if (loading.value) localStorage.setItem(STORAGE_KEY, String(loading.value.id));
  });
  $effect(() => {
    if (!loading.problem || loading.lost) return;
    // the puzzle never existed or was deleted for good, so no puzzle is open any longer
    absent = loading.problem;
    id = 0;
    localStorage.removeItem(STORAGE_KEY);
  });
}

/** Returns the size of a library entry, such as "16 × 16 · 256 tiles". */
export const sizeLine = (puzzle: Pick<PuzzleSummary, 'size' | 'tiles' | 'kind'>): string =>
  puzzle.kind === 'sliding' ? `${puzzle.size} sliding` : `${puzzle.size} · ${counted(puzzle.tiles, 'tile')}`;
