/** Memory, in bytes, of the machine that the tests assume. By default, engines use a share of it. */
export const MEMORY_BYTES = 2 ** 32;
