import type { Trial } from './experiment.ts';

/** A quantity for comparing trials. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  /** noun for sentences such as "has the lowest time" */
  readonly noun: string;
  /** unit of the values; empty if the title says what is being counted */
  readonly unit: string;
  /** whether low or high values are better; null if the measure merely describes the search */
  readonly better: 'low' | 'high' | null;
  /** Returns a trial's value; null if it has none. */
  readonly of: (trial: Trial) => number | null;
}

/**
 * If a limit ended a trial, its time is unknown and left out. `compareSetups` then names no winner, because leaving
 * out slow trials could make a setup win.
 */
const time: Measure = {
  id: 'time',
  title: 'Time to finish',
  noun: 'time',
  unit: 'ms',
  better: 'low',
  of: (trial) => (trial.status === 'solved' || trial.status === 'exhausted' ? trial.elapsedMs : null),
};

/** Processor time of all threads and external programs. A trial has this value only if it has one for `time`. */
const processor: Measure = {
  ...time,
  id: 'cpu',
  title: 'Processor time',
  noun: 'processor time',
  of: (trial) => (time.of(trial) === null ? null : trial.cpuMs),
};

export const measures: readonly Measure[] = [
  time,
  processor,
  {
    id: 'best',
    title: 'Time to the best board',
    noun: 'time to the best board',
    unit: 'ms',
    better: null,
    of: ({ bestAfterMs }) => bestAfterMs,
  },
  {
    id: 'quality',
    title: 'Quality (tiles placed)',
    noun: 'share of tiles placed',
    unit: '%',
    better: 'high',
    of: ({ placed, cells }) => (cells > 0 ? (100 * placed) / cells : null),
  },
  {
    id: 'matched',
    title: 'Edges matched',
    noun: 'share of edges matched',
    unit: '%',
    better: 'high',
    of: ({ matched, edges }) => (edges > 0 ? (100 * matched) / edges : null),
  },
  { id: 'nodes', title: 'Nodes', noun: 'number of nodes', unit: '', better: null, of: ({ nodes }) => nodes },
  {
    id: 'speed',
    title: 'Nodes per second',
    noun: 'number of nodes per second',
    unit: '',
    better: null,
    of: ({ nodesPerSecond, elapsedMs }) => (elapsedMs > 0 ? nodesPerSecond : null),
  },
  {
    id: 'iterations',
    title: 'Iterations per second',
    noun: 'number of iterations per second',
    unit: '',
    better: null,
    of: ({ iterationsPerSecond }) => iterationsPerSecond,
  },
  {
    id: 'unique',
    title: 'Unique solutions',
    noun: 'number of unique solutions',
    unit: '',
    better: null,
    of: ({ unique }) => unique,
  },
  {
    id: 'memory',
    title: 'Memory',
    noun: 'memory use',
    unit: 'MB',
    better: 'low',
    of: ({ memoryBytes }) => (memoryBytes === null ? null : memoryBytes / 2 ** 20),
  },
];

export const measureNamed = (id: string): Measure => {
  const measure = measures.find((each) => each.id === id);
  if (!measure)
    throw new RangeError(`no measure “${id}”; the measures are: ${measures.map((m) => m.id).join(', ')}`);
  return measure;
};
