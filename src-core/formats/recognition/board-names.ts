/** Reads boards that identify each tile by its labels: `QIXX;3 KQXA;2`. */
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { EMPTY_CELL, type BoardRecord, type RecordList } from './board-record.ts';

/** Matches the labels of a tile, joined into a word, and its turns. */
const NAMED_TILE = /(?<![\p{L}\d])([\p{L}\d]{3,6})[;:/]([0-5])(?!\d)/gu;

/**
 * Returns the boards in text that identifies tiles by their labels. Cells after the last tile are empty. Each XML
 * element is a separate board.
 */
export function namedTileBoards(puzzle: EdgePuzzle, text: string): RecordList[] {
  const { cells, sides } = openBoardOf(puzzle).board;
  const names = puzzle.tiles.map(({ edges }) =>
    edges.map((label) => (puzzle.mating === 'same' ? (puzzle.labels[label]?.name ?? '') : '')).join(''),
  );
  if (names.some(({ length }) => length !== sides)) return [];
  const numbers = new Map(names.map((name, tile) => [name, tile] as const));
  return text.split(/[<>]/).flatMap((part): RecordList[] => {
    const records = Array.from(part.matchAll(NAMED_TILE), ([, name = '', turns]): BoardRecord => {
      const tile = numbers.get(name) ?? -1;
      return { empty: false, tile, turns: Number(turns), flipped: false, place: null };
    });
    if (records.length < sides || records.length > cells) return [];
    const empty = Array<BoardRecord>(cells - records.length).fill(EMPTY_CELL);
    return [{ records: [...records, ...empty], kind: 'in order', compass: false, tilesFrom: 0 }];
  });
}
