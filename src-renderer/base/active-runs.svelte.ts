/** The active runs, for the navigation and the window's title. */
import { isOver, type RunSummary } from '../../src-core/contract/runs.ts';
import type { Output } from '../../src-core/contract.ts';
import { client, onHostEvent } from './client.svelte.ts';
import { resource, type Resource } from './resource.svelte.ts';
import { seeksRowScan } from './row-scan-goal.ts';
import { counted, grouped } from '../../src-core/text/counted.ts';

/** While the host can't be reached, this is null or outdated, and the window shows a message. */
let followed = $state.raw<Resource<Output<'queue.list'>> | null>(null);
const runs = $derived(followed?.value?.active ?? []);

/** Returns a run's result so far, as briefly as possible: "452 of 480", "17 moves", "120 found". */
export function standing(run: RunSummary): string {
  const { figures } = run;
  if (figures.sliding) {
    const moves = figures.sliding.path?.length;
    return moves === undefined ? 'no solution yet' : counted(moves, 'move');
  }
  if (figures.raw > 0) return `${grouped(figures.raw)} found`;
  if (figures.edges === 0) return '';
  if (figures.placed === 0) return isOver(run.status) ? 'no board' : 'no board yet';
  return seeksRowScan(run)
    ? // This can be more than the length of the row scan, because it includes all hinted tiles.
      `${figures.placed} of ${figures.cells} placed`
    : `${figures.matched} of ${figures.edges}`;
}

export const activeRuns = {
  get runs(): readonly RunSummary[] {
    return runs;
  },
  /** Text for the window's title; empty if no run is active. */
  get headline(): string {
    const going = runs.filter(({ status }) => status === 'running');
    const [first] = going;
    if (!first) return '';
    return standing(first) + (going.length > 1 ? ` and ${going.length - 1} more` : '');
  },
};

/** Keeps the list of active runs up to date. Call once, while App.svelte initialises. */
export function followActiveRuns(): void {
  const queue = resource(() => client.call('queue.list', {}), ['run.changed']);
  followed = queue;
  $effect(() =>
    onHostEvent('run.progress', ({ runId, status, message, figures }) => {
      const { value } = queue;
      if (!value?.active.some(({ id }) => id === runId)) return;
      queue.value = {
        ...value,
        active: value.active.map((run) => (run.id === runId ? { ...run, status, message, figures } : run)),
      };
    }),
  );
}
