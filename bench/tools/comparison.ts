const NUMBER = /(?<![\w.-])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?/g;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Returns the numbers in each line. The key is the line without its numbers, with a count if the line is repeated. */
function linesOf(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  const times = new Map<string, number>();
  for (const line of text.split('\n')) {
    const numbers = [...line.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', '')));
    if (numbers.length === 0) continue;
    const words = line.replace(NUMBER, '#').replace(/\s+/g, ' ').trim();
    const time = (times.get(words) ?? 0) + 1;
    times.set(words, time);
    lines.set(time === 1 ? words : `${words} (${time})`, numbers);
  }
  return lines;
}

/**
 * Returns the lines that all outputs contain, if numbers are ignored. In these lines, each number is replaced by the
 * median of the outputs `before`, the median of the outputs `after`, and their ratio.
 */
export function comparisonOf(before: readonly string[], after: readonly string[]): string {
  const sides = [before, after].map((texts) => texts.map(linesOf));
  const all = sides.flat();
  const shared = [...(all[0]?.keys() ?? [])].filter((words) => all.every((lines) => lines.has(words)));
  return shared
    .map((words) => {
      let at = 0;
      return words.replace(/#/g, () => {
        const index = at++;
        const [old, now] = sides.map((texts) => median(texts.map((lines) => lines.get(words)![index]!)));
        if (old === now) return String(old);
        return `${old} → ${now}${old === 0 ? '' : ` (${(now! / old!).toFixed(2)})`}`;
      });
    })
    .join('\n');
}
