/** Returns the number of labels rounded up to a multiple of eight. */
export const paddedLabels = (labels: number): number => Math.ceil(labels / 8) * 8;
/** Returns the number of 16-byte vectors that hold one byte per label. */
export const registersOf = (labels: number): number => Math.ceil(labels / 16);
/** Returns a number of bytes rounded up to a multiple of 16. */
export const wholeVectors = (bytes: number): number => Math.ceil(bytes / 16) * 16;
