// Two windows edit one puzzle: the changes of each version, and the merged puzzle.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle, SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { changesIn, mergedVersions } from '../../../../src-core/puzzle/versions.ts';

const base: EdgePuzzle = {
  ...generate({ family: 'scramble', width: 3, height: 3, seed: 1 }).puzzle,
  hints: [{ cell: 4, tile: 2 }],
};
const painted = (puzzle: EdgePuzzle, tile: number, side: number): EdgePuzzle => {
  const { edges, ...rest } = puzzle.tiles[tile]!;
  return {
    ...puzzle,
    tiles: puzzle.tiles.with(tile, { ...rest, edges: edges.with(side, edges[side]! ^ 1) }),
  };
};
const coloured = (puzzle: EdgePuzzle, label: number): EdgePuzzle => ({
  ...puzzle,
  labels: puzzle.labels.with(label, { ...puzzle.labels[label]!, colour: '#123456' }),
});

/** Edits that change separate parts of the puzzle */
const edits: ((puzzle: EdgePuzzle) => EdgePuzzle)[] = [
  (puzzle) => painted(puzzle, 0, 1),
  (puzzle) => painted(painted(puzzle, 5, 0), 5, 3),
  (puzzle) => coloured(puzzle, 1),
  (puzzle) => ({ ...puzzle, labels: [...puzzle.labels, { name: 'new' }] }),
  (puzzle) => ({ ...puzzle, name: 'Renamed' }),
  (puzzle) => ({ ...puzzle, notes: 'Noted' }),
  (puzzle) => ({ ...puzzle, turns: 'flip' }),
  (puzzle) => ({ ...puzzle, rim: { kind: 'uniform' } }),
  (puzzle) => ({ ...puzzle, hints: [...puzzle.hints, { cell: 7, tile: 3, rotation: 1 }] }),
  (puzzle) => ({ ...puzzle, hints: puzzle.hints.filter(({ cell }) => cell !== 4) }),
  (puzzle) => ({ ...puzzle, forbidden: [8] }),
];

test('any changes of separate parts are merged, as if one window had made all of them', () => {
  const all = edits.map((_, i) => i);
  fc.assert(
    fc.property(fc.subarray(all), fc.subarray(all), (mine, theirs) => {
      const made = (which: readonly number[]): EdgePuzzle =>
        all.filter((i) => which.includes(i)).reduce((puzzle, i) => edits[i]!(puzzle), base);
      const merged = mergedVersions(base, made(mine), made(theirs));
      expect(merged).toEqual(made([...mine, ...theirs]));
    }),
  );
});

test.each<[string, EdgePuzzle, EdgePuzzle]>([
  ['one tile, on different edges', painted(base, 0, 1), painted(base, 0, 2)],
  ['a tile, and its hint', painted(base, 2, 0), { ...base, hints: [] }],
  [
    'hints in two cells for one tile',
    { ...base, hints: [...base.hints, { cell: 0, tile: 6 }] },
    { ...base, hints: [...base.hints, { cell: 1, tile: 6 }] },
  ],
  ['the name', { ...base, name: 'One' }, { ...base, name: 'Two' }],
  ['a hint in a closed cell', { ...base, forbidden: [0] }, { ...base, hints: [{ cell: 0, tile: 1 }] }],
  ['a deleted tile, and another one', { ...base, tiles: base.tiles.slice(1) }, painted(base, 4, 0)],
  ['a deleted label, and another one', { ...base, labels: base.labels.slice(0, -1) }, coloured(base, 0)],
  [
    'a new board, and a closed cell',
    { ...base, board: { kind: 'rectangle', width: 9, height: 1 } },
    { ...base, forbidden: [8] },
  ],
])('overlapping changes are not merged: %s', (_, one, other) => {
  expect(mergedVersions(base, one, other)).toBeNull();
  expect(mergedVersions(base, other, one)).toBeNull();
});

test('equal versions are merged, whatever the order of their fields', () => {
  const turned = Object.fromEntries(Object.entries(painted(base, 3, 0)).reverse()) as unknown as EdgePuzzle;
  expect(mergedVersions(base, turned, painted(base, 3, 0))).toEqual(turned);
});

test('changes are named', () => {
  const [tile, ...tiles] = base.tiles;
  const changed = edits.reduce((puzzle, edit) => edit(puzzle), base);
  expect(changesIn(base, changed)).toEqual([
    'Name: “Renamed”',
    'Notes',
    'Rule: rim',
    'Rule: rotation',
    'Tile 1: edge 2',
    'Tile 6: edges 1, 4',
    `Labels “${base.labels[1]!.name}”, “new”`,
    'Hints in cells 5, 8',
    'Closed cell 9',
  ]);
  expect(changesIn(changed, base)).toContain('Opened cell 9');
  expect(changesIn(base, { ...base, tiles: [{ ...tile!, back: [0, 0, 1, 1] }, ...tiles] })).toEqual([
    'Tile 1: back',
  ]);
  expect(changesIn(base, { ...base, tiles: [...base.tiles, tile!] })).toEqual(['1 tile added']);
  const many = Array.from({ length: 1000 }, () => tile!);
  expect(changesIn(base, { ...base, tiles: [...base.tiles, ...many] })).toEqual(['1,000 tiles added']);
  const all = base.tiles.reduce((puzzle, _, i) => painted(puzzle, i, 0), base);
  expect(changesIn(base, all)).toEqual(['Tiles 1, 2, 3, 4, 5, 6 and 3 more']);
  expect(changesIn(base, base)).toEqual([]);
});

test('versions of a sliding puzzle: name, notes and board are merged if only one of them changed each', () => {
  const eight: SlidingPuzzle = {
    kind: 'sliding',
    name: 'Eight',
    width: 3,
    height: 3,
    start: [1, 0, 2, 3, 4, 5, 6, 7, 8],
    goal: 'blank-first',
  };
  const arranged = { ...eight, start: [1, 2, 0, 3, 4, 5, 6, 7, 8] };
  const wide: SlidingPuzzle = { ...eight, width: 2, height: 2, start: [1, 0, 2, 3], goal: 'blank-last' };
  const noted = { ...eight, name: 'Noted', notes: 'A note', image: 'data:image/png;base64,AAAA' };
  expect(mergedVersions(eight, { ...eight, notes: 'A note' }, arranged)).toEqual({
    ...arranged,
    notes: 'A note',
  });
  expect(mergedVersions(eight, arranged, { ...eight, name: 'Renamed' })).toEqual({
    ...arranged,
    name: 'Renamed',
  });
  expect(mergedVersions(eight, arranged, wide)).toBeNull();
  // The new picture was cropped to the old board size, so the two changes can't be merged.
  expect(mergedVersions(eight, wide, noted)).toBeNull();
  expect(changesIn(eight, wide)).toEqual(['Size: 2 × 2', 'Start position', 'Goal']);
  expect(changesIn(eight, noted)).toEqual(['Name: “Noted”', 'Notes', 'Picture']);
});
