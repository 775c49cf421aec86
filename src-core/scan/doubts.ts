/** Finds the edges that might be in the wrong group, so that each of them can be marked. */
import { countOf, meansTo } from './clusters.ts';
import { doubtfulParts, type MergeAnswer } from './merges.ts';
import { TORN } from './questions.ts';
import { splitsOf } from './sureness.ts';

/** Why an edge is marked. */
export interface Doubt {
  /** true if the edge might show a different picture from the rest of its group; false if it resembles another group */
  readonly isApart: boolean;
  /** the other group that the edge resembles most, or null if there is only one group */
  readonly like: number | null;
}

/** An edge is marked if its certainty (see `sureness`) is below this limit. */
const UNCERTAIN = 0.15;
/** Edges in the smaller part of a group that might be two groups are marked if their certainty is below this limit. */
const FAIRLY_CERTAIN = 0.55;
/**
 * If a group might be two groups, the edges of the smaller part are marked only if there are at least this many. Fewer
 * edges might differ from the rest of the group only because of the light.
 */
const FEW = 3;

/**
 * Returns the edges whose membership is not clear, with the reason. An edge is marked if
 * - its certainty is low,
 * - it is in the smaller part of a group that might be two, or
 * - the user's answers about clusters leave open whether it belongs to its group.
 *
 * `far`: distances between edges, as in `Reading`. `sure`: certainty by edge. `answers`: the user's answers so far.
 * `docs/scan.md` states how many wrong and right edges are marked.
 */
export function doubtsOf(
  far: Float32Array,
  groups: readonly number[],
  sure: readonly number[],
  answers: readonly MergeAnswer[] = [],
): ReadonlyMap<number, Doubt> {
  const apart = new Set(doubtfulParts(far, groups, answers).flat());
  for (const { smaller, width } of splitsOf(far, groups)) {
    if (width <= TORN || smaller.length < FEW) continue;
    for (const edge of smaller) if (sure[edge]! < FAIRLY_CERTAIN) apart.add(edge);
  }
  const doubts = new Map<number, Doubt>();
  groups.forEach((own, edge) => {
    const isApart = apart.has(edge);
    if (!isApart && sure[edge]! >= UNCERTAIN) return;
    doubts.set(edge, { isApart, like: nearestOther(far, groups, edge, own) });
  });
  return doubts;
}

/** Returns the group, other than its own, whose edges are nearest to an edge on average; null if there is none. */
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
