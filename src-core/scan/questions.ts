/** What a person is asked of groups, the least sure first. */
import { riftOf, spreadOf } from './groups.ts';

/** Do these edges show the same as the others of their group, or rather the same as another group? */
export interface Question {
  /** of one group, the least sure first */
  readonly edges: readonly number[];
  /** where they are all of their group: the one that they may belong to */
  readonly like: number | null;
}

/** So many are asked, of them so many whether two groups are one. */
const MAX = 10;
const MAX_PAIRS = 3;
/** Two groups are one when they are not this much farther from each other than their edges among themselves. */
const ALIKE = 3.2;
/** A group falls in two when its parts are this much farther from each other than their edges among themselves. */
const TORN = 1.3;
/** Edges of one group are taken to lie as far apart as all do, until more pairs than this say otherwise. */
const PAIRS = 3;

/**
 * Each edge is asked about once: with all of its group, where that may be one with another; with those that it would part
 * with, where its group falls in two; else alone. `far`: see `Reading`; `sure`: by edge, see `sureness`.
 */
export function questionsOf(
  far: Float32Array,
  groups: readonly number[],
  sure: readonly number[],
): readonly Question[] {
  const members = Array.from({ length: Math.max(-1, ...groups) + 1 }, (_, g) =>
    groups.flatMap((each, edge) => (each === g ? [edge] : [])).sort((a, b) => sure[a]! - sure[b]!),
  );
  const usual = spreadOf(far, groups);
  const asked = new Set<number>();
  const questions: Question[] = [];
  const ask = (edges: readonly number[], like: number | null): void => {
    for (const edge of edges) asked.add(edge);
    questions.push({ edges, like });
  };
  for (const { small, large } of pairsOf(far, members, usual)) {
    if (questions.length === MAX_PAIRS) break;
    if (!asked.has(members[small]![0]!)) ask(members[small]!, large);
  }
  for (const edge of groups.map((_, i) => i).sort((a, b) => sure[a]! - sure[b]!)) {
    if (questions.length === MAX) break;
    if (asked.has(edge)) continue;
    const own = members[groups[edge]!]!;
    const { smaller, width } = riftOf(far, own, usual);
    const together =
      width > TORN && smaller.includes(edge) ? own.filter((each) => smaller.includes(each)) : [edge];
    ask(together, own.length === 1 ? nearestOf(far, members, edge) : null);
  }
  return questions;
}

/** Groups of two edges or more that may be one, the likeliest first. */
function pairsOf(
  far: Float32Array,
  members: readonly (readonly number[])[],
  usual: number,
): { small: number; large: number; width: number }[] {
  const within = members.map((own) => totalOf(far, own, own) / 2);
  const pairs = members.map(({ length }) => (length * (length - 1)) / 2);
  return members
    .flatMap((own, g) =>
      members.slice(0, g).map((others, other) => {
        const [small, large] = own.length <= others.length ? [g, other] : [other, g];
        const among = (within[g]! + within[other]! + PAIRS * usual) / (pairs[g]! + pairs[other]! + PAIRS);
        const between = totalOf(far, own, others) / (own.length * others.length);
        return { small, large, width: between / among };
      }),
    )
    .filter(({ small, width }) => members[small]!.length > 1 && width < ALIKE)
    .sort((a, b) => a.width - b.width);
}

const totalOf = (far: Float32Array, some: readonly number[], others: readonly number[]): number => {
  const n = Math.sqrt(far.length);
  return some.reduce((sum, a) => others.reduce((total, b) => total + far[a * n + b]!, sum), 0);
};

/** The other group that an edge looks most like; null where there is none. */
function nearestOf(far: Float32Array, members: readonly (readonly number[])[], edge: number): number | null {
  const means = members.map((own) =>
    own.includes(edge) ? Infinity : totalOf(far, [edge], own) / own.length,
  );
  const least = Math.min(...means);
  return least < Infinity ? means.indexOf(least) : null;
}
