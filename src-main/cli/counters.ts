import type { Counter } from '../../src-core/run/engine-facts.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { grouped } from '../../src-core/text/counted.ts';
import { table } from './table.ts';

const whole = (value: number): string => (value < 1e15 ? grouped(Math.round(value)) : value.toExponential(3));

/** Returns an engine's own counters as text, one per line, or an empty string if it has none. */
export function countersText(counters: readonly Counter[], counts: RunFigures['counts']): string {
  const lines = counters.flatMap(({ name, sentence, form }) => {
    const value = counts[name];
    if (sentence === undefined || typeof value !== 'number') return [];
    return [
      `  ${sentence.replace('#', form === 'share' ? `${(100 * value).toFixed(1)} %` : whole(value))}\n`,
    ];
  });
  return lines.join('') + levelsText(counters, counts);
}

function levelsText(counters: readonly Counter[], counts: RunFigures['counts']): string {
  const columns = counters.flatMap(({ name, title, form }) => {
    const values = counts[name];
    if (form !== 'levels' || !Array.isArray(values)) return [];
    const texts = values.map(whole);
    const width = Math.max(title.length, ...texts.map((text) => text.length));
    return [{ title, texts: texts.map((text) => text.padStart(width)) }];
  });
  const levels = columns[0]?.texts ?? [];
  if (levels.length === 0) return '';
  return table(
    ['  level', ...columns.map(({ title }) => title)],
    levels.map((_, i) => [i + 1, ...columns.map(({ texts }) => texts[i] ?? '')]),
  );
}
