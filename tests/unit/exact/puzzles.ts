/** Puzzles for the tests of the exact engine: the data files, and small random ones of every rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { EdgePuzzle, Hint } from '../../../src-core/puzzle/puzzle.ts';

const data = (path: string): string => readFileSync(join(import.meta.dirname, '../../data', path), 'utf8');

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

/** Tiles as letters and digits: `Y1` is the head of symbol Y; or `EB`, with T for tail and B for head. */
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

/** Random puzzles of every rule. */
const puzzlesOf = (sizes: readonly Size[], colours: readonly number[]): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      size: fc.constantFrom(...sizes),
      mating: fc.constantFrom('same', 'opposite'),
      rim: fc.constantFrom('free', 'outside', 'inside', 'uniform'),
      turns: fc.constantFrom('rotate', 'rotate', 'fixed', 'flip'),
      colours: fc.constantFrom(...colours),
      spare: fc.constantFrom(0, 0, 0, 1),
      hints: fc.constantFrom(0, 0, 1, 2),
      forbidden: fc.constantFrom(0, 0, 0, 1),
      dice: fc.infiniteStream(fc.nat(1_000_000)),
    })
    .map(({ size: [width, height], mating, rim, turns, colours, spare, hints, forbidden, dice }) => {
      const roll = (below: number): number => (dice.next().value as number) % below;
      const cells = width * height;
      const shut = cells > 1 && forbidden ? [roll(cells)] : [];
      const open = [...Array(cells).keys()].filter((cell) => !shut.includes(cell));
      const count = open.length + spare;
      const labels = mating === 'same' ? colours : 2 * colours;
      const framedRim = rim === 'outside' || rim === 'inside';
      // Framed tiles show colour 0 often enough that some of them fit the rim.
      const label = () => (framedRim && roll(2) === 0 ? 0 : roll(labels));
      const tiles = Array.from({ length: count }, () => ({ edges: Array.from({ length: 4 }, label) }));
      if (count > 1 && roll(3) === 0) tiles[1] = { edges: [...tiles[0]!.edges] };
      const hinted: Hint[] = [];
      for (let i = 0; i < hints; i++) {
        const cell = open[roll(open.length)]!;
        const tile = roll(count);
        if (hinted.some((hint) => hint.cell === cell || hint.tile === tile)) continue;
        const rotation = turns === 'fixed' ? 0 : roll(4);
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
        board: { kind: 'rectangle', width, height },
        mating,
        rim:
          rim === 'free' || rim === 'uniform'
            ? { kind: rim }
            : { kind: 'colour', colour: 0, inside: rim === 'inside' },
        turns,
        tiles,
        labels: styles(colours),
        hints: hinted,
        forbidden: shut,
      };
    });

/**
 * Any puzzle small enough to try everything. Few colours, so that there are many solutions, identical
 * tiles and tiles that look the same after a turn.
 */
export const smallPuzzle = puzzlesOf(
  [
    [1, 1],
    [2, 1],
    [1, 3],
    [2, 2],
    [4, 1],
  ],
  [1, 2, 2, 3, 3],
);

/** Trees of some hundred nodes, a few of some thousands. */
export const middlingPuzzle = fc.oneof(
  {
    weight: 10,
    arbitrary: puzzlesOf(
      [
        [3, 1],
        [1, 3],
        [2, 1],
      ],
      [2, 3],
    ),
  },
  { weight: 9, arbitrary: puzzlesOf([[2, 2]], [3, 4]) },
  { weight: 1, arbitrary: puzzlesOf([[3, 2]], [3, 4]) },
);

/**
 * Small puzzles whose tiles are turned copies of one or two, with hints that mostly fix a rotation only: one
 * look can then be dealt out in several ways, of which hints allow some.
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
