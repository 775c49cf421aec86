/** Memory that the tests assume the machine has, in bytes. By default, engines use a share of it. */
export const MEMORY_BYTES = 2 ** 32;
