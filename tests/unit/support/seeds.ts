import { readFileSync } from 'node:fs';
import { symbolLabel } from '../../../src-core/puzzle/labels.ts';
import { placementCode, type PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8'));

interface Hoglan {
  mates: [string, string][];
  start_tiles: string[][];
  published_solutions_S1_to_S12: string[][];
  level_counts_all: number[];
  level_counts_first_expanded: number[];
}
interface Rockhurst {
  recovered: string[][];
  table2_calls: number[];
}

export const hoglan = read('seed000_hoglan.json') as Hoglan;
export const rockhurst = read('seed004_rockhurst.json') as Rockhurst;

const nineSquares = (name: string, tiles: number[][], symbols: string[]): EdgePuzzle => ({
  kind: 'edge-matching',
  name,
  board: { kind: 'rectangle', width: 3, height: 3 },
  mating: 'opposite',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: tiles.map((edges) => ({ edges })),
  labels: symbols.map((symbol) => ({ name: symbol })),
  hints: [],
  forbidden: [],
});

/** Seed 000's nine squares in their start arrangement. */
export const seed000: EdgePuzzle = nineSquares(
  'seed 000',
  hoglan.start_tiles.map((tile) =>
    tile.map((label) => {
      const symbol = hoglan.mates.findIndex((pair) => pair.includes(label));
      return symbolLabel(symbol, hoglan.mates[symbol]!.indexOf(label) as 0 | 1);
    }),
  ),
  ['A', 'E', 'I', 'O'],
);

/** Seed 000's solutions S1 to S12, in its order. */
export const seed000Solutions: PartialBoard[] = hoglan.published_solutions_S1_to_S12.map((cells) =>
  Int32Array.from(cells, (cell) => {
    const [tile, rotation] = cell.split(':').map(Number);
    return placementCode(tile!, rotation!);
  }),
);

/** Seed 004's nine squares as recovered from its Table 2. */
export const seed004: EdgePuzzle = nineSquares(
  'seed 004',
  rockhurst.recovered.map((tile) =>
    tile.map((label) => symbolLabel('ABCD'.indexOf(label[0]!), Number(label[1]) as 0 | 1)),
  ),
  ['A', 'B', 'C', 'D'],
);
