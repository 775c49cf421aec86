/**
 * Finds labels that are two halves of a symbol: `A0/A1`, `a/A`, `+3/-3`, numbers with a constant sum, or listed pairs.
 */
import { withoutEnd } from '../../text/trimmed.ts';

/**
 * How numbers pair up as halves:
 * - `sum`: two numbers match if their sum is a constant, the same for all pairs.
 * - `apart`: two numbers match if their difference is a constant: 0 to 3 pair up as 0-2 and 1-3.
 * - `next`: two numbers match if they follow each other: 0 to 3 pair up as 0-1 and 2-3.
 */
export const pairNames = ['sum', 'apart', 'next'] as const;

/** A way to read labels as two halves of symbols. */
export interface HalvesNaming {
  /** title for the user that shows which labels match, such as "A0 matches A1" */
  readonly title: string;
  /** evidence for this naming, from 0 (merely possible) to 3 (nothing else makes sense) */
  readonly evidence: number;
  readonly halfOf: (label: string) => Half;
  /** true if the labels may also be colours */
  readonly isDoubtful?: true;
  /** value of the option `pairs` that selects this naming; set only if the labels are numbers */
  readonly option?: (typeof pairNames)[number];
}

type Half = { readonly symbol: string; readonly half: 0 | 1 } | null;

/** Common names for two halves, at the start or end of a label. `evidence` says how strongly they suggest halves. */
const AFFIXES: readonly (readonly [tail: string, head: string, evidence: number])[] = [
  ['tail', 'head', 3],
  ['bottom', 'top', 3],
  ['back', 'front', 3],
  ['lower', 'upper', 3],
  ['female', 'male', 3],
  ['out', 'in', 3],
  ['concave', 'convex', 3],
  ['left', 'right', 2.5],
  ['f', 'm', 2],
  ['o', 'i', 2],
  ['-', '+', 3],
  ['<', '>', 3],
  ['0', '1', 2.5],
  ['t', 'h', 2.5],
  ['b', 't', 2.5],
  ['1', '2', 1.5],
  ['a', 'b', 1.5],
  ['l', 'r', 1.5],
  ['', "'", 2.5],
  ['', '*', 2.5],
  ['', '!', 2.5],
  ['', '~', 2.5],
  ['', '^', 2.5],
];
/** Minimum evidence to accept a naming even if many symbols have only one half */
const MIN_KNOWN_EVIDENCE = 2;
const MIN_FRACTION_WITH_BOTH = 0.3;
const AFFIX_SEPARATOR = /[\s_.:/-]/;
/** Evidence for pairs of affixes that are not in `AFFIXES`: with a separator, and without one */
const SEPARATED_AFFIX_EVIDENCE = 1.2;
const UNSEPARATED_AFFIX_EVIDENCE = 0.5;

/**
 * Returns every possible way to read the labels as symbol halves, likeliest first. `pairs` has the labels that match
 * according to the text.
 */
export function halvesNamings(
  labels: readonly string[],
  pairs: readonly (readonly [string, string])[] = [],
): HalvesNaming[] {
  const found = [
    ...(pairs.length > 0 ? [pairNaming(pairs)] : []),
    ...affixNamings(labels, false),
    ...affixNamings(labels, true),
    signNaming(labels),
    caseNaming(labels),
    ...numberNamings(labels),
  ].filter((each) => each !== null);
  const alike = Map.groupBy(
    found.sort((a, b) => b.evidence - a.evidence),
    (each) => pairingOf(labels, each),
  );
  return [...alike.values()].map((namings) => {
    const option = namings.find((each) => each.option !== undefined)?.option;
    return option === undefined ? namings[0]! : { ...namings[0]!, option };
  });
}

/** Returns a key that is equal for two namings if the same labels match under both. */
export function pairingOf(labels: readonly string[], { halfOf }: HalvesNaming): string {
  const symbols = new Map<string, { number: number; half: number }>();
  const keys = labels.map((label) => {
    const own = halfOf(label);
    if (!own) return '-';
    const first = symbols.get(own.symbol) ?? { number: symbols.size, half: own.half };
    symbols.set(own.symbol, first);
    return `${first.number}${first.half === own.half ? 'a' : 'b'}`;
  });
  return keys.join();
}

function pairNaming(pairs: readonly (readonly [string, string])[]): HalvesNaming {
  const halves = new Map<string, Half>();
  for (const [tail, head] of pairs) {
    halves.set(tail, { symbol: `${tail}/${head}`, half: 0 });
    halves.set(head, { symbol: `${tail}/${head}`, half: 1 });
  }
  const shown = pairs.slice(0, 3).map((pair) => pair.join(' matches '));
  return { title: shown.join(', '), evidence: 3, halfOf: (label) => halves.get(label) ?? null };
}

function affixNamings(labels: readonly string[], before: boolean): HalvesNaming[] {
  const namings: HalvesNaming[] = [];
  // Minimum number of labels with an affix. There are at least half as many symbols as labels, because a symbol has at
  // most two labels. At least the fraction `MIN_FRACTION_WITH_BOTH` of the symbols must have both halves.
  const fewest = (MIN_FRACTION_WITH_BOTH * new Set(labels).size) / 2;
  const counts = new Map<string, number>();
  for (const label of labels) {
    for (let length = 1; length <= Math.min(MAX_AFFIX_LENGTH, label.length); length++) {
      const affix = before ? label.slice(0, length) : label.slice(-length);
      counts.set(affix, (counts.get(affix) ?? 0) + 1);
    }
  }
  const isRare = (affix: string): boolean => affix !== '' && (counts.get(affix) ?? 0) < fewest;
  for (const [tail, head] of affixPairs(labels, before)) {
    if (isRare(tail) || isRare(head)) continue;
    const own = naming(labels, affixReader(tail, head, before), evidenceOf(tail, head));
    if (own) namings.push(own);
  }
  return namings;
}

/** Number of labels that are compared with all others in the search for affixes */
const MAX_PROBED_LABELS = 4;
/** Maximum length of an affix, in characters */
const MAX_AFFIX_LENGTH = 9;

function affixPairs(labels: readonly string[], before: boolean): (readonly [string, string])[] {
  const pairs = new Map<string, readonly [string, string]>();
  for (const label of labels.slice(0, MAX_PROBED_LABELS)) {
    for (let cut = Math.max(1, label.length - MAX_AFFIX_LENGTH); cut <= label.length; cut++) {
      const at = before ? label.length - cut : cut;
      const [stem, own] = before
        ? [label.slice(at), label.slice(0, at)]
        : [label.slice(0, at), label.slice(at)];
      for (const other of labels) {
        if (other === label || !(before ? other.endsWith(stem) : other.startsWith(stem))) continue;
        const affix = before ? other.slice(0, other.length - stem.length) : other.slice(stem.length);
        if (affix.length > MAX_AFFIX_LENGTH) continue;
        const known = AFFIXES.find(([tail]) => tail === bareAffix(affix));
        const pair = known && known[1] === bareAffix(own) ? ([affix, own] as const) : ([own, affix] as const);
        pairs.set(pair.toSorted().join('\n'), pair);
      }
    }
  }
  return [...pairs.values()];
}

const bareAffix = (affix: string): string =>
  affix.length > 1
    ? withoutEnd(affix.replace(/^[\s_.:/-]+/, ''), /[\s_.:/-]/).toLowerCase()
    : affix.toLowerCase();

function evidenceOf(tail: string, head: string): number {
  const both = [bareAffix(tail), bareAffix(head)];
  const known = AFFIXES.find(
    (pair) => both.includes(pair[0]) && both.includes(pair[1]) && both[0] !== both[1],
  );
  if (known) return known[2];
  return AFFIX_SEPARATOR.test(tail) && AFFIX_SEPARATOR.test(head)
    ? SEPARATED_AFFIX_EVIDENCE
    : UNSEPARATED_AFFIX_EVIDENCE;
}

const affixReader = (tail: string, head: string, before: boolean): HalvesNaming['halfOf'] => {
  // Try the longer affix first, because a label that ends with `female` also ends with `male`.
  const affixes = ([[tail, 0], [head, 1]] as [string, 0 | 1][]).sort((a, b) => b[0].length - a[0].length); // oxfmt-ignore
  return (label) => {
    for (const [affix, half] of affixes) {
      if (label.length <= affix.length || !(before ? label.startsWith(affix) : label.endsWith(affix)))
        continue;
      return {
        symbol: before ? label.slice(affix.length) : label.slice(0, label.length - affix.length),
        half,
      };
    }
    return null;
  };
};

const signNaming = (labels: readonly string[]): HalvesNaming | null =>
  naming(
    labels,
    (label) => {
      const [, sign, rest] = /^([+-]?)(.+)$/s.exec(label) ?? [];
      return rest === undefined ? null : { symbol: rest, half: sign === '-' ? 0 : 1 };
    },
    3,
  );

const caseNaming = (labels: readonly string[]): HalvesNaming | null =>
  naming(
    labels,
    (label) => {
      const [upper, lower] = [label.toUpperCase(), label.toLowerCase()];
      if (upper === lower || ![upper, lower, capital(label)].includes(label)) return null;
      return { symbol: upper, half: label === lower ? 0 : 1 };
    },
    2.5,
  );

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

function naming(
  labels: readonly string[],
  halfOf: HalvesNaming['halfOf'],
  evidence: number,
): HalvesNaming | null {
  const seen = new Map<string, [tail: string | null, head: string | null]>();
  for (const label of labels) {
    const own = halfOf(label);
    if (!own) return null;
    const both = seen.get(own.symbol) ?? [null, null];
    both[own.half] = label;
    seen.set(own.symbol, both);
  }
  return named(labels, [...seen.values()], halfOf, evidence);
}

/**
 * Returns a way to read labels as halves; null if too few symbols have both halves. `symbols` has the two labels of
 * each symbol, or null for a half that doesn't occur.
 */
function named(
  labels: readonly string[],
  symbols: readonly (readonly [tail: string | null, head: string | null])[],
  halfOf: HalvesNaming['halfOf'],
  evidence: number,
): HalvesNaming | null {
  const pairs = symbols.filter(([tail, head]) => tail !== null && head !== null);
  const [shown] = pairs;
  if (!shown) return null;
  const title = shown.join(' matches ');
  const both = pairs.length;
  const numeric = labels.every((label) => /^\d+$/.test(label));
  const isClear = (both >= 2 || symbols.length === 1) && both >= 0.6 * symbols.length;
  if (!isClear) {
    const isPossible =
      both >= MIN_FRACTION_WITH_BOTH * symbols.length && evidence >= MIN_KNOWN_EVIDENCE && !numeric;
    return isPossible ? { title, evidence: 1, halfOf, isDoubtful: true } : null;
  }
  const isComplete = both >= 3 && both === symbols.length;
  if (evidence < 1 && !isComplete) return null;
  if (!numeric) {
    // "light red" and "dark red" could be halves or colours.
    const isKnown = evidence > SEPARATED_AFFIX_EVIDENCE;
    return isKnown ? { title, evidence, halfOf } : { title, evidence: 1, halfOf, isDoubtful: true };
  }
  // A last digit can mark the half only if all numbers have the same length.
  const isEven = labels.every(({ length }) => length === labels[0]!.length);
  return isEven ? { title, evidence: Math.min(evidence, UNSEPARATED_AFFIX_EVIDENCE), halfOf } : null;
}

function numberNamings(labels: readonly string[]): HalvesNaming[] {
  if (!labels.every((label) => /^\d{1,4}$/.test(label))) return [];
  const numbers = labels.map(Number).sort((a, b) => a - b);
  if (numbers.length % 2 === 1 || numbers.length < 4) return [];
  const half = numbers.length / 2;
  const sum = numbers[0]! + numbers.at(-1)!;
  const apart = numbers[half]! - numbers[0]!;
  const isUsualSum = sum === 9 || numbers.length === 8;
  return [
    numberNaming(
      'sum',
      `numbers that add up to ${sum} match`,
      isUsualSum ? 0.8 : 0.4,
      numbers,
      (i) => sum - numbers[i]!,
    ),
    numberNaming('apart', null, 0.4, numbers, (i) => numbers[i]! + (i < half ? apart : -apart)),
    numberNaming('next', null, 0.4, numbers, (i) => numbers[i]! + (i % 2 === 0 ? 1 : -1)),
  ].filter((each) => each !== null);
}

/**
 * Returns the naming under which the sorted number at each index matches `mateAt(index)`. Returns null unless every
 * number has a partner among the numbers.
 */
function numberNaming(
  option: HalvesNaming['option'] & string,
  title: string | null,
  evidence: number,
  numbers: readonly number[],
  mateAt: (index: number) => number,
): HalvesNaming | null {
  const mates = new Map(numbers.map((number, i) => [number, mateAt(i)]));
  if (![...mates].every(([number, mate]) => mate !== number && mates.get(mate) === number)) return null;
  return {
    option,
    title: title ?? `${numbers[0]!} matches ${mates.get(numbers[0]!)!}`,
    evidence,
    halfOf(label) {
      const number = Number(label);
      const mate = mates.get(number) ?? number;
      return { symbol: `${Math.min(number, mate)}/${Math.max(number, mate)}`, half: number < mate ? 0 : 1 };
    },
  };
}
