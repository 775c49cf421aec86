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

export interface Groupings {
  /** by edge, its group: the likeliest by how much groups differ */
  readonly likeliest: readonly number[];
  /** others that are possible */
  readonly others: readonly (readonly number[])[];
  /** the likeliest with one group in two, which are then the two halves of a picture */
  readonly halved: readonly {
    readonly groups: readonly number[];
    readonly halves: readonly [number, number];
  }[];
}

/**
 * Edges in groups that look alike: the two nearest groups are joined again and again (mean distance of their
 * members, P. Sneath and R. Sokal 1973), until the next join would be of two that clearly differ.
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
  // The two halves of one picture may look so alike that they are joined before edges that show the same.
  const wide = riftsOf(far, usual).filter(({ smaller, width }) => smaller.length > 1 && width > WIDE);
  const splits = [...wide.map((rift) => splitAt(usual, rift)), wide.reduce(splitAt, usual)];
  const halved = Array.from({ length: count }, (_, group) => ({
    groups: halvedAt(far, usual, group),
    halves: [group, count] as const,
  }));
  return { likeliest, others: [...cuts, ...splits], halved };
}

/** How far two edges of one group are from each other, in the mean. */
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

/** Rather two pictures in one group than that share of the likeliest number. */
const FEWER = 0.75;
/** Twice as many only where edges of one are then so much nearer to each other: noise can be parted, too. */
const NEARER = 0.7;
/** And as many or fewer only where they are at most so much farther. */
const FARTHER = 1.5;
/** A group that would fall in two as widely as this may well be two pictures. */
const WIDE = 2;
/** Each label stands on two edges or more, mostly. */
const mostGroups = (edges: number): number => Math.min(edges - 1, Math.max(2, Math.floor(edges / 2)));

/** A part of a group is as much of it at least: less is what a shine or a shadow has set apart. */
const PART = 0.25;
const MAX_PARTS = 6;

/** The groups with one of them in two, as its edges differ most, those without the few that differ from all. */
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

/** How differently some of the edges look. */
function among(far: Float32Array, members: readonly number[]): Float32Array {
  const n = Math.sqrt(far.length);
  const own = new Float32Array(members.length ** 2);
  members.forEach((a, i) => members.forEach((b, j) => (own[i * members.length + j] = far[a * n + b]!)));
  return own;
}

/** The same without groups that are much smaller than the others: a shine or a shadow has set their edges apart. */
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

/** Edges without a group (-1) go to the one that they look most like. */
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

/** Edges of one group are mostly no farther from each other than so many times the distance to the nearest other edge. */
const FAR_APART = 2.6;
/** And edges of two groups are at least so many times as far. */
const CLOSE = 2;
/** Groups of fewer edges than this, in the mean, are not taken for several pictures each. */
const MANY_EACH = 4.5;
/** How much it counts against a number of groups that some are much larger than others. */
const UNBALANCED = 0.7;

/** As many groups as the steps say; where those would join edges that are far apart, one of the finer numbers. */
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

/** How near edges are to the two that look most like them, as a share of how far all are from each other: the less, the better they agree. */
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

/** The median of how far each edge is from the one that looks most like it. */
function nearestOf(far: Float32Array, n: number): number {
  const least = Array.from({ length: n }, (_, i) => {
    let nearest = Infinity;
    for (let j = 0; j < n; j++) if (j !== i) nearest = Math.min(nearest, far[i * n + j]!);
    return nearest;
  }).sort((a, b) => a - b);
  return least[n >> 1] ?? 0;
}

/** A step that is nearly the largest is taken before it: this share of it. */
const NEARLY = 0.75;

/**
 * As many groups as there are before the largest step (all further joins against all before), or before the first that
 * is nearly as large: so that rather one picture is in two groups than two in one. To join groups is one correction.
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

/** By edge, its group, as many as wanted. */
function cut(n: number, joins: readonly Join[], count: number): readonly number[] {
  const root = Array.from({ length: n }, (_, i) => i);
  for (const { a, b } of joins.slice(0, n - count))
    for (let i = 0; i < n; i++) if (root[i] === b) root[i] = a;
  return numbered(root);
}

/** Groups under any numbers, counted from 0 without gaps. */
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

/** How far an edge is from the edges of each group without itself, in the mean; NaN: there is no other edge. */
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

/** How much nearer each edge is to its own group than to the next one: 1 - own / other, at least 0. */
const nearness = (far: Float32Array, groups: readonly number[]): number[] =>
  groups.map((own, i) => {
    const means = meansTo(far, groups, i);
    const next = Math.min(...means.filter((mean, g) => g !== own && !Number.isNaN(mean)));
    if (next === Infinity) return 1;
    // alone in its group: as sure as it is far from all others
    const mine = Number.isNaN(means[own]!) ? Math.max(SAME, 0.5 * next) : means[own]!;
    return Math.max(0, 1 - Math.max(SAME / 2, mine) / next);
  });

/** The median of how much nearer edges are to their own group than to the next one, 0 to 1. */
export function clarityOf(far: Float32Array, groups: readonly number[]): number {
  const sorted = nearness(far, groups).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * By edge, 0 to 1: how sure it is that it lies in the right group. Less where the group would fall in two and the edge
 * lies in the smaller part, where the group is a small one (it may be what a shine or a shadow has set apart), and where
 * its tile may not be one (`tiles`: by tile, how surely it was found, 0 to 1). `far`: see `Reading`.
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

/** Of the mean size: groups of fewer edges are less sure. */
const SMALL = 0.75;

/** By group with two edges or more, where it would fall in two. */
function riftsOf(far: Float32Array, groups: readonly number[]): Rift[] {
  const usual = spreadOf(far, groups);
  return Array.from({ length: countOf(groups) }, (_, g) =>
    groups.flatMap((each, i) => (each === g ? [i] : [])),
  )
    .filter((members) => members.length > 1)
    .map((members) => riftOf(far, members, usual));
}

/** The groups with one of them in two. */
function splitAt(groups: readonly number[], { smaller }: Rift): readonly number[] {
  const leaves = new Set(smaller);
  const next = countOf(groups);
  return groups.map((group, edge) => (leaves.has(edge) ? next : group));
}

export interface Halves {
  /** whether halves make pictures (`opposite`), or equal edges meet (`same`) */
  readonly mating: Mating;
  /** false: a person has to say which */
  readonly matingSure: boolean;
  /** by group, its mate if halves meet, whatever `mating` is */
  readonly pairs: readonly number[];
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
 * Weighs the two readings by how well edges go on across a border: each group in its mate, or each in itself. `asked`: what
 * a person has said.
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
/** A reading is only taken without a question if groups go on so much better in their mates than in any other group. */
const CLEAR = 0.45;
/** And so many times better than under the other reading. */
const CLEARER = 2;

/** By group, how badly it goes on in itself, as a share of the best of all others. */
const selfShares = (cost: Float32Array, count: number): number[] =>
  Array.from({ length: count }, (_, g) => {
    const others = Array.from({ length: count }, (_, other) =>
      other === g ? Infinity : cost[g * count + other]!,
    );
    return Math.max(0.01, cost[g * count + g]! / Math.max(1e-6, Math.min(...others)));
  });

/** `seams` of all groups but some. */
export function seamsWithout(cost: Float32Array, gone: readonly number[]): Float32Array {
  const count = Math.sqrt(cost.length);
  return cost.filter((_, at) => !gone.includes(at % count) && !gone.includes(Math.floor(at / count)));
}

/**
 * How well groups go on in their mates, the less the better: Infinity unless all together do so clearly, and each at least
 * better than in any other. No more is asked of each: stripes may be as fine as what cuts take away between two halves.
 */
export function wholeness(cost: Float32Array): number {
  const shares = seamShares(cost, matching(cost, Math.sqrt(cost.length)));
  const mean = meanOf(shares);
  return mean < CLEARLY && Math.max(...shares) < 1 ? mean : Infinity;
}
const CLEARLY = 0.35;

/** How many pairs of mates look alike: rather than two halves they are one that is symmetric, and goes on in itself. */
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
/** Halves differ by more than this (in L*a*b*), mostly by more than twice of it. */
const ALIKE = 6;

/** The geometric mean. */
const meanOf = (shares: readonly number[]): number =>
  Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);

/** By group, how badly it goes on in its mate, as a share of the next best; 1 without a mate. */
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

/** Pairs of least total cost: greedily, then as long as exchanging partners of two pairs helps. One is left alone where the number is odd. */
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
