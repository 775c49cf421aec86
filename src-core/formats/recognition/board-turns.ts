/** Works out how the tiles of a board are turned if the text gives only the number of the tile in each cell. */
import { labelAt, mateOf } from '../../puzzle/labels.ts';
import type { Board } from '../../puzzle/board.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, placementCode, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';

const BEAM_WIDTH = 24;
/** Score of a side that breaks the rim rule. A matching edge scores 1. */
const RIM_VIOLATION_SCORE = -4;

interface Placed extends Pick<Board, 'sides' | 'across'> {
  readonly board: PartialBoard;
}

interface Turned {
  /** clockwise turns of the tile in each cell */
  readonly turns: Uint8Array;
  readonly score: number;
}

/**
 * Returns the board with its tiles turned so that many edges match. Uses a beam search, which may miss the best turns.
 */
export function withBestTurns(puzzle: EdgePuzzle, board: PartialBoard): PartialBoard {
  const { board: shape, openCells } = openBoardOf(puzzle);
  const { sides, across } = shape;
  const placed = { board, sides, across };
  const ways = Array.from({ length: sides }, (_, turn) => turn);
  let kept: Turned[] = [{ turns: new Uint8Array(board.length), score: 0 }];
  for (const cell of openCells) {
    if (board[cell] === EMPTY) continue;
    const next = kept.flatMap(({ turns, score }) =>
      ways.map((turn) => {
        turns[cell] = turn;
        return { from: turns, turn, score: score + gainOf(puzzle, placed, turns, cell) };
      }),
    );
    kept = next
      .sort((a, b) => b.score - a.score)
      .slice(0, BEAM_WIDTH)
      .map(({ from, turn, score }) => ({ turns: Uint8Array.from(from).fill(turn, cell, cell + 1), score }));
  }
  const { turns } = kept[0]!;
  return board.map((code, cell) => (code === EMPTY ? EMPTY : placementCode(tileOf(code), turns[cell]!)));
}

/**
 * Returns how much a cell adds to the score: 1 for each edge that matches a cell with a lower number, and
 * RIM_VIOLATION_SCORE for each side that breaks the rim rule.
 */
function gainOf({ rim, mating, tiles }: EdgePuzzle, at: Placed, turns: Uint8Array, cell: number): number {
  const { board, sides, across } = at;
  const labelOn = (side: number): number => {
    const own = Math.floor(side / sides);
    return labelAt(tiles[tileOf(board[own]!)]!, side % sides, turns[own]!);
  };
  let gain = 0;
  for (let side = cell * sides; side < (cell + 1) * sides; side++) {
    const other = across[side]!;
    const neighbour = Math.floor(other / sides);
    const label = labelOn(side);
    const isRim = rim.kind === 'colour' && label === rim.colour;
    if (rim.kind === 'colour' && (other === -1 ? !isRim : isRim && !rim.inside)) gain += RIM_VIOLATION_SCORE;
    if (other === -1 || neighbour >= cell || board[neighbour] === EMPTY) continue;
    if (mateOf(mating, label) === labelOn(other)) gain++;
  }
  return gain;
}
