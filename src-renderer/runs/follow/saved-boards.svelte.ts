/** A run's best saved boards, reloaded at most once a second. */
import type { Output } from '../../../src-core/contract.ts';
import type { SavedBoard } from '../../../src-core/contract/boards.ts';
import { client, onHostEvent } from '../../base/client.svelte.ts';
import { resource, type Resource } from '../../base/resource.svelte.ts';

const MAX_BOARDS_PER_REQUEST = 60;
const RELOAD_MS = 1000;

export class SavedBoards {
  readonly #best: Resource<Output<'boards.list'>>;

  /** Follows a run for as long as the calling component exists. Run 0 means no run. Call during initialisation. */
  constructor(runId: () => number, puzzleId: () => number) {
    const best = resource(() =>
      runId()
        ? client.call('boards.list', { runId: runId(), sort: 'best', limit: MAX_BOARDS_PER_REQUEST })
        : null,
    );
    this.#best = best;
    $effect(() => {
      const stops = [
        onHostEvent('boards.changed', (event) => {
          if (event.puzzleId === puzzleId()) best.reloadWithin(RELOAD_MS);
        }),
        onHostEvent('run.improved', (event) => {
          if (event.runId === runId()) best.reloadWithin(RELOAD_MS);
        }),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get items(): readonly SavedBoard[] {
    return this.#best.value?.items ?? [];
  }
  get total(): number {
    return this.#best.value?.total ?? 0;
  }

  /**
   * Returns a number from 0 to 1 for each cell: the fraction of boards on which the cell doesn't have its most common
   * placement.
   */
  disagreement(cells: number): number[] {
    const boards = this.items.flatMap(({ board }) => (board ? [board] : []));
    return Array.from({ length: cells }, (_, cell) => {
      const times = new Map<number, number>();
      for (const board of boards) times.set(board[cell]!, (times.get(board[cell]!) ?? 0) + 1);
      return boards.length > 1 ? 1 - Math.max(...times.values()) / boards.length : 0;
    });
  }
}
