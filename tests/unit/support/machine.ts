/** Memory of the machine that tests assume, in bytes; the engines' defaults are fractions of it. */
export const MEMORY_BYTES = 2 ** 32;
