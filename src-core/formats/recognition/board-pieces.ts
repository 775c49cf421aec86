/** Reads boards in JSON that has its own list of pieces. Finds the puzzle's tiles by these pieces' labels. */
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { ShownCell } from './board-colours.ts';
import { boardsShowing } from './board-colours.ts';
import type { BoardRecord } from './board-record.ts';
import { recordsInJson } from './board-records.ts';
import type { BoardCandidate } from './candidate.ts';
import { directionsOf, parsed } from './structured.ts';

interface Piece {
  readonly id: number;
  readonly edges: readonly (string | number)[];
}

/** Returns the possible boards in text that has its own list of pieces. */
export function ownPieceBoards(puzzle: EdgePuzzle, text: string): BoardCandidate[] {
  const { cells, sides } = openBoardOf(puzzle).board;
  const json = parsed(text);
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return [];
  const entries = Object.entries(json);
  const pieces = entries.flatMap(([key, value]) =>
    PIECES_KEY.test(key) ? (piecesIn(value, sides) ?? []) : [],
  );
  if (pieces.length < 2) return [];
  const lists = recordsInJson(Object.fromEntries(entries.filter(([key]) => !PIECES_KEY.test(key))));
  return lists
    .filter(({ kind, records }) => kind === 'in order' && records.length === cells)
    .flatMap(({ records }) =>
      [true, false].flatMap((clockwise) =>
        bases(pieces, records).flatMap((base) => {
          const shown = records.map((record) => shownBy(pieces, record, base, clockwise));
          if (shown.some((cell) => cell === undefined)) return [];
          return boardsShowing(puzzle, shown as (ShownCell | null)[], ['NESW']).map((each) => ({
            ...each,
            title: `the file’s own piece numbers, ${clockwise ? 'clockwise' : 'anticlockwise'} turns`,
          }));
        }),
      ),
    );
}

const PIECES_KEY = /^(pieces|tiles|cards)$/i;

function piecesIn(value: unknown, sides: number): Piece[] | null {
  if (!Array.isArray(value)) return null;
  const pieces = (value as unknown[]).map((item, i): Piece | null => {
    const own: unknown = Array.isArray(item)
      ? item
      : item !== null && typeof item === 'object'
        ? edgesIn(item)
        : null;
    if (!Array.isArray(own) || own.length !== sides) return null;
    const id = (item as { id?: unknown }).id;
    return { id: typeof id === 'number' ? id : i, edges: own as (string | number)[] };
  });
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

const edgesIn = (item: object): unknown =>
  Object.values(item).find((value) => Array.isArray(value)) ?? directionsOf(item as Record<string, unknown>);

const bases = (pieces: readonly Piece[], records: readonly BoardRecord[]): number[] =>
  records.some(({ tile }) => tile === pieces.length) && !pieces.some(({ id }) => id === pieces.length)
    ? [1]
    : [0, 1];

function shownBy(
  pieces: readonly Piece[],
  { empty, tile, turns }: BoardRecord,
  base: number,
  clockwise: boolean,
): ShownCell | null | undefined {
  if (empty) return null;
  const piece = pieces.find(({ id }) => id === (tile ?? NaN) - base);
  if (!piece) return undefined;
  const { edges } = piece;
  const { length } = edges;
  const turn = (clockwise ? 1 : -1) * (turns ?? 0);
  const labels = edges.map((_, side) => String(edges[(((side - turn) % length) + length) % length]));
  return { labels, tile: null };
}
