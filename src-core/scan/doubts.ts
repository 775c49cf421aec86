/** Finds edges that may be in a wrong group. */
import { countOf, meansTo } from './clusters.ts';
import { doubtfulParts, type MergeAnswer } from './merges.ts';
import { MIN_DOUBTFUL_SPLIT_WIDTH } from './questions.ts';
import { splitsOf } from './sureness.ts';

/** Why an edge is marked as doubtful. */
export interface Doubt {
  /**
   * true if the edge is in a part of its group that may be a separate group; false if the edge merely resembles
   * another group almost as much as its own
   */
  readonly isApart: boolean;
  /** the group, other than its own, that the edge resembles most; null if there is only one group */
  readonly like: number | null;
}

/** Certainty below which an edge is always marked */
const MARKED_BELOW_CERTAINTY = 0.15;
/**
 * Minimum `GroupSplit.width` at which the smaller part is always marked. Even three edges that show the same picture
 * can reach 1.4.
 */
const CLEAR_SPLIT_WIDTH = 1.5;
/** Certainty below which an edge is marked if it is in the smaller part of a group that may be two groups */
const SPLIT_MARKED_BELOW_CERTAINTY = 0.55;
/**
 * Minimum size of a group's smaller part for its edges to be marked. One or two edges may look different only because
 * of the light.
 */
const MIN_PART_EDGES = 3;

/**
 * Returns the edges that may be in a wrong group, with the reason. docs/scan.md says how often edges are marked
 * correctly and incorrectly.
 * - `far`: the distances between edges
 * - `sure`: the certainty of each edge
 * - `answers`: the user's answers so far
 * - `least`: the certainty below which an edge is always returned
 */
export function doubtsOf(
  far: Float32Array,
  groups: readonly number[],
  sure: readonly number[],
  answers: readonly MergeAnswer[] = [],
  least = MARKED_BELOW_CERTAINTY,
): ReadonlyMap<number, Doubt> {
  const apart = new Set(doubtfulParts(far, groups, answers).flat());
  for (const { smaller, width } of splitsOf(far, groups)) {
    if (width <= MIN_DOUBTFUL_SPLIT_WIDTH || smaller.length < MIN_PART_EDGES) continue;
    // If a group clearly has two different pictures, mark all edges of the smaller part, however certain they seem.
    const certain = width > CLEAR_SPLIT_WIDTH ? Infinity : SPLIT_MARKED_BELOW_CERTAINTY;
    for (const edge of smaller) if (sure[edge]! < certain) apart.add(edge);
  }
  const doubts = new Map<number, Doubt>();
  groups.forEach((own, edge) => {
    const isApart = apart.has(edge);
    if (!isApart && sure[edge]! >= least) return;
    doubts.set(edge, { isApart, like: nearestOther(far, groups, edge, own) });
  });
  return doubts;
}

function nearestOther(
  far: Float32Array,
  groups: readonly number[],
  edge: number,
  own: number,
): number | null {
  if (countOf(groups) < 2) return null;
  const means = meansTo(far, groups, edge).map((mean, group) => (group === own ? Infinity : mean));
  return means.indexOf(Math.min(...means));
}
