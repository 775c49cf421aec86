/** Times at round values, such as 5 s and 10 min, for axis marks and inputs. */
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90, 365].map((n) => n * DAY_MS),
];
/** marks on a logarithmic axis; each is four to twelve times the one before */
const decades = [
  ...[1, 10, 100],
  ...[1, 10].map((n) => n * SECOND_MS),
  ...[1, 10].map((n) => n * MINUTE_MS),
  ...[1, 6].map((n) => n * HOUR_MS),
  ...[1, 7, 30, 365].map((n) => n * DAY_MS),
];

/**
 * Returns at most `most` marks for a linear time axis. If the axis reaches two seconds, they are whole seconds. If it
 * reaches beyond a minute, they are whole minutes.
 */
export function timeMarks(from: number, to: number, most: number): number[] {
  const span = Math.max(0, to - from);
  const least = to > MINUTE_MS ? MINUTE_MS : to >= 2 * SECOND_MS ? SECOND_MS : 1;
  let step = steps.find((each) => each >= least && span / each <= most) ?? 0;
  if (step === 0) step = Math.ceil(span / most / (365 * DAY_MS)) * 365 * DAY_MS;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Returns the marks of a logarithmic time axis. Omits marks below a second if at least two others remain. */
export function timeDecades(from: number, to: number): number[] {
  const marks = decades.filter((mark) => mark >= from && mark <= to);
  const fromSecond = marks.filter((mark) => mark >= SECOND_MS);
  return fromSecond.length > 1 ? fromSecond : marks;
}

const units = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
  [1, 'ms'],
] as const;
/** Returns a mark's text with its units: 200 ms, 1.5 s, 30 s, 5 min, 1 h 30 min, 3 d. */
export function timeMark(ms: number): string {
  let rest = Math.round(ms);
  if (rest > SECOND_MS && rest < MINUTE_MS) return `${rest / SECOND_MS} s`;
  const parts = units.flatMap(([length, name]) => {
    const number = Math.floor(rest / length);
    rest -= number * length;
    return number > 0 ? `${number} ${name}` : [];
  });
  return parts.join(' ') || '0 s';
}
