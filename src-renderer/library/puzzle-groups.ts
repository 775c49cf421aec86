/** How the library is looked through: what a search finds, and the groups that puzzles stand in. */
import type { PuzzleSummary } from '../../src-core/contract/library.ts';

type Known = Pick<PuzzleSummary, 'name' | 'size' | 'kind' | 'sample' | 'group' | 'words' | 'tags'>;

/** As people write it: "5x5", "5 x 5" and "5×5" are the same. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/(\d)\s*[x×*]\s*(\d)/g, '$1x$2');

/** What a board is also called. */
const called: readonly (readonly [size: RegExp, words: string])[] = [
  [/^\d/, 'squares rectangle'],
  [/^(cylinder|torus)/, 'squares round'],
  [/^(triangle|parallelogram|hexagon)/, 'triangles triangular'],
  [/^honeycomb/, 'hexagons hexagonal'],
  [/^(tetrahedron|cube|octahedron|dodecahedron|icosahedron)/, 'solid solids 3d net'],
];

/**
 * Whether every word is in its name, its size, what it is, what its edges show, its tags, or the group it stands in.
 */
export function isFound(puzzle: Known, words: string): boolean {
  const kind =
    puzzle.kind === 'sliding'
      ? 'sliding tiles'
      : `edge matching edges ${called.find(([size]) => size.test(puzzle.size))?.[1] ?? 'graph'}`;
  const text = plain(
    [
      ...[puzzle.name, puzzle.size, kind, puzzle.words, puzzle.tags.join(' ')],
      puzzle.sample ? `sample ${puzzle.group}` : 'mine',
    ].join(' '),
  );
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** One's own first, then the samples in their groups, in the order that both come in. */
export function grouped<T extends Known>(puzzles: readonly T[]): { title: string; puzzles: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const puzzle of puzzles) {
    const title = puzzle.sample ? puzzle.group || 'Samples' : 'Mine';
    const group = groups.get(title);
    if (group) group.push(puzzle);
    else groups.set(title, [puzzle]);
  }
  return Array.from(groups, ([title, members]) => ({ title, puzzles: members }));
}
