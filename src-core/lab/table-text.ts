import { compareSetups, groupsOf, spreadIn, unfinished, type Group } from './compare.ts';
import type { Trial } from './experiment.ts';
import { measures, type Measure } from './measures.ts';
import { publishedTrials } from './rows-trials.ts';

/** Figures a person can take in: three places, no more. */
export function figureText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${(value / 1e6).toFixed(size >= 1e7 ? 0 : 1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(size >= 1e5 ? 0 : 1)}k`;
  if (size >= 100 || Number.isInteger(value)) return String(Math.round(value));
  return value.toPrecision(3);
}

/** The measures that at least one of the trials has. */
export const measuresIn = (groups: readonly Group[]): Measure[] =>
  measures.filter((measure) => groups.some((group) => spreadIn(group, measure) !== null));

/** Groups by puzzle, in order of their first appearance. */
export function byPuzzle(groups: readonly Group[]): Map<string, Group[]> {
  const puzzles = new Map<string, Group[]>();
  for (const group of groups) puzzles.set(group.puzzle, [...(puzzles.get(group.puzzle) ?? []), group]);
  return puzzles;
}

/** Every line of the table as text: median and the middle half of the figures, then what can be said. */
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

/** Cells as text in columns. */
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

/** The row solver's means beside ours; null for a size it does not have. */
export const publishedFor = (size: number | null) => publishedTrials.find(({ n }) => n === size) ?? null;
