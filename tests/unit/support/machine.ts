/** Memory of the machine that tests assume; engines' defaults are shares of it. */
export const MEMORY_BYTES = 2 ** 32;
