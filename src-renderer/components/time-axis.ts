/** Round times for axis marks and inputs: whole milliseconds, seconds, minutes, hours, days. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((n) => n * DAY),
];
/** positions of marks on a logarithmic axis; each is four to twelve times the one before */
const decades = [
  ...[1, 10, 100],
  ...[1, 10].map((n) => n * SECOND),
  ...[1, 10].map((n) => n * MINUTE),
  ...[1, 6].map((n) => n * HOUR),
  ...[1, 7, 30, 365].map((n) => n * DAY),
];

/**
 * Returns the positions of at most `most` marks for a linear time axis. If the axis reaches two seconds, all marks
 * are at whole seconds; if it exceeds a minute, at whole minutes.
 */
export function timeMarks(from: number, to: number, most: number): number[] {
  const span = Math.max(0, to - from);
  const least = to > MINUTE ? MINUTE : to >= 2 * SECOND ? SECOND : 1;
  let step = steps.find((each) => each >= least && span / each <= most) ?? 0;
  if (step === 0) step = Math.ceil(span / most / (365 * DAY)) * 365 * DAY;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

/**
 * Returns the marks of a logarithmic time axis. Leaves out marks below a second if at least two other marks remain.
 */
export function timeDecades(from: number, to: number): number[] {
  const marks = decades.filter((mark) => mark >= from && mark <= to);
  const fromSecond = marks.filter((mark) => mark >= SECOND);
  return fromSecond.length > 1 ? fromSecond : marks;
}

const units = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
  [1, 'ms'],
] as const;
/** Returns the text of a mark with its units: 200 ms, 1.5 s, 30 s, 5 min, 1 h 30 min, 3 d. */
export function timeMark(ms: number): string {
  let rest = Math.round(ms);
  if (rest > SECOND && rest < MINUTE) return `${rest / SECOND} s`;
  const parts = units.flatMap(([length, name]) => {
    const number = Math.floor(rest / length);
    rest -= number * length;
    return number > 0 ? `${number} ${name}` : [];
  });
  return parts.join(' ') || '0 s';
}
