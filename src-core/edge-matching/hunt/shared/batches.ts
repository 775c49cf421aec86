/** In which order the boards of a level are looked at and weighed: so many at once, and first a sample of them all. */

/** Boards looked at and weighed at once, at most. */
export const BATCH = 256;
/** After so many batches of a level, evenly chosen, it is foreseen which keys will be among the best. */
export const SAMPLED = 12;

/** The batches of a level in the order in which they are weighed: first the sample, from the middle of equal shares. */
export function sampleFirst(batches: number): number[] {
  const all = Array.from({ length: batches }, (_, batch) => batch);
  if (batches < 2 * SAMPLED) return all;
  const sample = all.slice(0, SAMPLED).map((n) => Math.floor(((n + 0.5) * batches) / SAMPLED));
  return [...sample, ...all.filter((batch) => !sample.includes(batch))];
}
