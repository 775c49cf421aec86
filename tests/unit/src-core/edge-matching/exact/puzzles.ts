/** Puzzles for the tests of the exact engine: some from data files, and small random ones with every rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { boardOf } from '../../../../../src-core/puzzle/board.ts';
import type { BoardShape, EdgePuzzle, Hint, Tile } from '../../../../../src-core/puzzle/puzzle.ts';
import { arbitraryBoardShape } from '../../../support/arbitrary.ts';

const data = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../data', path), 'utf8');

const styles = (count: number) => Array.from({ length: count }, (_, i) => ({ name: String(i) }));

export function framed(path: string, width: number, height: number): EdgePuzzle {
  const rows = data(path)
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tiles = rows.filter(({ length }) => length === 4).map((edges) => ({ edges }));
  return {
    kind: 'edge-matching',
    name: path,
    board: { kind: 'rectangle', width, height },
    mating: 'same',
    rim: { kind: 'colour', colour: 0, inside: false },
    turns: 'rotate',
    tiles,
    labels: styles(32),
    hints: [],
    forbidden: [],
  };
}

export const owen = (width: number, height: number): EdgePuzzle => {
  const two = (n: number) => String(n).padStart(2, '0');
  return framed(`owen/pieces_${two(width)}x${two(height)}.txt`, width, height);
};

export const eternity = (): EdgePuzzle => framed('e2/e2_pieces.txt', 16, 16);

/** Returns a puzzle in which equal labels match. It has a free rim and no hints. */
const on = (
  board: BoardShape,
  name: string,
  colours: number,
  tiles: readonly (readonly number[])[],
): EdgePuzzle => ({
  kind: 'edge-matching',
  name,
  board,
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: tiles.map((edges) => ({ edges: [...edges] })),
  labels: styles(colours),
  hints: [],
  forbidden: [],
});

/** The six tiles of a cube with four colours: one tile for each cyclic order of the colours. */
export const cube = (): EdgePuzzle =>
  on({ kind: 'solid', solid: 'cube' }, 'cube', 4, [
    [0, 1, 2, 3],
    [0, 1, 3, 2],
    [0, 2, 1, 3],
    [0, 2, 3, 1],
    [0, 3, 1, 2],
    [0, 3, 2, 1],
  ]);

/**
 * Twenty triangles for an icosahedron: all cyclic orders of three of five colours. Mirror images count as different.
 */
export const icosahedron = (): EdgePuzzle => {
  const colours = [0, 1, 2, 3, 4];
  const tiles = colours.flatMap((a) =>
    colours.slice(a + 1).flatMap((b) =>
      colours.slice(b + 1).flatMap((c) => [
        [a, b, c],
        [a, c, b],
      ]),
    ),
  );
  return on({ kind: 'solid', solid: 'icosahedron' }, 'icosahedron', 5, tiles);
};

/** Seven hexagonal nuts, as in *Drive Ya Nuts* (Milton Bradley, 1970). */
export const sevenNuts = (): EdgePuzzle =>
  on(
    { kind: 'honeycomb', side: 2 },
    'seven nuts',
    6,
    ['123456', '143652', '146235', '162453', '164253', '165324', '165432'].map((nut) =>
      Array.from(nut, (digit) => Number(digit) - 1),
    ),
  );

/** A puzzle of nine squares, six of which must cover a cube. */
export const sixOfNineOnACube = (nine: EdgePuzzle): EdgePuzzle => ({
  ...nine,
  board: { kind: 'solid', solid: 'cube' },
});

/**
 * Returns a puzzle whose tiles are given as text. A label has a letter for the symbol and a character for the half: 1
 * or B for the head, 0 or T for the tail.
 */
export function scramble(tiles: readonly (readonly string[])[], width: number, height: number): EdgePuzzle {
  const symbols = [...new Set(tiles.flat().map((label) => label.slice(0, -1)))].sort();
  const labelOf = (label: string) => 2 * symbols.indexOf(label.slice(0, -1)) + (/[1B]$/.test(label) ? 1 : 0);
  return {
    kind: 'edge-matching',
    name: 'scramble',
    board: { kind: 'rectangle', width, height },
    mating: 'opposite',
    rim: { kind: 'free' },
    turns: 'rotate',
    tiles: tiles.map((edges) => ({ edges: edges.map(labelOf) })),
    labels: symbols.map((name) => ({ name })),
    hints: [],
    forbidden: [],
  };
}

export function scrambleFile(path: string, width: number, height: number): EdgePuzzle {
  const lines = data(path).split('\n').filter(Boolean);
  return scramble(
    lines.map((line) => line.trim().split(',')),
    width,
    height,
  );
}

export const sourceFile = (path: string): Record<string, string[][]> =>
  JSON.parse(data(path)) as Record<string, string[][]>;

export const knownScrambles = () =>
  data('scramble/counts.tsv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name, rows, cols, raw, unique, distinct] = line.split('\t');
      const puzzle = scrambleFile(`scramble/${name!}.txt`, Number(cols), Number(rows));
      return { name: name!, puzzle, raw: Number(raw), unique: unique!, distinct: Number(distinct) };
    });

type Size = readonly [width: number, height: number];

const rectangles = (...sizes: readonly Size[]): fc.Arbitrary<BoardShape> =>
  fc.constantFrom(...sizes).map(([width, height]) => ({ kind: 'rectangle', width, height }));

const puzzlesOf = (shapes: fc.Arbitrary<BoardShape>, colours: readonly number[]): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      board: shapes,
      mating: fc.constantFrom('same', 'opposite'),
      rim: fc.constantFrom('free', 'outside', 'inside', 'uniform'),
      turns: fc.constantFrom('rotate', 'rotate', 'fixed', 'flip'),
      colours: fc.constantFrom(...colours),
      spare: fc.constantFrom(0, 0, 0, 1),
      backs: fc.boolean(),
      hints: fc.constantFrom(0, 0, 1, 2),
      forbidden: fc.constantFrom(0, 0, 0, 1),
      dice: fc.infiniteStream(fc.nat(1_000_000)),
    })
    .map(({ board, mating, rim, turns, colours, spare, backs, hints, forbidden, dice }) => {
      const roll = (below: number): number => (dice.next().value as number) % below;
      const { cells, sides } = boardOf(board);
      const closed = cells > 1 && forbidden ? [roll(cells)] : [];
      const open = [...Array(cells).keys()].filter((cell) => !closed.includes(cell));
      const count = open.length + spare;
      const labels = mating === 'same' ? colours : 2 * colours;
      const framedRim = rim === 'outside' || rim === 'inside';
      // If there is a frame, make half of the labels 0, so that some tiles fit the rim.
      const label = () => (framedRim && roll(2) === 0 ? 0 : roll(labels));
      const face = () => Array.from({ length: sides }, label);
      const tiles = Array.from({ length: count }, (): Tile =>
        turns === 'flip' && backs && roll(2) === 0 ? { edges: face(), back: face() } : { edges: face() },
      );
      if (count > 1 && roll(3) === 0) tiles[1] = { ...tiles[0]! };
      const hinted: Hint[] = [];
      for (let i = 0; i < hints; i++) {
        const cell = open[roll(open.length)]!;
        const tile = roll(count);
        if (hinted.some((hint) => hint.cell === cell || hint.tile === tile)) continue;
        const rotation = turns === 'fixed' ? 0 : roll(sides);
        hinted.push(
          [
            { cell, tile },
            { cell, rotation },
            { cell, tile, rotation },
          ][roll(3)]!,
        );
      }
      return {
        kind: 'edge-matching',
        name: 'small',
        board,
        mating,
        rim:
          rim === 'free' || rim === 'uniform'
            ? { kind: rim }
            : { kind: 'colour', colour: 0, inside: rim === 'inside' },
        turns,
        tiles,
        labels: styles(colours),
        hints: hinted,
        forbidden: closed,
      };
    });

/**
 * Puzzles small enough for exhaustive enumeration. Having few colours, they have many solutions, identical tiles, and
 * tiles that look the same after a rotation.
 */
export const smallPuzzle = puzzlesOf(rectangles([1, 1], [2, 1], [1, 3], [2, 2], [4, 1]), [1, 2, 2, 3, 3]);

/** Like `smallPuzzle`, but on boards of every kind with up to four cells. */
export const smallOnAnyBoard = puzzlesOf(arbitraryBoardShape({ cells: 4 }), [1, 2, 2, 3, 3]);

/** Puzzles whose search trees have a few hundred nodes, rarely a few thousand. */
export const middlingPuzzle = fc.oneof(
  {
    weight: 10,
    arbitrary: puzzlesOf(rectangles([3, 1], [1, 3], [2, 1]), [2, 3]),
  },
  { weight: 9, arbitrary: puzzlesOf(rectangles([2, 2]), [3, 4]) },
  { weight: 1, arbitrary: puzzlesOf(rectangles([3, 2]), [3, 4]) },
);

/** Like `middlingPuzzle`, but on boards of every kind. */
export const middlingOnAnyBoard = puzzlesOf(arbitraryBoardShape({ cells: 6 }), [4, 5]);

/**
 * Small puzzles whose tiles are rotated copies of one or two tiles, so that many solutions look the same. Most hints
 * fix only a rotation, which excludes some of the solutions.
 */
export const turnedTwins: fc.Arbitrary<EdgePuzzle> = fc
  .record({
    size: fc.constantFrom<[number, number][]>([2, 1], [3, 1], [1, 3], [2, 2]),
    turns: fc.constantFrom('rotate', 'rotate', 'flip'),
    spare: fc.constantFrom(0, 0, 1),
    dice: fc.infiniteStream(fc.nat(1_000_000)),
  })
  .map(({ size: [width, height], turns, spare, dice }) => {
    const roll = (below: number): number => (dice.next().value as number) % below;
    const cells = width * height;
    const bases = Array.from({ length: 1 + roll(2) }, () => Array.from({ length: 4 }, () => roll(2)));
    const tiles = Array.from({ length: cells === 4 ? cells : cells + spare }, () => {
      const base = bases[roll(bases.length)]!;
      const turn = roll(3);
      return { edges: [...base.slice(turn), ...base.slice(0, turn)] };
    });
    const hints: Hint[] = [];
    for (let cell = 0; cell < cells; cell++) {
      const kind = roll(4);
      if (kind < 2) hints.push({ cell, rotation: roll(4) });
      if (kind === 2 && roll(3) === 0) hints.push({ cell, tile: cell });
    }
    return {
      kind: 'edge-matching',
      name: 'turned twins',
      board: { kind: 'rectangle', width, height },
      mating: 'same',
      rim: { kind: 'free' },
      turns,
      tiles,
      labels: styles(2),
      hints,
      forbidden: [],
    };
  });
