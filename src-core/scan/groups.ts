/** Which edges show the same, and which halves make one picture. */
import { difference, discontinuity, meanStrip, weighted, type Strip } from './strips.ts';

/** Pictures that differ by less than this (in L*a*b*) are never told apart; the noise of a good photograph is about 2. */
const SAME = 2.2;

export type Mating = 'same' | 'opposite';

/** How differently each pair of strips looks: row by row, symmetric. */
export function differences(strips: readonly Strip[]): Float32Array {
  const n = strips.length;
  const far = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) far[i * n + j] = far[j * n + i] = difference(strips[i]!, strips[j]!);
  }
  return far;
}

/**
 * Edges in groups that look alike: the two nearest groups are joined again and again (mean distance of their
 * members, P. Sneath and R. Sokal 1973), until the next join would be of two that clearly differ. The likeliest
 * grouping first, then others that are nearly as likely.
 */
export function groupings(strips: readonly Strip[], far: Float32Array): (readonly number[])[] {
  const n = strips.length;
  const joins = dendrogram(far, n);
  return likelyCounts(steps(strips, joins), n).map((count) => cut(n, joins, count));
}

interface Join {
  readonly a: number;
  readonly b: number;
  readonly height: number;
}

function dendrogram(far: Float32Array, n: number): Join[] {
  const between = Float64Array.from(far);
  const size = new Array<number>(n).fill(1);
  const alive = Array.from({ length: n }, (_, i) => i);
  const joins: Join[] = [];
  while (alive.length > 1) {
    let [best, first, second] = [Infinity, 0, 0];
    for (let i = 0; i < alive.length; i++) {
      for (let j = 0; j < i; j++) {
        const here = between[alive[i]! * n + alive[j]!]!;
        if (here < best) [best, first, second] = [here, alive[j]!, alive[i]!];
      }
    }
    joins.push({ a: first, b: second, height: best });
    const [sa, sb] = [size[first]!, size[second]!];
    for (const other of alive) {
      if (other === first || other === second) continue;
      const joined = (sa * between[first * n + other]! + sb * between[second * n + other]!) / (sa + sb);
      between[first * n + other] = between[other * n + first] = joined;
    }
    size[first] = sa + sb;
    alive.splice(alive.indexOf(second), 1);
  }
  return joins;
}

/** What the light does to a whole group does not become less with more of it: that share of one edge's noise, squared. */
const UNEVEN = 0.3;

/**
 * By join, how much the means of the two groups differ, in deviations of a single edge as it were: the noise of a
 * mean of n edges is √n times less, so that what joins equals stays as small as between two edges, and what joins
 * different pictures stands out the more, the larger the groups are.
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

/** A step that is nearly the largest is taken before it: this share of it. */
const NEARLY = 0.75;
/** A step that may be one, where something else speaks for it. */
const POSSIBLE = 1.3;

/**
 * As many groups as there are before the largest step (all further joins against all before), or before the first that
 * is nearly as large: so that rather one picture is in two groups than two in one. To join groups is one correction.
 */
function likelyCounts(steps: readonly number[], n: number): number[] {
  const most = Math.min(n - 1, Math.max(2, Math.floor(n / 2)));
  const ratios: number[] = [];
  let next = Infinity;
  for (let groups = 2; groups <= most; groups++) {
    next = Math.min(next, steps[n - groups]!);
    if (next < SAME) break;
    ratios.push(next / Math.max(SAME, ...steps.slice(0, n - groups)));
  }
  if (ratios.length === 0) return [1];
  const best = Math.max(...ratios);
  const likely = ratios.findLastIndex((ratio) => ratio >= NEARLY * best);
  const others = [ratios.indexOf(best), likely - 1, likely + 1].filter(
    (each) => each !== likely && ratios[each] !== undefined && ratios[each] >= POSSIBLE,
  );
  return [...new Set([likely, ...others])].map((each) => each + 2);
}

/** Where a group of two edges or more would fall in two. */
export interface Rift {
  /** the edges of the smaller part */
  readonly smaller: readonly number[];
  /** how far the parts are from each other, against the edges of one part: 1 where they are no farther */
  readonly width: number;
}

/** Edges of one part are taken to lie as far apart as all do (`usual`), until more pairs than this say otherwise. */
const PAIRS = 3;

/** Where a group falls in two, and how widely. `far`: see `Reading`; `usual`: how far edges of one group mostly are. */
export function riftOf(far: Float32Array, members: readonly number[], usual = SAME): Rift {
  const n = Math.sqrt(far.length);
  const own = new Float32Array(members.length ** 2);
  members.forEach((a, i) => members.forEach((b, j) => (own[i * members.length + j] = far[a * n + b]!)));
  const half = cut(members.length, dendrogram(own, members.length), 2);
  let [within, pairs, between, across] = [PAIRS * usual, PAIRS, 0, 0];
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
    width: between / across / Math.max(SAME, within / pairs),
  };
}

/** By edge, its group, as many as wanted. */
function cut(n: number, joins: readonly Join[], count: number): readonly number[] {
  const root = Array.from({ length: n }, (_, i) => i);
  for (const { a, b } of joins.slice(0, n - count))
    for (let i = 0; i < n; i++) if (root[i] === b) root[i] = a;
  const numbers = new Map<number, number>();
  return root.map((r) => numbers.get(r) ?? numbers.set(r, numbers.size).size - 1);
}

const countOf = (groups: readonly number[]): number => Math.max(-1, ...groups) + 1;

/** How much nearer each edge is to its own group than to the next one: 1 - own / other, at least 0. */
function nearness(far: Float32Array, groups: readonly number[]): number[] {
  const [n, count] = [groups.length, countOf(groups)];
  return groups.map((own, i) => {
    const sums = new Float64Array(count);
    const counts = new Float64Array(count);
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      sums[groups[j]!]! += far[i * n + j]!;
      counts[groups[j]!]!++;
    }
    let next = Infinity;
    for (let g = 0; g < count; g++)
      if (g !== own && counts[g]! > 0) next = Math.min(next, sums[g]! / counts[g]!);
    if (next === Infinity) return 1;
    // alone in its group: as sure as it is far from all others
    const mine = counts[own]! > 0 ? sums[own]! / counts[own]! : Math.max(SAME, 0.5 * next);
    return Math.max(0, 1 - Math.max(SAME / 2, mine) / next);
  });
}

/**
 * By edge, 0 to 1: how sure it is that it lies in the right group. Less where the group would fall in two and the edge
 * lies in the smaller part, and where its tile may not be one (`tiles`: by tile, how surely it was found, 0 to 1).
 * `far`: see `Reading`.
 */
export function sureness(far: Float32Array, groups: readonly number[], tiles: readonly number[]): number[] {
  const sure = nearness(far, groups).map((each, edge) => each * tiles[edge >> 2]!);
  for (const { smaller, width } of riftsOf(far, groups)) {
    for (const edge of smaller) sure[edge]! /= Math.max(1, width);
  }
  return sure;
}

/** By group with two edges or more, where it would fall in two. */
export function riftsOf(far: Float32Array, groups: readonly number[]): Rift[] {
  const n = groups.length;
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (groups[i] === groups[j]) [sum, pairs] = [sum + far[i * n + j]!, pairs + 1];
    }
  }
  return Array.from({ length: countOf(groups) }, (_, g) =>
    groups.flatMap((each, i) => (each === g ? [i] : [])),
  )
    .filter((members) => members.length > 1)
    .map((members) => riftOf(far, members, sum / pairs));
}

/** The groups with one of them in two. */
export const splitAt = (groups: readonly number[], { smaller }: Rift): readonly number[] => {
  const leaves = new Set(smaller);
  return groups.map((group, edge) => (leaves.has(edge) ? countOf(groups) : group));
};

export interface Halves {
  /** whether halves make pictures (`opposite`), or equal edges meet (`same`) */
  readonly mating: Mating;
  /** by group, the group that makes it whole; itself where none does */
  readonly mates: readonly number[];
}

/** How well groups go on in each other, row by row. */
export function seams(strips: readonly Strip[], groups: readonly number[]): Float32Array {
  const count = countOf(groups);
  const means = Array.from({ length: count }, (_, g) => meanStrip(strips.filter((_, i) => groups[i] === g)));
  const cost = new Float32Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++)
      cost[i * count + j] = cost[j * count + i] = discontinuity(means[i]!, means[j]!);
  }
  return cost;
}

/**
 * Halves that make one picture: each group with one other, so that all go on in each other as well as can be.
 * `mating` is guessed where it is not said: equal edges meet where most groups go on in themselves alone.
 */
export function halvesOf(cost: Float32Array, mating: Mating | null): Halves {
  const count = Math.sqrt(cost.length);
  const paired = matching(cost, count);
  const found = mating ?? guessed(cost, count, paired);
  return { mating: found, mates: found === 'same' ? paired.map((_, g) => g) : paired };
}

/** Halves go on in their mates clearly better than in any other group. Where equal edges meet, few groups have such a mate. */
function guessed(cost: Float32Array, count: number, paired: readonly number[]): Mating {
  if (count % 2 === 1 || count < 2) return 'same';
  if (count === 2) return cost[1]! < Math.max(cost[0]!, cost[3]!) ? 'opposite' : 'same';
  const clear = paired.filter((mate, g) => {
    let next = Infinity;
    for (let other = 0; other < count; other++) {
      if (other !== g && other !== mate) next = Math.min(next, cost[g * count + other]!);
    }
    return cost[g * count + mate]! < CLEARLY * next;
  });
  return clear.length >= 0.75 * count ? 'opposite' : 'same';
}
const CLEARLY = 0.75;

/** Pairs of least total cost: greedily, then as long as exchanging partners of two pairs helps. One is left alone where the number is odd. */
export function matching(cost: Float32Array, count: number): number[] {
  const pairs = Array.from(
    { length: count * count },
    (_, at) => [Math.floor(at / count), at % count] as const,
  )
    .filter(([i, j]) => i < j)
    .sort(([a, b], [c, d]) => cost[a * count + b]! - cost[c * count + d]!);
  const mates = Array.from({ length: count }, (_, g) => g);
  const free = new Set(mates);
  for (const [i, j] of pairs) {
    if (!free.has(i) || !free.has(j)) continue;
    [mates[i], mates[j]] = [j, i];
    free.delete(i);
    free.delete(j);
  }
  const at = (i: number, j: number): number => cost[i * count + j]!;
  for (let better = true; better;) {
    better = false;
    for (let a = 0; a < count; a++) {
      for (let c = 0; c < count; c++) {
        const [b, d] = [mates[a]!, mates[c]!];
        if (a === c || a === d || a === b || c === d) continue;
        if (at(a, c) + at(b, d) < at(a, b) + at(c, d) - 1e-6) {
          [mates[a], mates[c], mates[b], mates[d]] = [c, a, d, b];
          better = true;
        }
      }
    }
  }
  return mates;
}
