import type { Trial } from './experiment.ts';
import { measureNamed, type Measure } from './measures.ts';
import { publishedMemory } from './published-memory.ts';
import type { Report, ReportCell } from './report.ts';
import { publishedTrials, type PublishedTrials } from './rows-trials.ts';
import { spreadOf } from './statistics.ts';

const line = (n: number): PublishedTrials['printed'] | undefined =>
  publishedTrials.find((published) => published.n === n)?.printed;

interface Column {
  readonly title: string;
  readonly measure: Measure;
  readonly published: (n: number) => ReportCell;
}

const shown: readonly Column[] = [
  {
    title: 'Time to the best board (ms)',
    measure: measureNamed('best'),
    published: (n) => {
      const { timeMs = null, timeBelowMs = null } = line(n) ?? {};
      return timeMs ?? (timeBelowMs === null ? null : `< ${timeBelowMs}`);
    },
  },
  {
    title: 'Quality (tiles placed, %)',
    measure: measureNamed('quality'),
    published: (n) => line(n)?.quality ?? null,
  },
  {
    title: 'Iterations per second',
    measure: measureNamed('iterations'),
    published: (n) => line(n)?.iterationsPerSecond ?? null,
  },
  {
    title: 'Memory (KB)',
    measure: {
      ...measureNamed('memory'),
      of: ({ memoryBytes }) => (memoryBytes === null ? null : memoryBytes / 1024),
    },
    published: (n) => publishedMemory(n) / 1024,
  },
];

/** Returns tables with the means from the appendix of the row solver's report next to ours. */
export function rowsReport(trials: readonly Trial[]): Report {
  const sizes = [...new Set(trials.flatMap(({ size }) => size ?? []))].toSorted((a, b) => a - b);
  return {
    source:
      'the row solver: “n × n edge-matching puzzle solver”, report for the course COEN 352, no author or year given, ' +
      'Appendix “Time Trial Data (Simple Backtracking)” and “Breakdown of Solver Memory Requirements”',
    note:
      'Means over all trials of each size. The row solver’s tilesets were not published. Edgewise uses random tilesets of the same sizes, and Eternity II’s pieces for size 16. ' +
      'The row solver’s memory is computed from its board, tiles, lists and file (in total about 14 KB for size 2 and almost 618 KB for size 16). ' +
      'Edgewise’s memory is the measured peak of a trial’s process, including the Node runtime.',
    head: ['n', 'published (mean)', 'ours (mean)', 'lowest', 'highest', 'trials'],
    tables: shown.map(({ title, measure, published }) => ({
      title,
      answer: '',
      rows: sizes.map((n) => {
        const values = trials.filter(({ size }) => size === n).flatMap((trial) => measure.of(trial) ?? []);
        const { mean = null, min = null, max = null } = spreadOf(values) ?? {};
        return [n, published(n), mean, min, max, values.length];
      }),
    })),
  };
}
