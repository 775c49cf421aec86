/** The order in which the boards of a level are weighed: in batches, an even sample of them first. */

/** Maximum number of boards in a batch. */
export const BATCH = 256;
/** Batches in the sample of a level. From their children, `Selection.foresee` estimates the final threshold. */
export const SAMPLED = 12;

/** Returns the numbers of a level's batches in the order they are weighed: the middles of equal shares, then the others. */
export function sampleFirst(batches: number): number[] {
  const all = Array.from({ length: batches }, (_, batch) => batch);
  if (batches < 2 * SAMPLED) return all;
  const sample = all.slice(0, SAMPLED).map((n) => Math.floor(((n + 0.5) * batches) / SAMPLED));
  return [...sample, ...all.filter((batch) => !sample.includes(batch))];
}
