/** The memory that tests assume the machine has, in bytes. By default, engines use a fraction of it. */
export const MEMORY_BYTES = 2 ** 32;
