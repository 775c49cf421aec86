/**
 * The order in which a beam works through the boards of a level: in batches, starting with an evenly spaced sample of
 * the boards.
 */

/** Maximum number of boards in a batch. */
export const BATCH = 256;
/**
 * Number of batches in the sample of a level. From their children, `Selection.foresee` estimates the limit for the keys
 * of the whole level.
 */
export const SAMPLED = 12;

/**
 * Returns the numbers of a level's batches in this order: first the sample (the middles of equal parts of the level),
 * then the others.
 */
export function sampleFirst(batches: number): number[] {
  const all = Array.from({ length: batches }, (_, batch) => batch);
  if (batches < 2 * SAMPLED) return all;
  const sample = all.slice(0, SAMPLED).map((n) => Math.floor(((n + 0.5) * batches) / SAMPLED));
  return [...sample, ...all.filter((batch) => !sample.includes(batch))];
}
