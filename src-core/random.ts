/**
 * The only source of randomness: sfc32 by Chris Doty-Humphrey (PractRand), seeded with splitmix32. Equal seeds give
 * equal numbers on every machine.
 */
export interface Random {
  /** Returns a whole number from 0 to 2^32 - 1. */
  next(): number;
  /**
   * Returns a whole number from 0 to `below` - 1, with equal probability for each. Throws RangeError unless `below` is
   * a whole number from 1 to 2^32.
   */
  below(below: number): number;
  /** Returns a number that is at least 0 and less than 1. */
  fraction(): number;
  /** Shuffles in place (Fisher and Yates) and returns the array. */
  shuffle<A extends { length: number; [index: number]: unknown }>(items: A): A;
  /** Returns the current state, which `randomFrom` continues from. */
  state(): [number, number, number, number];
}

/** Returns a generator that continues from a saved state. */
export function randomFrom(state: readonly [number, number, number, number]): Random {
  let [a, b, c, counter] = state;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  const below = (limit: number): number => {
    if (!(limit >= 1 && limit <= 2 ** 32 && Number.isInteger(limit))) {
      throw new RangeError(
        `the limit of a random number is ${limit}; it must be a whole number from 1 to 2^32`,
      );
    }
    // Reject values from this number on, because they would make some results more likely than others.
    const reject = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const value = next();
      if (value < reject) return value % limit;
    }
  };
  return {
    next,
    below,
    fraction: () => next() / 2 ** 32,
    shuffle(items) {
      for (let i = items.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const held = items[i];
        items[i] = items[j];
        items[j] = held;
      }
      return items;
    },
    state: () => [a, b, c, counter],
  };
}

/**
 * Returns a generator for a seed (any safe integer). A seed has several streams of different numbers, for example one
 * for each thread.
 */
export function random(seed: number, stream = 0): Random {
  let mix = (seed ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b) ^ Math.imul(stream, 0x9e3779b9)) | 0;
  const splitmix = (): number => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  const generator = randomFrom([splitmix(), splitmix(), splitmix(), 1]);
  for (let i = 0; i < 12; i++) generator.next();
  return generator;
}
