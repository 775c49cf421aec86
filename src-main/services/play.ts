import type { HostApi } from '../../src-core/contract.ts';
import { checkBoardFits } from '../../src-core/puzzle/check-board-fits.ts';
import type { Context } from './context.ts';

type PlayApi = Pick<HostApi, 'play.get' | 'play.save'>;

export const playService = ({ store }: Context): PlayApi => ({
  'play.get': ({ puzzleId }) => {
    // `get` throws if there is no puzzle with this id.
    store.puzzles.get(puzzleId);
    return store.plays.get(puzzleId);
  },
  'play.save': ({ puzzleId, play }) => {
    const { puzzle } = store.puzzles.get(puzzleId);
    if (puzzle.kind !== 'edge-matching') throw new Error('This is a sliding puzzle. Play it under “Slide”.');
    checkBoardFits(puzzle, play.board);
    for (const { name, board } of play.bookmarks) {
      checkBoardFits(puzzle, board, `the bookmark “${name}”`);
    }
    store.plays.save(puzzleId, play);
    return {};
  },
});
