/** Computes how certain it is that edges are in the correct group. */
import { MIN_TRUSTED_CERTAINTY } from './advice.ts';
import { countOf, meansTo, splitOf, NOISE_DISTANCE, sizesOf, spreadOf, type GroupSplit } from './clusters.ts';

/** Returns, for each edge, 1 - (distance to its own group) / (distance to the nearest other group), but at least 0. */
const nearness = (far: Float32Array, groups: readonly number[]): number[] =>
  groups.map((own, i) => {
    const means = meansTo(far, groups, i);
    const next = Math.min(...means.filter((mean, g) => g !== own && !Number.isNaN(mean)));
    if (next === Infinity) return 1;
    // An edge that is alone in its group has nothing to compare with, so use half the distance to the next group.
    const mine = Number.isNaN(means[own]!) ? Math.max(NOISE_DISTANCE, 0.5 * next) : means[own]!;
    return Math.max(0, 1 - Math.max(NOISE_DISTANCE / 2, mine) / next);
  });

/** Returns how clearly edges belong to their groups, from 0 to 1: the median over all edges. */
export function clarityOf(far: Float32Array, groups: readonly number[]): number {
  const sorted = nearness(far, groups).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Returns, for each edge, the certainty from 0 to 1 that it is in the correct group. The certainty is lower in groups
 * that may be two, in small groups (often glare or a shadow), and on tiles whose outline is doubtful. `far` has the
 * distances between edges, and `tiles` the certainty of each tile.
 */
export function sureness(far: Float32Array, groups: readonly number[], tiles: readonly number[]): number[] {
  const sizes = sizesOf(groups);
  const few = (SMALL_GROUP_FRACTION * groups.length) / sizes.length;
  const sure = nearness(far, groups).map(
    (each, edge) =>
      each *
      Math.min(1, tiles[edge >> 2]! / MIN_TRUSTED_CERTAINTY) *
      Math.min(1, sizes[groups[edge]!]! / few),
  );
  for (const { smaller, width } of splitsOf(far, groups)) {
    for (const edge of smaller) sure[edge]! /= Math.max(1, width);
  }
  return sure;
}

/** Edges are less certain if their group is smaller than this fraction of the mean group size. */
const SMALL_GROUP_FRACTION = 0.75;

/** Returns the two parts into which each group of at least two edges would split. */
export function splitsOf(far: Float32Array, groups: readonly number[]): GroupSplit[] {
  const usual = spreadOf(far, groups);
  return Array.from({ length: countOf(groups) }, (_, g) =>
    groups.flatMap((each, i) => (each === g ? [i] : [])),
  )
    .filter((members) => members.length > 1)
    .map((members) => splitOf(far, members, usual));
}
