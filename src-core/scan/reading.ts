/** Reads the edges of a puzzle from the faces of its tiles. */
import type { Face } from './face.ts';
import { countOf, differences, relative, spreadOf, type GroupSplit } from './clusters.ts';
import { groupings } from './groups.ts';
import {
  areHalvesDistinct,
  DISTINCT,
  halvesOf,
  seams,
  seamsWithout,
  selfCost,
  similarMates,
  mateCost,
  type Halves,
  type Mating,
} from './halves.ts';
import { regrouped } from './merges.ts';
import { isOnlySolvable } from './solvable.ts';
import { clarityOf, splitsOf } from './sureness.ts';
import { stripsOf, type Strip } from './strips.ts';

/** Groups of edges and how they pair up. The number of an edge is `4 * tile + side`, with sides clockwise. */
export interface Reading extends Halves {
  /** the picture at each edge; light and shadow are evened out if edges then match better */
  readonly strips: readonly Strip[];
  /** relative distance of each pair of edges (see `relative`): a square matrix in row order, in units of L*a*b* */
  readonly far: Float32Array;
  /** the group of each edge */
  readonly groups: readonly number[];
}

/** Reads the edges of square tiles. `mating`: the mating rule, if it should not be guessed. */
export const readEdges = (faces: readonly Face[], mating: Mating | null = null): Reading =>
  readStrips(faces.flatMap(stripsOf), mating);

/** Reads edges from their strips. `far`: distances between strips (see `differences`). */
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
    // If edges with equal pictures clearly match, don't look for halves. Any group with a symmetric picture could be
    // split into two halves.
    const { halves } = seenHalves(strips, scaled, clearest, null);
    seemsEqual = halves.mating === 'same';
    if (seemsEqual && halves.matingSure) return { strips, far: scaled, groups: clearest, ...halves };
  }
  // Prefer groupings in which all groups pair up as halves of pictures. Accept them even if edges of one group differ
  // as strongly as edges of different groups usually do.
  let [groups, least] = [likeliest, Infinity];
  const consider = (other: readonly number[], cost: Float32Array): void => {
    if (seemsEqual && !areHalvesDistinct(scaled, other, halvesOf(cost, other, 'opposite').pairs, 0)) return;
    // Mates that look alike are probably one label that was split in two. A group that looks like two pictures probably
    // holds two labels. Both make a grouping less likely.
    const faults = similarMates(far, other, cost) + wideSplits(scaled, other).length;
    const much = mateCost(cost) * spreadOf(far, other) * (1 + faults);
    if (much < least) [groups, least] = [other, much];
  };
  if (mating !== 'same') {
    for (const other of others) consider(other, seams(strips, other));
    for (const { groups: other, halves } of halved) {
      const cost = seams(strips, other);
      // Any group with a symmetric picture can be split into matching halves. So split one only if all other groups
      // already pair up.
      if (mateCost(seamsWithout(cost, halves)) < Infinity) consider(other, cost);
    }
  }
  // If there is no grouping in which all groups pair up, use the likeliest threshold between equal and different edges.
  if (least === Infinity) groups = clearest;
  return { strips, far: scaled, groups, ...halvesIn(strips, scaled, groups, mating) };
}

/**
 * Pairs the halves of pictures and guesses the mating rule, unless the user has chosen it. If the edges leave it open,
 * solutions can decide. `far`: distances between edges, as in `Reading`.
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
 * Pairs the halves and guesses the mating rule by what the edges show. `isLikely`: whether the groups are clear, and the
 * guess is good enough to be accepted if it is the only rule with a solution.
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
    clarityOf(far, groups) > CLEAR &&
    (halves.mating === 'same' ? areWhole(far, groups) : areHalvesDistinct(far, groups, halves.pairs));
  return {
    halves: { ...halves, matingSure: halves.matingSure && (mating !== null || isClear) },
    isLikely: isClear && (halves.mating === 'opposite' || selfCost(cost) < LIKELY_EQUAL),
  };
}

/**
 * Maximum of `selfCost` at which a solution can decide for the rule `same`. If each group contains both halves of a
 * picture, equal edges have a solution too, but pictures continue badly in their own groups.
 */
const LIKELY_EQUAL = 0.45;

/** The guessed mating rule is trusted only if the clarity of the groups (`clarityOf`) is above this. */
const CLEAR = 0.3;

/** Returns, for each group that looks like two pictures, the two parts into which it would split. */
const wideSplits = (far: Float32Array, groups: readonly number[]): GroupSplit[] =>
  splitsOf(far, groups).filter(({ smaller, width }) => smaller.length > 1 && width > DISTINCT);

/**
 * Returns whether only few groups look like two pictures. If many groups do, each of them might contain both halves of
 * a picture.
 */
const areWhole = (far: Float32Array, groups: readonly number[]): boolean =>
  wideSplits(far, groups).length <= FEW * countOf(groups);
/** Maximum share of the groups that counts as few. */
const FEW = 0.25;
