/**
 * Asks the user whether two clusters show the same picture. The answers show how much edges with the same picture can
 * differ.
 */
import { distancesAmong, countOf, dendrogram, numbered, NOISE_DISTANCE } from './clusters.ts';

export interface MergeAnswer {
  /** edges of the two clusters in the question */
  readonly edges: readonly number[];
  /** mean distance between the two clusters */
  readonly height: number;
  /** true if all these edges were in one group when the question was asked */
  readonly isJoined: boolean;
  readonly same: boolean;
}

/** Asks whether all edges of two clusters show the same picture. */
export interface MergeQuestion {
  readonly parts: readonly [readonly number[], readonly number[]];
  readonly height: number;
  /** true if both clusters are now in one group */
  readonly isJoined: boolean;
}

/**
 * The user is asked about a merge only if the probability that the current groups are wrong about it is at least this
 * high.
 */
const MIN_ERROR_CHANCE_TO_ASK = 0.15;
/**
 * Exponent of the ratio between the distances of two successive merges. The larger the ratio, the likelier it is that
 * the correct threshold lies between the two distances.
 */
const GAP_EXPONENT = 6;
/** Usual number of edges per group, and the standard deviation of its logarithm */
const USUAL_GROUP_SIZE = 4.5;
const GROUP_SIZE_LOG_DEVIATION = 0.5;
/** The larger this exponent, the lower the probability of thresholds that lead to groups of different sizes. */
const UNEVENNESS_EXPONENT = 1;
/** Penalty on a threshold for each merge on which it disagrees with the current groups */
const CHANGE_PENALTY = 0.15;
/** Probability that an answer contradicts the correct threshold, because some pictures vary more than others */
const CONTRADICTION_CHANCE = 0.1;

/**
 * Returns the question whose answer is hardest to predict, or null if the groups are clear. `far` has the distances
 * between edges.
 */
export function mergeQuestion(
  far: Float32Array,
  groups: readonly number[],
  answers: readonly MergeAnswer[],
): MergeQuestion | null {
  const merges = mergesOf(far, groups);
  const chances = chancesOf(merges, groups, answers);
  let [best, most]: [MergeQuestion | null, number] = [null, -1];
  merges.forEach((merge, i) => {
    const chanceOfError = merge.isJoined ? 1 - chances[i]! : chances[i]!;
    const doubt = Math.min(chances[i]!, 1 - chances[i]!);
    if (chanceOfError > MIN_ERROR_CHANCE_TO_ASK && doubt > most) [best, most] = [merge, doubt];
  });
  return best;
}

/** Minimum probability of an error for edges to be marked as doubtful */
const MIN_ERROR_CHANCE_TO_MARK = 0.25;

/**
 * Returns the edges that may be in the wrong group, one list per doubtful merge. They are the edges of the smaller
 * cluster, or of both clusters if these are equally large.
 */
export function doubtfulParts(
  far: Float32Array,
  groups: readonly number[],
  answers: readonly MergeAnswer[],
): readonly (readonly number[])[] {
  const merges = mergesOf(far, groups);
  const chances = chancesOf(merges, groups, answers);
  return merges.flatMap(({ parts: [some, others], isJoined }, i) => {
    if (!isJoined || 1 - chances[i]! <= MIN_ERROR_CHANCE_TO_MARK) return [];
    if (some.length === others.length) return [[...some, ...others]];
    return [some.length < others.length ? some : others];
  });
}

/** Returns the likeliest grouping of the edges, given the user's answers. */
export function regrouped(
  far: Float32Array,
  groups: readonly number[],
  answers: readonly MergeAnswer[],
): readonly number[] {
  const merges = mergesOf(far, groups);
  const chances = chancesOf(merges, groups, answers);
  const result = groups.map((_, edge) => edge);
  merges.forEach(({ parts: [a, b] }, i) => {
    const [one, other] = [result[a[0]!]!, result[b[0]!]!];
    const isWhole = a.every((edge) => result[edge] === one) && b.every((edge) => result[edge] === other);
    if (chances[i]! > 0.5 && isWhole) for (const edge of b) result[edge] = one;
  });
  return numbered(result);
}

function mergesOf(far: Float32Array, groups: readonly number[]): MergeQuestion[] {
  const n = groups.length;
  const members = Array.from({ length: countOf(groups) }, (_, group) =>
    groups.flatMap((each, edge) => (each === group ? [edge] : [])),
  );
  const within = members.flatMap((own) =>
    mergesAmong(
      own.map((edge) => [edge]),
      distancesAmong(far, own),
      true,
    ),
  );
  const between = Float32Array.from({ length: members.length ** 2 }, (_, at) => {
    const [some, others] = [members[Math.floor(at / members.length)]!, members[at % members.length]!];
    let sum = 0;
    for (const a of some) for (const b of others) sum += far[a * n + b]!;
    return sum / (some.length * others.length);
  });
  return [...within, ...mergesAmong(members, between, false)];
}

function mergesAmong(
  clusters: readonly (readonly number[])[],
  far: Float32Array,
  isJoined: boolean,
): MergeQuestion[] {
  const edges = clusters.map((each) => [...each]);
  const joins = dendrogram(
    far,
    clusters.map(({ length }) => length),
  );
  return joins.map(({ a, b, height }): MergeQuestion => {
    const parts = [edges[a]!, edges[b]!] as const;
    edges[a] = [...parts[0], ...parts[1]];
    return { parts, height, isJoined };
  });
}

function chancesOf(
  merges: readonly MergeQuestion[],
  groups: readonly number[],
  answers: readonly MergeAnswer[],
): number[] {
  const all = likelyThresholds(merges, groups.length, answers);
  // For merges within a group, ignore every "no" about two separate groups, because such an answer must not cause
  // either group to be split.
  const informative = answers.filter(({ isJoined, same }) => isJoined || same);
  const thresholdsWithin =
    informative.length === answers.length ? all : likelyThresholds(merges, groups.length, informative);
  return merges.map(({ parts, height, isJoined }) => {
    const edges = new Set(parts.flat());
    for (const answer of answers) {
      const isPart = edges.size <= answer.edges.length;
      if (answer.same && isPart && [...edges].every((edge) => answer.edges.includes(edge))) return 1;
      if (!answer.same && answer.edges.every((edge) => edges.has(edge))) return 0;
    }
    const thresholds = isJoined ? thresholdsWithin : all;
    return thresholds.reduce((sum, { at, chance }) => (height <= at ? sum + chance : sum), 0);
  });
}

/**
 * Returns possible thresholds with their probabilities. Clusters that merge at a distance up to the threshold `at`
 * show the same picture.
 */
function likelyThresholds(
  merges: readonly MergeQuestion[],
  edges: number,
  answers: readonly MergeAnswer[],
): { at: number; chance: number }[] {
  const ordered = [...merges].sort((a, b) => a.height - b.height);
  const heights = ordered.map(({ height }) => Math.max(NOISE_DISTANCE, height));
  const uneven = unevennessOf(ordered, edges);
  const found = heights.slice(0, -1).map((at, i) => {
    const groupSize = edges / (edges - i - 1);
    const changed = merges.filter(({ height, isJoined }) => height <= at !== isJoined).length;
    const wrong = answers.filter(({ height, same }) => height <= at !== same).length;
    const chance =
      ((heights[i + 1]! / at) ** GAP_EXPONENT / uneven[i]! ** UNEVENNESS_EXPONENT) *
      Math.exp(
        -((Math.log(groupSize / USUAL_GROUP_SIZE) / GROUP_SIZE_LOG_DEVIATION) ** 2) / 2 -
          CHANGE_PENALTY * changed,
      ) *
      CONTRADICTION_CHANCE ** wrong;
    return { at, chance };
  });
  const total = found.reduce((sum, { chance }) => sum + chance, 0);
  return found.map(({ at, chance }) => ({ at, chance: chance / total }));
}

/**
 * Returns how unevenly edges are distributed among the groups after each merge. 1 means that all groups have the same
 * size.
 */
function unevennessOf(merges: readonly MergeQuestion[], edges: number): number[] {
  const sizes = new Array<number>(edges).fill(1);
  const root = sizes.map((_, edge) => edge);
  const rootOf = (edge: number): number => (root[edge] === edge ? edge : rootOf(root[edge]!));
  let [squares, groups] = [edges, edges];
  return merges.map(({ parts: [[one], [other]] }) => {
    const [a, b] = [rootOf(one!), rootOf(other!)];
    if (a !== b) {
      squares += 2 * sizes[a]! * sizes[b]!;
      groups--;
      sizes[a]! += sizes[b]!;
      root[b] = a;
    }
    return (groups * squares) / edges ** 2;
  });
}
