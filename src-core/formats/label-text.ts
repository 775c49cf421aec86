import { halfOf, letteredLabels, styleIndex } from '../puzzle/labels.ts';
import type { EdgeLabel, EdgePuzzle } from '../puzzle/puzzle.ts';

/**
 * Returns one capital letter for each symbol; null if there are more than 26. Names that are distinct capital letters
 * are kept.
 */
export function symbolLetters(puzzle: EdgePuzzle): string[] | null {
  const names = puzzle.labels.map(({ name }) => name);
  if (names.every((name) => /^[A-Z]$/.test(name)) && new Set(names).size === names.length) return names;
  return names.length > 26 ? null : letteredLabels(names.length).map(({ name }) => name);
}

/**
 * Returns a function that gives a short text for each label, for ASCII drawings. Colours get their names if these are
 * short and distinct, otherwise numbers. Symbols get a letter, with 0 or 1 for the half ("G0").
 */
export function shortLabels(puzzle: EdgePuzzle): (label: EdgeLabel) => string {
  const longest = puzzle.mating === 'same' ? 3 : 2;
  const given = puzzle.labels.map(({ name }) => name);
  const usable =
    given.every((name) => name.length <= longest && !/\s/.test(name)) && new Set(given).size === given.length;
  const names = usable ? given : given.map((_, i) => String(i));
  const letters = puzzle.mating === 'opposite' && !usable ? symbolLetters(puzzle) : null;
  return (label) => {
    const style = styleIndex(puzzle.mating, label);
    const name = (letters ?? names)[style] ?? String(style);
    return puzzle.mating === 'same' ? name : `${name}${halfOf(label)}`;
  };
}
