import * as v from 'valibot';
import { openBoardOf } from '../puzzle/open-board.ts';
import { boardFrom, placementsOf } from '../puzzle/partial-board.ts';
import { FormatError } from './format-error.ts';
import { edgewise } from './edgewise.ts';
import type { Format } from './format.ts';
import { checked, parseJson } from './json.ts';
import { counted } from '../text/counted.ts';

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const PlacementList = v.array(
  v.object({ cell: number, tile: number, rotation: number, flipped: v.optional(v.boolean(), false) }),
);
const Board = v.object({ placements: PlacementList });
/**
 * Boards in R. Anjou's data set. Each cell is `tile * 4 + turns`, where `turns` counts clockwise quarter turns. An
 * empty cell is -1.
 */
const Codes = v.object({ board: v.array(v.pipe(v.number(), v.integer(), v.minValue(-1))) });

/**
 * JSON for other programs. Puzzles are written as in an `.edgewise` file. A board is a list of placements, either on
 * its own or as the field `placements` of an object. Cells, tiles and rotations are numbered from 0.
 */
export const jsonBoard: Format = {
  name: 'json',
  title: 'JSON',
  extension: 'json',

  recognises({ text }) {
    if (!/^\s*[{[]/.test(text)) return 0;
    // `[user]` begins a settings file, not a JSON list.
    return /^\s*\[(?!\s*[a-mo-z])/i.test(text) || /"(placements|board)"\s*:\s*\[/.test(text) ? 1 : 0.4;
  },

  readBoard(puzzle, { text }) {
    const json = parseJson(text);
    const { board } = openBoardOf(puzzle);
    const placements = Array.isArray(json)
      ? checked(PlacementList, json, 'placements')
      : v.is(Codes, json)
        ? placedBy(json.board, board.cells)
        : checked(Board, json, '').placements;
    const seen = new Set<number>();
    placements.forEach(({ cell, tile, rotation }, i) => {
      const below = (name: string, value: number, end: number): void => {
        if (value < end) return;
        throw new FormatError({
          found: `${name} ${value} in placements[${i}]`,
          expected: `0 to ${end - 1}`,
          fix: 'Check that the board belongs to this puzzle; in JSON, numbers start from 0.',
        });
      };
      below('cell', cell, board.cells);
      below('tile', tile, puzzle.tiles.length);
      below('rotation', rotation, board.sides);
      if (seen.has(cell)) {
        throw new FormatError({
          found: `cell ${cell} a second time in placements[${i}]`,
          expected: 'one tile per cell',
          fix: 'Remove one of the two tiles.',
        });
      }
      seen.add(cell);
    });
    return boardFrom(board.cells, placements);
  },

  writePuzzle: (puzzle) => edgewise.writePuzzle!(puzzle),

  writeBoard: (_, board) => `${JSON.stringify({ placements: placementsOf(board) })}\n`,
};

function placedBy(codes: readonly number[], cells: number): v.InferOutput<typeof PlacementList> {
  if (codes.length !== cells) {
    throw new FormatError({
      found: `${counted(codes.length, 'cell')} in board`,
      expected: `${cells} for this puzzle`,
      fix: 'Check that the board belongs to the puzzle; -1 is an empty cell.',
    });
  }
  return codes.flatMap((code, cell) =>
    code === -1 ? [] : [{ cell, tile: code >> 2, rotation: code & 3, flipped: false }],
  );
}
