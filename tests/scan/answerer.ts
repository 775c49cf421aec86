/** Answers the questions of a scan truthfully, like a person who sees what is on each edge. */
import { mergeQuestion, regrouped, type MergeAnswer } from '../../src-core/scan/merges.ts';
import { MAX_QUESTIONS, questionsOf, type Question } from '../../src-core/scan/questions.ts';
import { sureness } from '../../src-core/scan/sureness.ts';

interface Answered {
  /** number of answers until every edge was in the correct group, or until there were no more questions */
  readonly answers: number;
  /** number of answers that changed a group */
  readonly corrections: number;
  readonly edgesRight: number;
}

/**
 * Answers all questions of a scan and returns the counts. `truth` is the label of each edge, and `tiles` the certainty
 * of each tile.
 */
export function answerAll(
  far: Float32Array,
  groups: readonly number[],
  tiles: readonly number[],
  truth: readonly string[],
): Answered {
  let [answers, corrections] = [0, 0];
  const count = (next: readonly number[]): void => {
    answers++;
    if (next.some((group, edge) => group !== groups[edge])) corrections++;
    groups = next;
  };
  const isDone = (): boolean => edgesRight(groups, truth) === truth.length;
  const merges: MergeAnswer[] = [];
  for (;;) {
    const question = isDone() ? null : mergeQuestion(far, groups, merges);
    if (!question) break;
    const edges = question.parts.flat();
    merges.push({
      edges,
      height: question.height,
      isJoined: question.isJoined,
      same: new Set(edges.map((edge) => truth[edge])).size === 1,
    });
    count(regrouped(far, groups, merges));
  }
  const seen = new Set<number>();
  for (let unchanged = 0; unchanged < MAX_QUESTIONS && !isDone();) {
    const [question] = questionsOf(far, groups, sureness(far, groups, tiles), seen);
    if (!question) break;
    const before = corrections;
    for (const change of answersTo(question, groups, truth)) count(change(groups));
    for (const edge of question.edges) seen.add(edge);
    unchanged = corrections > before ? 0 : unchanged + 1;
  }
  return { answers, corrections, edgesRight: edgesRight(groups, truth) };
}

type Change = (groups: readonly number[]) => readonly number[];

/**
 * Returns the changes that a truthful person would make: none, a merge of two groups, or moves of edges to their
 * correct groups. Each move contains the edges of one label.
 */
function answersTo({ edges, like }: Question, groups: readonly number[], truth: readonly string[]): Change[] {
  const own = groups[edges[0]!]!;
  const labels = [...new Set(edges.map((edge) => truth[edge]!))];
  if (like !== null && labels.length === 1 && labels[0] === mostIn(groups, truth, like, [])) {
    return [(now) => now.map((group) => (group === own ? like : group))];
  }
  const rest = mostIn(groups, truth, own, edges) ?? labels[0];
  const strayed = labels.filter((label) => label !== rest);
  if (strayed.length === 0) return [(now) => now];
  return strayed.map((label) => (now) => {
    const homes = [...new Set(now)].filter(
      (group) => group !== own && mostIn(now, truth, group, []) === label,
    );
    const to = homes[0] ?? Math.max(...now) + 1;
    return now.map((group, edge) => (edges.includes(edge) && truth[edge] === label ? to : group));
  });
}

/** Returns the most frequent true label in a group, not counting the edges in `without`; undefined if none is left. */
function mostIn(
  groups: readonly number[],
  truth: readonly string[],
  group: number,
  without: readonly number[],
): string | undefined {
  const counts = new Map<string, number>();
  groups.forEach((each, edge) => {
    if (each === group && !without.includes(edge))
      counts.set(truth[edge]!, (counts.get(truth[edge]!) ?? 0) + 1);
  });
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/**
 * Returns the number of edges in the correct group. The correct group of a label is the one with the most edges of that
 * label. A group can be correct for only one label.
 */
function edgesRight(groups: readonly number[], truth: readonly string[]): number {
  const counts = new Map<string, { group: number; label: string; size: number }>();
  groups.forEach((group, edge) => {
    const label = truth[edge]!;
    const key = `${group} ${label}`;
    counts.set(key, { group, label, size: (counts.get(key)?.size ?? 0) + 1 });
  });
  const [homes, labels] = [new Set<number>(), new Set<string>()];
  let right = 0;
  for (const { group, label, size } of [...counts.values()].sort((a, b) => b.size - a.size)) {
    if (homes.has(group) || labels.has(label)) continue;
    homes.add(group);
    labels.add(label);
    right += size;
  }
  return right;
}
