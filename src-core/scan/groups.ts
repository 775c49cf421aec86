/** Groups edges that show the same picture. */
import {
  among,
  countOf,
  cut,
  dendrogram,
  numbered,
  placed,
  SAME,
  sizesOf,
  spreadOf,
  type Join,
  type GroupSplit,
} from './clusters.ts';
import { difference, weighted, type Strip } from './strips.ts';
import { splitsOf } from './sureness.ts';

export interface Groupings {
  /** the group of each edge, for the likeliest number of groups */
  readonly likeliest: readonly number[];
  /** other plausible groupings */
  readonly others: readonly (readonly number[])[];
  /**
   * groupings that split one group of the likeliest grouping in two. `halves`: the numbers of the two new groups, which
   * might be the halves of a picture
   */
  readonly halved: readonly {
    readonly groups: readonly number[];
    readonly halves: readonly [number, number];
  }[];
}

/**
 * Groups edges that look alike by average-linkage clustering (P. Sneath and R. Sokal 1973). Stops before joining two
 * groups that clearly differ. `far`: distances between strips, from `differences`.
 */
export function groupings(strips: readonly Strip[], far: Float32Array): Groupings {
  const n = strips.length;
  const joins = dendrogram(
    far,
    strips.map(() => 1),
  );
  const likeliest = cut(n, joins, countFor(strips, far, joins));
  const usual = absorbed(far, likeliest);
  const [count, spread] = [countOf(usual), Math.max(SAME, spreadOf(far, usual))];
  const cuts = Array.from({ length: mostGroups(n) }, (_, i) => absorbed(far, cut(n, joins, i + 1))).filter(
    (groups) => {
      const more = countOf(groups) / count - 1;
      const least = Math.max(SAME, spreadOf(far, groups));
      return 1 + more >= FEWER && least < (more > 0 ? NEARER ** more : FARTHER) * spread;
    },
  );
  // The two halves of a picture can look similar. Clustering then joins the two halves before it has joined all edges
  // that show the same half. So try to split groups, too.
  const wide = splitsOf(far, usual).filter(({ smaller, width }) => smaller.length > 1 && width > WIDE);
  const splits = [...wide.map((split) => splitAt(usual, split)), wide.reduce(splitAt, usual)];
  const halved = Array.from({ length: count }, (_, group) => ({
    groups: halvedAt(far, usual, group),
    halves: [group, count] as const,
  }));
  return { likeliest, others: [...cuts, ...splits], halved };
}

/** Minimum number of groups in an alternative grouping, relative to the likeliest number. */
const FEWER = 0.5;
/**
 * Maximum spread (`spreadOf`) of an alternative with twice as many groups, relative to the spread of the likeliest
 * grouping. Splitting groups reduces the spread even if the parts differ only by noise.
 */
const NEARER = 0.7;
/**
 * Maximum spread of an alternative that has no more groups than the likeliest grouping, relative to the spread of the
 * likeliest grouping.
 */
const FARTHER = 1.5;
/** A group might be two pictures if its `GroupSplit.width` is greater than this. */
const WIDE = 2;
/** Returns the maximum number of groups: half the number of edges, because most labels are on at least two edges. */
const mostGroups = (edges: number): number => Math.min(edges - 1, Math.max(2, Math.floor(edges / 2)));

/**
 * Minimum size of each part when a group is split, as a share of the group. Smaller parts are usually caused by glare
 * or a shadow.
 */
const PART = 0.25;
const MAX_PARTS = 6;

/**
 * Splits one group into its two largest clusters. An edge in neither cluster moves to the group that it resembles most.
 * Returns `groups` unchanged if no two clusters are large enough.
 */
function halvedAt(far: Float32Array, groups: readonly number[], group: number): readonly number[] {
  const members = groups.flatMap((each, edge) => (each === group ? [edge] : []));
  const joins = dendrogram(
    among(far, members),
    members.map(() => 1),
  );
  const next = countOf(groups);
  for (let parts = 2; parts <= Math.min(MAX_PARTS, members.length); parts++) {
    const part = cut(members.length, joins, parts);
    const [first, second] = sizesOf(part)
      .map((size, at) => ({ size, at }))
      .sort((a, b) => b.size - a.size);
    if (second!.size < PART * members.length) continue;
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

/**
 * Dissolves groups that are much smaller than the others and exist only because of glare or a shadow. Their edges go to
 * the nearest group.
 */
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
 * Variance that uneven light adds to the difference between two groups' means, as a share of one edge's variance.
 * Unlike noise, it doesn't become smaller in larger groups.
 */
const UNEVEN = 0.3;

/**
 * Returns, for each join of two groups, how much their means differ, scaled to the noise of a single edge. The mean of
 * n edges has √n times less noise. So groups with the same picture differ little at any size, while groups with
 * different pictures differ more as they grow.
 */
function steps(strips: readonly Strip[], joins: readonly Join[]): number[] {
  const means = [...strips];
  const sizes = strips.map(() => 1);
  return joins.map(({ a, b }) => {
    const [na, nb] = [sizes[a]!, sizes[b]!];
    const step = difference(means[a]!, means[b]!) / Math.sqrt(1 / na + 1 / nb + UNEVEN);
    means[a] = weighted(means[a]!, na, means[b]!, nb);
    sizes[a] = na + nb;
    return step;
  });
}

/**
 * Maximum distance between edges of one group, in multiples of the median distance from an edge to its nearest edge.
 */
const FAR_APART = 2.6;
/** Minimum distance between groups, in multiples of the median distance from an edge to its nearest edge. */
const CLOSE = 2;
/** Groups with fewer edges than this, on average, are not split further. */
const MANY_EACH = 4.5;
/** Weight of the penalty for groups of unequal size. */
const UNBALANCED = 0.7;

/**
 * Returns the likely number of groups. Returns a larger number if the likely number would put edges that are far apart
 * in one group.
 */
function countFor(strips: readonly Strip[], far: Float32Array, joins: readonly Join[]): number {
  const n = strips.length;
  const likely = likelyCount(steps(strips, joins), n);
  const nearest = Math.max(SAME, nearestOf(far, n));
  const height = (groups: number): number => joins[n - groups]!.height / nearest;
  if (n < MANY_EACH * likely || height(likely + 1) <= FAR_APART) return likely;
  let [best, most] = [likely, -Infinity];
  for (let groups = likely + 1; groups < mostGroups(n); groups++) {
    if (height(groups) < CLOSE || height(groups + 1) > FAR_APART) continue;
    const sizes = sizesOf(cut(n, joins, groups));
    if (Math.min(...sizes) < 2) continue; // a group of one edge is probably caused by glare or a shadow
    const uneven = (groups * sizes.reduce((sum, size) => sum + size * size, 0)) / n ** 2;
    const clear = Math.log(height(groups) / height(groups + 1)) - UNBALANCED * Math.log(uneven);
    if (clear > most) [best, most] = [groups, clear];
  }
  return best;
}

/**
 * Returns the mean distance of edges to their nearest edges, divided by the mean distance between all edges. Lower
 * values mean that edges match better.
 */
export function agreementOf(far: Float32Array): number {
  const n = Math.sqrt(far.length);
  const nearest = Math.max(NEAREST, Math.round(NEAREST_SHARE * n));
  let [near, all] = [0, 0];
  for (let i = 0; i < n; i++) {
    const others = [...far.subarray(i * n, (i + 1) * n)].filter((_, j) => j !== i).sort((a, b) => a - b);
    near += others.slice(0, nearest).reduce((sum, each) => sum + each, 0) / nearest;
    all += others.reduce((sum, each) => sum + each, 0) / others.length;
  }
  return near / Math.max(1e-6, all);
}
/**
 * How many nearest edges are averaged: at least NEAREST, and at least NEAREST_SHARE of all edges. With fewer, edges
 * that look alike only because they are in the same shadow would count as matching.
 */
const NEAREST = 3;
const NEAREST_SHARE = 1 / 12;

/** Returns the median distance from an edge to its nearest edge. */
function nearestOf(far: Float32Array, n: number): number {
  const least = Array.from({ length: n }, (_, i) => {
    let nearest = Infinity;
    for (let j = 0; j < n; j++) if (j !== i) nearest = Math.min(nearest, far[i * n + j]!);
    return nearest;
  }).sort((a, b) => a - b);
  return least[n >> 1] ?? 0;
}

/** Jumps of at least this share of the largest jump count as nearly equal to it. */
const NEARLY = 0.75;

/**
 * Returns the number of groups before the largest jump in the differences of joins (`steps`). Among jumps of nearly
 * that size, takes the one with the most groups. The user needs one correction to merge two groups, but several to
 * separate them.
 */
function likelyCount(steps: readonly number[], n: number): number {
  const ratios: number[] = [];
  let next = Infinity;
  for (let groups = 2; groups <= mostGroups(n); groups++) {
    next = Math.min(next, steps[n - groups]!);
    if (next < SAME) break;
    ratios.push(next / Math.max(SAME, ...steps.slice(0, n - groups)));
  }
  if (ratios.length === 0) return 1;
  const best = Math.max(...ratios);
  return ratios.findLastIndex((ratio) => ratio >= NEARLY * best) + 2;
}

/** Moves the smaller part of a group to a new group. */
function splitAt(groups: readonly number[], { smaller }: GroupSplit): readonly number[] {
  const leaves = new Set(smaller);
  const next = countOf(groups);
  return groups.map((group, edge) => (leaves.has(edge) ? next : group));
}
