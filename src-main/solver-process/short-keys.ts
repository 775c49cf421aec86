import { sha256 } from '../hashing.ts';

const SHORT_KEY = /^[A-Za-z0-9+/]{16}$/;

/**
 * Shortens the key of a symmetry class or a board to 16 characters, because a checkpoint can contain a million keys. A
 * short key has 96 bits of SHA-256. The probability that any two of ten million are equal is about 10^-15.
 */
export const shortKey = (key: string): string => shortKeyOf(sha256(key));

/** Returns the short key of a complete SHA-256 hash. */
export const shortKeyOf = (hash: Buffer): string => hash.toString('base64', 0, 12);

/**
 * Returns all keys as short keys. In older checkpoints, a key is a whole board, written as numbers with spaces or
 * commas between them. Short keys contain neither.
 */
export const shortKeys = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map((key) => (SHORT_KEY.test(key) ? key : shortKey(key))));
