/** How labels and bytes fill whole vectors of 16 bytes. */

/** Labels and what fills them up to whole vectors of eight. */
export const paddedLabels = (labels: number): number => Math.ceil(labels / 8) * 8;
/** Vectors of bytes that hold one for each label. */
export const registersOf = (labels: number): number => Math.ceil(labels / 16);
/** Bytes of the vectors that hold so many bytes. */
export const wholeVectors = (bytes: number): number => Math.ceil(bytes / 16) * 16;
