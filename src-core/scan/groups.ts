/** Groups edges that show the same picture, and pairs groups that are halves of one picture. */
import { difference, discontinuity, meanStrip, weighted, type Strip } from './strips.ts';

/** Pictures closer than this (in units of L*a*b*) are never told apart. A good photograph has noise of about 2. */
const SAME = 2.2;

export type Mating = 'same' | 'opposite';

/** Returns the distance between every two strips: a symmetric matrix in row order, in units of L*a*b*. */
export function differences(strips: readonly Strip[]): Float32Array {
  const n = strips.length;
  const far = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) far[i * n + j] = far[j * n + i] = difference(strips[i]!, strips[j]!);
  }
  return far;
}

export interface Groupings {
  /** by edge: its group, for the likeliest number of groups */
  readonly likeliest: readonly number[];
  /** other plausible groupings */
  readonly others: readonly (readonly number[])[];
  /** the likeliest grouping with one group split into `halves`, the two halves of a picture */
  readonly halved: readonly {
    readonly groups: readonly number[];
    readonly halves: readonly [number, number];
  }[];
}

/**
 * Groups edges that look alike by average-linkage clustering (P. Sneath and R. Sokal 1973), and stops before
 * joining two groups that clearly differ. `far`: see `differences`.
 */
export function groupings(strips: readonly Strip[], far: Float32Array): Groupings {
  const n = strips.length;
  const joins = dendrogram(far, n);
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
  // The two halves of a picture may look so similar that they are joined before edges that show the same.
  const wide = riftsOf(far, usual).filter(({ smaller, width }) => smaller.length > 1 && width > WIDE);
  const splits = [...wide.map((rift) => splitAt(usual, rift)), wide.reduce(splitAt, usual)];
  const halved = Array.from({ length: count }, (_, group) => ({
    groups: halvedAt(far, usual, group),
    halves: [group, count] as const,
  }));
  return { likeliest, others: [...cuts, ...splits], halved };
}

/** Returns the mean distance between two edges of the same group, or `SAME` if all groups have one edge. */
export function spreadOf(far: Float32Array, groups: readonly number[]): number {
  const n = groups.length;
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (groups[i] === groups[j]) [sum, pairs] = [sum + far[i * n + j]!, pairs + 1];
    }
  }
  return pairs === 0 ? SAME : sum / pairs;
}

/** Minimum number of groups in an alternative, as a share of the likeliest number. */
const FEWER = 0.75;
/**
 * Maximum spread of an alternative with twice as many groups, relative to the likeliest. Splitting groups reduces
 * the spread even if they differ only by noise.
 */
const NEARER = 0.7;
/** Maximum relative spread of an alternative with as many groups or fewer. */
const FARTHER = 1.5;
/** A group with a rift wider than this may be two pictures. */
const WIDE = 2;
/** Returns the maximum number of groups. Most labels are on at least two edges. */
const mostGroups = (edges: number): number => Math.min(edges - 1, Math.max(2, Math.floor(edges / 2)));

/** Minimum size of a part, as a share of its group. Smaller parts are usually caused by glare or a shadow. */
const PART = 0.25;
const MAX_PARTS = 6;

/**
 * Splits one group in two where its edges differ most. Edges in other, smaller parts go to the nearest group.
 * Returns `groups` unchanged if the group has no two large parts.
 */
function halvedAt(far: Float32Array, groups: readonly number[], group: number): readonly number[] {
  const members = groups.flatMap((each, edge) => (each === group ? [edge] : []));
  const joins = dendrogram(among(far, members), members.length);
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

/** Returns the distances between some of the edges, as a square matrix in row order. */
function among(far: Float32Array, members: readonly number[]): Float32Array {
  const n = Math.sqrt(far.length);
  const own = new Float32Array(members.length ** 2);
  members.forEach((a, i) => members.forEach((b, j) => (own[i * members.length + j] = far[a * n + b]!)));
  return own;
}

/**
 * Dissolves groups much smaller than the others, which glare or a shadow has set apart. Their edges go to the
 * nearest group.
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

/** Assigns each edge without a group (-1) to the group that it resembles most. */
export const placed = (far: Float32Array, groups: readonly number[]): readonly number[] =>
  groups.map((own, edge) => {
    if (own >= 0) return own;
    const means = meansTo(far, groups, edge).map((mean) => (Number.isNaN(mean) ? Infinity : mean));
    return Math.max(0, means.indexOf(Math.min(...means)));
  });

interface Join {
  readonly a: number;
  readonly b: number;
  readonly height: number;
}

/**
 * Returns the joins of average-linkage clustering in order. Each merges `b` into `a`; `height` is their distance.
 */
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

/**
 * Variance that uneven light adds to the mean of a group, as a share of one edge's variance. Unlike noise, it does
 * not shrink with the size of the group.
 */
const UNEVEN = 0.3;

/**
 * Returns, by join, how much the means of the two groups differ, scaled to the noise of a single edge. The mean of
 * n edges has √n times less noise. Joins of equal groups therefore stay small, while joins of different pictures
 * stand out more as groups grow.
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

/** Maximum distance within a group, in multiples of the median distance from an edge to its nearest edge. */
const FAR_APART = 2.6;
/** Minimum distance between groups, in the same unit. */
const CLOSE = 2;
/** Groups with fewer edges than this, on average, are not split further. */
const MANY_EACH = 4.5;
/** Weight of the penalty for groups of unequal size. */
const UNBALANCED = 0.7;

/** Returns the likely number of groups, or a larger one if that would join edges that are far apart. */
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
    if (Math.min(...sizes) < 2) continue; // one edge alone is a shine or a shadow rather than a picture
    const uneven = (groups * sizes.reduce((sum, size) => sum + size * size, 0)) / n ** 2;
    const clear = Math.log(height(groups) / height(groups + 1)) - UNBALANCED * Math.log(uneven);
    if (clear > most) [best, most] = [groups, clear];
  }
  return best;
}

/**
 * Returns the mean distance of edges to their two nearest edges, divided by the mean distance between all edges.
 * Lower values mean that edges match better.
 */
export function agreementOf(far: Float32Array): number {
  const n = Math.sqrt(far.length);
  let [near, all] = [0, 0];
  for (let i = 0; i < n; i++) {
    const others = [...far.subarray(i * n, (i + 1) * n)].filter((_, j) => j !== i).sort((a, b) => a - b);
    near += others.slice(0, NEAREST).reduce((sum, each) => sum + each, 0) / NEAREST;
    all += others.reduce((sum, each) => sum + each, 0) / others.length;
  }
  return near / Math.max(1e-6, all);
}
const NEAREST = 2;

/** Returns the median distance from an edge to its nearest edge. */
function nearestOf(far: Float32Array, n: number): number {
  const least = Array.from({ length: n }, (_, i) => {
    let nearest = Infinity;
    for (let j = 0; j < n; j++) if (j !== i) nearest = Math.min(nearest, far[i * n + j]!);
    return nearest;
  }).sort((a, b) => a - b);
  return least[n >> 1] ?? 0;
}

/** Share of the largest ratio from which a ratio counts as nearly as large. */
const NEARLY = 0.75;

/**
 * Returns the number of groups before the largest jump in the steps. Among jumps of nearly that size, it takes the
 * one with the most groups: merging two groups takes the user one correction, separating them takes more.
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

/** Where a group of at least two edges would split. */
export interface Rift {
  /** the edges of the smaller part */
  readonly smaller: readonly number[];
  /** distance between the parts, divided by the distance within them; 1 means that there is no gap */
  readonly width: number;
}

/** Weight of the usual distance within a group, in pairs of edges. It matters most for small groups. */
const PAIRS = 3;

/**
 * Returns where a group of at least two edges would split, and how widely. `far`: see `Reading`. `usual`: usual
 * distance within a group.
 */
export function riftOf(far: Float32Array, members: readonly number[], usual = SAME): Rift {
  const own = among(far, members);
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

/** Returns the group of each edge when joins stop at `count` groups. */
function cut(n: number, joins: readonly Join[], count: number): readonly number[] {
  const root = Array.from({ length: n }, (_, i) => i);
  for (const { a, b } of joins.slice(0, n - count))
    for (let i = 0; i < n; i++) if (root[i] === b) root[i] = a;
  return numbered(root);
}

/** Renumbers groups from 0 without gaps. */
function numbered(groups: readonly number[]): readonly number[] {
  const numbers = new Map<number, number>();
  return groups.map((group) => numbers.get(group) ?? numbers.set(group, numbers.size).size - 1);
}

const countOf = (groups: readonly number[]): number => Math.max(-1, ...groups) + 1;

function sizesOf(groups: readonly number[]): number[] {
  const sizes = new Array<number>(countOf(groups)).fill(0);
  for (const group of groups) sizes[group]!++;
  return sizes;
}

/** Returns the mean distance from an edge to the other edges of each group. NaN if a group has no other edge. */
function meansTo(far: Float32Array, groups: readonly number[], edge: number): number[] {
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

/** Returns, by edge, how much nearer it is to its own group than to the next one: 1 - own / next, at least 0. */
const nearness = (far: Float32Array, groups: readonly number[]): number[] =>
  groups.map((own, i) => {
    const means = meansTo(far, groups, i);
    const next = Math.min(...means.filter((mean, g) => g !== own && !Number.isNaN(mean)));
    if (next === Infinity) return 1;
    // alone in its group: assume half the distance to the next group
    const mine = Number.isNaN(means[own]!) ? Math.max(SAME, 0.5 * next) : means[own]!;
    return Math.max(0, 1 - Math.max(SAME / 2, mine) / next);
  });

/** Returns the median, over all edges, of how much nearer they are to their own group than to the next: 0 to 1. */
export function clarityOf(far: Float32Array, groups: readonly number[]): number {
  const sorted = nearness(far, groups).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Returns, by edge, the certainty that it is in the right group, 0 to 1. It is lower in the smaller part of a
 * group that may be two, in small groups (often caused by glare or a shadow), and for tiles found with less
 * certainty. `far`: see `Reading`. `tiles`: certainty by tile, 0 to 1.
 */
export function sureness(far: Float32Array, groups: readonly number[], tiles: readonly number[]): number[] {
  const sizes = sizesOf(groups);
  const few = (SMALL * groups.length) / sizes.length;
  const sure = nearness(far, groups).map(
    (each, edge) => each * tiles[edge >> 2]! * Math.min(1, sizes[groups[edge]!]! / few),
  );
  for (const { smaller, width } of riftsOf(far, groups)) {
    for (const edge of smaller) sure[edge]! /= Math.max(1, width);
  }
  return sure;
}

/** Groups smaller than this share of the mean size are less certain. */
const SMALL = 0.75;

/** Returns where each group of at least two edges would split. */
function riftsOf(far: Float32Array, groups: readonly number[]): Rift[] {
  const usual = spreadOf(far, groups);
  return Array.from({ length: countOf(groups) }, (_, g) =>
    groups.flatMap((each, i) => (each === g ? [i] : [])),
  )
    .filter((members) => members.length > 1)
    .map((members) => riftOf(far, members, usual));
}

/** Moves the smaller part of a group to a new group. */
function splitAt(groups: readonly number[], { smaller }: Rift): readonly number[] {
  const leaves = new Set(smaller);
  const next = countOf(groups);
  return groups.map((group, edge) => (leaves.has(edge) ? next : group));
}

export interface Halves {
  /** whether halves of pictures meet (`opposite`) or equal edges do (`same`) */
  readonly mating: Mating;
  /** false: the user has to choose */
  readonly matingSure: boolean;
  /** by group: its mate if halves meet, whatever `mating` is */
  readonly pairs: readonly number[];
  /** by group: its mate; itself under `same` or without one */
  readonly mates: readonly number[];
}

/** Returns how badly each group continues in each other (see `discontinuity`): a symmetric matrix in row order. */
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
 * Decides whether groups continue better in their mates or in themselves. `cost`: matrix from `seams`. `asked`:
 * the user's choice, or null.
 */
export function halvesOf(cost: Float32Array, asked: Mating | null): Halves {
  const count = Math.sqrt(cost.length);
  const paired = matching(cost, count);
  const halves = meanOf(seamShares(cost, paired));
  const equal = meanOf(selfShares(cost, count));
  const mating = asked ?? (halves < equal ? 'opposite' : 'same');
  const [own, other] = mating === 'opposite' ? [halves, equal] : [equal, halves];
  const alone = mating === 'opposite' && paired.some((mate, group) => mate === group);
  return {
    mating,
    ...({ debug: `h${halves.toFixed(2)} e${equal.toFixed(2)}` } as object),
    matingSure: asked !== null || (own < CLEAR && other > CLEARER * own && !alone),
    pairs: paired,
    mates: mating === 'same' ? paired.map((_, g) => g) : paired,
  };
}
/** Maximum cost of a reading that is not questioned, relative to the next best group. */
const CLEAR = 0.45;
/** Minimum cost of the other reading, in multiples of the chosen one. */
const CLEARER = 2;

/** Returns, by group, the cost of continuing in itself, divided by the lowest cost with another group. */
const selfShares = (cost: Float32Array, count: number): number[] =>
  Array.from({ length: count }, (_, g) => {
    const others = Array.from({ length: count }, (_, other) =>
      other === g ? Infinity : cost[g * count + other]!,
    );
    return Math.max(0.01, cost[g * count + g]! / Math.max(1e-6, Math.min(...others)));
  });

/** Returns the matrix from `seams` without the groups in `gone`. */
export function seamsWithout(cost: Float32Array, gone: readonly number[]): Float32Array {
  const count = Math.sqrt(cost.length);
  return cost.filter((_, at) => !gone.includes(at % count) && !gone.includes(Math.floor(at / count)));
}

/**
 * Returns how badly groups continue in their mates, relative to the next best group; lower is better. Returns
 * Infinity unless the mean is clearly low and each group continues best in its mate. The limit for single groups
 * is loose, because stripes can be as narrow as the gap that cutting leaves between halves.
 */
export function wholeness(cost: Float32Array): number {
  const shares = seamShares(cost, matching(cost, Math.sqrt(cost.length)));
  const mean = meanOf(shares);
  return mean < CLEARLY && Math.max(...shares) < 1 ? mean : Infinity;
}
const CLEARLY = 0.35;

/** Returns how many pairs of mates look alike. Such a pair is one symmetric group rather than two halves. */
export function twins(far: Float32Array, groups: readonly number[], cost: Float32Array): number {
  const n = groups.length;
  return matching(cost, Math.sqrt(cost.length)).filter((mate, group) => {
    if (mate <= group) return false;
    let [sum, pairs] = [0, 0];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (groups[i] === group && groups[j] === mate) [sum, pairs] = [sum + far[i * n + j]!, pairs + 1];
      }
    }
    return sum < ALIKE * pairs;
  }).length;
}
/** The halves of a picture differ by more than this (in units of L*a*b*), usually by more than twice as much. */
const ALIKE = 6;

/** Returns the geometric mean. */
const meanOf = (shares: readonly number[]): number =>
  Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);

/**
 * Returns, by group, the cost of continuing in its mate, divided by that of the next best group; 1 without a mate.
 */
function seamShares(cost: Float32Array, mates: readonly number[]): number[] {
  const count = mates.length;
  if (count === 2) return mates.map(() => cost[1]! / Math.max(1e-6, cost[0]!, cost[3]!));
  return mates.map((mate, g) => {
    const others = mates.flatMap((_, other) =>
      other === g || other === mate ? [] : [cost[g * count + other]!],
    );
    return mate === g ? 1 : Math.max(0.01, cost[g * count + mate]! / Math.min(...others));
  });
}

/**
 * Pairs groups at low total cost: greedily, then by swapping partners while that helps. If their number is odd,
 * one group stays alone.
 */
function matching(cost: Float32Array, count: number): number[] {
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
