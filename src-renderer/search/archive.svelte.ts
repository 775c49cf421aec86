/** The best boards a run has stored, kept up to date without asking more than once a second. */
import type { Solution } from '../../src-core/contract/solutions.ts';
import { client, onHostEvent } from '../base/client.svelte.ts';

const MOST = 60;
const PAUSE_MS = 1000;

export class Archive {
  boards = $state.raw<readonly Solution[]>([]);
  total = $state(0);

  constructor(runId: () => number, puzzleId: () => number) {
    $effect(() => {
      const id = runId();
      const puzzle = puzzleId();
      this.boards = [];
      this.total = 0;
      if (!id) return;
      let current = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const load = (): void => {
        timer = undefined;
        client.call('solutions.list', { runId: id, sort: 'best', limit: MOST }).then(
          ({ items, total }) => {
            if (!current) return;
            this.boards = items;
            this.total = total;
          },
          () => undefined, // the frame says when the host is away; the next change asks again
        );
      };
      const soon = (): void => {
        timer ??= setTimeout(load, PAUSE_MS);
      };
      load();
      const stops = [
        onHostEvent('solutions.changed', (event) => {
          if (event.puzzleId === puzzle) soon();
        }),
        onHostEvent('run.improved', (event) => {
          if (event.runId === id) soon();
        }),
      ];
      return () => {
        current = false;
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    });
  }

  /** For each cell, the share of archived boards that do not hold there what most of them do. */
  disagreement(cells: number): number[] {
    const boards = this.boards.flatMap(({ board }) => (board ? [board] : []));
    return Array.from({ length: cells }, (_, cell) => {
      const times = new Map<number, number>();
      for (const board of boards) times.set(board[cell]!, (times.get(board[cell]!) ?? 0) + 1);
      return boards.length > 1 ? 1 - Math.max(...times.values()) / boards.length : 0;
    });
  }
}
