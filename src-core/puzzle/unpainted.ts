/**
 * Unpainted edges have their own label, so that the library and the editor can treat an unfinished puzzle like any
 * other.
 */
import { labelsOf, styleIndex } from './labels.ts';
import type { Problem } from './problem.ts';
import { counted } from '../text/counted.ts';
import type { EdgeLabel, EdgePuzzle, LabelStyle, Puzzle } from './puzzle.ts';

const unpaintedLabel: LabelStyle = { name: 'blank', unpainted: true };

/** Returns the style of unpainted edges, or -1. */
export const unpaintedStyle = ({ labels }: Pick<EdgePuzzle, 'labels'>): number =>
  labels.findIndex(({ unpainted }) => unpainted);

/** Returns the label of unpainted edges, and the puzzle with a style for this label, which is added if missing. */
export function withUnpainted(puzzle: EdgePuzzle): { puzzle: EdgePuzzle; label: EdgeLabel } {
  const found = unpaintedStyle(puzzle);
  const style = found >= 0 ? found : puzzle.labels.length;
  const label = puzzle.mating === 'same' ? style : 2 * style;
  return found >= 0
    ? { puzzle, label }
    : { puzzle: { ...puzzle, labels: [...puzzle.labels, unpaintedLabel] }, label };
}

/** Returns the tiles with unpainted edges, and the number of such edges. */
export function unpaintedOf(puzzle: EdgePuzzle): {
  readonly tiles: readonly number[];
  readonly edges: number;
} {
  const style = unpaintedStyle(puzzle);
  if (style < 0) return { tiles: [], edges: 0 };
  let edges = 0;
  const tiles = [...puzzle.tiles.keys()].filter((tile) => {
    const blank = labelsOf(puzzle.tiles[tile]!).filter((label) => styleIndex(puzzle.mating, label) === style);
    edges += blank.length;
    return blank.length > 0;
  });
  return { tiles, edges };
}

/** Returns a problem that says how much is left to paint, or null. */
export function unpaintedProblem(puzzle: Puzzle): Problem | null {
  if (puzzle.kind === 'sliding') return null;
  const { tiles, edges } = unpaintedOf(puzzle);
  if (edges === 0) return null;
  const named = tiles.slice(0, 5).map((tile) => tile + 1);
  const more = tiles.length - named.length;
  const which = `${tiles.length === 1 ? 'tile' : 'tiles'} ${named.join(', ')}${more > 0 ? ` and ${counted(more, 'more', 'more')}` : ''}`;
  return {
    severity: 'unpainted',
    place: { kind: 'tile', tile: tiles[0]! },
    message: `${counted(edges, 'edge')} of ${which} ${edges === 1 ? 'is' : 'are'} not painted yet: paint ${edges === 1 ? 'it' : 'them'} first.`,
  };
}

/** Removes the label of unpainted edges if no edge has it. All higher label numbers then decrease by one. */
export function withoutSpareBlank<P extends Puzzle>(puzzle: P): P {
  if (puzzle.kind === 'sliding') return puzzle;
  const style = unpaintedStyle(puzzle);
  if (style < 0 || unpaintedOf(puzzle).edges > 0) return puzzle;
  const labels = puzzle.labels.toSpliced(style, 1);
  const down = (label: EdgeLabel): EdgeLabel =>
    styleIndex(puzzle.mating, label) > style ? label - (puzzle.mating === 'same' ? 1 : 2) : label;
  const { rim } = puzzle;
  return {
    ...puzzle,
    labels,
    rim: rim.kind === 'colour' ? { ...rim, colour: down(rim.colour) } : rim,
    tiles: puzzle.tiles.map((tile) => ({
      ...tile,
      edges: tile.edges.map(down),
      ...(tile.back ? { back: tile.back.map(down) } : {}),
    })),
  };
}
