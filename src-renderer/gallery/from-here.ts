/** Starts playing or hunting from a board of the gallery. */
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import { EMPTY, placementsOf } from '../../src-core/puzzle/partial-board.ts';
import { LONGEST_NAME, type EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { brokenRimSides, mismatchedEdges } from '../../src-core/puzzle/score.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { client } from '../base/client.svelte.ts';
import { go } from '../base/route.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { plural } from '../components/format.ts';

/** Starts a game with the tiles of the board. The game in progress becomes a bookmark. */
export async function playFrom(solution: SavedBoard): Promise<void> {
  const { puzzleId, id, solved } = solution;
  const board = solution.board!;
  const old = await client.call('play.get', { puzzleId });
  const bookmarks = [...(old?.bookmarks ?? [])];
  const under = old !== null && old.board.some((code) => code !== EMPTY) && old.board.join() !== board.join();
  if (under) bookmarks.push({ name: `Before board ${id}`, board: old.board });
  await client.call('play.save', {
    puzzleId,
    play: { board, seconds: old?.seconds ?? 0, solved, bookmarks },
  });
  if (under) toast(`Your game is saved as the bookmark “Before board ${id}”`);
  go('play', [puzzleId]);
}

export const canHuntFrom = (solution: SavedBoard): boolean => !solution.solved;

/**
 * Creates a copy of the puzzle in which tiles of the board are hints: all tiles of a partial board; of a full
 * board, those that match on all sides. The puzzle itself is unchanged.
 */
export async function huntFrom(solution: SavedBoard, puzzle: EdgePuzzle): Promise<void> {
  const board = solution.board!;
  const { sides } = boardOf(puzzle.board);
  const wrong = new Set(
    [...mismatchedEdges(puzzle, board), ...brokenRimSides(puzzle, board)].map((side) =>
      Math.floor(side / sides),
    ),
  );
  const own = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  for (const { cell, tile, rotation } of placementsOf(board)) {
    if (wrong.has(cell) || own.get(cell)?.tile !== undefined) continue;
    own.set(cell, { cell, tile, ...(puzzle.turns === 'fixed' ? {} : { rotation }) });
  }
  const tail = `, from board ${solution.id}`;
  const copy = {
    ...puzzle,
    name: `${puzzle.name.slice(0, LONGEST_NAME - tail.length)}${tail}`,
    hints: [...own.values()].sort((a, b) => a.cell - b.cell),
  };
  // `once`: hunting from the same board again uses the same copy
  const saved = await client.call('library.import', { puzzle: copy, once: true });
  toast(
    `“${saved.name}” is a copy with ${plural(copy.hints.length, 'tile')} of the board as hints. The original is unchanged.`,
  );
  go('search', [saved.id]);
}
