/** How the benches measure: CPU seconds of this process, since the machine may be busy with other work. */
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

/** The value that this part of the values (0 the least, 1 the most) come before. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} M/s`;

/** 1,234,567 */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

export function line(name: string, ...cells: string[]): void {
  console.log([name.padEnd(44), ...cells.map((cell) => cell.padStart(16))].join(' '));
}
