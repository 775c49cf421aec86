/**
 * Sheets to print and cut, as data in millimetres: what lies where on which page. pdf.ts and svg.ts draw
 * exactly this, so that the two agree and a test can measure it.
 */
import { boardOf, gridOf } from '../../src-core/puzzle/board.ts';
import {
  EMPTY,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random } from '../../src-core/random.ts';

export const papers = {
  a4: { title: 'A4', width: 210, height: 297 },
  a3: { title: 'A3', width: 297, height: 420 },
  letter: { title: 'US Letter', width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof papers;

export interface PrintOptions {
  readonly paper: Paper;
  readonly landscape: boolean;
  /** edge of a tile, mm */
  readonly tile: number;
  /** space between tiles, mm; with 0 one cut parts two tiles */
  readonly gap: number;
  /** in a random order and turned, so that the sheet does not give the solution away */
  readonly shuffled: boolean;
  readonly seed: number;
  /** tile numbers printed on the tiles */
  readonly numbers: boolean;
  /** a back for every sheet, to be printed on its other side (turn over along the long edge) */
  readonly backs: boolean;
  /** which piece of the sheets is which tile, and the solution where one is known */
  readonly key: boolean;
}

export const usualPrint: PrintOptions = {
  paper: 'a4',
  landscape: false,
  tile: 50,
  gap: 0,
  shuffled: true,
  seed: 1,
  numbers: false,
  backs: false,
  key: true,
};

/** Positions and sizes in mm from the top-left of the page. */
export type Item =
  | {
      readonly type: 'tile';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly code: number;
      readonly number: string;
    }
  | {
      readonly type: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
    }
  | {
      readonly type: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
    };

export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

/** Room for crop marks, and what most printers cannot reach. */
const MARGIN = 14;
const MARK = 5;
const MARK_DISTANCE = 2;
/** Between the tiles and the ruler at the foot. */
const FOOT = 16;
const RULER = 100;

/** Thrown when a tile does not fit on the paper. */
export class DoesNotFit extends Error {}

interface Grid {
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
}

function sheetGrid({ paper, landscape, tile, gap }: PrintOptions): Grid {
  const { width, height } = papers[paper];
  const page = landscape ? { width: height, height: width } : { width, height };
  const fit = (room: number): number => Math.floor((room + gap + 1e-9) / (tile + gap));
  const columns = fit(page.width - 2 * MARGIN);
  const rows = fit(page.height - 2 * MARGIN - FOOT);
  if (columns < 1 || rows < 1) {
    throw new DoesNotFit(
      `A tile of ${tile} mm does not fit on ${papers[paper].title}: at most ${Math.floor(
        Math.min(page.width - 2 * MARGIN, page.height - 2 * MARGIN - FOOT),
      )} mm do.`,
    );
  }
  const span = (count: number): number => count * tile + (count - 1) * gap;
  return {
    page,
    columns,
    rows,
    left: (page.width - span(columns)) / 2,
    top: (page.height - FOOT - span(rows)) / 2,
  };
}

/** All pages in the order they are printed: each sheet with its back right after it, then the key. */
export function sheetsOf(
  puzzle: EdgePuzzle,
  options: PrintOptions,
  solution: PartialBoard | null = null,
): Page[] {
  if (boardOf(puzzle.board).sides !== 4 || puzzle.tiles.some(({ back }) => back !== undefined)) {
    throw new Error(
      'Only square tiles with one face can be printed so far; export pictures of the board instead.',
    );
  }
  const grid = sheetGrid(options);
  const pieces = piecesOf(puzzle, options);
  const perPage = grid.columns * grid.rows;
  const pages: Page[] = [];
  const sheets = Math.ceil(pieces.length / perPage);
  for (let sheet = 0; sheet < sheets; sheet++) {
    const on = pieces.slice(sheet * perPage, (sheet + 1) * perPage);
    const name = `${puzzle.name} · sheet ${sheet + 1} of ${sheets}`;
    pages.push(front(grid, options, on, name));
    if (options.backs) pages.push(back(puzzle, grid, options, on, `${name}, back`));
  }
  if (options.key) pages.push(...keyPages(puzzle, options, grid, pieces, solution));
  return pages;
}

/** Placement codes of the pieces in the order they are laid on the sheets. */
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

const place = (
  { left, top, columns }: Grid,
  { tile, gap }: PrintOptions,
  index: number,
): { x: number; y: number } => ({
  x: left + (index % columns) * (tile + gap),
  y: top + Math.floor(index / columns) * (tile + gap),
});

function front(grid: Grid, options: PrintOptions, pieces: readonly number[], name: string): Page {
  const items: Item[] = pieces.map((code, index) => ({
    type: 'tile',
    ...place(grid, options, index),
    size: options.tile,
    code,
    number: options.numbers ? String(tileOf(code) + 1) : '',
  }));
  return {
    ...grid.page,
    items: [...items, ...cropMarks(grid, options, pieces.length, false), ...foot(grid, name)],
  };
}

/**
 * The other side of a sheet. Turned over along its long edge, left and right change places, and a tile
 * that may be flipped shows its mirror image; the others show their number.
 */
function back(
  puzzle: EdgePuzzle,
  grid: Grid,
  options: PrintOptions,
  pieces: readonly number[],
  name: string,
): Page {
  const items = pieces.map((code, index): Item => {
    const { x, y } = place(grid, options, index);
    const mirrored = grid.page.width - x - options.tile;
    const tile = tileOf(code);
    if (puzzle.turns !== 'flip') {
      const size = options.tile / 5;
      return {
        type: 'text',
        x: mirrored + options.tile / 2,
        y: y + options.tile / 2,
        size,
        text: String(tile + 1),
      };
    }
    const sides = puzzle.tiles[tile]!.edges.length;
    const turned = placementCode(tile, (sides - rotationOf(code)) % sides, true);
    return { type: 'tile', x: mirrored, y, size: options.tile, code: turned, number: '' };
  });
  return {
    ...grid.page,
    items: [...items, ...cropMarks(grid, options, pieces.length, true), ...foot(grid, name)],
  };
}

/** Short lines outside the tiles where the cuts go. */
function cropMarks(grid: Grid, { tile, gap }: PrintOptions, count: number, mirrored: boolean): Item[] {
  const columns = Math.min(count, grid.columns);
  const rows = Math.ceil(count / grid.columns);
  const cuts = (start: number, number: number): number[] => {
    const places: number[] = [];
    for (let i = 0; i < number; i++) {
      const from = start + i * (tile + gap);
      if (gap > 0 || i === 0) places.push(from);
      places.push(from + tile);
    }
    return places;
  };
  const flip = (x: number): number => (mirrored ? grid.page.width - x : x);
  const across = cuts(grid.left, columns).map(flip);
  const down = cuts(grid.top, rows);
  const [low, high] = [Math.min(...across), Math.max(...across)];
  const bottom = down.at(-1)!;
  const line = (x1: number, y1: number, x2: number, y2: number): Item => ({ type: 'line', x1, y1, x2, y2 });
  return [
    ...across.flatMap((x) => [
      line(x, grid.top - MARK_DISTANCE - MARK, x, grid.top - MARK_DISTANCE),
      line(x, bottom + MARK_DISTANCE, x, bottom + MARK_DISTANCE + MARK),
    ]),
    ...down.flatMap((y) => [
      line(low - MARK_DISTANCE - MARK, y, low - MARK_DISTANCE, y),
      line(high + MARK_DISTANCE, y, high + MARK_DISTANCE + MARK, y),
    ]),
  ];
}

/** A ruler of 100 mm to check the scale with, and what the sheet is. */
function foot({ page }: Grid, name: string): Item[] {
  const y = page.height - MARGIN;
  const x = MARGIN;
  const ticks = Array.from({ length: 11 }, (_, i): Item => {
    const at = x + (i * RULER) / 10;
    return { type: 'line', x1: at, y1: y, x2: at, y2: y - (i % 5 === 0 ? 3 : 1.8) };
  });
  return [
    { type: 'line', x1: x, y1: y, x2: x + RULER, y2: y },
    ...ticks,
    { type: 'text', x: x + RULER / 2, y: y + 3.2, size: 2.6, text: '100 mm when printed at 100 %' },
    { type: 'text', x: page.width / 2, y: MARGIN / 2 - 1, size: 2.8, text: name },
  ];
}

const KEY_TILE = 16;
const KEY_CELL = 24;

function keyPages(
  puzzle: EdgePuzzle,
  options: PrintOptions,
  grid: Grid,
  pieces: readonly number[],
  solution: PartialBoard | null,
): Page[] {
  const { page } = grid;
  const room = page.width - 2 * MARGIN;
  const columns = Math.floor(room / KEY_CELL);
  const perPage = columns * Math.floor((page.height - 2 * MARGIN - FOOT) / KEY_CELL);
  const left = (page.width - columns * KEY_CELL) / 2;
  const perSheet = grid.columns * grid.rows;
  const pages: Page[] = [];
  for (let from = 0; from < pieces.length; from += perPage) {
    const items = pieces.slice(from, from + perPage).flatMap((code, index): Item[] => {
      const piece = from + index;
      const x = left + (index % columns) * KEY_CELL + (KEY_CELL - KEY_TILE) / 2;
      const y = MARGIN + 4 + Math.floor(index / columns) * KEY_CELL;
      const sheet = Math.floor(piece / perSheet) + 1;
      const row = Math.floor((piece % perSheet) / grid.columns) + 1;
      const column = (piece % grid.columns) + 1;
      return [
        { type: 'tile', x, y, size: KEY_TILE, code, number: String(tileOf(code) + 1) },
        {
          type: 'text',
          x: x + KEY_TILE / 2,
          y: y + KEY_TILE + 2.4,
          size: 2.4,
          text: `sheet ${sheet}, ${row}/${column}`,
        },
      ];
    });
    pages.push({
      ...page,
      items: [...items, ...foot(grid, `${puzzle.name} · key: piece by sheet, row/column`)],
    });
  }
  if (solution) pages.push(solutionPage(puzzle, grid, solution));
  return pages;
}

function solutionPage(puzzle: EdgePuzzle, grid: Grid, solution: PartialBoard): Page {
  const { page } = grid;
  const { width, height } = gridOf(puzzle.board);
  const size = Math.min((page.width - 2 * MARGIN) / width, (page.height - 2 * MARGIN - FOOT) / height, 40);
  const left = (page.width - size * width) / 2;
  const items = [...solution].flatMap((code, cell): Item[] => {
    if (code === EMPTY) return [];
    const x = left + (cell % width) * size;
    const y = MARGIN + 4 + Math.floor(cell / width) * size;
    return [{ type: 'tile', x, y, size, code, number: String(tileOf(code) + 1) }];
  });
  return { ...page, items: [...items, ...foot(grid, `${puzzle.name} · solution`)] };
}
