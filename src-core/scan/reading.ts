/** From faces to groups of edges: what a photograph says of a puzzle. How surely: see `sureness`. */
import type { Face } from './face.ts';
import {
  clarityOf,
  differences,
  groupings,
  halvesOf,
  seams,
  seamsWithout,
  spreadOf,
  twins,
  wholeness,
  type Mating,
} from './groups.ts';
import { stripsOf, type Strip } from './strips.ts';

/** Edges count tile by tile, each from its first side clockwise: edge = 4 · tile + side. */
export interface Reading {
  /** how differently any two edges look, row by row, in units of L*a*b* */
  readonly far: Float32Array;
  /** by edge, its group */
  readonly groups: readonly number[];
  readonly mating: Mating;
  /** false: a person has to say which */
  readonly matingSure: boolean;
  /** by group, its mate if halves meet, whatever `mating` is */
  readonly pairs: readonly number[];
  /** by group, the one that makes its picture whole: itself under `same`, and where a half has no partner */
  readonly mates: readonly number[];
}

/** Reads the edges of square tiles. `mating` where somebody knows better than the guess. */
export const readEdges = (faces: readonly Face[], mating: Mating | null = null): Reading =>
  readStrips(faces.flatMap(stripsOf), mating);

/** The same of the strips of all edges. `far`: how differently they look. */
export function readStrips(
  strips: readonly Strip[],
  mating: Mating | null = null,
  far = differences(strips),
): Reading {
  const { likeliest, others, halved } = groupings(strips, far);
  // Groups that are all halves of pictures speak for themselves, also where edges of one look as different as pictures do.
  let [groups, least] = [likeliest, Infinity];
  const consider = (other: readonly number[], cost: Float32Array): void => {
    // a label in two that goes on in itself is a worse reading than the halves of a picture
    const much = wholeness(cost) * spreadOf(far, other) * (1 + twins(far, other, cost));
    if (much < least) [groups, least] = [other, much];
  };
  if (mating !== 'same') {
    for (const other of others) consider(other, seams(strips, other));
    for (const { groups: other, halves } of halved) {
      const cost = seams(strips, other);
      // any group goes on in itself where it is symmetric: all others must be halves of pictures already
      if (wholeness(seamsWithout(cost, halves)) < Infinity) consider(other, cost);
    }
  }
  const halves = halvesOf(seams(strips, groups), mating);
  const isClear = clarityOf(far, groups) > CLEAR;
  return { far, groups, ...halves, matingSure: halves.matingSure && (mating !== null || isClear) };
}

/** Groups whose edges are hardly nearer to each other than to another group say nothing of what meets. */
const CLEAR = 0.3;
