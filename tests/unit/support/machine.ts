/** Memory of the machine on which tests assume to run, in bytes. Engines use a share of it by default. */
export const MEMORY_BYTES = 2 ** 32;
