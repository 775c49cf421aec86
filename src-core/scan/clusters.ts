/** Groups edges into clusters by their distances. The index of an edge is `4 * tile + side`. */
import { difference, type Strip } from './strips.ts';

/** Distance, in L*a*b*, below which edges are considered equal. A good photograph has noise of about 2. */
export const NOISE_DISTANCE = 2.2;

/** Returns the distance between each pair of strips, in L*a*b*, as a symmetric matrix in row-major order. */
export function differences(strips: readonly Strip[]): Float32Array {
  const n = strips.length;
  const far = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) far[i * n + j] = far[j * n + i] = difference(strips[i]!, strips[j]!);
  }
  return far;
}

/** Local scaling uses the distance from an edge to its second-nearest edge. */
const SCALING_NEIGHBOUR_RANK = 2;
/** Maximum factor by which local scaling changes a distance up or down */
const MAX_SCALING_FACTOR = 1.3;

/**
 * Returns scaled distances (local scaling, L. Zelnik-Manor and P. Perona 2004). Hand-drawn pictures vary more than
 * others. So distances become shorter between edges whose nearest edges are far away, and longer between edges whose
 * nearest edges are close.
 */
export function relative(far: Float32Array): Float32Array {
  const n = Math.sqrt(far.length);
  if (n <= SCALING_NEIGHBOUR_RANK) return far;
  const near = Array.from(
    { length: n },
    (_, i) => far.slice(i * n, (i + 1) * n).sort()[SCALING_NEIGHBOUR_RANK]!,
  );
  const usual = Math.max(NOISE_DISTANCE, [...near].sort((a, b) => a - b)[n >> 1]!);
  const roots = near.map((each) =>
    Math.sqrt(Math.max(1 / MAX_SCALING_FACTOR, Math.min(MAX_SCALING_FACTOR, each / usual))),
  );
  return far.map((distance, at) => distance / (roots[Math.floor(at / n)]! * roots[at % n]!));
}

/** Returns the mean distance between edges of the same group, or `NOISE_DISTANCE` if every group has only one edge. */
export function spreadOf(far: Float32Array, groups: readonly number[]): number {
  const n = groups.length;
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (groups[i] === groups[j]) [sum, pairs] = [sum + far[i * n + j]!, pairs + 1];
    }
  }
  return pairs === 0 ? NOISE_DISTANCE : sum / pairs;
}

/** Returns the distances between some of the edges, as a square matrix in row-major order. */
export function distancesAmong(far: Float32Array, members: readonly number[]): Float32Array {
  const n = Math.sqrt(far.length);
  const own = new Float32Array(members.length ** 2);
  members.forEach((a, i) => members.forEach((b, j) => (own[i * members.length + j] = far[a * n + b]!)));
  return own;
}

/** Assigns each edge without a group (-1) to the group that it resembles most. */
export const placed = (far: Float32Array, groups: readonly number[]): readonly number[] =>
  groups.map((own, edge) => {
    if (own >= 0) return own;
    const means = meansTo(far, groups, edge).map((mean) => (Number.isNaN(mean) ? Infinity : mean));
    return Math.max(0, means.indexOf(Math.min(...means)));
  });

export interface Merge {
  readonly a: number;
  readonly b: number;
  readonly height: number;
}

/**
 * Returns the merges of average-linkage clustering, in order. Each merge adds cluster `b` to cluster `a`, and `height`
 * is the distance between them. `sizes` is the number of edges that each cluster starts with.
 */
export function dendrogram(far: Float32Array, sizes: readonly number[]): Merge[] {
  const n = sizes.length;
  const between = Float64Array.from(far);
  const size = [...sizes];
  const alive = Array.from({ length: n }, (_, i) => i);
  const merges: Merge[] = [];
  while (alive.length > 1) {
    let [best, first, second] = [Infinity, 0, 0];
    for (let i = 0; i < alive.length; i++) {
      for (let j = 0; j < i; j++) {
        const here = between[alive[i]! * n + alive[j]!]!;
        if (here < best) [best, first, second] = [here, alive[j]!, alive[i]!];
      }
    }
    merges.push({ a: first, b: second, height: best });
    const [sa, sb] = [size[first]!, size[second]!];
    for (const other of alive) {
      if (other === first || other === second) continue;
      const joined = (sa * between[first * n + other]! + sb * between[second * n + other]!) / (sa + sb);
      between[first * n + other] = between[other * n + first] = joined;
    }
    size[first] = sa + sb;
    alive.splice(alive.indexOf(second), 1);
  }
  return merges;
}

/** The two parts into which a group would split. */
export interface GroupSplit {
  /** indices of the edges in the smaller of the two parts */
  readonly smaller: readonly number[];
  /** distance between the parts, divided by the distance within them; 1 means that the parts are not separated */
  readonly width: number;
}

/**
 * Number of imaginary pairs of edges, at the usual distance, that are added to each mean. A small group has so few
 * real pairs that their mean alone is unreliable.
 */
const PRIOR_PAIRS = 3;

/**
 * Returns the two parts into which a group of at least two edges would split. `far` has the distances between edges,
 * and `usual` is the usual distance within a group.
 */
export function splitOf(far: Float32Array, members: readonly number[], usual = NOISE_DISTANCE): GroupSplit {
  const own = distancesAmong(far, members);
  const half = cut(
    members.length,
    dendrogram(
      own,
      members.map(() => 1),
    ),
    2,
  );
  let [within, pairs, between, across] = [PRIOR_PAIRS * usual, PRIOR_PAIRS, 0, 0];
  for (let i = 0; i < members.length; i++) {
    for (let j = 0; j < i; j++) {
      const here = own[i * members.length + j]!;
      if (half[i] === half[j]) [within, pairs] = [within + here, pairs + 1];
      else [between, across] = [between + here, across + 1];
    }
  }
  const parts = [0, 1].map((part) => members.filter((_, i) => half[i] === part));
  return {
    smaller: parts[1]!.length <= parts[0]!.length ? parts[1]! : parts[0]!,
    width: between / across / Math.max(NOISE_DISTANCE, within / pairs),
  };
}

/** Returns the group of each edge after merging clusters until `count` groups are left. */
export function cut(n: number, merges: readonly Merge[], count: number): readonly number[] {
  const root = Array.from({ length: n }, (_, i) => i);
  for (const { a, b } of merges.slice(0, n - count))
    for (let i = 0; i < n; i++) if (root[i] === b) root[i] = a;
  return numbered(root);
}

/** Renumbers groups from 0 without gaps. */
export function numbered(groups: readonly number[]): readonly number[] {
  const numbers = new Map<number, number>();
  return groups.map((group) => numbers.get(group) ?? numbers.set(group, numbers.size).size - 1);
}

export const countOf = (groups: readonly number[]): number => Math.max(-1, ...groups) + 1;

export function sizesOf(groups: readonly number[]): number[] {
  const sizes = new Array<number>(countOf(groups)).fill(0);
  for (const group of groups) sizes[group]!++;
  return sizes;
}

/** Returns the mean distance from an edge to the other edges of each group, or NaN for a group without other edges. */
export function meansTo(far: Float32Array, groups: readonly number[], edge: number): number[] {
  const n = groups.length;
  const sums = new Array<number>(countOf(groups)).fill(0);
  const counts = new Array<number>(sums.length).fill(0);
  for (let other = 0; other < n; other++) {
    if (other === edge || groups[other]! < 0) continue;
    sums[groups[other]!]! += far[edge * n + other]!;
    counts[groups[other]!]!++;
  }
  return sums.map((sum, g) => sum / counts[g]!);
}
