/** The runs that are under way at this moment, wherever one is: for the navigation and the window's title. */
import type { RunSummary } from '../../src-core/contract/runs.ts';
import { client, connection, onHostEvent } from './client.svelte.ts';

let runs = $state.raw<readonly RunSummary[]>([]);

/** How far it is, as short as can be: "452 of 480", "17 moves", "120 found". */
export function standing({ figures }: RunSummary): string {
  if (figures.sliding) return figures.sliding.path ? `${figures.sliding.path.length} moves` : 'no answer yet';
  if (figures.raw > 0) return `${figures.raw.toLocaleString('en')} found`;
  return figures.edges > 0 ? `${figures.matched} of ${figures.edges}` : '';
}

export const underWay = {
  get runs(): readonly RunSummary[] {
    return runs;
  },
  /** For the title of the window; empty where nothing runs. */
  get headline(): string {
    const going = runs.filter(({ status }) => status === 'running');
    const [first] = going;
    if (!first) return '';
    return standing(first) + (going.length > 1 ? ` and ${going.length - 1} more` : '');
  },
};

/** Call once, while the frame is created. */
export function followUnderWay(): void {
  $effect(() => {
    void connection.epoch;
    let asked = 0;
    const load = (): void => {
      const mine = ++asked;
      client.call('queue.list', {}).then(
        (state) => {
          if (mine === asked) runs = state.underWay;
        },
        () => undefined, // the page says so when the host can't be reached
      );
    };
    load();
    const stops = [
      onHostEvent('run.changed', load),
      onHostEvent('run.progress', ({ runId, status, message, figures }) => {
        runs = runs.map((run) => (run.id === runId ? { ...run, status, message, figures } : run));
      }),
    ];
    return () => {
      asked++;
      for (const stop of stops) stop();
    };
  });
}
