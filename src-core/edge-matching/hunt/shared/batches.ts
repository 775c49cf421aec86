/**
 * The order in which a beam weighs the children of a level's boards: batch by batch, beginning with a sample of evenly
 * spaced batches.
 */

/** maximum number of boards in a batch */
export const BATCH = 256;
/**
 * Number of batches in the sample of a level. From their children, `Selection.foresee` estimates the largest key that
 * will be kept on the level.
 */
export const SAMPLED = 12;

/**
 * Returns the indices of the batches of a level, with the sample first. The level is divided into `SAMPLED` equal
 * parts. The middle batch of each part belongs to the sample.
 */
export function sampleFirst(batches: number): number[] {
  const all = Array.from({ length: batches }, (_, batch) => batch);
  if (batches < 2 * SAMPLED) return all;
  const sample = all.slice(0, SAMPLED).map((n) => Math.floor(((n + 0.5) * batches) / SAMPLED));
  return [...sample, ...all.filter((batch) => !sample.includes(batch))];
}
