import { readFileSync } from 'node:fs';
import { symbolLabel } from '../../../src-core/puzzle/labels.ts';
import { placementCode, type PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8'));

interface HoglanData {
  mates: [string, string][];
  start_tiles: string[][];
  published_solutions_S1_to_S12: string[][];
  level_counts_all: number[];
  level_counts_first_expanded: number[];
}
interface BrandtData {
  recovered: string[][];
  table2_calls: number[];
}

export const hoglan = read('hoglan.json') as HoglanData;
export const brandt = read('brandt.json') as BrandtData;

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

/** Hoglan's nine squares in their start arrangement. */
export const hoglanSquares: EdgePuzzle = nineSquares(
  'Hoglan 2005',
  hoglan.start_tiles.map((tile) =>
    tile.map((label) => {
      const symbol = hoglan.mates.findIndex((pair) => pair.includes(label));
      return symbolLabel(symbol, hoglan.mates[symbol]!.indexOf(label) as 0 | 1);
    }),
  ),
  ['A', 'E', 'I', 'O'],
);

/** Hoglan's solutions S1 to S12, in that order. */
export const hoglanSolutions: PartialBoard[] = hoglan.published_solutions_S1_to_S12.map((cells) =>
  Int32Array.from(cells, (cell) => {
    const [tile, rotation] = cell.split(':').map(Number);
    return placementCode(tile!, rotation!);
  }),
);

/** The nine squares of Brandt and others (2002), recovered from their Table 2. */
export const brandtSquares: EdgePuzzle = nineSquares(
  'Brandt et al. 2002',
  brandt.recovered.map((tile) =>
    tile.map((label) => symbolLabel('ABCD'.indexOf(label[0]!), Number(label[1]) as 0 | 1)),
  ),
  ['A', 'B', 'C', 'D'],
);
