/** Experiments as the host has them, kept up to date by its events. */
import type { Experiment } from '../../src-core/contract/lab.ts';
import type { Trial } from '../../src-core/lab/experiment.ts';
import { client, connection, messageOf, onHostEvent } from '../base/client.svelte.ts';

/** The list of all experiments. Create while a component is being initialised. */
export class Experiments {
  /** null while they are being loaded */
  list = $state.raw<readonly Experiment[] | null>(null);
  error = $state('');

  constructor() {
    const load = (): void => {
      client.call('lab.list', {}).then(
        (list) => {
          this.list = list;
          this.error = '';
        },
        (error: unknown) => (this.error = messageOf(error)),
      );
    };
    $effect(() => {
      void connection.epoch;
      load();
      const stops = [
        onHostEvent('lab.changed', load),
        onHostEvent('lab.trial', ({ experimentId }) => {
          const { list } = this;
          this.list =
            list && list.map((each) => (each.id === experimentId ? { ...each, done: each.done + 1 } : each));
        }),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }
}

/** One experiment with its trials. */
export class OneExperiment {
  experiment = $state.raw<Experiment | null>(null);
  trials = $state.raw<readonly Trial[]>([]);
  error = $state('');

  constructor(id: () => number) {
    $effect(() => {
      void connection.epoch;
      const experimentId = id();
      let stopped = false;
      const load = (): void => {
        client.call('lab.get', { experimentId }).then(
          ({ experiment, trials }) => {
            if (stopped) return;
            this.experiment = experiment;
            this.trials = trials;
            this.error = '';
          },
          (error: unknown) => {
            if (!stopped) this.error = messageOf(error);
          },
        );
      };
      load();
      const stops = [
        onHostEvent('lab.changed', load),
        onHostEvent('lab.trial', (event) => {
          if (event.experimentId !== experimentId || !this.experiment) return;
          if (this.trials.some(({ number }) => number === event.trial.number)) return;
          this.trials = [...this.trials, event.trial];
          this.experiment = { ...this.experiment, done: this.trials.length };
        }),
      ];
      return () => {
        stopped = true;
        stops.forEach((stop) => stop());
      };
    });
  }
}
