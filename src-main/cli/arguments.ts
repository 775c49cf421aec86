import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { MAX_THREADS } from '../../src-core/run/job.ts';

// Parsers for option values. If one of them throws, Commander prints the option's name and the error's message.

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number, such as 10.');
  return safeInteger(text);
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  const most = Number.MAX_SAFE_INTEGER;
  throw new InvalidArgumentError(`Expected ${number < 0 ? `-${most} or more` : `${most} or less`}.`);
}

export function positiveWhole(text: string): number {
  if (/^(?:-\d+|0+)$/.test(text)) throw new InvalidArgumentError('Expected a whole number of 1 or more.');
  return wholeNumber(text);
}

export function threadCount(text: string): number {
  const number = positiveWhole(text);
  if (number > MAX_THREADS) throw new InvalidArgumentError(`Expected ${MAX_THREADS} threads or fewer.`);
  return number;
}

/** Returns one thread per processor core. */
export const defaultThreadCount = (): number => Math.min(availableParallelism(), MAX_THREADS);

export function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('Expected a port from 0 (any free one) to 65535.');
  return number;
}

export function integer(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('Expected an integer, such as 1.');
  return safeInteger(text);
}

export function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('Expected a number of seconds, such as 60 or 0.5.');
  }
  return number;
}

/** Collects the values of a repeatable option. Throws if a value is given twice. */
export function collect(text: string, before: readonly string[]): string[] {
  if (before.includes(text)) throw new InvalidArgumentError('It was given twice; give it once.');
  return [...before, text];
}

/** Parses a list of sizes, such as “2-10” or “4,6,8-10”. Returns them in ascending order. */
export function sizeList(text: string): number[] {
  const sizes = text.split(',').flatMap((part) => {
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part.trim()) ?? [];
    if (from === undefined || Number(from) > Number(to)) {
      throw new InvalidArgumentError('Expected sizes such as 2-10 or 4,6,8-10.');
    }
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
  });
  if (new Set(sizes).size < sizes.length)
    throw new InvalidArgumentError('A size is given twice; give it once.');
  return sizes.toSorted((a, b) => a - b);
}
