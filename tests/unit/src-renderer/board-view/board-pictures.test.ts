import { expect, test } from 'vitest';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { boardSvg } from '../../../../src-renderer/export/pictures.ts';

test('an exported picture marks hints only if the user chooses it', () => {
  const puzzle = eternity2(officialHints);
  const board = startBoard(puzzle);
  const unhinted = { ...puzzle, hints: [] };
  expect(boardSvg(puzzle, board, {})).toBe(boardSvg(unhinted, board, {}));
  expect(boardSvg(puzzle, board, { hints: true })).not.toBe(boardSvg(puzzle, board, {}));
});
