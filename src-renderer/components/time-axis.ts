/** Round times for axis marks and inputs: whole seconds, minutes, hours, days. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((n) => n * DAY),
];
/** marks of a logarithmic axis, each three to ten times the previous one */
const decades = [
  ...[1, 10].map((n) => n * SECOND),
  ...[1, 10].map((n) => n * MINUTE),
  ...[1, 6].map((n) => n * HOUR),
  ...[1, 7, 30, 365].map((n) => n * DAY),
];

/**
 * Returns at most `most` marks; from a minute on they are at whole minutes. If the largest step of the list is
 * too small, the step is a number of years.
 */
export function timeMarks(from: number, to: number, most: number): number[] {
  const span = Math.max(0, to - from);
  const least = to > MINUTE ? MINUTE : SECOND;
  let step = steps.find((each) => each >= least && span / each <= most) ?? 0;
  if (step === 0) step = Math.ceil(span / most / (365 * DAY)) * 365 * DAY;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

export const timeDecades = (from: number, to: number): number[] =>
  decades.filter((mark) => mark >= from && mark <= to);

const units = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
] as const;
/** Returns the full text of a mark: 30 s, 5 min, 1 h 30 min, 3 d. */
export function timeMark(ms: number): string {
  let rest = Math.round(ms / SECOND) * SECOND;
  const parts = units.flatMap(([length, name]) => {
    const number = Math.floor(rest / length);
    rest -= number * length;
    return number > 0 ? `${number} ${name}` : [];
  });
  return parts.join(' ') || '0 s';
}
