/** Parses a duration as typed by a user: "90", "90 s", "10 min", "1.5 h", "2 d". */
const units: Readonly<Record<string, number>> = { '': 1, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/**
 * Returns the duration in seconds. Returns null for an empty string, which means no limit, and undefined if the string
 * isn't a duration.
 */
export function secondsInText(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const found = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  const name = found?.[2]?.toLowerCase().replace(/^(second|minute|hour|day)s?$/, (word) => word[0]!) ?? '';
  const unit = found && Object.hasOwn(units, name) ? units[name] : undefined;
  return unit === undefined ? undefined : Number(found![1]) * unit;
}

export function textOfSeconds(seconds: number | null): string {
  if (seconds === null) return '';
  for (const [name, length] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const) {
    if (seconds >= length && seconds % length === 0) return `${seconds / length} ${name}`;
  }
  return `${seconds} s`;
}
