/** What a person does to groups of edges: each takes them and gives the changed ones. */
import { placed, riftOf, type Mating } from './groups.ts';
import type { Sorted } from './puzzle.ts';

type Change = (sorted: Sorted) => Sorted;

/** Puts edges into another group; `null`: a new one. A group that becomes empty goes. */
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

/** Two groups become one, which keeps the name and the mate of `into`. */
export const joined =
  (group: number, into: number): Change =>
  (sorted) =>
    tidied({ ...sorted, groups: sorted.groups.map((each) => (each === group ? into : each)) });

/** A group in two, as its edges differ most. `far`: see `Reading`. */
export const parted =
  (group: number, far: Float32Array): Change =>
  (sorted) => {
    const members = sorted.groups.flatMap((each, edge) => (each === group ? [edge] : []));
    return members.length < 2 ? sorted : moved(riftOf(far, members).smaller, null)(sorted);
  };

/** Makes two groups one picture with the name of the first; those that they made one with before are alone, with names of their own. */
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

/** Sets what meets at an edge and keeps the groups. Under `opposite` two mates share the name of the first. */
export const remated =
  (mating: Mating): Change =>
  (sorted) => {
    const mates = mating === 'same' ? sorted.mates.map((_, group) => group) : sorted.mates;
    const names = sorted.names.map((_, group) => sorted.names[Math.min(group, mates[group]!)]!);
    return { ...sorted, mating, names: distinct(names, mates, -1) };
  };

/** Gives groups of different pictures different names; `keeps`: a group that keeps its own. */
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

/** Names a group, and under `opposite` its mate. */
export const named =
  (group: number, name: string): Change =>
  (sorted) => {
    const names = sorted.names.with(group, name);
    return { ...sorted, names: sorted.mating === 'same' ? names : names.with(sorted.mates[group]!, name) };
  };

/**
 * The same groups after tiles were read again: edges of tiles that are as they were stay where a person has put them, the
 * others go to the group that they look most like. `before`: by tile, its number then, -1 where it was changed or is
 * new; `far`: of the new reading.
 */
export const carried =
  (before: readonly number[], far: Float32Array): Change =>
  (sorted) => {
    const kept = before.flatMap((old) =>
      [0, 1, 2, 3].map((side) => (old < 0 ? -1 : sorted.groups[4 * old + side]!)),
    );
    return tidied({ ...sorted, groups: placed(far, kept) });
  };

/** Groups that have no edge go, the others move up. */
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

/** A, B … Z, then numbers. */
const nameOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

/** Returns the names A, B, C … by group; under `opposite` two mates share one. */
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
