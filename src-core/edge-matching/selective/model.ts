/** The candidates of a view in flat arrays, as the sampler and the walks read them. */
import { isEqual, rotated, type Sides, type View } from './view.ts';

/** Bits of the numbers in a candidate's word: the kind of the tile, its label on the right, and its label below. */
const WORD = { right: 12, below: 22, kindMask: 0xfff, labelMask: 0x3ff } as const;
export const MAX_KINDS = WORD.kindMask + 1;
export const MAX_VIEW_LABELS = 200;

export interface Model {
  readonly width: number;
  readonly cells: number;
  /** number of labels, including the frame, which is label 0 */
  readonly labels: number;
  /** the tiles of each kind; tiles are of the same kind if they look alike, but a hinted tile is a kind of its own */
  readonly kinds: readonly (readonly number[])[];
  /** for each kind: how many orientations of a tile look the same, such as 2 for the tile `1 2 1 2` */
  readonly alike: Int32Array;
  /** candidates as words, see `WORD` */
  readonly words: Int32Array;
  /**
   * Where the candidates of a cell begin in `words`. The index is `tables[cell] + left · labels + above`, where `left`
   * and `above` are the labels that the tile must show there. The candidates end where the next ones begin.
   */
  readonly starts: Int32Array;
  readonly tables: Int32Array;
  /** for each label: the number of edges that show it on a complete board */
  readonly edges: Int32Array;
  /** for each label: whether it occurs only on edges between two tiles of the rim */
  readonly isRing: readonly boolean[];
}

interface Candidate {
  readonly kind: number;
  readonly sides: Sides;
}

export const kindOf = (word: number): number => word & WORD.kindMask;
export const rightOf = (word: number): number => (word >>> WORD.right) & WORD.labelMask;
export const belowOf = (word: number): number => word >>> WORD.below;

/** Builds the model of a view. `turns`: whether tiles may be rotated. */
export function modelOf(view: View, turns: boolean): Model {
  const { width, cells, labels, tiles, hints } = view;
  const kinds: number[][] = [];
  const candidates: Candidate[] = [];
  const alike: number[] = [];
  const hinted = new Set(hints.map(({ tile }) => tile));
  tiles.forEach((sides, tile) => {
    if (hinted.has(tile)) return;
    const orientations = orientationsOf(sides, turns);
    const known = candidates.find((candidate) => orientations.some((each) => isEqual(each, candidate.sides)));
    if (known) {
      kinds[known.kind]!.push(tile);
      return;
    }
    alike.push((turns ? 4 : 1) / orientations.length);
    for (const each of orientations) candidates.push({ kind: kinds.length, sides: each });
    kinds.push([tile]);
  });
  const fixed = new Map(
    hints.map(({ cell, tile, sides }) => {
      alike.push(1);
      return [cell, { kind: kinds.push([tile]) - 1, sides }];
    }),
  );
  return {
    width,
    cells,
    labels,
    kinds,
    alike: Int32Array.from(alike),
    ...listsOf(view, candidates, fixed),
    ...edgesOf(tiles, labels),
  };
}

function orientationsOf(sides: Sides, turns: boolean): Sides[] {
  const all = Array.from({ length: turns ? 4 : 1 }, (_, steps) => rotated(sides, steps));
  return all.filter((each, i) => all.findIndex((other) => isEqual(each, other)) === i);
}

/** Builds the lists of candidates. Cells with the same sides on the rim, next to the same hints, share a table. */
function listsOf(
  { width, cells, labels }: View,
  candidates: readonly Candidate[],
  fixed: ReadonlyMap<number, Candidate>,
): Pick<Model, 'words' | 'starts' | 'tables'> {
  const height = cells / width;
  const words: number[] = [];
  const starts: number[] = [];
  const known = new Map<string, number>();
  const listOf = ({ sides }: Candidate): number => sides[3] * labels + sides[0];
  const sorted = candidates.toSorted((one, other) => listOf(one) - listOf(other));
  const tables = Int32Array.from({ length: cells }, (_, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const right = x === width - 1 ? undefined : fixed.get(cell + 1)?.sides[3];
    const below = y === height - 1 ? undefined : fixed.get(cell + width)?.sides[0];
    const rim: Sides = [y, width - 1 - x, height - 1 - y, x];
    const here = fixed.get(cell);
    const key = JSON.stringify([rim.map((far) => far === 0), right, below, here?.kind]);
    let table = known.get(key);
    if (table !== undefined) return table;
    known.set(key, (table = starts.length));
    const fits = ({ sides }: Candidate): boolean =>
      sides.every((label, side) => (label === 0) === (rim[side] === 0)) &&
      (right === undefined || sides[1] === right) &&
      (below === undefined || sides[2] === below);
    // Most lists are empty if there are many labels, so the lists are written in order, not collected one by one.
    let list = 0;
    const beginListsTo = (last: number): void => {
      for (; list <= last; list++) starts.push(words.length);
    };
    for (const candidate of (here ? [here] : sorted).filter(fits)) {
      beginListsTo(listOf(candidate));
      const [, toRight, toBelow] = candidate.sides;
      words.push(candidate.kind | (toRight << WORD.right) | (toBelow << WORD.below));
    }
    beginListsTo(labels ** 2);
    return table;
  });
  return { words: Int32Array.from(words), starts: Int32Array.from(starts), tables };
}

/** Counts the edges of a complete board. Every side that isn't on the frame is half an edge. */
function edgesOf(tiles: readonly Sides[], labels: number): Pick<Model, 'edges' | 'isRing'> {
  const halves = new Int32Array(labels);
  const isRing = Array.from({ length: labels }, (_, label) => label > 0);
  for (const sides of tiles) {
    sides.forEach((label, side) => {
      halves[label]!++;
      const alongFrame = sides[(side + 1) % 4] === 0 || sides[(side + 3) % 4] === 0;
      if (!alongFrame) isRing[label] = false;
    });
  }
  return { edges: halves.map((count, label) => (label === 0 ? 0 : count >> 1)), isRing };
}

/** Returns the tile in each of the first cells, and the sides that it shows. `placed`: the words of the candidates. */
export function shownBy(
  { kinds, width }: Model,
  placed: Int32Array,
): { readonly tiles: number[]; readonly shown: Sides[] } {
  const used = new Int32Array(kinds.length);
  return {
    tiles: Array.from(placed, (word) => kinds[kindOf(word)]![used[kindOf(word)]!++]!),
    shown: Array.from(placed, (word, cell) => [
      cell < width ? 0 : belowOf(placed[cell - width]!),
      rightOf(word),
      belowOf(word),
      cell % width === 0 ? 0 : rightOf(placed[cell - 1]!),
    ]),
  };
}
