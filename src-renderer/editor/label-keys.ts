/**
 * The keys that paint labels: a label's number from 1 to 9, and the first letter of its name unless another label has
 * the same letter. F is reserved for the command that shows only the board.
 */
import { labelName, styleIndex } from '../../src-core/puzzle/labels.ts';
import { unpaintedStyle } from '../../src-core/puzzle/unpainted.ts';
import type { EdgeLabel, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

/**
 * Returns the labels in the palette's order: the colours, or each symbol's tail and head, with the blank label last.
 */
export function paletteOf(puzzle: EdgePuzzle): EdgeLabel[] {
  const perStyle = puzzle.mating === 'same' ? 1 : 2;
  const blank = unpaintedStyle(puzzle);
  const labels = Array.from({ length: puzzle.labels.length * perStyle }, (_, label) => label).filter(
    (label) => styleIndex(puzzle.mating, label) !== blank,
  );
  return blank < 0 ? labels : [...labels, blank * perStyle];
}

/** Returns the keys of each label. Tails have lower-case letters and heads have upper-case ones. */
export function labelKeys(puzzle: EdgePuzzle): Map<EdgeLabel, string[]> {
  const initials = puzzle.labels.map(({ name }) => name[0]!.toLowerCase());
  const keys = new Map<EdgeLabel, string[]>();
  for (const [place, label] of paletteOf(puzzle).entries()) {
    const style = styleIndex(puzzle.mating, label);
    const initial = initials[style]!;
    const own = initials.filter((other) => other === initial).length === 1 && /[^f\P{L}]/u.test(initial);
    const capital = puzzle.mating === 'opposite' && label % 2 === 1;
    keys.set(label, [
      ...(place < 9 ? [String(place + 1)] : []),
      ...(own ? [capital ? initial.toUpperCase() : initial] : []),
    ]);
  }
  return keys;
}

/** Returns the label that a key paints, if any. */
export function labelOfKey(puzzle: EdgePuzzle, key: string): EdgeLabel | undefined {
  for (const [label, keys] of labelKeys(puzzle)) if (keys.includes(key)) return label;
  // Capital letters are for the heads of symbols. With the mating rule `same`, there are no heads, so a capital letter
  // acts like the small one.
  return puzzle.mating === 'same' && key.length === 1 && key !== key.toLowerCase()
    ? labelOfKey(puzzle, key.toLowerCase())
    : undefined;
}

/** Returns a string such as "Fish head (key 2 or F)". */
export function labelTitle(puzzle: EdgePuzzle, label: EdgeLabel, keys: readonly string[]): string {
  return `${labelName(puzzle, label)}${keys.length > 0 ? ` (key ${keys.join(' or ')})` : ''}`;
}
