/** Merges two versions of a puzzle that were edited independently. */
import { counted, nounFor } from '../text/counted.ts';
import { shapeName } from './board.ts';
import type { EdgePuzzle, Hint, Puzzle, SlidingPuzzle, Tile } from './puzzle.ts';

/** Maximum number of changes named individually in the text */
const MAX_NAMED_CHANGES = 6;

const COMPARED_FIELDS = ['name', 'notes', 'board', 'mating', 'rim', 'turns'] as const;

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const equal = (a: unknown, b: unknown): boolean => a === b || textOf(a) === textOf(b);

/**
 * Returns the parts that two people can change independently. A hint belongs both to the part of its cell and to the
 * part of its tile, so merging can't give a tile two hints.
 */
function partsOf(puzzle: EdgePuzzle): Map<string, string> {
  const parts = new Map<string, string>(COMPARED_FIELDS.map((field) => [field, textOf(puzzle[field])]));
  const add = (part: string, value: unknown): unknown =>
    parts.set(part, `${parts.get(part) ?? ''} ${textOf(value)}`);
  puzzle.tiles.forEach((tile, i) => add(`tile ${i}`, tile));
  puzzle.labels.forEach((label, i) => add(`label ${i}`, label));
  for (const hint of puzzle.hints) {
    add(`cell ${hint.cell}`, hint);
    if (hint.tile !== undefined) add(`tile ${hint.tile}`, hint);
  }
  for (const cell of puzzle.forbidden) add(`cell ${cell}`, 'closed');
  return parts;
}

function changedParts(base: EdgePuzzle, version: EdgePuzzle): Set<string> {
  const [before, after] = [partsOf(base), partsOf(version)];
  return new Set([...before.keys(), ...after.keys()].filter((part) => before.get(part) !== after.get(part)));
}

const isRenumbered = (base: EdgePuzzle, version: EdgePuzzle): boolean =>
  !equal(base.board, version.board) ||
  base.mating !== version.mating ||
  base.tiles.length !== version.tiles.length ||
  base.labels.length > version.labels.length;

const INDEPENDENT_FIELDS = new Set(['name', 'notes', 'turns']);

function overlap(base: EdgePuzzle, mine: EdgePuzzle, theirs: EdgePuzzle): boolean {
  const [ours, others] = [partsOf(mine), partsOf(theirs)];
  const [changedHere, changedThere] = [changedParts(base, mine), changedParts(base, theirs)];
  if ([...changedHere].some((part) => changedThere.has(part) && ours.get(part) !== others.get(part)))
    return true;
  const isNumbered = (part: string): boolean => !INDEPENDENT_FIELDS.has(part);
  return (
    (isRenumbered(base, mine) && [...changedThere].some(isNumbered)) ||
    (isRenumbered(base, theirs) && [...changedHere].some(isNumbered))
  );
}

/**
 * Returns `base` with the changes of both versions, or null if these conflict. They conflict if both versions change
 * the same part differently, or if one renumbers tiles, labels or cells that the other changes.
 */
export function mergedVersions(base: EdgePuzzle, mine: EdgePuzzle, theirs: EdgePuzzle): EdgePuzzle | null;
export function mergedVersions(base: Puzzle, mine: Puzzle, theirs: Puzzle): Puzzle | null;
export function mergedVersions(base: Puzzle, mine: Puzzle, theirs: Puzzle): Puzzle | null {
  if (equal(mine, theirs)) return theirs;
  if (base.kind === 'sliding' && mine.kind === 'sliding' && theirs.kind === 'sliding')
    return mergedSliding(base, mine, theirs);
  if (base.kind === 'edge-matching' && mine.kind === 'edge-matching' && theirs.kind === 'edge-matching')
    return overlap(base, mine, theirs) ? null : mergedEdges(base, mine, theirs);
  return null;
}

/**
 * Returns the parts of a sliding puzzle that two people can change independently. Everything but the name and the notes
 * is one part, because the picture is cropped to the size of the board.
 */
const slidingParts = ({ name, notes, ...rest }: SlidingPuzzle) => ({ name, notes, rest });

function mergedSliding(
  base: SlidingPuzzle,
  mine: SlidingPuzzle,
  theirs: SlidingPuzzle,
): SlidingPuzzle | null {
  const [before, ours, others] = [slidingParts(base), slidingParts(mine), slidingParts(theirs)];
  type Parts = typeof before;
  const isUnchanged = (part: keyof Parts, version: Parts): boolean => equal(before[part], version[part]);
  if (
    (['name', 'notes', 'rest'] as const).some(
      (part) => !isUnchanged(part, ours) && !isUnchanged(part, others),
    )
  )
    return null;
  const chosen = <P extends keyof Parts>(part: P): Parts[P] =>
    isUnchanged(part, ours) ? others[part] : ours[part];
  const notes = chosen('notes');
  return { ...chosen('rest'), name: chosen('name'), ...(notes === undefined ? {} : { notes }) };
}

function mergedEdges(base: EdgePuzzle, mine: EdgePuzzle, theirs: EdgePuzzle): EdgePuzzle {
  const chosen = <T>(value: (puzzle: EdgePuzzle) => T): T =>
    equal(value(base), value(mine)) ? value(theirs) : value(mine);
  const merged = <T>(list: (puzzle: EdgePuzzle) => readonly T[]): T[] =>
    Array.from({ length: Math.max(list(mine).length, list(theirs).length) }, (_, i) =>
      chosen((puzzle) => list(puzzle)[i]),
    ).filter((item) => item !== undefined);
  const cells = [...new Set([base, mine, theirs].flatMap((puzzle) => cellsOf(puzzle)))].sort((a, b) => a - b);
  const hints = cells.map((cell) => chosen(({ hints }) => hints.find((hint) => hint.cell === cell)));
  const notes = chosen((puzzle) => puzzle.notes);
  return {
    kind: 'edge-matching',
    name: chosen(({ name }) => name),
    board: chosen(({ board }) => board),
    mating: chosen(({ mating }) => mating),
    rim: chosen(({ rim }) => rim),
    turns: chosen(({ turns }) => turns),
    tiles: merged(({ tiles }) => tiles),
    labels: merged(({ labels }) => labels),
    hints: hints.filter((hint): hint is Hint => hint !== undefined),
    forbidden: cells.filter((cell) => chosen(({ forbidden }) => forbidden.includes(cell))),
    ...(notes === undefined ? {} : { notes }),
  };
}

const cellsOf = ({ hints, forbidden }: EdgePuzzle): number[] => [
  ...hints.map(({ cell }) => cell),
  ...forbidden,
];

/** Returns the numbers of the tiles that differ or that only one of the puzzles has. Tiles are numbered from 0. */
export function changedTiles(base: EdgePuzzle, version: EdgePuzzle): number[] {
  const count = Math.max(base.tiles.length, version.tiles.length);
  return Array.from({ length: count }, (_, tile) => tile).filter(
    (tile) => !equal(base.tiles[tile], version.tiles[tile]),
  );
}

/** Returns phrases for the user that say what a version changed: "Tile 3: edges 1, 2". */
export function changesIn(base: Puzzle, version: Puzzle): string[] {
  if (base.kind === 'sliding' && version.kind === 'sliding') return slidingChanges(base, version);
  return base.kind === 'edge-matching' && version.kind === 'edge-matching' ? edgeChanges(base, version) : [];
}

function slidingChanges(base: SlidingPuzzle, version: SlidingPuzzle): string[] {
  const { name, width, height } = version;
  const isResized = width !== base.width || height !== base.height;
  return [
    ...(name === base.name ? [] : [`Name: “${name}”`]),
    ...(version.notes === base.notes ? [] : ['Notes']),
    ...(isResized ? [`Size: ${width} × ${height}`] : []),
    ...(equal(version.start, base.start) ? [] : ['Start position']),
    ...(equal(version.goal, base.goal) ? [] : ['Goal']),
    ...(version.image === base.image ? [] : ['Picture']),
  ];
}

function edgeChanges(base: EdgePuzzle, version: EdgePuzzle): string[] {
  const parts = changedParts(base, version);
  const fields = {
    name: `Name: “${version.name}”`,
    notes: 'Notes',
    board: `Board: ${shapeName(version.board)}`,
    mating: 'Rule: neighbours',
    rim: 'Rule: rim',
    turns: 'Rule: rotation',
  };
  const added = version.tiles.length - base.tiles.length;
  const labels = [...parts].flatMap((part) => {
    const label = Number(/^label (\d+)$/.exec(part)?.[1] ?? -1);
    return label < 0 ? [] : [`“${(version.labels[label] ?? base.labels[label])!.name}”`];
  });
  const hintIn = ({ hints }: EdgePuzzle, cell: number): Hint | undefined =>
    hints.find((hint) => hint.cell === cell);
  const hinted = [...new Set([...base.hints, ...version.hints].map(({ cell }) => cell))];
  const closedIn = (one: EdgePuzzle, other: EdgePuzzle): number[] =>
    one.forbidden.filter((cell) => !other.forbidden.includes(cell));
  return [
    ...COMPARED_FIELDS.flatMap((field) => (parts.has(field) ? [fields[field]] : [])),
    ...(added === 0 ? [] : [`${counted(Math.abs(added), 'tile')} ${added > 0 ? 'added' : 'deleted'}`]),
    ...tileChanges(base, version),
    ...listed('Label', 'Labels', labels),
    ...listed(
      'Hint in cell',
      'Hints in cells',
      numbered(hinted.filter((cell) => !equal(hintIn(base, cell), hintIn(version, cell)))),
    ),
    ...listed('Closed cell', 'Closed cells', numbered(closedIn(version, base))),
    ...listed('Opened cell', 'Opened cells', numbered(closedIn(base, version))),
  ];
}

function tileChanges(base: EdgePuzzle, version: EdgePuzzle): string[] {
  const tiles = changedTiles(base, version).filter((tile) => base.tiles[tile] && version.tiles[tile]);
  if (tiles.length > MAX_NAMED_CHANGES) return listed('Tile', 'Tiles', numbered(tiles));
  return tiles.map(
    (tile) => `Tile ${tile + 1}: ${tileParts(base.tiles[tile]!, version.tiles[tile]!).join(', ')}`,
  );
}

function tileParts(before: Tile, after: Tile): string[] {
  const edges = after.edges.flatMap((label, side) => (before.edges[side] === label ? [] : [side + 1]));
  return [
    ...(edges.length > 0 ? [`${nounFor(edges.length, 'edge')} ${edges.join(', ')}`] : []),
    ...(equal(before.back, after.back) ? [] : ['back']),
    ...(equal(before.photo, after.photo) ? [] : ['photo']),
  ];
}

const numbered = (numbers: readonly number[]): string[] =>
  [...numbers].sort((a, b) => a - b).map((number) => String(number + 1));

function listed(one: string, many: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED_CHANGES;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${names.length === 1 ? one : many} ${names.slice(0, MAX_NAMED_CHANGES).join(', ')}${rest}`];
}
