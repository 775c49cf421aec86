import { describe, expect, test } from 'vitest';
import { cropOf } from '../../../../src-renderer/board-view/crop.ts';
import { placesOf } from '../../../../src-renderer/board-view/geometry.ts';
import { withVariants } from '../../../../src-renderer/library/puzzle-groups.ts';
import { recentOf } from '../../../../src-renderer/library/recent.ts';

describe('the part of a board that a small picture shows', () => {
  const large = placesOf({ kind: 'rectangle', width: 16, height: 16 });
  const all = (): boolean => true;

  test('is all of a board whose tiles can be told apart', () => {
    const small = placesOf({ kind: 'rectangle', width: 6, height: 6 });
    expect(cropOf(small, 120, 120, all)).toEqual({ columns: 6, rows: 6, left: 0, top: 0 });
    expect(cropOf(large, 400, 400, all)).toMatchObject({ columns: 16, rows: 16 });
  });

  test('is the middle of a large board, with tiles of at least 20 pixels', () => {
    const { columns, rows, left, top } = cropOf(large, 176, 132, all);
    expect(176 / columns).toBeGreaterThanOrEqual(20);
    expect(132 / rows).toBeGreaterThanOrEqual(20);
    expect([left, top]).toEqual([(16 - columns) / 2, (16 - rows) / 2]);
  });

  test('is where the tiles are on a board that is mostly empty', () => {
    expect(cropOf(large, 88, 88, (cell) => cell < 32)).toMatchObject({ top: 0 });
    expect(cropOf(large, 88, 88, (cell) => cell % 16 > 13)).toMatchObject({ left: 12 });
  });
});

describe('variants', () => {
  const sample = {
    kind: 'edge-matching' as const,
    sample: true,
    group: 'g',
    words: '',
    tags: [],
    size: '16 × 16',
    tiles: 256,
  };

  test('are listed with the sample whose name and tiles they share', () => {
    const base = { ...sample, name: 'Eternity II' };
    const hint = { ...sample, name: 'Eternity II, centre hint only' };
    const smaller = { ...sample, name: 'Eternity II, small', tiles: 9, size: '3 × 3' };
    expect(withVariants([base, hint, smaller])).toEqual([
      { puzzle: base, variants: [hint] },
      { puzzle: smaller, variants: [] },
    ]);
    // A variant is listed separately if the sample that it varies is missing.
    expect(withVariants([hint])).toEqual([{ puzzle: hint, variants: [] }]);
    // A user's own puzzle is always listed separately.
    const own = { ...hint, sample: false };
    expect(withVariants([base, own])).toHaveLength(2);
  });
});

test('running runs come first, then finished ones, then the puzzles used last', () => {
  const puzzle = (id: number, sample: boolean, usedAt: string) => ({
    id,
    sample,
    runs: 0,
    solutions: 0,
    usedAt,
  });
  const puzzles = [
    puzzle(1, true, '2026-01-01'),
    puzzle(2, false, '2026-01-02'),
    puzzle(3, false, '2026-01-03'),
    puzzle(4, true, '2026-01-04'),
  ];
  const run = (id: number, puzzleId: number) => ({ id, settings: { puzzleId } });
  const recent = recentOf(puzzles, [run(10, 1), run(11, 1)], [run(9, 4), run(8, 4), run(7, 1), run(6, 99)]);
  expect(recent.map(({ run, puzzle: { id } }) => [run?.id ?? null, id])).toEqual([
    [10, 1],
    [11, 1],
    [9, 4],
    [null, 3],
  ]);
  expect(recentOf(puzzles.slice(0, 1), [], [])).toEqual([]);
});
