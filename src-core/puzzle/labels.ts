import {
  isMirrorImage,
  type EdgeLabel,
  type EdgePuzzle,
  type LabelStyle,
  type MatingRule,
  type Tile,
} from './puzzle.ts';

/** The label that must lie across from this one. */
export const mateOf = (mating: MatingRule, label: EdgeLabel): EdgeLabel =>
  mating === 'same' ? label : label ^ 1;

/** Number of the colour or symbol: the index into `labels`. */
export const styleIndex = (mating: MatingRule, label: EdgeLabel): number =>
  mating === 'same' ? label : label >> 1;

/** 0 = tail, 1 = head; only under the mating rule `opposite`. */
export const halfOf = (label: EdgeLabel): 0 | 1 => (label & 1) as 0 | 1;

export const symbolLabel = (symbol: number, half: 0 | 1): EdgeLabel => 2 * symbol + half;

/** Every label of a tile, those of a printed back as well. */
export const labelsOf = ({ edges, back }: Tile): readonly EdgeLabel[] => (back ? [...edges, ...back] : edges);

/** Whether a tile has a back of its own: one that is more than its front seen through it. */
export const hasBack = ({ edges, back }: Tile): boolean => back !== undefined && !isMirrorImage(edges, back);

/** One more than the largest label in use: the size of any table by label. */
export function labelCount(puzzle: Pick<EdgePuzzle, 'tiles' | 'mating' | 'rim'>): number {
  let largest = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : 0;
  for (const tile of puzzle.tiles) for (const label of labelsOf(tile)) largest = Math.max(largest, label);
  return puzzle.mating === 'same' ? largest + 1 : (largest | 1) + 1;
}

/**
 * The label a placed tile shows on `side` (clockwise from the top) after `rotation` clockwise steps.
 * A flipped tile is first turned over left to right, which keeps its top: it shows its back, or where none
 * is printed its front mirrored.
 */
export function labelAt(tile: Tile, side: number, rotation: number, flipped = false): EdgeLabel {
  const sides = tile.edges.length;
  const from = (side - rotation + sides) % sides;
  if (flipped && tile.back) return tile.back[from] as EdgeLabel;
  return tile.edges[flipped ? (sides - from) % sides : from] as EdgeLabel;
}

/** The edges of a tile after `rotation` clockwise steps, clockwise from the top. */
export const turned = (tile: Tile, rotation: number, flipped = false): EdgeLabel[] =>
  tile.edges.map((_, side) => labelAt(tile, side, rotation, flipped));

/**
 * Whether two labels may touch inside the board: the mating rule, and under a frame colour that stays
 * outside (`inside: false`, Eternity II's grey) not where either is the frame's.
 */
export function mates(puzzle: Pick<EdgePuzzle, 'mating' | 'rim'>, a: EdgeLabel, b: EdgeLabel): boolean {
  if (mateOf(puzzle.mating, a) !== b) return false;
  const { rim } = puzzle;
  return rim.kind !== 'colour' || rim.inside || (a !== rim.colour && b !== rim.colour);
}

/** For people: the name of the colour; of a symbol with its half, "G tail"; an edge that waits for its paint has none. */
export function labelName(puzzle: Pick<EdgePuzzle, 'mating' | 'labels'>, label: EdgeLabel): string {
  const style = styleIndex(puzzle.mating, label);
  if (puzzle.labels[style]?.unpainted) return 'not painted';
  const name = puzzle.labels[style]?.name ?? String(style);
  return puzzle.mating === 'same' ? name : `${name} ${halfOf(label) === 0 ? 'tail' : 'head'}`;
}

/** Names for a run of colours or symbols: "0", "1", ... */
export const numberedLabels = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({ name: String(i) }));

/** "A", "B", ... "Z", "A2", "B2", ... */
export const letteredLabels = (count: number): LabelStyle[] =>
  Array.from({ length: count }, (_, i) => ({
    name: String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : String(Math.floor(i / 26) + 1)),
  }));
