/** Search and grouping of the library's puzzles. */
import type { PuzzleSummary } from '../../src-core/contract/library.ts';

type Known = Pick<PuzzleSummary, 'name' | 'size' | 'kind' | 'sample' | 'group' | 'words' | 'tags'>;

/** Returns the text in lower case, with “5 x 5”, “5*5” and “5×5” all written as “5x5”. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/(\d)\s*[x×*]\s*(\d)/g, '$1x$2');

/** For each kind of board, recognised by the puzzle's `size`: words that also find the puzzle in a search. */
const called: readonly (readonly [size: RegExp, words: string])[] = [
  [/^\d/, 'squares rectangle'],
  [/^(cylinder|torus)/, 'squares round'],
  [/^(triangle|parallelogram|hexagon)/, 'triangles triangular'],
  [/^honeycomb/, 'hexagons hexagonal'],
  [/^(tetrahedron|cube|octahedron|dodecahedron|icosahedron)/, 'solid solids 3d net'],
];

/** Returns whether every word of `words` occurs in the puzzle's name, size, kind, labels, tags or group. */
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

/**
 * Groups puzzles. The user's own puzzles come first, followed by the groups of samples. The order within a group stays
 * the same.
 */
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

/** A puzzle with its variants: samples with the same tiles, such as “Eternity II” and “Eternity II, no hints”. */
interface WithVariants<T> {
  readonly puzzle: T;
  readonly variants: readonly T[];
}

/**
 * Lists the variants of a sample under it, such as “Eternity II, no hints” under “Eternity II”. The order of the
 * puzzles stays the same.
 */
export function withVariants<T extends Known & Pick<PuzzleSummary, 'tiles'>>(
  puzzles: readonly T[],
): WithVariants<T>[] {
  const isBaseOf = (base: T, { name, sample, size, tiles }: T): boolean =>
    base.sample && sample && base.size === size && base.tiles === tiles && name.startsWith(`${base.name}, `);
  return puzzles
    .filter((puzzle) => !puzzles.some((base) => isBaseOf(base, puzzle)))
    .map((puzzle) => ({ puzzle, variants: puzzles.filter((other) => isBaseOf(puzzle, other)) }));
}
