/** Messages about invalid puzzles. Every reason given for a puzzle having no solution is true. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle, SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { numberedLabels } from '../../../../src-core/puzzle/labels.ts';
import { unsolvable } from '../../../../src-core/puzzle/unsolvable.ts';
import { errorsOf, problemsOf } from '../../../../src-core/puzzle/validate.ts';
import { random } from '../../../../src-core/random.ts';
import { arbitraryPuzzle } from '../../support/arbitrary.ts';
import { allSolutions } from '../../support/brute-force.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';

const owen = edgePuzzle(dataText('owen/pieces_04x04.txt'));
const arrows = edgePuzzle(dataText('arrows.txt'));
const said = (puzzle: EdgePuzzle | SlidingPuzzle): string[] =>
  problemsOf(puzzle).map(({ message }) => message);
const changed = (puzzle: EdgePuzzle, tile: number, side: number, label: number): EdgePuzzle => ({
  ...puzzle,
  tiles: puzzle.tiles.map(({ edges }, i) => ({
    edges: i === tile ? edges.map((old, s) => (s === side ? label : old)) : edges,
  })),
});

test('sound puzzles have no problems', () => {
  expect(said(owen)).toEqual([]);
  expect(errorsOf(arrows)).toEqual([]);
});

describe('errors', () => {
  test.each<[string, EdgePuzzle, string, object]>([
    ['no tiles', { ...owen, tiles: [] }, 'The puzzle has no tiles: add at least one.', { kind: 'puzzle' }],
    [
      'edges',
      { ...owen, tiles: owen.tiles.map(({ edges }, i) => ({ edges: i === 2 ? edges.slice(1) : edges })) },
      'Tile 3 has 3 edges; a tile on this board has 4.',
      { kind: 'tile', tile: 2 },
    ],
    [
      'colour without a name',
      changed(owen, 0, 2, 9),
      'Tile 1, edge 3 has colour 9, but the puzzle has only colours 0 to 5: add the colour or change the edge.',
      { kind: 'tile', tile: 0, side: 2 },
    ],
    [
      'hint off the board',
      { ...owen, hints: [{ cell: 16, tile: 0 }] },
      'Hint 1 is for cell 17; the board has 16 cells.',
      { kind: 'hint', hint: 0 },
    ],
    [
      'tile hinted twice',
      {
        ...owen,
        hints: [
          { cell: 0, tile: 0 },
          { cell: 3, tile: 0 },
        ],
      },
      'Hint 2 places tile 1, which hint 1 already places. Remove one of them.',
      { kind: 'hint', hint: 1 },
    ],
    [
      'hint on a forbidden cell',
      { ...owen, forbidden: [5], hints: [{ cell: 5, tile: 0 }] },
      'Hint 1 is for cell 6, which is closed: open the cell or remove the hint.',
      { kind: 'hint', hint: 0 },
    ],
    [
      'turned though fixed',
      { ...owen, turns: 'fixed', hints: [{ cell: 0, rotation: 1 }] },
      'Hint 1 rotates a tile, but the tiles of this puzzle may not be rotated.',
      { kind: 'hint', hint: 0 },
    ],
  ])('%s', (_, puzzle, message, place) => {
    expect(problemsOf(puzzle)).toContainEqual({ severity: 'error', place, message });
  });

  test('sliding puzzles', () => {
    const puzzle: SlidingPuzzle = {
      kind: 'sliding',
      name: 'x',
      width: 2,
      height: 2,
      start: [0, 1, 2, 2],
      goal: 'blank-first',
    };
    expect(said(puzzle)).toEqual(['Tile 2 lies in cell 4 and in cell 3; each tile may occur only once.']);
    expect(said({ ...puzzle, start: [0, 1, 2] })[0]).toContain('2 × 2 needs 4');
    expect(said({ ...puzzle, start: [0, 1, 2, 7] })).toEqual(['Cell 4 holds tile 7; the tiles are 0 to 3.']);
  });
});

describe('no solution by counting', () => {
  const reasons = (puzzle: EdgePuzzle): string[] => unsolvable(puzzle).map(({ message }) => message);

  test('too few tiles', () => {
    expect(reasons({ ...owen, tiles: owen.tiles.slice(1) })).toEqual([
      'There are 15 tiles for 16 cells: add 1 tile or close 1 cell.',
    ]);
  });

  test('an odd colour', () => {
    const inner = owen.tiles.findIndex(({ edges }) => !edges.includes(0));
    const side = owen.tiles[inner]!.edges.indexOf(5);
    expect(reasons(changed(owen, inner, side, 4))).toEqual([
      '4 occurs an odd number of times inside the board, so one of its edges has no match.',
      '5 occurs an odd number of times inside the board, so one of its edges has no match.',
    ]);
  });

  test('missing corners, and too many corners', () => {
    const corner = owen.tiles.findIndex(({ edges }) => edges.filter((label) => label === 0).length === 2);
    const side = owen.tiles[corner]!.edges.indexOf(0);
    expect(reasons(changed(owen, corner, side, 1))).toContain(
      'The board has 4 cells in the corners, but only 3 tiles can fill them.',
    );
    const border = owen.tiles.findIndex(({ edges }) => edges.filter((label) => label === 0).length === 1);
    const across = (owen.tiles[border]!.edges.indexOf(0) + 1) % 4;
    expect(reasons(changed(owen, border, across, 0))).toContain(
      'The board has 8 cells on the border, but only 7 tiles can fill them.',
    );
  });

  test('corners and borders that no tile fits without being rotated', () => {
    const tiles = owen.tiles.map(({ edges }) => ({ edges: edges.toSorted((a, b) => a - b) }));
    const messages = reasons({ ...owen, tiles, turns: 'fixed' });
    expect(messages).toContain('The board has 1 cell in the top left corner, but only 0 tiles can fill it.');
    expect(messages).toContain('The board has 2 cells on the right border, but only 0 tiles can fill them.');
    expect(new Set(messages).size).toBe(messages.length);
  });

  test('unequal halves', () => {
    const puzzle: EdgePuzzle = { ...arrows, tiles: arrows.tiles.map(() => ({ edges: [0, 0, 0, 0] })) };
    expect(reasons(puzzle)).toEqual([
      'The labels can’t all be paired. These are left over: B tail (36). Only 12 sides of the board can take a label without a match.',
    ]);
  });

  test('fixed tiles whose right edges match no left edges', () => {
    const tiles = '# rim: free\n1 2 1 3\n1 2 1 3\n1 3 1 2\n1 2 1 4';
    expect(reasons({ ...edgePuzzle(tiles), turns: 'fixed' })).toEqual([]);
    const fixed: EdgePuzzle = {
      ...edgePuzzle(tiles.replaceAll('3', '5').replace('1 5 1 2', '1 6 1 7')),
      turns: 'fixed',
    };
    expect(reasons(fixed)).toEqual([
      '2 edges between left and right neighbours must match. With these tiles, at most 0 can.',
    ]);
  });

  test('contradicting hints', () => {
    const hints = [
      { cell: 0, tile: 0, rotation: 0 },
      { cell: 1, tile: 1, rotation: 0 },
    ];
    expect(reasons({ ...arrows, hints })).toEqual(['The hints in cells 1 and 2 do not match.']);
  });

  test('a reason is a proof: such puzzles have no solution', () => {
    let refused = 0;
    fc.assert(
      fc.property(arbitraryPuzzle({ sides: 2, labels: 3, hints: true, forbidden: true }), (puzzle) => {
        if (unsolvable(puzzle).length === 0) return;
        refused++;
        expect(allSolutions(puzzle)).toEqual([]);
      }),
      { numRuns: 600 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  test('a reason is a proof on every board, with and without printed backs', () => {
    let refused = 0;
    fc.assert(
      fc.property(arbitraryPuzzle({ boards: 4, labels: 3, backs: true, forbidden: true }), (puzzle) => {
        if (unsolvable(puzzle).length === 0) return;
        refused++;
        expect(allSolutions(puzzle)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(80);
  });

  test("two-sided tiles that cannot show the rim's colour often enough", () => {
    const tiles = Array.from({ length: 4 }, () => ({ edges: [1, 1, 2, 2], back: [1, 2, 1, 2] }));
    const rim = { kind: 'colour', colour: 0, inside: true } as const;
    const puzzle: EdgePuzzle = {
      ...owen,
      board: { kind: 'rectangle', width: 2, height: 2 },
      tiles,
      rim,
      turns: 'flip',
    };
    expect(reasons(puzzle)).toContain('The rim needs 8 sides with 0; the tiles can show at most 0.');
  });

  test('puzzles with a known solution are never rejected', () => {
    for (const family of ['framed', 'unframed', 'scramble'] as const) {
      for (let seed = 1; seed <= 30; seed++) {
        const turns = seed % 2 === 0 ? 'rotate' : 'fixed';
        const { puzzle } = generate({ family, turns, width: 2 + (seed % 5), height: 2 + (seed % 4), seed });
        expect(unsolvable(puzzle)).toEqual([]);
      }
    }
  });
});

test('backs: labels without a name, another number of edges, not used', () => {
  const back = (edges: number[], turns: EdgePuzzle['turns'] = 'flip'): EdgePuzzle => ({
    ...owen,
    turns,
    tiles: owen.tiles.map((tile, i) => (i === 0 ? { ...tile, back: edges } : tile)),
  });
  expect(said(back([0, 1, 99, 0]))[0]).toContain('Tile 1, edge of the back 3 has colour 99');
  expect(said(back([0, 1, 1]))[0]).toContain('The back of tile 1 has 3 edges, but its front has 4');
  expect(said(back([2, 1, 1, 1], 'rotate'))).toEqual([
    'Tiles have backs, but the rules do not let them be flipped: only the fronts are used.',
  ]);
});

test('a board with only forbidden cells is an error', () => {
  const forbidden = [...owen.tiles.keys()];
  expect(said({ ...owen, forbidden })[0]).toBe('Every cell is closed: open at least one.');
});

test('warnings: identical tiles, tiles left over, a half without its other half', () => {
  expect(said(edgePuzzle('1 2 3 4\n2 3 4 1'))).toContain(
    'Tile 2 is identical to tile 1, or a rotation of it.',
  );
  expect(said(edgePuzzle('1 2 3 4\n2 3 4 5', { size: { width: 1, height: 1 } }))).toContain(
    'There are 2 tiles for 1 cell: some will be left over.',
  );
  expect(said(edgePuzzle('A0,B0,B1,A1\nA0,B0,B1,C1\nA0,A1,A0,A1\nB0,B0,B1,B1'))).toContain(
    'No tile has C tail, so C head can only be on the rim.',
  );
});

test('checks the tiles for a uniform rim once, not once for each colour', () => {
  const dice = random(1);
  let reads = 0;
  const labels = 256;
  const tiles = Array.from({ length: 32 * 32 }, () => {
    const edges = Array.from({ length: 4 }, () => dice.below(labels));
    return Object.defineProperty({ edges }, 'edges', {
      enumerable: true,
      get: () => {
        reads++;
        return edges;
      },
    });
  });
  const puzzle: EdgePuzzle = {
    kind: 'edge-matching',
    name: 'many labels',
    board: { kind: 'rectangle', width: 32, height: 32 },
    mating: 'same',
    rim: { kind: 'uniform' },
    turns: 'rotate',
    tiles,
    labels: numberedLabels(labels),
    hints: [],
    forbidden: [],
  };
  expect(unsolvable(puzzle).map(({ message }) => message)).toEqual([
    'With these tiles, no single colour can go all around the rim.',
  ]);
  expect(reads).toBeLessThan(20 * tiles.length);
});
