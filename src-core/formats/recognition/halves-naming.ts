/** Finds out how labels say which halves belong together: `A0/A1`, `a/A`, `+3/-3`, numbers of a constant sum, a list of pairs. */

/** One way to read labels as halves: what each is called, and which half it is (tail 0, head 1). */
export interface HalvesNaming {
  /** for people: "A0 meets A1" */
  readonly title: string;
  /** how strongly the labels speak for it: 0 (only possible) to 3 (nothing else makes sense) */
  readonly evidence: number;
  readonly halfOf: (label: string) => { readonly symbol: string; readonly half: 0 | 1 } | null;
}

const SUFFIXES: readonly (readonly [tail: string, head: string, evidence: number])[] = [
  ['tail', 'head', 3],
  ['bottom', 'top', 3],
  ['-', '+', 3],
  ['0', '1', 2.5],
  ['T', 'H', 2.5],
  ['t', 'h', 2.5],
  ['B', 'T', 2.5],
  ['b', 't', 2.5],
  ['1', '2', 1.5],
  ['a', 'b', 1.5],
  ['A', 'B', 1.5],
  ['L', 'R', 1.5],
  ['l', 'r', 1.5],
  ['', "'", 2.5],
  ['', '*', 2.5],
];

type Half = ReturnType<HalvesNaming['halfOf']>;

/** Returns every naming of halves that these labels can follow, the likeliest first. `pairs`: labels that the text says meet. */
export function halvesNamings(
  labels: readonly string[],
  pairs: readonly (readonly [string, string])[] = [],
): HalvesNaming[] {
  const found: HalvesNaming[] = [];
  if (pairs.length > 0) {
    const half = new Map<string, Half>();
    for (const [tail, head] of pairs) {
      half.set(tail, { symbol: `${tail}/${head}`, half: 0 });
      half.set(head, { symbol: `${tail}/${head}`, half: 1 });
    }
    found.push({
      title: pairs
        .map((pair) => pair.join(' meets '))
        .slice(0, 3)
        .join(', '),
      evidence: 3,
      halfOf: (label) => half.get(label) ?? null,
    });
  }
  for (const [tail, head, evidence] of SUFFIXES) {
    const suffixed = naming(labels, suffixReader(tail, head), evidence, `A${tail} meets A${head}`);
    if (suffixed) found.push(suffixed);
    if (tail.length < 2 || tail === '-') continue;
    const prefixed = naming(labels, prefixReader(tail, head), evidence, `${tail} A meets ${head} A`);
    if (prefixed) found.push(prefixed);
  }
  const signed = naming(
    labels,
    (label) => {
      const [, sign, rest] = /^([+-]?)(.+)$/s.exec(label) ?? [];
      return rest === undefined ? null : { symbol: rest, half: sign === '-' ? 0 : 1 };
    },
    3,
    '-3 meets 3',
  );
  if (signed) found.push(signed);
  const cased = naming(
    labels,
    (label) => {
      const upper = label.toUpperCase();
      if (upper === label.toLowerCase()) return null;
      if (label !== upper && label !== label.toLowerCase() && label !== capital(label)) return null;
      return { symbol: upper, half: label === label.toLowerCase() ? 0 : 1 };
    },
    2.5,
    'a meets A',
  );
  if (cased) found.push(cased);
  const sum = constantSum(labels);
  if (sum) found.push(sum);
  return found.sort((a, b) => b.evidence - a.evidence);
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

const suffixReader =
  (tail: string, head: string) =>
  (label: string): Half => {
    const lower = tail.length > 1 ? label.toLowerCase() : label;
    for (const [suffix, half] of tail === ''
      ? ([
          [head, 1],
          [tail, 0],
        ] as const)
      : ([
          [tail, 0],
          [head, 1],
        ] as const)) {
      if (!lower.endsWith(suffix) || label.length === suffix.length) continue;
      const symbol = label.slice(0, label.length - suffix.length).replace(/[\s_-]+$/, '');
      if (symbol !== '') return { symbol, half };
    }
    return null;
  };

const prefixReader =
  (tail: string, head: string) =>
  (label: string): Half => {
    const lower = label.toLowerCase();
    for (const [prefix, half] of [
      [tail, 0],
      [head, 1],
    ] as const) {
      if (lower.startsWith(prefix) && label.length > prefix.length) {
        const symbol = label.slice(prefix.length).replace(/^[\s_-]+/, '');
        if (symbol !== '') return { symbol, half };
      }
    }
    return null;
  };

/** A naming that all labels follow, most of whose symbols show both halves; else null. */
function naming(
  labels: readonly string[],
  halfOf: (label: string) => Half,
  evidence: number,
  title: string,
): HalvesNaming | null {
  const seen = new Map<string, number>();
  for (const label of labels) {
    const half = halfOf(label);
    if (!half) return null;
    seen.set(half.symbol, (seen.get(half.symbol) ?? 0) | (1 << half.half));
  }
  const both = [...seen.values()].filter((halves) => halves === 3).length;
  if (both < 2 && !(both === 1 && seen.size === 1)) return null;
  if (both < 0.6 * seen.size) return null;
  // Numbers from 10 on are not symbols with a digit after them.
  if (
    labels.every((label) => /^\d+$/.test(label)) &&
    !labels.every((label) => label.length === labels[0]!.length)
  )
    return null;
  const numeric = labels.every((label) => /^\d+$/.test(label));
  return { title, evidence: numeric ? Math.min(evidence, 0.5) : evidence, halfOf };
}

/** Numbers that meet when they sum to a constant: all from the least to the largest, an even number of them. */
function constantSum(labels: readonly string[]): HalvesNaming | null {
  if (!labels.every((label) => /^\d{1,4}$/.test(label))) return null;
  const numbers = labels.map(Number).sort((a, b) => a - b);
  const [least, largest] = [numbers[0]!, numbers.at(-1)!];
  if (numbers.length % 2 === 1 || numbers.length < 4 || largest - least + 1 !== numbers.length) return null;
  const sum = least + largest;
  return {
    title: `numbers meet that sum to ${sum}`,
    evidence: sum === 9 || numbers.length === 8 ? 0.8 : 0.4,
    halfOf: (label) => {
      const number = Number(label);
      return {
        symbol: `${Math.min(number, sum - number)}/${Math.max(number, sum - number)}`,
        half: number < sum - number ? 0 : 1,
      };
    },
  };
}
