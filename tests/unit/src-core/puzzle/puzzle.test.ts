/**
 * The score, the symmetry and the appearance of boards, and the three counts of solutions: raw, unique and
 * distinct.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { labelAt, mates, turned } from '../../../../src-core/puzzle/labels.ts';
import { openBoardOf, startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { appearanceOf, orientationsOf, firstIdentical } from '../../../../src-core/puzzle/appearance.ts';
import { EMPTY, placementCode } from '../../../../src-core/puzzle/partial-board.ts';
import { Tile, type EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { brokenRimSides, mismatchedEdges, scoreOf, shownLabels } from '../../../../src-core/puzzle/score.ts';
import {
  applySymmetry,
  canonicalBoard,
  canonicalKey,
  compareBoards,
  distinctKey,
  symmetriesOf,
} from '../../../../src-core/puzzle/symmetry.ts';
import { arbitraryPuzzle, arbitraryPuzzleAndBoard } from '../../support/arbitrary.ts';
import { allSolutions } from '../../support/brute-force.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';

const any = { hints: true, forbidden: true };

describe('board', () => {
  test('edges and symmetries of rectangles', () => {
    for (const [width, height, symmetries] of [
      [1, 1, 8],
      [3, 3, 8],
      [4, 3, 4],
      [16, 16, 8],
    ] as const) {
      const board = boardOf({ kind: 'rectangle', width, height });
      expect(board.edges.length / 2).toBe(2 * width * height - width - height);
      expect(board.symmetries.length).toBe(symmetries);
    }
  });

  test('symmetries keep touching sides touching', () => {
    const board = boardOf({ kind: 'rectangle', width: 4, height: 4 });
    for (const { to, turn, mirrored } of board.symmetries) {
      const moved = (side: number): number => {
        const cell = Math.floor(side / 4);
        const s = side % 4;
        return to[cell]! * 4 + ((turn[cell]! + (mirrored ? 4 - s : s)) % 4);
      };
      for (let i = 0; i < board.edges.length; i += 2) {
        expect(board.across[moved(board.edges[i]!)]).toBe(moved(board.edges[i + 1]!));
      }
    }
  });
});

describe('labels', () => {
  const tile = { edges: [1, 2, 3, 4] };

  test('a clockwise rotation brings the left edge up; a flip keeps the top', () => {
    expect(turned(tile, 1)).toEqual([4, 1, 2, 3]);
    expect(turned(tile, 0, true)).toEqual([1, 4, 3, 2]);
    expect(labelAt(tile, 0, 1, true)).toBe(2);
  });

  test('which labels may touch', () => {
    const frame = { kind: 'colour', colour: 0, inside: false } as const;
    expect(mates({ mating: 'same', rim: { kind: 'free' } }, 3, 3)).toBe(true);
    expect(mates({ mating: 'same', rim: frame }, 0, 0)).toBe(false);
    expect(mates({ mating: 'same', rim: { ...frame, inside: true } }, 0, 0)).toBe(true);
    expect(mates({ mating: 'opposite', rim: { kind: 'free' } }, 4, 5)).toBe(true);
    expect(mates({ mating: 'opposite', rim: { kind: 'free' } }, 4, 4)).toBe(false);
  });

  test('there are as many orientations as appearances', () => {
    expect(orientationsOf({ edges: [1, 1, 1, 1] }, 'rotate')).toHaveLength(1);
    expect(orientationsOf({ edges: [1, 2, 1, 2] }, 'rotate')).toHaveLength(2);
    expect(orientationsOf(tile, 'rotate')).toHaveLength(4);
    expect(orientationsOf(tile, 'flip')).toHaveLength(8);
    expect(orientationsOf({ edges: [1, 2, 3, 2] }, 'flip')).toHaveLength(4);
    expect(orientationsOf(tile, 'fixed')).toHaveLength(1);
  });

  test('equal appearances show the same edges', () => {
    fc.assert(
      fc.property(arbitraryPuzzle({ labels: 2 }), (puzzle) => {
        const { own, shared } = appearanceOf(puzzle);
        const edges = (code: number): string =>
          turned(puzzle.tiles[code >> 4]!, code & 7, (code & 8) !== 0).join();
        own.forEach((code, from) => {
          if (code === -1) return;
          expect(edges(code)).toBe(edges(from));
          expect(edges(shared[from]!)).toBe(edges(from));
          expect(code >> 4).toBe(from >> 4);
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('score', () => {
  test('a framed corner, checked by hand', () => {
    const puzzle = edgePuzzle('2 2\n0 1 2 0\n0 0 2 1\n2 0 0 1\n1 2 0 0'.replace('1 2 0 0', '2 1 0 0'));
    const solved = startBoardOf(puzzle, [0, 1, 3, 2]);
    expect(scoreOf(puzzle, solved)).toEqual({
      placed: 4,
      cells: 4,
      matched: 4,
      edges: 4,
      hintsKept: 0,
      hints: 0,
      duplicates: 0,
      illegal: 0,
      rimOk: true,
      solved: true,
    });
    const turnedCorner = solved.slice();
    turnedCorner[0] = placementCode(0, 1);
    expect(scoreOf(puzzle, turnedCorner)).toMatchObject({
      placed: 4,
      matched: 2,
      rimOk: false,
      solved: false,
    });
    expect(brokenRimSides(puzzle, turnedCorner)).toHaveLength(1);
    expect(mismatchedEdges(puzzle, turnedCorner)).toHaveLength(4);
    const twice = solved.slice();
    twice[1] = solved[0]!;
    expect(scoreOf(puzzle, twice)).toMatchObject({ duplicates: 1, solved: false });
  });

  function startBoardOf(puzzle: EdgePuzzle, order: readonly number[]) {
    const board = startBoard(puzzle);
    order.forEach((tile, cell) => (board[cell] = placementCode(tile, 0)));
    return board;
  }

  test('in a framed puzzle, grey inside the board never matches', () => {
    const puzzle = edgePuzzle('2 1\n0 0 0 0\n0 0 0 0', { rim: 'frame:0' });
    expect(scoreOf(puzzle, startBoard(puzzle)).matched).toBe(0);
    const loose: EdgePuzzle = { ...puzzle, rim: { kind: 'colour', colour: 0, inside: true } };
    expect(scoreOf(loose, startBoard(loose))).toMatchObject({ matched: 1, solved: true });
  });

  test('rotating a fixed tile is illegal; an orientation that looks the same keeps a hint', () => {
    const puzzle: EdgePuzzle = {
      ...edgePuzzle('1 2 1 2'),
      hints: [{ cell: 0, tile: 0, rotation: 1 }],
    };
    expect(scoreOf(puzzle, Int32Array.of(placementCode(0, 3)))).toMatchObject({ hintsKept: 1, solved: true });
    expect(scoreOf(puzzle, Int32Array.of(placementCode(0, 2)))).toMatchObject({
      hintsKept: 0,
      solved: false,
    });
    const fixed: EdgePuzzle = { ...puzzle, turns: 'fixed', hints: [] };
    expect(scoreOf(fixed, Int32Array.of(placementCode(0, 1)))).toMatchObject({ illegal: 1, solved: false });
  });

  test('rejects boards of another puzzle', () => {
    const puzzle = edgePuzzle('1 2 1 2');
    expect(() => scoreOf(puzzle, Int32Array.of(-1, -1))).toThrow('the board has 2 cells, the puzzle has 1');
    expect(() => scoreOf(puzzle, Int32Array.of(16))).toThrow('has tile 2; the puzzle has 1 tile');
  });

  test('matched, mismatched and open edges add up', () => {
    fc.assert(
      fc.property(arbitraryPuzzleAndBoard(any), ({ puzzle, board }) => {
        const labels = shownLabels(puzzle, board);
        const { edges } = openBoardOf(puzzle);
        const open = Array.from({ length: edges.length / 2 }, (_, i) => i).filter(
          (i) => labels[edges[2 * i]!]! < 0 || labels[edges[2 * i + 1]!]! < 0,
        ).length;
        const score = scoreOf(puzzle, board);
        expect(score.matched + mismatchedEdges(puzzle, board).length / 2 + open).toBe(score.edges);
        expect(score.placed).toBe(board.filter((code) => code !== EMPTY).length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('symmetry', () => {
  test('every symmetry of the puzzle preserves the score', () => {
    fc.assert(
      fc.property(arbitraryPuzzleAndBoard(any), ({ puzzle, board }) => {
        const score = scoreOf(puzzle, board);
        for (const symmetry of symmetriesOf(puzzle)) {
          expect(scoreOf(puzzle, applySymmetry(puzzle, symmetry, board))).toEqual(score);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the canonical board is one of the images, the same for all, and the smallest', () => {
    fc.assert(
      fc.property(arbitraryPuzzleAndBoard({ ...any, labels: 3 }), ({ puzzle, board }) => {
        const canonical = canonicalBoard(puzzle, board);
        expect(scoreOf(puzzle, canonical)).toEqual(scoreOf(puzzle, board));
        for (const symmetry of symmetriesOf(puzzle)) {
          const image = applySymmetry(puzzle, symmetry, board);
          expect(canonicalKey(puzzle, image)).toBe(canonicalKey(puzzle, board));
          expect(distinctKey(puzzle, image)).toBe(distinctKey(puzzle, board));
          expect(compareBoards(canonical, image)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('fixed tiles have only the identity; hints and forbidden cells break other symmetries', () => {
    const puzzle = edgePuzzle(dataText('arrows.txt'));
    expect(symmetriesOf(puzzle)).toHaveLength(4);
    expect(symmetriesOf({ ...puzzle, turns: 'flip' })).toHaveLength(8);
    expect(symmetriesOf({ ...puzzle, turns: 'fixed' })).toHaveLength(1);
    expect(symmetriesOf({ ...puzzle, forbidden: [0] })).toHaveLength(1);
    expect(symmetriesOf({ ...puzzle, forbidden: [4] })).toHaveLength(4);
    expect(symmetriesOf({ ...puzzle, hints: [{ cell: 4, tile: 0 }] })).toHaveLength(4);
    expect(symmetriesOf({ ...puzzle, hints: [{ cell: 4, tile: 0, rotation: 0 }] })).toHaveLength(1);
  });

  test('the Scramble Squares assignment: 8 raw, 2 unique, 1 distinct', () => {
    const puzzle = edgePuzzle(dataText('arrows.txt'));
    const solutions = allSolutions(puzzle);
    expect(solutions).toHaveLength(8);
    const unique = new Set(solutions.map((board) => canonicalKey(puzzle, board)));
    expect(unique.size).toBe(2);
    expect(new Set(solutions.map((board) => distinctKey(puzzle, board))).size).toBe(1);
    expect(firstIdentical(puzzle).filter((twin, tile) => twin !== tile)).not.toEqual([]);
  });

  test('the solutions of any small puzzle are closed under its symmetries', () => {
    fc.assert(
      fc.property(arbitraryPuzzle({ sides: 2, labels: 2, ...any }), (puzzle) => {
        const solutions = allSolutions(puzzle);
        const { own } = appearanceOf(puzzle);
        const keys = new Set(solutions.map((board) => board.join()));
        for (const board of solutions) {
          for (const symmetry of symmetriesOf(puzzle)) {
            const image = applySymmetry(puzzle, symmetry, board).map((code) =>
              code === EMPTY ? EMPTY : own[code]!,
            );
            expect(keys.has(image.join())).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('tiles with backs', () => {
  const puzzle = (tiles: EdgePuzzle['tiles'], turns: EdgePuzzle['turns'] = 'flip'): EdgePuzzle => ({
    kind: 'edge-matching',
    name: 'two faces',
    board: { kind: 'rectangle', width: 2, height: 1 },
    mating: 'same',
    rim: { kind: 'free' },
    turns,
    tiles,
    labels: Array.from({ length: 9 }, (_, i) => ({ name: String(i) })),
    hints: [],
    forbidden: [],
  });
  const tile = { edges: [1, 2, 3, 4], back: [5, 6, 7, 8] };

  test('turned over left to right, the top edge stays on top; then the back rotates like a front', () => {
    expect(orientationsOf(tile, 'flip').map(({ edges }) => edges.join(''))).toEqual(
      ['1234', '4123', '3412', '2341', '5678', '8567', '7856', '6785'], // oxfmt-ignore
    );
    expect(orientationsOf(tile, 'rotate')).toHaveLength(4);
    expect(orientationsOf({ edges: [1, 2, 3] }, 'flip').map(({ edges }) => edges.join(''))).toEqual(
      ['123', '312', '231', '132', '213', '321'], // oxfmt-ignore
    );
  });

  test('a back that only mirrors the front does not count as a back', () => {
    const parsed = (back: number[]) => v.parse(Tile, { edges: [1, 2, 3, 4], back });
    expect(parsed([1, 4, 3, 2])).toEqual({ edges: [1, 2, 3, 4] });
    expect(parsed([4, 3, 2, 1])).toEqual({ edges: [1, 2, 3, 4], back: [4, 3, 2, 1] });
  });

  test('a board has no reflections if a tile has a printed back', () => {
    const plain = { edges: [1, 2, 3, 4] };
    expect(symmetriesOf(puzzle([plain, plain]))).toHaveLength(4);
    expect(symmetriesOf(puzzle([plain, tile]))).toHaveLength(2);
    expect(symmetriesOf(puzzle([plain, { ...plain, back: [1, 4, 3, 2] }]))).toHaveLength(4);
  });

  test('tiles are identical only if both faces are, in any rotation', () => {
    const other = { edges: [1, 2, 3, 4], back: [5, 6, 7, 7] };
    const same = { edges: [6, 7, 8, 5], back: [3, 4, 1, 2] };
    expect(firstIdentical(puzzle([tile, other, same]))).toEqual([0, 1, 0]);
    expect(firstIdentical(puzzle([tile, other], 'rotate'))).toEqual([0, 0]);
  });

  test('on a torus, fixed tiles still have its translations', () => {
    const torus = puzzle([{ edges: [1, 2, 1, 2] }, { edges: [1, 2, 1, 2] }], 'fixed');
    expect(
      symmetriesOf({ ...torus, board: { kind: 'rectangle', width: 2, height: 1, wrap: 'torus' } }),
    ).toHaveLength(2);
    expect(symmetriesOf(torus)).toHaveLength(1);
  });
});
