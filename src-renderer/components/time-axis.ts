/** Times that people say: whole seconds, minutes, hours, days; marks of a time axis, and what was asked for. */
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
/** one mark for each on a logarithmic axis, each three to ten times the one before */
const decades = [
  ...[1, 10].map((n) => n * SECOND),
  ...[1, 10].map((n) => n * MINUTE),
  ...[1, 6].map((n) => n * HOUR),
  ...[1, 7, 30, 365].map((n) => n * DAY),
];

/** `most` marks at most, beyond a minute at whole minutes; a time beyond all steps goes on in years. */
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
/** 30 s, 5 min, 1 h 30 min, 3 d: what a mark says, in full. */
export function timeMark(ms: number): string {
  let rest = Math.round(ms / SECOND) * SECOND;
  const parts = units.flatMap(([length, name]) => {
    const number = Math.floor(rest / length);
    rest -= number * length;
    return number > 0 ? `${number} ${name}` : [];
  });
  return parts.join(' ') || '0 s';
}
