/** Groups edges that show the same picture. */
import {
  distancesAmong,
  countOf,
  cut,
  dendrogram,
  numbered,
  placed,
  NOISE_DISTANCE,
  sizesOf,
  spreadOf,
  type Merge,
  type GroupSplit,
} from './clusters.ts';
import { difference, weighted, type Strip } from './strips.ts';
import { splitsOf } from './sureness.ts';

export interface Groupings {
  /** the group of each edge in the likeliest grouping */
  readonly likeliest: readonly number[];
  /** other plausible groupings */
  readonly others: readonly (readonly number[])[];
  /**
   * variants of the likeliest grouping with one group split into the groups `halves`, which may be the two halves of a
   * picture
   */
  readonly halved: readonly {
    readonly groups: readonly number[];
    readonly halves: readonly [number, number];
  }[];
}

/**
 * Groups similar edges by average-linkage clustering (P. Sneath and R. Sokal 1973). `far` has the distances between
 * edges.
 */
export function groupings(strips: readonly Strip[], far: Float32Array): Groupings {
  const n = strips.length;
  const merges = dendrogram(
    far,
    strips.map(() => 1),
  );
  const likeliest = cut(n, merges, countFor(strips, far, merges));
  const usual = absorbed(far, likeliest);
  const [count, spread] = [countOf(usual), Math.max(NOISE_DISTANCE, spreadOf(far, usual))];
  const cuts = Array.from({ length: maxGroups(n) }, (_, i) => absorbed(far, cut(n, merges, i + 1))).filter(
    (groups) => {
      const more = countOf(groups) / count - 1;
      const least = Math.max(NOISE_DISTANCE, spreadOf(far, groups));
      return (
        1 + more >= MIN_COUNT_RATIO &&
        least < (more > 0 ? MAX_SPREAD_RATIO_PER_DOUBLING ** more : MAX_SPREAD_RATIO) * spread
      );
    },
  );
  // If the halves of a picture look similar, clustering may merge them early. Splitting groups undoes this.
  const wide = splitsOf(far, usual).filter(
    ({ smaller, width }) => smaller.length > 1 && width > MIN_SPLIT_WIDTH,
  );
  const splits = [...wide.map((split) => splitAt(usual, split)), wide.reduce(splitAt, usual)];
  const halved = Array.from({ length: count }, (_, group) => ({
    groups: halvedAt(far, usual, group),
    halves: [group, count] as const,
  }));
  return { likeliest, others: [...cuts, ...splits], halved };
}

/** Minimum number of groups in an alternative grouping, as a fraction of the number in the likeliest one */
const MIN_COUNT_RATIO = 0.5;
/**
 * Splitting groups always reduces the spread, even if the parts differ only by noise. A grouping with twice as many
 * groups as the likeliest one is therefore considered only if its spread is below this multiple of the likeliest
 * grouping's spread.
 */
const MAX_SPREAD_RATIO_PER_DOUBLING = 0.7;
/**
 * A grouping with at most as many groups as the likeliest one is considered only if its spread is below this multiple
 * of the likeliest grouping's spread.
 */
const MAX_SPREAD_RATIO = 1.5;
/** Minimum `GroupSplit.width` at which a group may show two pictures */
const MIN_SPLIT_WIDTH = 2;
/**
 * Returns the maximum number of groups. Most labels are on at least two edges, so there are at most half as many
 * groups as edges.
 */
const maxGroups = (edges: number): number => Math.min(edges - 1, Math.max(2, Math.floor(edges / 2)));

/**
 * Minimum size of the smaller part of a split, as a fraction of the group. Smaller parts are usually caused by glare
 * or a shadow.
 */
const MIN_PART_FRACTION = 0.25;
const MAX_PARTS = 6;

function halvedAt(far: Float32Array, groups: readonly number[], group: number): readonly number[] {
  const members = groups.flatMap((each, edge) => (each === group ? [edge] : []));
  const merges = dendrogram(
    distancesAmong(far, members),
    members.map(() => 1),
  );
  const next = countOf(groups);
  for (let parts = 2; parts <= Math.min(MAX_PARTS, members.length); parts++) {
    const part = cut(members.length, merges, parts);
    const [first, second] = sizesOf(part)
      .map((size, at) => ({ size, at }))
      .sort((a, b) => b.size - a.size);
    if (second!.size < MIN_PART_FRACTION * members.length) continue;
    const own = new Map(members.map((edge, i) => [edge, part[i]!]));
    return placed(
      far,
      groups.map((each, edge) => {
        const at = own.get(edge);
        return at === undefined ? each : at === first!.at ? group : at === second!.at ? next : -1;
      }),
    );
  }
  return groups;
}

/** Moves the edges of very small groups, which are caused by glare or shadows, to the nearest groups. */
function absorbed(far: Float32Array, groups: readonly number[]): readonly number[] {
  const sizes = sizesOf(groups);
  const few = Math.max(1, [...sizes].sort((a, b) => a - b)[sizes.length >> 1]! / 4);
  return numbered(
    placed(
      far,
      groups.map((group) => (sizes[group]! > few ? group : -1)),
    ),
  );
}

/**
 * Variance that uneven light adds to the difference of two means, as a fraction of the variance of one edge. It
 * doesn't shrink as groups grow.
 */
const UNEVEN_LIGHT_VARIANCE = 0.3;

/**
 * Returns, for each merge, how clearly the pictures of the two clusters differ. The mean of n edges has √n times less
 * noise than one edge, so larger clusters show differences more clearly.
 */
function mergeClarities(strips: readonly Strip[], merges: readonly Merge[]): number[] {
  const means = [...strips];
  const sizes = strips.map(() => 1);
  return merges.map(({ a, b }) => {
    const [na, nb] = [sizes[a]!, sizes[b]!];
    const step = difference(means[a]!, means[b]!) / Math.sqrt(1 / na + 1 / nb + UNEVEN_LIGHT_VARIANCE);
    means[a] = weighted(means[a]!, na, means[b]!, nb);
    sizes[a] = na + nb;
    return step;
  });
}

/**
 * Limits on the distances within and between groups, as multiples of the usual distance between an edge and the edge
 * most similar to it
 */
const MAX_DISTANCE_WITHIN = 2.6;
const MIN_DISTANCE_BETWEEN = 2;
/** Minimum mean number of edges per group for groups to be split further */
const MIN_MEAN_GROUP_SIZE = 4.5;
const IMBALANCE_WEIGHT = 0.7;

function countFor(strips: readonly Strip[], far: Float32Array, merges: readonly Merge[]): number {
  const n = strips.length;
  const likely = likelyCount(mergeClarities(strips, merges), n);
  const nearest = Math.max(NOISE_DISTANCE, medianNearestDistance(far, n));
  const height = (groups: number): number => merges[n - groups]!.height / nearest;
  if (n < MIN_MEAN_GROUP_SIZE * likely || height(likely + 1) <= MAX_DISTANCE_WITHIN) return likely;
  let [best, most] = [likely, -Infinity];
  for (let groups = likely + 1; groups < maxGroups(n); groups++) {
    if (height(groups) < MIN_DISTANCE_BETWEEN || height(groups + 1) > MAX_DISTANCE_WITHIN) continue;
    const sizes = sizesOf(cut(n, merges, groups));
    if (Math.min(...sizes) < 2) continue; // a group of one edge is probably caused by glare or a shadow
    const uneven = (groups * sizes.reduce((sum, size) => sum + size * size, 0)) / n ** 2;
    const clear = Math.log(height(groups) / height(groups + 1)) - IMBALANCE_WEIGHT * Math.log(uneven);
    if (clear > most) [best, most] = [groups, clear];
  }
  return best;
}

/**
 * Returns how clearly the edges form groups: the mean distance from an edge to the few edges that are most similar to
 * it, divided by the mean distance from an edge to all others. Lower is better. `far` has the distances between edges.
 */
export function agreementOf(far: Float32Array): number {
  const n = Math.sqrt(far.length);
  const nearest = Math.max(MIN_NEIGHBOURS, Math.round(MIN_NEIGHBOUR_FRACTION * n));
  let [near, all] = [0, 0];
  for (let i = 0; i < n; i++) {
    const others = [...far.subarray(i * n, (i + 1) * n)].filter((_, j) => j !== i).sort((a, b) => a - b);
    near += others.slice(0, nearest).reduce((sum, each) => sum + each, 0) / nearest;
    all += others.reduce((sum, each) => sum + each, 0) / others.length;
  }
  return near / Math.max(1e-6, all);
}
/**
 * The number of nearest edges to average is at least `MIN_NEIGHBOURS`, and at least the fraction
 * `MIN_NEIGHBOUR_FRACTION` of all edges. With fewer, edges might look alike only because they are in the same shadow.
 */
const MIN_NEIGHBOURS = 3;
const MIN_NEIGHBOUR_FRACTION = 1 / 12;

function medianNearestDistance(far: Float32Array, n: number): number {
  const least = Array.from({ length: n }, (_, i) => {
    let nearest = Infinity;
    for (let j = 0; j < n; j++) if (j !== i) nearest = Math.min(nearest, far[i * n + j]!);
    return nearest;
  }).sort((a, b) => a - b);
  return least[n >> 1] ?? 0;
}

const MIN_JUMP_RATIO = 0.75;

/**
 * Finds the number of groups at which the merge distances jump most. If two jumps are nearly equal, takes the larger
 * number of groups, because the user can merge two groups in one correction, but needs several to separate them.
 */
function likelyCount(mergeClarities: readonly number[], n: number): number {
  const ratios: number[] = [];
  let next = Infinity;
  for (let groups = 2; groups <= maxGroups(n); groups++) {
    next = Math.min(next, mergeClarities[n - groups]!);
    if (next < NOISE_DISTANCE) break;
    ratios.push(next / Math.max(NOISE_DISTANCE, ...mergeClarities.slice(0, n - groups)));
  }
  if (ratios.length === 0) return 1;
  const best = Math.max(...ratios);
  return ratios.findLastIndex((ratio) => ratio >= MIN_JUMP_RATIO * best) + 2;
}

function splitAt(groups: readonly number[], { smaller }: GroupSplit): readonly number[] {
  const leaves = new Set(smaller);
  const next = countOf(groups);
  return groups.map((group, edge) => (leaves.has(edge) ? next : group));
}
