/** Formats numbers and times for users. */
import { grouped } from '../../src-core/text/counted.ts';
import { durationText } from '../../src-core/text/duration.ts';

const suffixes = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

export const count = (value: number): string => grouped(Math.round(value));
/**
 * Returns a count with at most three significant digits, such as 12.3k, 655k or 12.3M. Counts below ten thousand are
 * exact. 20,000 is written as 20k, not 20.0k.
 */
export function brief(value: number): string {
  const suffix = value < 9999.5 ? undefined : suffixes.find(([size]) => value >= size * 0.9995);
  if (!suffix) return count(value);
  const scaled = value / suffix[0];
  return `${scaled.toFixed(scaled < 99.95 && !Number.isInteger(scaled) ? 1 : 0)}${suffix[1]}`;
}
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** Returns a rounded count with its noun, such as "1 tile" or "12.3M tiles". */
export const briefly = (n: number, one: string): string => `${brief(n)} ${n === 1 ? one : `${one}s`}`;

/** Writes a number in superscript digits. */
export const raised = (power: number): string =>
  String(power).replace(/./g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]!);

const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
/** Returns an estimate with two significant digits: 4.2 × 10⁻⁸, 0.15, 3,600, 6.6 × 10⁷. */
export function rough(value: number): string {
  if (value === 0 || (value >= 0.001 && value < 995_000)) return fine.format(value);
  const [digits, power] = value.toExponential(1).split('e');
  return `${Number(digits)} × 10${raised(Number(power))}`;
}

/**
 * Formats the number whose decimal logarithm is given, such as 9.5 × 10¹⁰ or 1 × 10⁶⁶¹. The number may be too large for
 * a double.
 */
export function roughPower(log10: number): string {
  if (Math.abs(log10) < 300) return rough(10 ** log10);
  const power = Math.floor(log10);
  return `${Number((10 ** (log10 - power)).toFixed(1))} × 10${raised(power)}`;
}

/** Returns a size in memory or on disk, such as 16 GB, 350 MB or 2 kB. */
export function size(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes < 1) return `${Math.ceil(bytes / 1024)} kB`;
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${fine.format(megabytes / 1024)} GB`;
}

const DAY_S = 86_400;
const YEAR_S = 365.25 * DAY_S;
/**
 * Returns an estimated time with two significant digits. The units are those of `duration`, but times of two years or
 * more are in years.
 */
export function roughTime(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  if (seconds >= 2 * YEAR_S) return `${rough(seconds / YEAR_S)} years`;
  if (seconds >= 2 * DAY_S) return `${rough(seconds / DAY_S)} d`;
  if (seconds < 60) return `${fine.format(seconds)} s`;
  return duration(1000 * Number(seconds.toPrecision(2))).replace(/ 0 \w+$/, '');
}

export const duration = durationText;

/** Formats a fraction from 0 to 1 as a percentage. Small ones have more decimals, so that slow progress is visible. */
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0 || value >= 99.995) return `${Math.round(value)} %`;
  if (value < 0.001) return `${rough(value)} %`;
  return `${value < 1 ? value.toPrecision(2) : value.toFixed(1)} %`;
}

const today = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Returns a past time as text, as precisely as is useful. */
export function when(iso: string): string {
  const date = new Date(iso);
  const age = Date.now() - date.getTime();
  if (age < 60_000) return 'just now';
  if (new Date().toDateString() === date.toDateString()) return today.format(date);
  return age < 300 * 86_400_000 ? day.format(date) : full.format(date);
}

const toTheSecond = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayToTheSecond = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Returns a past time as text, to the second, with the date unless it is today. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const time = toTheSecond.format(date);
  return new Date().toDateString() === date.toDateString() ? time : `${dayToTheSecond.format(date)}, ${time}`;
}
