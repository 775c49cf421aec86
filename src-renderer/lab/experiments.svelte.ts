/** The experiments stored by the host, kept up to date by its events. */
import type { Experiment } from '../../src-core/contract/lab.ts';
import type { Trial } from '../../src-core/lab/experiment.ts';
import { client, onHostEvent } from '../base/client.svelte.ts';
import { resource, type Resource } from '../base/resource.svelte.ts';

/** Returns the list of all experiments; null while loading. Call during initialisation. */
export function allExperiments(): Resource<readonly Experiment[]> {
  const all = resource((): Promise<readonly Experiment[]> => client.call('lab.list', {}), ['lab.changed']);
  $effect(() =>
    onHostEvent('lab.trial', ({ experimentId }) => {
      all.value =
        all.value?.map((each) => (each.id === experimentId ? { ...each, done: each.done + 1 } : each)) ??
        null;
    }),
  );
  return all;
}

interface WithTrials {
  readonly experiment: Experiment;
  readonly trials: readonly Trial[];
}

/** Returns one experiment with its trials; null while loading. Call during initialisation. */
export function oneExperiment(id: () => number): Resource<WithTrials> {
  const one = resource(
    (): Promise<WithTrials> => client.call('lab.get', { experimentId: id() }),
    ['lab.changed'],
  );
  $effect(() =>
    onHostEvent('lab.trial', (event) => {
      const { value } = one;
      if (!value || event.experimentId !== value.experiment.id) return;
      if (value.trials.some(({ number }) => number === event.trial.number)) return;
      const trials = [...value.trials, event.trial];
      one.value = { experiment: { ...value.experiment, done: trials.length }, trials };
    }),
  );
  return one;
}
