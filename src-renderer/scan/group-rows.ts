/** The groups of edges in the third step of scanning: their order, titles and edges. */
import type { Sorted } from '../../src-core/scan/puzzle.ts';

/** Returns the edges of each group. */
export const membersOf = ({ groups, mates }: Sorted): number[][] =>
  mates.map((_, group) => groups.flatMap((each, edge) => (each === group ? [edge] : [])));

/** Returns the edges in display order: first the doubtful ones, starting with the least certain, then the others. */
export const doubtfulFirst = (
  edges: readonly number[],
  certainty: readonly number[],
  doubts: ReadonlyMap<number, unknown>,
): number[] => {
  const rank = (edge: number): number => (doubts.has(edge) ? certainty[edge]! : Infinity);
  return edges.toSorted((a, b) => (rank(a) === rank(b) ? a - b : rank(a) - rank(b)));
};

/**
 * Returns a list of groups for each different picture that edges show. With the mating rule `same`, each list has one
 * group. With `opposite`, it has a group for each half of the picture, or one group if the other half is unknown.
 */
export const rowsOf = ({ mating, mates }: Sorted): number[][] =>
  mating === 'same'
    ? mates.map((_, group) => [group])
    : mates.flatMap((mate, group) => (mate < group ? [] : [mate === group ? [group] : [group, mate]]));

/**
 * Returns a group's title. With the mating rule `opposite`, the title says which half of the picture the group shows:
 * head or tail.
 */
export function titleOf({ mating, mates, names }: Sorted, group: number): string {
  const name = names[group]!;
  if (mating === 'same') return name;
  const mate = mates[group]!;
  return mate === group ? `${name}, no other half` : `${name} ${group < mate ? 'head' : 'tail'}`;
}

const sides = ['top', 'right', 'bottom', 'left'];
export const edgeName = (edge: number): string => `Tile ${(edge >> 2) + 1}, ${sides[edge & 3]}`;

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
