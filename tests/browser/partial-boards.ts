/** A puzzle with partial boards, each with fewer tiles than the previous one. */
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import type { BoardShape, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Host } from './host.ts';

/**
 * Stores a puzzle and `count` boards. The first board has every tile in its starting cell, and each further board has
 * two tiles fewer.
 */
export async function fill(
  host: Host,
  name: string,
  count: number,
  board: BoardShape = { kind: 'rectangle', width: 6, height: 6 },
): Promise<{ puzzleId: number; puzzle: EdgePuzzle; ids: number[] }> {
  const client = await host.client();
  const made = generate({ family: 'unframed', board, seed: 3, innerLabels: 8 }).puzzle;
  const puzzle: EdgePuzzle = { ...made, name };
  const { id: puzzleId } = await client.call('library.add', { puzzle });
  const ids: number[] = [];
  for (let number = 0; number < count; number++) {
    const board = [...startBoard(puzzle)].map((code, cell) => (cell < 2 * number ? -1 : code));
    ids.push((await client.call('boards.add', { puzzleId, board: Int32Array.from(board) })).id);
  }
  return { puzzleId, puzzle, ids };
}
