/** How the library is looked through: what a search finds, and the groups that samples stand in. */
import type { PuzzleSummary } from '../../src-core/contract/library.ts';

type Known = Pick<PuzzleSummary, 'name' | 'size' | 'kind' | 'sample'>;

/** As people write it: "5x5", "5 x 5" and "5×5" are the same. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/(\d)\s*[x×*]\s*(\d)/g, '$1x$2');

/** Whether every word is in its name, its size, what it is, or the group it stands in. */
export function isFound(puzzle: Known, words: string): boolean {
  const kind = puzzle.kind === 'sliding' ? 'sliding tiles' : 'edge matching edges';
  const text = plain(
    `${puzzle.name} ${puzzle.size} ${kind} ${puzzle.sample ? `sample ${groupOf(puzzle)}` : 'mine'}`,
  );
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The groups of the samples, in the order they stand in. */
const groups: readonly { readonly title: string; readonly has: (puzzle: Known) => boolean }[] = [
  { title: 'Eternity II and its clues', has: ({ name }) => /^(eternity|clue)/i.test(name) },
  { title: 'Nine squares', has: ({ kind, size }) => kind === 'edge-matching' && size === '3 × 3' },
  { title: 'Triangles, hexagons, solids and more', has: ({ size }) => !/^\d+ × \d+$/.test(size) },
  { title: 'Sliding', has: ({ kind }) => kind === 'sliding' },
  { title: 'Framed, to practise', has: ({ name }) => /^framed/i.test(name) },
  { title: 'Classics and others', has: () => true },
];

/** A framed 3 × 3 is there to practise, though it has nine squares. */
export function groupOf(puzzle: Known): string {
  const framed = /^framed/i.test(puzzle.name);
  return groups.find(({ title, has }) => has(puzzle) && !(framed && title === 'Nine squares'))!.title;
}

/** One's own first, then the samples in their groups; empty ones left out. */
export function grouped<T extends Known>(puzzles: readonly T[]): { title: string; puzzles: T[] }[] {
  return [
    { title: 'Mine', puzzles: puzzles.filter(({ sample }) => !sample) },
    ...groups.map(({ title }) => ({
      title,
      puzzles: puzzles.filter((puzzle) => puzzle.sample && groupOf(puzzle) === title),
    })),
  ].filter((group) => group.puzzles.length > 0);
}
