/** Pairs groups of edges that are halves of one picture. */
import { countOf, sizesOf, spreadOf } from './clusters.ts';
import { median } from './ground.ts';
import { discontinuity, meanStrip, type Strip } from './strips.ts';

export type Mating = 'same' | 'opposite';

export interface Halves {
  /**
   * the mating rule: under `opposite`, touching edges show the two halves of a picture; under `same`, they have equal
   * labels
   */
  readonly mating: Mating;
  /** false if the user has to choose the mating rule */
  readonly matingSure: boolean;
  /**
   * for each group: the group with the other half of its picture, or the group itself; doesn't depend on the mating
   * rule
   */
  readonly pairs: readonly number[];
  /** for each group: the group whose edges match its edges */
  readonly mates: readonly number[];
}

/**
 * Returns how badly a picture continues from one group to another (see `discontinuity`), for each pair of groups: a
 * symmetric matrix in row-major order.
 */
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
 * Pairs the groups, and decides the mating rule unless the user chose it. The rule is `opposite` if pairing the groups
 * as halves has a lower relative cost than pairing each group with itself (see `mateCost` and `selfCost`).
 * - `cost`: the matrix that `seams` returns
 * - `groups`: the group of each edge
 * - `asked`: the mating rule that the user chose, or null
 */
export function halvesOf(cost: Float32Array, groups: readonly number[], asked: Mating | null): Halves {
  const count = Math.sqrt(cost.length);
  const paired = matching(cost, count);
  const halves = meanOf(seamShares(cost, paired));
  const equal = selfCost(cost);
  const mating = asked ?? (halves < equal ? 'opposite' : 'same');
  // The rule `opposite` is not certain if a group matches itself, because the group may be a plain colour. A plain
  // colour fits both rules.
  const isClear =
    mating === 'opposite'
      ? halves < MAX_OPPOSITE_COST &&
        equal > MIN_SELF_COST_RATIO * halves &&
        paired.every((mate, group) => mate !== group)
      : equal < MAX_SELF_COST && mainHalves(cost, groups) > MIN_HALVES_COST;
  return {
    mating,
    matingSure: asked !== null || isClear,
    pairs: paired,
    mates: mating === 'same' ? paired.map((_, g) => g) : paired,
  };
}
/**
 * The rule `opposite` counts as certain only if the cost of pairing the groups as halves is at most this fraction of
 * the cost of pairing each group with its next best group.
 */
const MAX_OPPOSITE_COST = 0.45;
/**
 * The rule `opposite` counts as certain only if pairing each group with itself costs at least this many times as much
 * as pairing the groups as halves.
 */
const MIN_SELF_COST_RATIO = 2;
/**
 * The rule `same` counts as certain only if the cost of pairing each group with itself is at most this fraction of the
 * cost of pairing it with the best other group. The limit is low because half a stripe or ring continues quite well in
 * a copy of itself.
 */
const MAX_SELF_COST = 0.15;
/**
 * The rule `same` counts as certain only if the cost of pairing the groups as halves is at least this fraction of the
 * cost of pairing each group with its next best group.
 */
const MIN_HALVES_COST = 0.65;
/** Maximum size, as a fraction of the mean size, of a group that may consist only of edges in glare or a shadow */
const SMALL_GROUP_FRACTION = 0.3;

function mainHalves(cost: Float32Array, groups: readonly number[]): number {
  const few = (SMALL_GROUP_FRACTION * groups.length) / Math.sqrt(cost.length);
  const small = sizesOf(groups).flatMap((size, group) => (size < few ? [group] : []));
  const main = seamsWithout(cost, small);
  return meanOf(seamShares(main, matching(main, Math.sqrt(main.length))));
}

const selfShares = (cost: Float32Array, count: number): number[] =>
  Array.from({ length: count }, (_, g) => {
    const others = Array.from({ length: count }, (_, other) =>
      other === g ? Infinity : cost[g * count + other]!,
    );
    return Math.max(0.01, cost[g * count + g]! / Math.max(1e-6, Math.min(...others)));
  });

/**
 * Compares the cost of pairing a group with itself to the cost of pairing it with the best other group. Returns the
 * ratio of the two costs, as the geometric mean over all groups. Lower is better.
 */
export const selfCost = (cost: Float32Array): number => meanOf(selfShares(cost, Math.sqrt(cost.length)));

/** Returns the matrix of `seams` without the rows and columns of the groups in `gone`. */
export function seamsWithout(cost: Float32Array, gone: readonly number[]): Float32Array {
  const count = Math.sqrt(cost.length);
  return cost.filter((_, at) => !gone.includes(at % count) && !gone.includes(Math.floor(at / count)));
}

/**
 * Compares the cost of pairing a group with its mate to the cost of pairing it with the next best group. Returns the
 * ratio of the two costs, as the geometric mean over all groups. Lower is better. Returns Infinity if the mates are
 * uncertain.
 */
export function mateCost(cost: Float32Array): number {
  const shares = seamShares(cost, matching(cost, Math.sqrt(cost.length)));
  const mean = meanOf(shares);
  return mean < MAX_CLEAR_MATE_COST && Math.max(...shares) < 1 ? mean : Infinity;
}
const MAX_CLEAR_MATE_COST = 0.35;

function matesApart(far: Float32Array, groups: readonly number[], mates: readonly number[]): number[] {
  const n = groups.length;
  const sums = mates.map(() => ({ sum: 0, pairs: 0 }));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const group = groups[i]!;
      if (mates[group] !== groups[j] || groups[j]! <= group) continue;
      sums[group]!.sum += far[i * n + j]!;
      sums[group]!.pairs++;
    }
  }
  return sums.flatMap(({ sum, pairs }) => (pairs === 0 ? [] : [sum / pairs]));
}

/**
 * Returns whether mates look different enough to be the two halves of a picture. If they don't, light and shadow may
 * have split one group. `far` has the distances between edges, and `least` is the minimum difference in L*a*b*.
 */
export function areHalvesDistinct(
  far: Float32Array,
  groups: readonly number[],
  mates: readonly number[],
  least = MIN_HALVES_DISTANCE,
): boolean {
  const apart = matesApart(far, groups, mates);
  const usual = spreadOf(far, groups);
  return (
    median(apart) > MIN_MEDIAN_HALVES_DISTANCE_RATIO * usual &&
    Math.min(...apart) > Math.max(least, MIN_HALVES_DISTANCE_RATIO * usual)
  );
}
/** Minimum difference between the halves of a picture, as a multiple of the usual distance within a group */
const MIN_HALVES_DISTANCE_RATIO = 1.4;
/**
 * Minimum median difference between the halves of a picture, as a multiple of the usual distance within a group. Two
 * parts of one group differ by less.
 */
export const MIN_MEDIAN_HALVES_DISTANCE_RATIO = 1.8;
/**
 * Minimum difference between the two halves of a picture, in L*a*b*. Most halves differ by more than twice as much.
 */
const MIN_HALVES_DISTANCE = 6;

const meanOf = (shares: readonly number[]): number =>
  Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);

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
 * Pairs the groups so that pictures continue as smoothly as possible from one group to its mate. Returns the mate of
 * each group. If the number of groups is odd, one group is its own mate. `cost`: the matrix that `seams` returns.
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
