import { grouped } from '../text/counted.ts';
import { compareSetups, groupsOf, spreadIn, unfinished, type Group } from './compare.ts';
import type { Trial } from './experiment.ts';
import { measures, type Measure } from './measures.ts';
import { publishedTrials } from './rows-trials.ts';

/** Returns a number with three significant digits. */
export function figureText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${(value / 1e6).toFixed(size >= 1e7 ? 0 : 1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(size >= 1e5 ? 0 : 1)}k`;
  if (size >= 100 || Number.isInteger(value)) return grouped(Math.round(value));
  return value.toPrecision(3);
}

/** Returns the measures for which some trial has a value. */
export const measuresIn = (groups: readonly Group[]): Measure[] =>
  measures.filter((measure) => groups.some((group) => spreadIn(group, measure) !== null));

/** Returns the groups by puzzle, in the order of each puzzle's first group. */
export function byPuzzle(groups: readonly Group[]): Map<string, Group[]> {
  const puzzles = new Map<string, Group[]>();
  for (const group of groups) puzzles.set(group.puzzle, [...(puzzles.get(group.puzzle) ?? []), group]);
  return puzzles;
}

/** Returns a table for users: the median and quartiles of each group, followed by the conclusions. */
export function tableText(trials: readonly Trial[]): string {
  const groups = groupsOf(trials);
  const shown = measuresIn(groups);
  const lines = [
    [
      'puzzle',
      'engine',
      'trials',
      'ended',
      ...shown.map(({ title, unit }) => `${title}${unit && ` (${unit})`}`),
    ],
    ...groups.map((group) => [
      group.puzzle,
      group.setup,
      String(group.trials.length),
      String(group.trials.length - unfinished(group)),
      ...shown.map((measure) => {
        const spread = spreadIn(group, measure);
        if (!spread) return '-';
        const { median, low, high } = spread;
        return `${figureText(median)} [${figureText(low)}, ${figureText(high)}]`;
      }),
    ]),
  ];
  const verdicts = [...byPuzzle(groups).values()].flatMap((setups) =>
    shown.flatMap((measure) => {
      const verdict = compareSetups(setups, measure);
      return verdict ? [`${verdict.puzzle}, ${measure.title.toLowerCase()}: ${verdict.words}`] : [];
    }),
  );
  return [
    'Median [lower quartile, upper quartile].',
    columns(lines),
    ...(verdicts.length > 0 ? ['', ...verdicts] : []),
    '',
  ].join('\n');
}

/** Returns the cells as text, aligned in columns. */
export function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the row solver's published means for a size; null if there are none. */
export const publishedFor = (size: number | null) => publishedTrials.find(({ n }) => n === size) ?? null;
