import { hash } from 'node:crypto';

const SHORT = /^[A-Za-z0-9+/]{16}$/;

/**
 * The key of a class, or a board, in 16 characters instead of a whole board: a million of them are kept and written into
 * each checkpoint. Of 96 bits of SHA-256: that any two of ten million have the same is one chance in 10^15.
 */
export const shortKey = (key: string): string => shortKeyOf(hash('sha256', key, 'buffer'));

/** The short key of which this is the whole hash. */
export const shortKeyOf = (sha256: Buffer): string => sha256.toString('base64', 0, 12);

/** Checkpoints from before have whole keys, which no short one looks like: numbers with spaces or commas between them. */
export const shortKeys = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map((key) => (SHORT.test(key) ? key : shortKey(key))));
