/** The puzzle that is open: views about a puzzle share it, and the navigation names it. */
import type { PuzzleSummary, SavedPuzzle } from '../../src-core/contract/library.ts';
import { untrack } from 'svelte';
import { client, connection, onHostEvent } from './client.svelte.ts';
import { route } from './route.svelte.ts';
import { viewNamed } from './views.ts';

const KEY = 'edgewise.opened';

let id = $state(Number(localStorage.getItem(KEY)) || 0);
let saved = $state.raw<SavedPuzzle | null>(null);

export const opened = {
  /** 0: none */
  get id(): number {
    return id;
  },
  /** null while loading, or when there is none */
  get puzzle(): SavedPuzzle | null {
    return saved;
  },
};

/** Follows the address, the library and reconnections. Call once, while the frame is created. */
export function followOpened(): void {
  $effect(() => {
    const { view, params } = route.current;
    const wanted = Number(params[0]);
    if (viewNamed(view)?.place === 'puzzle' && wanted > 0) id = wanted;
  });
  $effect(() => {
    const wanted = id;
    void connection.epoch;
    if (!wanted) return;
    if (untrack(() => saved?.id) !== wanted) saved = null;
    const load = (): void => {
      client.call('library.get', { id: wanted }).then(
        (answer) => {
          if (id === wanted) {
            saved = answer;
            localStorage.setItem(KEY, String(wanted));
          }
        },
        () => {
          if (id !== wanted) return; // gone from the library: nothing is open
          saved = null;
          id = 0;
          localStorage.removeItem(KEY);
        },
      );
    };
    load();
    return onHostEvent('library.changed', load);
  });
}

/** What a library entry says about its size: "16 × 16 · 256 tiles". */
export const sizeLine = (puzzle: Pick<PuzzleSummary, 'size' | 'tiles' | 'kind'>): string =>
  puzzle.kind === 'sliding' ? `${puzzle.size} sliding` : `${puzzle.size} · ${puzzle.tiles} tiles`;
