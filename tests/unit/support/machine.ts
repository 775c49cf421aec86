/** Of the machine that tests pretend to run on: shares of its memory are the defaults that engines declare. */
export const MEMORY_BYTES = 2 ** 32;
