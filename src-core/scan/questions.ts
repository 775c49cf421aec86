/** Questions to the user about groups of edges. */
import { splitOf, spreadOf } from './clusters.ts';

/**
 * A question about edges of one group. If `like` is null, the question is whether they show the picture of their
 * group. Otherwise, they are the whole group, and the question is whether the group `like` shows the same picture.
 */
export interface Question {
  /** edges of one group, least certain first */
  readonly edges: readonly number[];
  /** another group that may show the same picture as this group; null if the question is about single edges */
  readonly like: number | null;
}

export const MAX_QUESTIONS = 10;
const MAX_MERGE_QUESTIONS = 3;
/**
 * Maximum distance between two groups that may show the same picture, as a multiple of the mean distance within groups
 */
const MAX_MERGE_WIDTH = 3.2;
/**
 * Minimum distance between the two parts of a group that may show two different pictures, as a multiple of the distance
 * within the parts
 */
export const MIN_DOUBTFUL_SPLIT_WIDTH = 1.3;
/**
 * Number of imaginary pairs of edges, at the usual distance, that are added to each mean. A small group has so few
 * real pairs that their mean alone is unreliable.
 */
const PRIOR_PAIRS = 3;

/**
 * Returns at most `MAX_QUESTIONS` questions: first about groups to merge, then about the least certain edges. No edge
 * is in two questions. `far` has the distances between edges, and `sure` the certainty of each edge. The user has
 * already checked the edges in `seen`.
 */
export function questionsOf(
  far: Float32Array,
  groups: readonly number[],
  sure: readonly number[],
  seen: ReadonlySet<number> = new Set(),
): readonly Question[] {
  const members = Array.from({ length: Math.max(-1, ...groups) + 1 }, (_, g) =>
    groups.flatMap((each, edge) => (each === g ? [edge] : [])).sort((a, b) => sure[a]! - sure[b]!),
  );
  const usual = spreadOf(far, groups);
  const asked = new Set(seen);
  const questions: Question[] = [];
  const ask = (edges: readonly number[], like: number | null): void => {
    for (const edge of edges) asked.add(edge);
    questions.push({ edges, like });
  };
  for (const { small, large } of pairsOf(far, members, usual)) {
    if (questions.length === MAX_MERGE_QUESTIONS) break;
    if (!members[small]!.some((edge) => asked.has(edge))) ask(members[small]!, large);
  }
  for (const edge of groups.map((_, i) => i).sort((a, b) => sure[a]! - sure[b]!)) {
    if (questions.length === MAX_QUESTIONS) break;
    if (asked.has(edge)) continue;
    const own = members[groups[edge]!]!;
    const { smaller, width } = splitOf(far, own, usual);
    const together =
      width > MIN_DOUBTFUL_SPLIT_WIDTH && smaller.includes(edge)
        ? own.filter((each) => smaller.includes(each) && !asked.has(each))
        : [edge];
    ask(together, own.length === 1 ? nearestOf(far, members, edge) : null);
  }
  return questions;
}

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
        const among =
          (within[g]! + within[other]! + PRIOR_PAIRS * usual) / (pairs[g]! + pairs[other]! + PRIOR_PAIRS);
        const between = totalOf(far, own, others) / (own.length * others.length);
        return { small, large, width: between / among };
      }),
    )
    .filter(({ small, width }) => members[small]!.length > 1 && width < MAX_MERGE_WIDTH)
    .sort((a, b) => a.width - b.width);
}

const totalOf = (far: Float32Array, some: readonly number[], others: readonly number[]): number => {
  const n = Math.sqrt(far.length);
  return some.reduce((sum, a) => others.reduce((total, b) => total + far[a * n + b]!, sum), 0);
};

function nearestOf(far: Float32Array, members: readonly (readonly number[])[], edge: number): number | null {
  const means = members.map((own) =>
    own.includes(edge) ? Infinity : totalOf(far, [edge], own) / own.length,
  );
  const least = Math.min(...means);
  return least < Infinity ? means.indexOf(least) : null;
}
