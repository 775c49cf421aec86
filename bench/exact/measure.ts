/** Measurements in CPU seconds of this process, because other programs may be using the machine. */
export interface Measured<T> {
  readonly value: T;
  readonly seconds: number;
}

export function measure<T>(work: () => T): Measured<T> {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, seconds: (user + system) / 1e6 };
}

/** Returns a quantile of the values. For `part`, 0 is the minimum and 1 is the maximum. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} M/s`;

/** Returns a number such as 1,234,567. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

export function line(name: string, ...cells: string[]): void {
  console.log([name.padEnd(44), ...cells.map((cell) => cell.padStart(16))].join(' '));
}
