/** Compares the labels read from a photograph with those that a person sees in it (`truth.json`). */
import type { Scan } from '../../src-core/scan/scan.ts';

/**
 * For each tile in reading order, its four labels clockwise from the top. “A+” and “A-” are the halves of one motif.
 */
export type Truth = readonly string[];

export interface Score {
  readonly tiles: number;
  readonly tilesFound: number;
  /** number of outlines that match no tile */
  readonly tilesElse: number;
  readonly edges: number;
  /** number of edges in the correct group: the one in which their label occurs most often */
  readonly edgesRight: number;
  /** `wrong` means that the scan assumed the wrong mating rule without asking */
  readonly mating: 'right' | 'asked' | 'wrong';
  /** number of corrections until every label is correct: edges to move, groups to merge, tiles to outline */
  readonly corrections: number;
}

/** Scores a scan. If tiles are missing, the tiles found are matched, in order, with the true tiles that fit best. */
export function scoreOf({ tiles, mating, questions }: Scan, truth: Truth): Score {
  const labels = truth.map((tile) => tile.split(' '));
  const trueMating = labels.flat().some((label) => /[+-]$/.test(label)) ? 'opposite' : 'same';
  const count = Math.min(tiles.length, labels.length);
  let best = { right: 0, strayed: 0, parted: 0 };
  // With many surplus outlines, the true tiles can't be identified.
  const few = tiles.length - count <= MAX_ELSE ? subsets(tiles.length, count) : [];
  for (const found of few) {
    for (const of of subsets(labels.length, count)) {
      const here = compared(
        found.flatMap((i) => tiles[i]!.edges),
        of.flatMap((i) => labels[i]!),
      );
      if (here.right >= best.right) best = here;
    }
  }
  const missing = labels.length - count;
  const tilesElse = tiles.length - count;
  return {
    tiles: labels.length,
    tilesFound: count,
    tilesElse,
    edges: 4 * labels.length,
    edgesRight: best.right,
    mating:
      mating === trueMating
        ? 'right'
        : mating === 'unknown' || questions.some(({ about }) => about === 'mating')
          ? 'asked'
          : 'wrong',
    corrections: missing + tilesElse + best.strayed + best.parted,
  };
}

/** Maximum number of surplus outlines at which the true tiles are still identified */
const MAX_ELSE = 3;

/** Yields the increasing sequences of `count` numbers below `n`. */
function* subsets(n: number, count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= n - count; first++) {
    for (const rest of subsets(n, count - 1, first + 1)) yield [first, ...rest];
  }
}

/**
 * Compares the labels that were read with the true ones. Returns the numbers of edges in the correct group (`right`),
 * edges to move (`strayed`), and groups to merge (`parted`).
 */
function compared(
  read: readonly string[],
  truth: readonly string[],
): { right: number; strayed: number; parted: number } {
  const counts = new Map<string, Map<string, number>>();
  read.forEach((group, i) => {
    const own = counts.get(group) ?? new Map<string, number>();
    counts.set(group, own.set(truth[i]!, (own.get(truth[i]!) ?? 0) + 1));
  });
  const pairs = [...counts].flatMap(([group, own]) =>
    [...own].map(([label, size]) => ({ group, label, size })),
  );
  const groups = new Set<string>();
  const labels = new Set<string>();
  let right = 0;
  for (const { group, label, size } of pairs.sort((a, b) => b.size - a.size)) {
    if (groups.has(group) || labels.has(label)) continue;
    groups.add(group);
    labels.add(label);
    right += size;
  }
  // Each group keeps its most frequent label. Edges with other labels must be moved.
  const largest = [...counts.values()].map((own) => Math.max(...own.values()));
  const strayed = read.length - largest.reduce((sum, size) => sum + size, 0);
  return { right, strayed, parted: Math.max(0, counts.size - labels.size) };
}
