import { hash } from 'node:crypto';

const SHORT = /^[A-Za-z0-9+/]{16}$/;

/**
 * Returns the key of a class or a board in 16 characters, instead of as a whole board: a million of them are
 * kept and written into each checkpoint. The key has 96 bits of SHA-256, so the probability that two of ten
 * million are equal is about 10^-15.
 */
export const shortKey = (key: string): string => shortKeyOf(hash('sha256', key, 'buffer'));

/** Returns the short key for a complete hash. */
export const shortKeyOf = (sha256: Buffer): string => sha256.toString('base64', 0, 12);

/**
 * Converts the keys of older checkpoints, which are whole boards: numbers with spaces or commas. Short keys
 * contain neither.
 */
export const shortKeys = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map((key) => (SHORT.test(key) ? key : shortKey(key))));
