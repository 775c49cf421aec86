/** Names symbols after the motifs that they are drawn with. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { designOf } from './appearance.ts';

/** Returns the motif's name or, if it is taken, the name followed by the first free number: “fish 2”. */
export function freeName(motif: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? motif : `${motif} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Returns a puzzle whose symbols are named after their motifs. Colours and unpainted labels keep their names. */
export function withMotifNames(puzzle: EdgePuzzle): EdgePuzzle {
  if (puzzle.mating === 'same') return puzzle;
  const taken = new Set<string>();
  const labels = puzzle.labels.map((style, index) => {
    if (style.unpainted) return style;
    const name = freeName(designOf(puzzle.mating, index, style).motif, taken);
    taken.add(name);
    return { ...style, name };
  });
  return { ...puzzle, labels };
}
