import {
  isMirrorImage,
  type EdgeLabel,
  type EdgePuzzle,
  type LabelStyle,
  type MatingRule,
  type Tile,
} from './puzzle.ts';

/** Returns the label that matches this one. */
export const mateOf = (mating: MatingRule, label: EdgeLabel): EdgeLabel =>
  mating === 'same' ? label : label ^ 1;

/** Returns the index of a label's colour or symbol. */
export const styleIndex = (mating: MatingRule, label: EdgeLabel): number =>
  mating === 'same' ? label : label >> 1;

/** Returns 0 if the label is a symbol's tail, and 1 if it is the head. Use it only for the mating rule `opposite`. */
export const halfOf = (label: EdgeLabel): 0 | 1 => (label & 1) as 0 | 1;

export const symbolLabel = (symbol: number, half: 0 | 1): EdgeLabel => 2 * symbol + half;

export const labelsOf = ({ edges, back }: Tile): readonly EdgeLabel[] => (back ? [...edges, ...back] : edges);

/** Returns whether a tile's printed back differs from the mirror image of its front. */
export const hasBack = ({ edges, back }: Tile): boolean => back !== undefined && !isMirrorImage(edges, back);

/**
 * Returns the length of an array indexed by label: the highest label in use plus 1. Under the rule `opposite`, this is
 * rounded up to an even number, so that both halves of a symbol have an entry.
 */
export function labelCount(puzzle: Pick<EdgePuzzle, 'tiles' | 'mating' | 'rim'>): number {
  let largest = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : 0;
  for (const tile of puzzle.tiles) for (const label of labelsOf(tile)) largest = Math.max(largest, label);
  return puzzle.mating === 'same' ? largest + 1 : (largest | 1) + 1;
}

/**
 * Returns the label on a side of a placed tile. Sides are numbered clockwise from the top; `rotation` is a number of
 * clockwise steps. A flipped tile is first turned over left to right. It then shows its back or, if none is printed,
 * the mirror image of its front.
 */
export function labelAt(tile: Tile, side: number, rotation: number, flipped = false): EdgeLabel {
  const sides = tile.edges.length;
  const from = (side - rotation + sides) % sides;
  if (flipped && tile.back) return tile.back[from] as EdgeLabel;
  return tile.edges[flipped ? (sides - from) % sides : from] as EdgeLabel;
}

/** Returns a placed tile's edges, clockwise from the top. */
export const turned = (tile: Tile, rotation: number, flipped = false): EdgeLabel[] =>
  tile.edges.map((_, side) => labelAt(tile, side, rotation, flipped));

/**
 * Returns whether two labels may touch inside the board under the mating and rim rules. For example, Eternity II's
 * grey is allowed only on the rim.
 */
export function mates(puzzle: Pick<EdgePuzzle, 'mating' | 'rim'>, a: EdgeLabel, b: EdgeLabel): boolean {
  if (mateOf(puzzle.mating, a) !== b) return false;
  const { rim } = puzzle;
  return rim.kind !== 'colour' || rim.inside || (a !== rim.colour && b !== rim.colour);
}

/** A label's name for the user. `half` is empty for colours and unpainted edges. */
export interface LabelName {
  readonly name: string;
  readonly half: '' | 'tail' | 'head';
}

/** Returns the name of a label for the user, with the half of a symbol as a separate part. */
export function labelNameParts(puzzle: Pick<EdgePuzzle, 'mating' | 'labels'>, label: EdgeLabel): LabelName {
  const style = styleIndex(puzzle.mating, label);
  if (puzzle.labels[style]?.unpainted) return { name: 'not painted', half: '' };
  const name = puzzle.labels[style]?.name ?? String(style);
  if (puzzle.mating === 'same') return { name, half: '' };
  return { name, half: halfOf(label) === 0 ? 'tail' : 'head' };
}

/** Returns the name of a label for the user: a colour's name, or a symbol's name and half ("G tail"). */
export function labelName(puzzle: Pick<EdgePuzzle, 'mating' | 'labels'>, label: EdgeLabel): string {
  const { name, half } = labelNameParts(puzzle, label);
  return half ? `${name} ${half}` : name;
}

/** Returns styles named "0", "1", ... */
export const numberedLabels = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({ name: String(i) }));

/** Returns styles named "A", "B", ... "Z", "A2", "B2", ... */
export const letteredLabels = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({
    name: String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : String(Math.floor(i / 26) + 1)),
  }));
