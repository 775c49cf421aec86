/**
 * Lays out all pages in printing order: the sheets of tiles, each followed by its back, then the board and the key.
 */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { hasBack } from '../../src-core/puzzle/labels.ts';
import { placementCode, rotationOf, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random } from '../../src-core/random.ts';
import { shownOf } from '../board-view/drawing.ts';
import { boardPages } from './board-pages.ts';
import { cropMarks, united } from './cut-lines.ts';
import { packed, sizeOf } from './packing.ts';
import {
  DoesNotFit,
  foot,
  line,
  papers,
  roomOn,
  sheetOf,
  sidesOf,
  text,
  turnedOver,
  type Item,
  type Page,
  type Paper,
  type Point,
  type Polygon,
  type Sheet,
  type TileItem,
  type TurnOver,
} from './page.ts';

export interface PrintOptions {
  readonly paper: Paper;
  readonly landscape: boolean;
  /** length of a tile's edge, in mm */
  readonly tile: number;
  /** space between tiles in mm; at 0, neighbouring tiles share a cut */
  readonly gap: number;
  readonly tiles: boolean;
  /** whether to shuffle and rotate the tiles, so that the sheets don't reveal the solution */
  readonly shuffled: boolean;
  readonly seed: number;
  /** whether to print each tile's number on it */
  readonly numbers: boolean;
  /** whether to print a back for every sheet */
  readonly backs: boolean;
  readonly turnOver: TurnOver;
  /** whether to print the board (a net with tabs, or a tray), and whether it is blank or shows a solution */
  readonly board: 'none' | 'blank' | 'solution';
  /**
   * Length of a cell's edge on the printed board, in mm. If null, cells are as large as tiles, or smaller if a net or
   * a solution wouldn't fit on one page otherwise.
   */
  readonly boardEdge: number | null;
  /** whether to print a key, which shows the tiles' numbers and, if known, a solution */
  readonly key: boolean;
}

export const usualPrint: PrintOptions = {
  paper: 'a4',
  landscape: false,
  tile: 50,
  gap: 0,
  tiles: true,
  shuffled: true,
  seed: 1,
  numbers: false,
  backs: false,
  turnOver: 'long',
  board: 'none',
  boardEdge: null,
  key: true,
};

/** Returns all pages. Throws `DoesNotFit` if a tile, a net or a solution doesn't fit on one page. */
export function sheetsOf(
  puzzle: EdgePuzzle,
  options: PrintOptions,
  solution: PartialBoard | null = null,
): Page[] {
  const pages: Page[] = [];
  const sheet = sheetOf(options.paper, options.landscape);
  const slots = options.tiles ? slotsOf(puzzle, options, sheet) : [];
  const pieces = piecesOf(puzzle, options);
  const sheets = options.tiles ? Math.ceil(pieces.length / slots.length) : 0;
  for (let number = 0; number < sheets; number++) {
    const on = pieces.slice(number * slots.length, (number + 1) * slots.length);
    const name = `${puzzle.name} · sheet ${number + 1} of ${sheets}`;
    pages.push(front(puzzle, sheet, options, slots, on, name));
    if (options.backs) pages.push(back(puzzle, sheet, options, slots, on, `${name}, back`));
  }
  const printed = {
    paper: options.paper,
    edge: options.boardEdge,
    upTo: options.tile,
    numbers: options.numbers,
  };
  if (options.board === 'blank') pages.push(...boardPages(puzzle, { ...printed, solution: null }));
  if (options.board === 'solution' && solution) pages.push(...boardPages(puzzle, { ...printed, solution }));
  if (options.key && options.tiles) pages.push(...keyPages(puzzle, sheet, slots.length, pieces));
  if (options.key && options.tiles && solution && options.board !== 'solution') {
    pages.push(...boardPages(puzzle, { ...printed, edge: null, numbers: true, solution }).map(withoutCuts));
  }
  return pages;
}

function slotsOf(puzzle: EdgePuzzle, { paper, tile, gap }: PrintOptions, sheet: Sheet): Polygon[] {
  const { sides } = boardOf(puzzle.board);
  const slots = packed(sides, tile, gap, sheet);
  if (slots.length > 0) return slots;
  const [room, size] = [roomOn(sheet), sizeOf(sides)];
  const most = Math.floor(Math.min(room.width / size.width, room.height / size.height) + 1e-9);
  throw new DoesNotFit(
    `A tile with edges of ${tile} mm does not fit on ${papers[paper].title}. Use at most ${most} mm.`,
  );
}

/** Returns the tiles and their rotations, as placement codes, in the order of the sheets. */
export function piecesOf(
  puzzle: EdgePuzzle,
  { shuffled, seed }: Pick<PrintOptions, 'shuffled' | 'seed'>,
): number[] {
  const tiles = puzzle.tiles.map((_, tile) => tile);
  if (!shuffled) return tiles.map((tile) => placementCode(tile, 0));
  const chance = random(seed);
  return chance.shuffle(tiles).map((tile) => {
    const sides = puzzle.tiles[tile]!.edges.length;
    return placementCode(tile, puzzle.turns === 'fixed' ? 0 : chance.below(sides));
  });
}

function front(
  puzzle: EdgePuzzle,
  sheet: Sheet,
  { numbers }: PrintOptions,
  slots: readonly Polygon[],
  pieces: readonly number[],
  name: string,
): Page {
  const tiles = pieces.map((code, index): TileItem => {
    const tile = tileOf(code);
    return {
      type: 'tile',
      corners: slots[index]!,
      labels: shownOf(puzzle, code),
      tile,
      number: numbers ? String(tile + 1) : '',
    };
  });
  const outlines = tiles.map(({ corners }) => corners);
  const cuts = united(outlines.flatMap(sidesOf));
  return {
    kind: 'tiles',
    ...sheet,
    items: [
      ...tiles,
      ...cuts.map(([from, to]) => line('cut', from, to)),
      ...cropMarks(outlines, cuts),
      ...foot(sheet, name),
    ],
  };
}

/**
 * Returns the back of a sheet, with each tile's back behind its front. A two-sided tile has labels of its own there,
 * and a tile that may be flipped shows the mirror image of its front. Any other tile shows its number. The back has no
 * cut lines.
 */
function back(
  puzzle: EdgePuzzle,
  sheet: Sheet,
  { turnOver }: PrintOptions,
  slots: readonly Polygon[],
  pieces: readonly number[],
  name: string,
): Page {
  const over = turnedOver(sheet, turnOver);
  const tiles = pieces.map((code, index): TileItem => {
    const tile = tileOf(code);
    return {
      type: 'tile',
      // On the back, the corners run anticlockwise, so reverse them. In a tile with k sides, this puts side s of the
      // back behind side k - 1 - s of the front.
      corners: slots[index]!.map(over)
        .reverse()
        .map((_, i, all) => all.at(i - 1)!),
      labels: backLabels(puzzle, code),
      tile,
      number: showsBack(puzzle, tile) ? '' : String(tile + 1),
    };
  });
  const outlines = tiles.map(({ corners }) => corners);
  const cuts = united(outlines.flatMap(sidesOf));
  return {
    kind: 'back',
    ...sheet,
    items: [
      ...tiles,
      ...cuts.map(([from, to]) => line('edge', from, to)),
      ...cropMarks(outlines, cuts),
      ...foot(sheet, name),
    ],
  };
}

const showsBack = (puzzle: EdgePuzzle, tile: number): boolean =>
  puzzle.turns === 'flip' || hasBack(puzzle.tiles[tile]!);

/**
 * Returns the labels on the back of a tile, by side. Side s of the back lies behind side k - 1 - s of the front, where
 * k is the number of sides.
 */
function backLabels(puzzle: EdgePuzzle, code: number): number[] {
  const tile = puzzle.tiles[tileOf(code)]!;
  if (!showsBack(puzzle, tileOf(code))) return [];
  const sides = tile.edges.length;
  return tile.edges.map((_, side) => {
    const edge = (2 * sides - 1 - side - rotationOf(code)) % sides;
    // The edges of `tile.back` are numbered differently. Edge 0 lies behind edge 0 of the front, and edge 1 lies behind
    // the front's last edge.
    return tile.back ? tile.back[(sides - edge) % sides]! : tile.edges[edge]!;
  });
}

const KEY_TILE_MM = 16;
const KEY_CELL_MM = 24;

function keyPages(puzzle: EdgePuzzle, sheet: Sheet, perSheet: number, pieces: readonly number[]): Page[] {
  const room = roomOn(sheet);
  const { sides } = boardOf(puzzle.board);
  const { width, height } = sizeOf(sides);
  const edge = KEY_TILE_MM / Math.max(width, height);
  const slot = packed(sides, edge, 0, sheet)[0]!;
  const [left, top] = [0, 1].map((axis) => Math.min(...slot.map((corner) => corner[axis as 0 | 1]))) as [
    number,
    number,
  ];
  const columns = Math.floor(room.width / KEY_CELL_MM);
  const perPage = columns * Math.floor(room.height / KEY_CELL_MM);
  const start: Point = [
    (sheet.width - columns * KEY_CELL_MM) / 2 + (KEY_CELL_MM - width * edge) / 2,
    (sheet.height - room.height) / 2,
  ];
  const pages: Page[] = [];
  for (let from = 0; from < pieces.length; from += perPage) {
    const items = pieces.slice(from, from + perPage).flatMap((code, index): Item[] => {
      const [x, y] = [
        start[0] + (index % columns) * KEY_CELL_MM,
        start[1] + Math.floor(index / columns) * KEY_CELL_MM,
      ];
      const corners = slot.map(([cx, cy]): Point => [cx - left + x, cy - top + y]);
      const piece = from + index;
      const where = `sheet ${Math.floor(piece / perSheet) + 1}, no. ${(piece % perSheet) + 1}`;
      return [
        {
          type: 'tile',
          corners,
          labels: shownOf(puzzle, code),
          tile: tileOf(code),
          number: String(tileOf(code) + 1),
        },
        ...sidesOf(corners).map(([a, b]) => line('edge', a, b)),
        text(where, [x + (width * edge) / 2, y + KEY_TILE_MM + 2.4], 2.4),
      ];
    });
    pages.push({
      kind: 'key',
      ...sheet,
      items: [
        ...items,
        ...foot(sheet, `${puzzle.name} · answer key: the pieces of each sheet are numbered row by row`),
      ],
    });
  }
  return pages;
}

/** Returns the page with plain outlines instead of cut and fold lines, for a page that isn't cut out. */
const withoutCuts = (page: Page): Page => ({
  ...page,
  kind: 'key',
  items: page.items.map((item) =>
    item.type === 'line' && item.role !== 'mark' ? { ...item, role: 'edge' } : item,
  ),
});
