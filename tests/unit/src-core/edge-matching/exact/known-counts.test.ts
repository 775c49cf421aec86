import { expect, test } from 'vitest';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import { searchTreeFor, estimateOf } from '../../../../../src-core/edge-matching/exact/setup.ts';
import { jobOf, runThrough } from './drive.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../../src-core/random.ts';
import {
  cube,
  knownScrambles,
  owen,
  scramble,
  scrambleFile,
  sevenNuts,
  sixOfNineOnACube,
  sourceFile,
} from './puzzles.ts';

const counts = (puzzle: Parameters<typeof jobOf>[0]) => {
  const { raw, unique, distinct, nodes } = runThrough(jobOf(puzzle, {}, false)).tally;
  return { raw, unique, distinct, nodes };
};

test.each([
  [3, 3, 16, 132],
  [4, 3, 32, 918],
  [4, 4, 36, 4_470],
  [5, 3, 78, 3_837],
  [5, 4, 1_952, 253_872],
  [5, 5, 16, 113_211],
  [6, 3, 1_380, 81_996],
  [6, 4, 8, 80_116],
  [6, 5, 4, 492_184],
  [6, 6, 260, 69_284_103],
])('Owen %i × %i has %i solutions in %i row-scan nodes', (width, height, raw, nodes) => {
  expect(counts(owen(width, height))).toMatchObject({ raw, nodes });
});

test('Hoglan 2005 has 12 solutions, 3 up to rotation', () => {
  const { start_tiles } = sourceFile('hoglan.json');
  expect(counts(scramble(start_tiles!, 3, 3))).toMatchObject({ raw: 12, unique: 3 });
});

test('the Scramble Squares assignment has 8 solutions, 2 up to rotation, 1 distinct', () => {
  expect(counts(scrambleFile('arrows.txt', 3, 3))).toMatchObject({ raw: 8, unique: 2, distinct: 1 });
});

test('Brandt et al. 2002 has 12 solutions, 3 up to rotation', () => {
  const { recovered } = sourceFile('brandt.json');
  expect(counts(scramble(recovered!, 3, 3))).toMatchObject({ raw: 12, unique: 3 });
});

test.each(knownScrambles())('$name: $raw raw, $distinct distinct', ({ puzzle, raw, unique, distinct }) => {
  const found = counts(puzzle);
  expect(found).toMatchObject({ raw, distinct });
  if (unique !== '') expect(found.unique).toBe(Number(unique));
});

test('six squares, the circular orders of four colours, cover a cube in 2 ways', () => {
  expect(counts(cube())).toMatchObject({ raw: 48, unique: 2, distinct: 2 });
});

test('the seven hexagonal nuts have one solution up to rotation', () => {
  expect(counts(sevenNuts())).toMatchObject({ raw: 6, unique: 1, distinct: 1 });
});

/**
 * Counts the solutions on a cube for each choice of six of the nine tiles. Returns the number of choices, the number
 * that the engine accepts, and the count of each choice that has a solution.
 */
function eachSixOnACube(nine: EdgePuzzle) {
  const choices: EdgePuzzle[] = [];
  for (let bits = 0; bits < 512; bits++) {
    const tiles = nine.tiles.filter((_, tile) => bits & (1 << tile));
    if (tiles.length === 6) choices.push({ ...sixOfNineOnACube(nine), tiles });
  }
  const searched = choices.filter((choice) => exact.refuses(choice, {}) === null);
  return {
    choices: choices.length,
    searched: searched.length,
    solved: searched.map((choice) => counts(choice).raw).filter((raw) => raw > 0),
  };
}

test.each([
  ['Hoglan 2005', () => scramble(sourceFile('hoglan.json')['start_tiles']!, 3, 3)],
  ['the Scramble Squares assignment', () => scrambleFile('arrows.txt', 3, 3)],
  ['Brandt et al. 2002', () => scramble(sourceFile('brandt.json')['recovered']!, 3, 3)],
])('%s: no six of the nine squares cover a cube, in one search and in each of the 84 choices', (_, nine) => {
  expect(exact.refuses(sixOfNineOnACube(nine()), {})).toBeNull();
  expect(counts(sixOfNineOnACube(nine()))).toMatchObject({ raw: 0 });
  expect(eachSixOnACube(nine())).toMatchObject({ choices: 84, solved: [] });
});

test('six of nine squares that cover a cube: the separate choices add up to the count of one search', () => {
  const { tiles } = cube();
  const nine = { ...cube(), tiles: [...tiles, ...tiles.slice(0, 3)] };
  const { choices, solved } = eachSixOnACube(nine);
  expect(choices).toBe(84);
  // The nine tiles are the six of the cube and copies of three of them. So there are 2 × 2 × 2 ways to choose six
  // different tiles.
  expect(solved.length).toBeGreaterThanOrEqual(8);
  expect(solved).toContain(48);
  expect(solved.reduce((a, b) => a + b)).toBe(counts(nine).raw);
});

test('on a torus each class of solutions is counted once under shifts and quarter turns', () => {
  const dice = random(4);
  // The tiles are cut from a filled torus of 3 × 3 cells. Its labels are random, with only three colours, so there are
  // several solutions.
  const shown = Array.from({ length: 18 }, () => dice.below(3));
  const at = (row: number, column: number): number => 3 * ((row + 3) % 3) + ((column + 3) % 3);
  const tiles = Array.from({ length: 9 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / 3), cell % 3];
    const down = (r: number, c: number): number => shown[2 * at(r, c) + 1]!;
    const right = (r: number, c: number): number => shown[2 * at(r, c)]!;
    return { edges: [down(row - 1, column), right(row, column), down(row, column), right(row, column - 1)] };
  });
  const puzzle: EdgePuzzle = {
    ...cube(),
    board: { kind: 'rectangle', width: 3, height: 3, wrap: 'torus' },
    tiles,
  };
  const { tally, boards } = runThrough(jobOf(puzzle));
  expect(tally.raw).toBeGreaterThan(36);
  // Returns a tile's number and the labels on its four sides, computed without the program's own symmetries.
  const looks = (code: number): string => {
    const edges = tiles[code >> 4]!.edges;
    const turn = code & 7;
    return `${code >> 4}:${[0, 1, 2, 3].map((side) => edges[(side - turn + 4) % 4]).join('')}`;
  };
  const quarter = (name: string): string => {
    const [tile, edges] = name.split(':') as [string, string];
    return `${tile}:${edges[3]}${edges.slice(0, 3)}`;
  };
  const classes = new Set<string>();
  for (const board of boards) {
    const images: string[] = [];
    let now = [...board].map(looks);
    for (let turn = 0; turn < 4; turn++) {
      for (let shift = 0; shift < 9; shift++) {
        const moved = now.map((_, cell) => now[at(Math.floor(cell / 3) + Math.floor(shift / 3), (cell % 3) + (shift % 3))]!); // oxfmt-ignore
        images.push(moved.join(' '));
      }
      // A clockwise quarter turn moves the tile in row r, column c to row c, column 2 - r.
      now = now.map((_, cell) => quarter(now[at(2 - (cell % 3), Math.floor(cell / 3))]!));
    }
    classes.add(images.sort()[0]!);
  }
  expect(tally.unique).toBe(classes.size);
});

test.each([
  ['tetrahedron', 4, 3],
  ['octahedron', 8, 3],
  ['dodecahedron', 12, 5],
] as const)(
  'on a %s the counts are the same in every order, with and without symmetry breaking',
  (solid, cells, sides) => {
    const dice = random(7);
    const puzzle: EdgePuzzle = {
      ...cube(),
      board: { kind: 'solid', solid },
      tiles: Array.from({ length: cells }, () => ({
        edges: Array.from({ length: sides }, () => dice.below(cells > 8 ? 4 : 3)),
      })),
    };
    const all = ['row', 'constrained', 'frontier'].flatMap((order) =>
      ['all', 'once'].map((symmetry) => runThrough(jobOf(puzzle, { order, symmetry }, false)).tally),
    );
    for (const { raw, unique, distinct } of all) {
      expect({ raw, unique, distinct }).toEqual({
        raw: all[0]!.raw,
        unique: all[0]!.unique,
        distinct: all[0]!.distinct,
      });
    }
  },
);

test('dead ends are counted by cell, in every order', () => {
  const deadEnds = (order: string): number[] => {
    const { counts } = runThrough(jobOf(owen(5, 5), { order }, false)).tally;
    return counts['deadEnds'] as number[];
  };
  const rows = deadEnds('row');
  expect(rows).toHaveLength(25);
  expect(rows[0]).toBe(0);
  const columns = deadEnds('column');
  // If cells are filled row by row, there are almost no dead ends in the first row. If they are filled column by
  // column, there are many.
  const firstRow = (counts: number[]): number => counts.slice(1, 5).reduce((sum, n) => sum + n, 0);
  expect(firstRow(columns)).toBeGreaterThan(firstRow(rows));
});

test('symmetry breaking searches Owen 6 × 6 in fewer nodes, with the same counts', () => {
  const { tally } = runThrough(jobOf(owen(6, 6), { symmetry: 'once' }, false));
  expect(tally).toMatchObject({ raw: 260, unique: 65, distinct: 65 });
  expect(tally.nodes).toBeLessThan(69_284_103 / 3);
});

test.each(['column', 'spiral', 'frame', 'constrained'])(
  'Owen 5 × 4 has 1952 solutions in order %s',
  (order) => {
    expect(runThrough(jobOf(owen(5, 4), { order }, false)).tally).toMatchObject({ raw: 1952, unique: 976 });
  },
);

test('a drawn order is used; cells left out follow row by row', () => {
  const { variables } = searchTreeFor(jobOf(owen(3, 3), { cells: '5, 1 9' }));
  expect(variables.map(({ cell }) => cell + 1)).toEqual([5, 1, 9, 2, 3, 4, 6, 7, 8]);
  expect(exact.refuses(owen(3, 3), { cells: '5 12' })).toMatch(/cell “12”; expected an open cell, 1 to 9/);
  expect(exact.refuses(owen(3, 3), { cells: '5 5' })).toMatch(/cell 5 twice/);
});

test("Knuth's estimate of a tree is close to its size", () => {
  const { nodes, standardError } = estimateOf(jobOf(owen(5, 5)), 20_000);
  expect(Math.abs(nodes - 113_211)).toBeLessThan(5 * standardError);
  expect(standardError).toBeLessThan(113_211 / 10);
});

test('tiles that cannot form a board are rejected with the reason', () => {
  const { tiles, ...rest } = owen(4, 4);
  const [first, ...others] = tiles;
  const odd = { ...rest, tiles: [{ edges: [0, 0, 1, 9] }, ...others] };
  expect(first).toBeDefined();
  expect(exact.refuses(odd, {})).toMatch(/^There is no solution: .*odd number of times/);
});

test('a requested number of solutions is reported even if boards are not requested', () => {
  const { boards } = runThrough({
    ...jobOf(owen(4, 4)),
    wanted: { solutions: 3, boards: false },
  });
  expect(boards.length).toBeGreaterThanOrEqual(3);
});
