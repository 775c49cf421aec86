import type { Trial } from './experiment.ts';

/** Something a trial is measured by. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** which end is the better one; null: neither, it describes the search */
  readonly better: 'low' | 'high' | null;
  /** null: this trial has no such figure */
  readonly of: (trial: Trial) => number | null;
}

/**
 * Time to the end of the trial. A trial that a limit ended would have taken longer, nobody knows how
 * long: its time is left out, and `comparable` (compare.ts) sees to it that nobody wins by it.
 */
const time: Measure = {
  id: 'time',
  title: 'Time to the end',
  unit: 'ms',
  better: 'low',
  of: (trial) => (trial.status === 'solved' || trial.status === 'exhausted' ? trial.elapsedMs : null),
};

/** Of all threads together, and of programs that are not ours: what a fair race is run by. The same trials count as in `time`. */
const processor: Measure = {
  ...time,
  id: 'cpu',
  title: 'Processor time',
  of: (trial) => (time.of(trial) === null ? null : trial.cpuMs),
};

export const measures: readonly Measure[] = [
  time,
  processor,
  {
    id: 'best',
    title: 'Time to the best board',
    unit: 'ms',
    better: null,
    of: ({ bestAfterMs }) => bestAfterMs,
  },
  {
    id: 'quality',
    title: 'Quality (tiles placed)',
    unit: '%',
    better: 'high',
    of: ({ placed, cells }) => (cells > 0 ? (100 * placed) / cells : null),
  },
  {
    id: 'matched',
    title: 'Edges matched',
    unit: '%',
    better: 'high',
    of: ({ matched, edges }) => (edges > 0 ? (100 * matched) / edges : null),
  },
  { id: 'nodes', title: 'Nodes', unit: '', better: null, of: ({ nodes }) => nodes },
  {
    id: 'speed',
    title: 'Nodes a second',
    unit: '/s',
    better: null,
    of: ({ nodesPerSecond, elapsedMs }) => (elapsedMs > 0 ? nodesPerSecond : null),
  },
  {
    id: 'iterations',
    title: 'Iterations a second',
    unit: '/s',
    better: null,
    of: ({ iterationsPerSecond }) => iterationsPerSecond,
  },
  { id: 'unique', title: 'Unique solutions', unit: '', better: null, of: ({ unique }) => unique },
  {
    id: 'memory',
    title: 'Memory',
    unit: 'MB',
    better: 'low',
    of: ({ memoryBytes }) => (memoryBytes === null ? null : memoryBytes / 2 ** 20),
  },
];

export const measureNamed = (id: string): Measure => {
  const measure = measures.find((each) => each.id === id);
  if (!measure)
    throw new RangeError(`no measure “${id}”; there are: ${measures.map((m) => m.id).join(', ')}`);
  return measure;
};
