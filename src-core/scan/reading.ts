/** From faces to groups of edges: what a photograph says of a puzzle. How surely: see `sureness`. */
import type { Face } from './face.ts';
import { differences, groupings, halvesOf, riftsOf, seams, splitAt, type Mating } from './groups.ts';
import { stripsOf, type Strip } from './strips.ts';

/** Edges count tile by tile, each from its first side clockwise: edge = 4 · tile + side. */
export interface Reading {
  /** how differently any two edges look, row by row, in units of L*a*b* */
  readonly far: Float32Array;
  /** by edge, its group */
  readonly groups: readonly number[];
  readonly mating: Mating;
  /** by group, the one that makes its picture whole: itself under `same`, and where a half has no partner */
  readonly mates: readonly number[];
}

/** Reads the edges of square tiles. `mating` where somebody knows better than the guess. */
export const readEdges = (faces: readonly Face[], mating: Mating | null = null): Reading =>
  readStrips(faces.flatMap(stripsOf), mating);

/** A group that would fall in two as widely as this may well be two pictures. */
const WIDE = 2;

/** The same of the strips of all edges. */
export function readStrips(strips: readonly Strip[], mating: Mating | null = null): Reading {
  const far = differences(strips);
  const read = (groups: readonly number[]): Omit<Reading, 'far'> => ({
    groups,
    ...halvesOf(seams(strips, groups), mating),
  });
  const isWhole = ({ mates }: Pick<Reading, 'mates'>): boolean => mates.every((mate, g) => mate !== g);
  // Where the number of groups is in doubt, one whose groups are all halves of pictures speaks for itself.
  const ways = groupings(strips, far).map(read);
  const [likeliest] = ways;
  const whole = ways.find(isWhole);
  if (whole || mating === 'same') return { far, ...(whole ?? likeliest!) };
  // The two halves of one picture may look so alike that they are joined before edges that show the same.
  const widest = riftsOf(far, likeliest!.groups)
    .filter(({ smaller, width }) => smaller.length > 1 && width > WIDE)
    .sort((a, b) => b.width - a.width)[0];
  const split = widest && read(splitAt(likeliest!.groups, widest));
  return { far, ...(split && isWhole(split) ? split : likeliest!) };
}
