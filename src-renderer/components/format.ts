/** Numbers and times for people. */
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const count = (value: number): string => grouped.format(value);
/** 12.3M; exact below ten thousand. */
export const brief = (value: number): string => (value < 10_000 ? count(value) : short.format(value));
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A share 0..1 with as many digits as it needs to be seen moving. */
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0 || value >= 99.995) return `${Math.round(value)} %`;
  if (value < 0.001) return `${value.toExponential(1)} %`;
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

/** When something was, as near as it matters. */
export function when(iso: string): string {
  const date = new Date(iso);
  const age = Date.now() - date.getTime();
  if (age < 60_000) return 'just now';
  if (new Date().toDateString() === date.toDateString()) return today.format(date);
  return age < 300 * 86_400_000 ? day.format(date) : full.format(date);
}
