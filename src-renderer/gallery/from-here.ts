/** Starts playing or hunting from a board of the gallery. */
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import { client } from '../base/client.svelte.ts';
import { go } from '../base/route.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';

/** Starts a game with the board's tiles in place. Saves the game in progress as a bookmark. */
export async function playFrom(solution: SavedBoard): Promise<void> {
  const { puzzleId, id, solved } = solution;
  const board = solution.board!;
  const old = await client.call('play.get', { puzzleId });
  const bookmarks = [...(old?.bookmarks ?? [])];
  const under = old !== null && old.board.some((code) => code !== EMPTY) && old.board.join() !== board.join();
  if (under) bookmarks.push({ name: `Before playing board ${id}`, board: old.board });
  await client.call('play.save', {
    puzzleId,
    play: { board, seconds: old?.seconds ?? 0, solved, bookmarks },
  });
  if (under) toast(`Your game is saved as the bookmark “Before playing board ${id}”`);
  go('play', [puzzleId]);
}

export const canHuntFrom = (solution: SavedBoard): boolean => !solution.solved;

/** Opens the form for a new run that hunts from this board. */
export const huntFrom = ({ puzzleId, id }: SavedBoard): void =>
  go('search', [puzzleId], { goal: 'hunt', from: id });
