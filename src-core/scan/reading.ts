/** Reads the edges of a puzzle from the faces of its tiles. */
import type { Face } from './face.ts';
import { countOf, differences, relative, spreadOf, type GroupSplit } from './clusters.ts';
import { groupings } from './groups.ts';
import {
  areHalvesDistinct,
  MIN_MEDIAN_HALVES_DISTANCE_RATIO,
  halvesOf,
  seams,
  seamsWithout,
  selfCost,
  mateCost,
  type Halves,
  type Mating,
} from './halves.ts';
import { regrouped } from './merges.ts';
import { isOnlySolvable } from './solvable.ts';
import { clarityOf, splitsOf } from './sureness.ts';
import { stripsOf, type Strip } from './strips.ts';

/** Groups of edges and how they pair up. The index of an edge is `4 * tile + side`, with sides clockwise. */
export interface Reading extends Halves {
  /** the picture at each edge; light and shadow are evened out if this makes edges match better */
  readonly strips: readonly Strip[];
  /** distance between each pair of edges in L*a*b*, scaled by `relative`: a matrix in row-major order */
  readonly far: Float32Array;
  /** the group of each edge */
  readonly groups: readonly number[];
}

/** Reads the edges of square tiles. `mating` is the mating rule, or null to guess it. */
export const readEdges = (faces: readonly Face[], mating: Mating | null = null): Reading =>
  readStrips(faces.flatMap(stripsOf), mating);

/**
 * Groups edges by the pictures in their strips, and pairs the groups. `mating` is the mating rule, or null to guess it.
 * `far` has the distances between edges.
 */
export function readStrips(
  strips: readonly Strip[],
  mating: Mating | null = null,
  far = differences(strips),
): Reading {
  const { likeliest, others, halved } = groupings(strips, far);
  const clearest = regrouped(far, likeliest, []);
  const scaled = relative(far);
  let seemsEqual = false;
  if (mating === null) {
    // If it is certain that equal pictures match, don't look for halves, because any symmetric picture could be split
    // into halves.
    const { halves } = seenHalves(strips, scaled, clearest, null);
    seemsEqual = halves.mating === 'same';
    if (seemsEqual && halves.matingSure) return { strips, far: scaled, groups: clearest, ...halves };
  }
  // Prefer groupings in which all groups are halves of pictures, even if the edges within a group differ more.
  let [groups, least] = [likeliest, Infinity];
  const consider = (other: readonly number[], cost: Float32Array): void => {
    if (seemsEqual && !areHalvesDistinct(scaled, other, halvesOf(cost, other, 'opposite').pairs, 0)) return;
    // A group that looks as if it contained two different pictures probably holds two labels.
    const mixed = wideSplits(scaled, other).length;
    const much = mateCost(cost) * spreadOf(far, other) * (1 + mixed);
    if (much < least) [groups, least] = [other, much];
  };
  if (mating !== 'same') {
    for (const other of others) consider(other, seams(strips, other));
    for (const { groups: other, halves } of halved) {
      const cost = seams(strips, other);
      // Any symmetric picture could be split into halves, so split a group only if all other groups already form
      // pairs.
      if (mateCost(seamsWithout(cost, halves)) < Infinity) consider(other, cost);
    }
  }
  if (least === Infinity) groups = clearest;
  return { strips, far: scaled, groups, ...halvesIn(strips, scaled, groups, mating) };
}

/**
 * Pairs the groups that show the two halves of a picture. Guesses the mating rule if `mating` is null. If the edges
 * don't show the rule clearly, tests under which rule the puzzle has a solution. `far` has the distances between edges.
 */
export function halvesIn(
  strips: readonly Strip[],
  far: Float32Array,
  groups: readonly number[],
  mating: Mating | null,
): Halves {
  const { halves, isLikely } = seenHalves(strips, far, groups, mating);
  if (halves.matingSure || !isLikely) return halves;
  return { ...halves, matingSure: isOnlySolvable(groups, halves.pairs, halves.mating) };
}

/**
 * Pairs the groups that show the two halves of a picture, and guesses the mating rule if `mating` is null. `isLikely`
 * is true if solving the puzzle can confirm the guess: the guess is right if the puzzle has a solution under the
 * guessed rule and none under the other rule.
 */
function seenHalves(
  strips: readonly Strip[],
  far: Float32Array,
  groups: readonly number[],
  mating: Mating | null,
): { halves: Halves; isLikely: boolean } {
  const cost = seams(strips, groups);
  const halves = halvesOf(cost, groups, mating);
  const isClear =
    clarityOf(far, groups) > MIN_CLARITY &&
    (halves.mating === 'same' ? areWhole(far, groups) : areHalvesDistinct(far, groups, halves.pairs));
  return {
    halves: { ...halves, matingSure: halves.matingSure && (mating !== null || isClear) },
    isLikely: isClear && (halves.mating === 'opposite' || selfCost(cost) < MAX_SELF_COST),
  };
}

/**
 * Maximum `selfCost` at which a solution proves the rule `same`. At a higher cost, each group may contain both halves
 * of a picture. Then the puzzle also has a solution under `same` although the correct rule is `opposite`.
 */
const MAX_SELF_COST = 0.45;

/** Minimum `clarityOf` at which a guess can be trusted */
const MIN_CLARITY = 0.3;

const wideSplits = (far: Float32Array, groups: readonly number[]): GroupSplit[] =>
  splitsOf(far, groups).filter(
    ({ smaller, width }) => smaller.length > 1 && width > MIN_MEDIAN_HALVES_DISTANCE_RATIO,
  );

/**
 * Returns whether at most a few groups look as if they contained two different pictures. If many do, each group may
 * contain both halves of a picture.
 */
const areWhole = (far: Float32Array, groups: readonly number[]): boolean =>
  wideSplits(far, groups).length <= MAX_WIDE_FRACTION * countOf(groups);
const MAX_WIDE_FRACTION = 0.25;
