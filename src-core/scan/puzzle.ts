import { symbolLabel } from '../puzzle/labels.ts';
import type { EdgePuzzle, LabelStyle, RimRule, TilePhoto } from '../puzzle/puzzle.ts';

/** Groups of edges, as read from the tiles and corrected by the user. The index of an edge is `4 * tile + side`. */
export interface Sorted {
  readonly mating: 'same' | 'opposite';
  /** the group of each edge; groups are numbered from 0 without gaps */
  readonly groups: readonly number[];
  /**
   * for each group: the group with the other half of its picture, or the group itself. The rule `same` doesn't use it,
   * but it is kept in case the user changes the rule.
   */
  readonly mates: readonly number[];
  /** the name of each group; the two halves of a picture have the same name */
  readonly names: readonly string[];
}

function labelsOfGroups({ mating, mates }: Pick<Sorted, 'mating' | 'mates'>): number[] {
  if (mating === 'same') return mates.map((_, group) => group);
  const labels = new Array<number>(mates.length).fill(-1);
  let symbol = 0;
  mates.forEach((mate, group) => {
    if (labels[group]! >= 0) return;
    labels[group] = symbolLabel(symbol, 1);
    if (mate !== group) labels[mate] = symbolLabel(symbol, 0);
    symbol++;
  });
  return labels;
}

/**
 * Returns the groups of each colour or symbol. A colour has one group, in `head`; a symbol has a group for each half.
 * `tail` is null for colours, and for symbols whose other half was not found.
 */
export function styledGroups(
  sorted: Pick<Sorted, 'mating' | 'mates'>,
): { head: number; tail: number | null }[] {
  if (sorted.mating === 'same') return sorted.mates.map((_, head) => ({ head, tail: null }));
  return sorted.mates.flatMap((mate, head) =>
    mate < head ? [] : [{ head, tail: mate === head ? null : mate }],
  );
}

export interface Kept {
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly photos: readonly TilePhoto[];
  /** the appearance of each colour or symbol, without its name, which comes from `Sorted` */
  readonly looks: readonly Omit<LabelStyle, 'name'>[];
}

/** Returns the puzzle. Label names must be unique, so a number is appended to a name that occurs twice. */
export function puzzleOf(sorted: Sorted, { name, columns, rows, photos, looks }: Kept): EdgePuzzle {
  const labels = labelsOfGroups(sorted);
  const tiles = photos.map((photo, tile) => ({
    edges: [0, 1, 2, 3].map((side) => labels[sorted.groups[4 * tile + side]!]!),
    photo,
  }));
  const taken = new Set<string>();
  const board = { kind: 'rectangle', width: columns, height: rows } as const;
  return {
    kind: 'edge-matching',
    name,
    board,
    mating: sorted.mating,
    rim: sorted.mating === 'same' ? rimOf(tiles, columns, rows) : { kind: 'free' },
    turns: 'rotate',
    tiles,
    labels: styledGroups(sorted).map(({ head }, i) => {
      const wanted = sorted.names[head]?.trim() ?? '';
      let unique = wanted === '' ? String(i + 1) : wanted;
      for (let n = 2; taken.has(unique); n++) unique = `${wanted} ${n}`;
      taken.add(unique);
      return { ...looks[i], name: unique };
    }),
    hints: [],
    forbidden: [],
  };
}

/**
 * Guesses the rim rule. A label is the rim's colour if it is on exactly as many edges as the rim has, and never on
 * opposite edges of a tile.
 */
function rimOf(
  tiles: readonly { readonly edges: readonly number[] }[],
  columns: number,
  rows: number,
): RimRule {
  if (tiles.length !== columns * rows || Math.min(columns, rows) < 2) return { kind: 'free' };
  const rim = 2 * (columns + rows);
  const counts = new Map<number, number>();
  for (const { edges } of tiles) for (const label of edges) counts.set(label, (counts.get(label) ?? 0) + 1);
  const frames = [...counts].filter(
    ([label, count]) =>
      count === rim &&
      tiles.every(({ edges }) => edges.every((edge, i) => edge !== label || edges[(i + 2) % 4] !== label)),
  );
  return frames.length === 1 ? { kind: 'colour', colour: frames[0]![0], inside: false } : { kind: 'free' };
}

/** Returns the columns and rows of the squarest board for a number of tiles. */
export function boardFor(tiles: number): { columns: number; rows: number } {
  for (let rows = Math.floor(Math.sqrt(tiles)); rows > 1; rows--) {
    if (tiles % rows === 0) return { columns: tiles / rows, rows };
  }
  return { columns: Math.max(1, tiles), rows: 1 };
}

/**
 * Returns whether this many tiles fill a square, or a board with one more column than rows. Any other number suggests
 * that a tile is missing.
 */
export function isUsualCount(tiles: number): boolean {
  const { columns, rows } = boardFor(tiles);
  return columns - rows <= 1;
}
