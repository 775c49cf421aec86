/** From faces to groups of edges: what a photograph says of a puzzle, and how surely. */
import type { Face } from './face.ts';
import { differences, groupings, halvesOf, seams } from './groups.ts';
import { stripsOf } from './strips.ts';

/** Edges count tile by tile, each from its first side clockwise: edge = 4 · tile + side. */
export interface Reading {
  /** how differently any two edges look, row by row, in units of L*a*b* */
  readonly far: Float32Array;
  /** by edge, its group */
  readonly groups: readonly number[];
  /** by edge, 0 (as near to another group) to 1 */
  readonly certainty: readonly number[];
  readonly mating: 'same' | 'opposite';
  /** by group, the one that makes its picture whole: itself under `same`, and where a half has no partner */
  readonly mates: readonly number[];
  /** by group, 0 to 1 */
  readonly mateCertainty: readonly number[];
}

/** Reads the edges of square tiles. `groups` and `mating` where somebody knows better than the guess. */
export function readEdges(
  faces: readonly Face[],
  known: { readonly groups?: number; readonly mating?: 'same' | 'opposite' } = {},
): Reading {
  const strips = faces.flatMap(stripsOf);
  const far = differences(strips);
  // Where the number of groups is in doubt, one whose groups are all halves of pictures speaks for itself.
  const ways = groupings(strips, far, known.groups ?? null).map((grouping) => {
    const halves = halvesOf(seams(strips, grouping), grouping.count, known.mating ?? null);
    return { grouping, halves, whole: halves.mates.every((mate, g) => mate !== g) };
  });
  const { grouping, halves } = ways.find(({ whole }) => whole) ?? ways[0]!;
  const { groups, certainty } = grouping;
  const { mating, mates, certainty: mateCertainty } = halves;
  return { far, groups, certainty, mating, mates, mateCertainty };
}
