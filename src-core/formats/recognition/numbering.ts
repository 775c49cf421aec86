/** Assigns codes to labels under a mating rule. */
import { numberedLabels, symbolLabel } from '../../puzzle/labels.ts';
import { MAX_LABELS, type EdgeLabel, type LabelStyle } from '../../puzzle/puzzle.ts';
import type { MatingChoice } from './mating-choices.ts';

export interface Numbering {
  readonly styles: readonly LabelStyle[];
  readonly codeOf: (label: string) => EdgeLabel;
}

/**
 * Returns codes for the labels, or null if there are too many labels, or if the rule needs halves and some labels are
 * not halves.
 */
export function numberLabels(
  labels: readonly string[],
  { rule, naming }: MatingChoice,
  frame: string | null,
): Numbering | null {
  const all = frame === null || labels.includes(frame) ? labels : [...labels, frame];
  if (rule === 'same') {
    if (all.every((label) => /^(0|[1-9]\d{0,3})$/.test(label) && Number(label) < MAX_LABELS)) {
      const most = all.reduce((sum, label) => Math.max(sum, Number(label)), 0);
      return { styles: numberedLabels(most + 1), codeOf: Number };
    }
    if (all.length > MAX_LABELS) return null;
    const sorted = all.toSorted(byValue);
    const codes = new Map(sorted.map((label, i) => [label, i]));
    return { styles: sorted.map((name) => ({ name })), codeOf: (label) => codes.get(label)! };
  }
  const halves = new Map(
    all.map((label) => [
      label,
      label === frame && !naming!.halfOf(label) ? { symbol: label, half: 0 as const } : naming!.halfOf(label),
    ]),
  );
  if ([...halves.values()].some((half) => half === null)) return null;
  const own = [...new Set([...halves.values()].map((half) => half!.symbol))];
  if (own.every((symbol) => symbol.startsWith('#'))) {
    const most = own.reduce((sum, symbol) => Math.max(sum, Number(symbol.slice(1))), 0);
    if (most >= MAX_LABELS) return null;
    return { styles: letters(most + 1), codeOf: Number };
  }
  const symbols = own.toSorted(byValue);
  if (symbols.length > MAX_LABELS) return null;
  const codes = new Map(symbols.map((symbol, i) => [symbol, i]));
  return {
    styles: symbols.map((name) => ({ name })),
    codeOf: (label) => {
      const { symbol, half } = halves.get(label)!;
      return symbolLabel(codes.get(symbol)!, half);
    },
  };
}

const letters = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({
    name: String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : String(Math.floor(i / 26) + 1)),
  }));

function byValue(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}
