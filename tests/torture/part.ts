import type { Random } from '../../src-core/random.ts';

export interface Outcome {
  readonly tried: string;
  /** number of inputs, kills or connections tried so far */
  readonly count: number;
  readonly failures: readonly string[];
}

/**
 * A part of the torture tests. After each trial, it passes the number of trials so far to `going`, and continues if
 * that returns true. The same seed repeats the same trials.
 */
export type Part = (seed: number, going: (count: number) => boolean) => Promise<Outcome>;

/** Runs `work` without the host's log messages, which would fill the screen. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => undefined;
  try {
    return await work();
  } finally {
    console.error = error;
  }
}

/** Returns a copy of the text with a few characters deleted, doubled, swapped or overwritten. */
export function mutated(text: string, chance: Random): string {
  for (let times = 1 + chance.below(4); times > 0; times--) {
    const from = chance.below(text.length + 1);
    const length = chance.below(2) === 0 ? chance.below(4) : chance.below(40);
    const other = chance.below(text.length + 1);
    const by = [
      '',
      text.slice(other, other + chance.below(30)),
      pieces[chance.below(pieces.length)]!,
      String.fromCharCode(chance.below(300)),
      String(chance.below(1_000_000)),
    ][chance.below(5)]!;
    text = text.slice(0, from) + by + text.slice(from + length);
  }
  return text;
}

const pieces = [
  '0',
  '-1',
  '1e9',
  '1e309',
  'NaN',
  'null',
  'true',
  '{}',
  '[]',
  '""',
  '"',
  ',',
  ';',
  ':',
  '\n',
  '\r',
  '\t',
  ' ',
  '#',
  '=',
  '&',
  '%',
  '\\',
  '\u0000',
  '\uFEFF',
  '\u202E',
  '𝔸',
  '-',
  '999999999999',
  '__proto__',
  'constructor',
  'x'.repeat(200),
  '1,2,3,4\n',
  'A1',
  '0.5',
  'a'.repeat(5000),
  '[[[[',
  '}}}}',
];
