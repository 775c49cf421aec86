/**
 * The order in which a beam weighs the children of a level's boards. The boards are processed in batches, starting
 * with a sample of evenly spaced batches.
 */

export const MAX_BOARDS_PER_BATCH = 256;
/**
 * Number of batches in the sample of a level. From the children of these batches, `Selection.foresee` estimates the
 * largest key that will be kept on the level.
 */
export const SAMPLED_BATCHES = 12;

/**
 * Returns the indices of a level's batches, starting with the sample: the level is divided into `SAMPLED_BATCHES`
 * equal parts, and the middle batch of each part is taken.
 */
export function sampleFirst(batches: number): number[] {
  const all = Array.from({ length: batches }, (_, batch) => batch);
  if (batches < 2 * SAMPLED_BATCHES) return all;
  const sample = all
    .slice(0, SAMPLED_BATCHES)
    .map((n) => Math.floor(((n + 0.5) * batches) / SAMPLED_BATCHES));
  return [...sample, ...all.filter((batch) => !sample.includes(batch))];
}
