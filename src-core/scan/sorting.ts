/** Edits groups of edges. Each function returns an edit, which is a function from the current groups to new ones. */
import { placed, splitOf } from './clusters.ts';
import type { Mating } from './halves.ts';
import type { Sorted } from './puzzle.ts';

type Change = (sorted: Sorted) => Sorted;

/** Moves edges to another group, or to a new one if `to` is null. */
export const moved =
  (edges: readonly number[], to: number | null): Change =>
  (sorted) => {
    const count = sorted.mates.length;
    const target = to ?? count;
    const chosen = new Set(edges);
    const groups = sorted.groups.map((group, edge) => (chosen.has(edge) ? target : group));
    return target < count
      ? tidied({ ...sorted, groups })
      : tidied({
          ...sorted,
          groups,
          mates: [...sorted.mates, count],
          names: [...sorted.names, newName(sorted.names)],
        });
  };

/** Merges a group into the group `into`, which keeps its name and its mate. */
export const joined =
  (group: number, into: number): Change =>
  (sorted) =>
    tidied({ ...sorted, groups: sorted.groups.map((each) => (each === group ? into : each)) });

/** Splits a group into the two parts that differ most. `far` has the distances between edges. */
export const parted =
  (group: number, far: Float32Array): Change =>
  (sorted) => {
    const members = sorted.groups.flatMap((each, edge) => (each === group ? [edge] : []));
    return members.length < 2 ? sorted : moved(splitOf(far, members).smaller, null)(sorted);
  };

/**
 * Pairs two groups as the two halves of one picture. The second group takes the first one's name. Former mates become
 * unpaired.
 */
export const paired =
  (group: number, mate: number): Change =>
  (sorted) => {
    const mates = [...sorted.mates];
    for (const each of [group, mate]) {
      const old = mates[each]!;
      mates[old] = old;
      mates[each] = each;
    }
    [mates[group], mates[mate]] = [mate, group];
    return { ...sorted, mates, names: distinct(sorted.names.with(mate, sorted.names[group]!), mates, group) };
  };

/** Sets the mating rule. Under the rule `opposite`, two mates both get the name of the group with the lower number. */
export const withMating =
  (mating: Mating): Change =>
  (sorted) => {
    const mates = mating === 'same' ? sorted.mates.map((_, group) => group) : sorted.mates;
    const names = sorted.names.map((_, group) => sorted.names[Math.min(group, mates[group]!)]!);
    return { ...sorted, mating, names: distinct(names, mates, -1) };
  };

/**
 * Returns names such that only mates have the same name. The group `keeps` and its mate keep their names; -1 means no
 * group.
 */
function distinct(names: readonly string[], mates: readonly number[], keeps: number): string[] {
  const own = keeps < 0 ? [] : [keeps, mates[keeps]!];
  const taken = new Set(own.map((group) => names[group]!));
  const result = [...names];
  mates.forEach((mate, group) => {
    if (own.includes(group) || mate < group) return;
    if (taken.has(result[group]!)) result[group] = newName([...taken, ...names]);
    taken.add(result[group]!);
    result[mate] = result[group]!;
  });
  return result;
}

/** Renames a group and, under the rule `opposite`, its mate. */
export const named =
  (group: number, name: string): Change =>
  (sorted) => {
    const names = sorted.names.with(group, name);
    return { ...sorted, names: sorted.mating === 'same' ? names : names.with(sorted.mates[group]!, name) };
  };

/**
 * Keeps the groups when the tiles are read again. Edges of new or changed tiles join the group that they resemble
 * most. `before` has, for each tile, its previous index or -1. `far` has the new distances between edges.
 */
export const carried =
  (before: readonly number[], far: Float32Array): Change =>
  (sorted) => {
    const kept = before.flatMap((old) =>
      [0, 1, 2, 3].map((side) => (old < 0 ? -1 : sorted.groups[4 * old + side]!)),
    );
    return tidied({ ...sorted, groups: placed(far, kept) });
  };

function tidied(sorted: Sorted): Sorted {
  const used = [...new Set(sorted.groups)].sort((a, b) => a - b);
  if (used.length === sorted.mates.length) return sorted;
  const place = new Map(used.map((old, group) => [old, group]));
  return {
    ...sorted,
    groups: sorted.groups.map((group) => place.get(group)!),
    mates: used.map((old) => place.get(sorted.mates[old]!) ?? place.get(old)!),
    names: used.map((old) => sorted.names[old]!),
  };
}

/** Returns the name of a group: A, B … Z, then 27, 28 … */
const nameOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

/** Returns the names A, B, C …, one per group. Under the rule `opposite`, mates share a name. */
export function namesFor(mating: Mating, mates: readonly number[]): string[] {
  const names = new Array<string>(mates.length);
  let count = 0;
  mates.forEach((mate, group) => {
    if (names[group] === undefined) names[group] = nameOf(count++);
    if (mating === 'opposite') names[mate] ??= names[group];
  });
  return names;
}

function newName(names: readonly string[]): string {
  let index = 0;
  while (names.includes(nameOf(index))) index++;
  return nameOf(index);
}
