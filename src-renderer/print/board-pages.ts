/**
 * Prints the board in exact millimetres. Solids and cylinders are printed as nets with tabs, and other boards as trays.
 * The board shows a solution, or it is blank, so that tiles can be laid or glued on it.
 */
import { boardOf, shapeName } from '../../src-core/puzzle/board.ts';
import { flatGeometry } from '../../src-core/puzzle/geometry.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { bounded, centreOf } from '../../src-core/puzzle/polygons.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { shownOf } from '../board-view/drawing.ts';
import { united, type Segment } from './cut-lines.ts';
import {
  DoesNotFit,
  foot,
  line,
  MARGIN_MM,
  papers,
  roomOn,
  scaled,
  sheetOf,
  sidesOf,
  text,
  type Item,
  type Page,
  type Paper,
  type Point,
  type Polygon,
  type Sheet,
} from './page.ts';
import { overlap, tabsOf, type Tab } from './tabs.ts';

/** Depth of a tab, as a fraction of an edge and in millimetres. The smaller depth applies. */
const MAX_TAB_DEPTH_FRACTION = 0.22;
const MAX_TAB_DEPTH_MM = 9;

interface BoardPrint {
  readonly paper: Paper;
  /**
   * Length of a cell's edge, in mm. If null, cells are as large as tiles, or smaller if a net or a solution wouldn't
   * fit on one page otherwise.
   */
  readonly edge: number | null;
  /** length of a tile's edge, in mm */
  readonly upTo: number;
  readonly numbers: boolean;
  /** the solution to show; null for a blank board */
  readonly solution: PartialBoard | null;
}

interface Shape {
  readonly polygons: readonly Polygon[];
  readonly tabs: readonly Tab[];
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the outlines of the board's cells and glue tabs. The unit is the mean length of the cells' edges, and the
 * smallest x and y are 0. `edge` is the length of a printed cell's edge, in mm. The depth of the tabs depends on it.
 */
function shapeFor(puzzle: EdgePuzzle, edge: number): Shape {
  const flat = flatGeometry(puzzle.board);
  const unit = meanSide(flat.polygons);
  const cells = flat.polygons.map((polygon) => scaled(polygon, 1 / unit, [0, 0]));
  const tabs = isFolded(puzzle)
    ? tabsOf(
        { polygons: cells, glued: flat.glued },
        Math.min(MAX_TAB_DEPTH_FRACTION, MAX_TAB_DEPTH_MM / edge),
      )
    : [];
  const { polygons, width, height } = bounded([...cells, ...tabs.map(({ corners }) => corners)]);
  return {
    polygons: polygons.slice(0, cells.length),
    tabs: tabs.map((tab, i) => ({ ...tab, corners: polygons[cells.length + i]! })),
    width,
    height,
  };
}

/** Returns the mean side length of polygons. A graph's polygons have an arbitrary scale. */
const meanSide = (polygons: readonly Polygon[]): number => {
  const lengths = polygons.flatMap((polygon) =>
    sidesOf(polygon).map(([[x, y], [nextX, nextY]]) => Math.hypot(nextX - x, nextY - y)),
  );
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
};

/**
 * Returns whether the board is folded and glued. That applies to solids, and to cylinders, whose left and right sides
 * meet.
 */
export const isFolded = ({ board }: Pick<EdgePuzzle, 'board'>): boolean =>
  board.kind === 'solid' || (board.kind === 'rectangle' && board.wrap === 'cylinder');

/** Returns the largest cell edge for which the board fits on one page, in steps of 0.1 mm. */
export function largestEdge(puzzle: EdgePuzzle, paper: Paper): number {
  const { width, height } = shapeFor(puzzle, MAX_TAB_DEPTH_MM / MAX_TAB_DEPTH_FRACTION);
  const edges = [false, true].map((landscape) => {
    const room = roomOn(sheetOf(paper, landscape));
    return Math.min(room.width / width, room.height / height);
  });
  return Math.floor(10 * Math.max(...edges) + 1e-9) / 10;
}

export function boardPages(puzzle: EdgePuzzle, print: BoardPrint): Page[] {
  const largest = largestEdge(puzzle, print.paper);
  const whole = isFolded(puzzle) || print.solution !== null;
  const edge = print.edge ?? (whole ? Math.min(print.upTo, largest) : print.upTo);
  const shape = shapeFor(puzzle, edge);
  const fits = (sheet: Sheet): boolean => {
    const room = roomOn(sheet);
    return shape.width * edge <= room.width + 1e-6 && shape.height * edge <= room.height + 1e-6;
  };
  const sheets = [false, true].map((landscape) => sheetOf(print.paper, landscape));
  const sheet = sheets.find(fits);
  if (sheet) return [onOnePage(puzzle, print, shape, edge, sheet)];
  if (whole) {
    throw new DoesNotFit(
      `The ${shapeName(puzzle.board)} with edges of ${edge} mm does not fit on ${papers[print.paper].title}. Use at most ${largest} mm.`,
    );
  }
  return onSeveral(puzzle, shape, edge, sheets[0]!);
}

const title = (puzzle: EdgePuzzle, edge: number, what: string): string =>
  `${puzzle.name} · ${what}, edge ${Math.round(edge * 100) / 100} mm`;

function onOnePage(
  puzzle: EdgePuzzle,
  { solution, numbers }: BoardPrint,
  shape: Shape,
  edge: number,
  sheet: Sheet,
): Page {
  const room = roomOn(sheet);
  const at: Point = [
    (sheet.width - shape.width * edge) / 2,
    MARGIN_MM + (room.height - shape.height * edge) / 2,
  ];
  const cells = shape.polygons.map((polygon) => scaled(polygon, edge, at));
  const what = `${isFolded(puzzle) ? 'net' : 'tray'}${solution ? ' with the solution' : ''}`;
  return {
    kind: 'board',
    ...sheet,
    items: [
      ...cells.map((corners, cell) => face(puzzle, corners, cell, solution, numbers)),
      ...linesOf(puzzle, cells, shape.tabs, edge, at),
      ...foot(sheet, title(puzzle, edge, what)),
    ],
  };
}

function face(
  puzzle: EdgePuzzle,
  corners: Polygon,
  cell: number,
  solution: PartialBoard | null,
  numbers: boolean,
): Item {
  const code = solution?.[cell] ?? EMPTY;
  const closed = puzzle.forbidden.includes(cell);
  return {
    type: 'tile',
    corners,
    labels: shownOf(puzzle, code),
    tile: code === EMPTY ? -1 : tileOf(code),
    number: !numbers || closed ? '' : code === EMPTY ? String(cell + 1) : String(tileOf(code) + 1),
  };
}

function linesOf(
  puzzle: EdgePuzzle,
  cells: readonly Polygon[],
  tabs: readonly Tab[],
  edge: number,
  at: Point,
): Item[] {
  const { sides } = boardOf(puzzle.board);
  const { joined } = flatGeometry(puzzle.board);
  const sideOf = (side: number): Segment => sidesOf(cells[Math.floor(side / sides)]!)[side % sides]!;
  const inner = new Set(joined);
  const hung = new Set(tabs.map(({ side }) => side));
  const outline = [...cells.keys()].flatMap((cell) =>
    Array.from({ length: sides }, (_, side) => cell * sides + side).filter(
      (side) => !inner.has(side) && !hung.has(side),
    ),
  );
  const corners = tabs.map((tab) => scaled(tab.corners, edge, at));
  const cut = [...outline.map(sideOf), ...corners.flatMap((polygon) => sidesOf(polygon).slice(1))];
  const folds = [...[...joined].filter((_, i) => i % 2 === 0), ...hung].map(sideOf);
  const role = isFolded(puzzle) ? 'fold' : 'edge';
  return [
    ...united(folds).map(([from, to]) => line(role, from, to)),
    ...united(cut).map(([from, to]) => line('cut', from, to)),
    ...letters(tabs, corners, cells, sides),
  ];
}

const LETTER_HEIGHT_MM = 2.6;

/**
 * Puts a letter on each tab. The side that the tab is glued behind has the same letter, if there is room outside the
 * net.
 */
function letters(
  tabs: readonly Tab[],
  corners: readonly Polygon[],
  cells: readonly Polygon[],
  sides: number,
): Item[] {
  return tabs.flatMap(({ behind }, i): Item[] => {
    const letter = String.fromCharCode(97 + (i % 26)) + (i < 26 ? '' : String(Math.floor(i / 26) + 1));
    const [[x1, y1], [x2, y2]] = sidesOf(cells[Math.floor(behind / sides)]!)[behind % sides]!;
    const length = Math.hypot(x2 - x1, y2 - y1);
    const out = LETTER_HEIGHT_MM / length;
    const beside: Point = [(x1 + x2) / 2 + out * (y2 - y1), (y1 + y2) / 2 - out * (x2 - x1)];
    const half = LETTER_HEIGHT_MM * 0.55;
    const box: Polygon = [
      [beside[0] - half, beside[1] - half],
      [beside[0] + half, beside[1] - half],
      [beside[0] + half, beside[1] + half],
      [beside[0] - half, beside[1] + half],
    ];
    const free = ![...cells, ...corners].some((polygon) => overlap(box, polygon));
    const own = text(letter, centreOf(corners[i]!), LETTER_HEIGHT_MM);
    return free ? [own, text(letter, beside, LETTER_HEIGHT_MM)] : [own];
  });
}

/** Splits a tray that doesn't fit on the paper across several pages. Frames on the pages show where to join them. */
function onSeveral(puzzle: EdgePuzzle, shape: Shape, edge: number, sheet: Sheet): Page[] {
  const room = roomOn(sheet);
  const columns = Math.ceil((shape.width * edge) / room.width - 1e-9);
  const rows = Math.ceil((shape.height * edge) / room.height - 1e-9);
  const pages: Page[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at: Point = [MARGIN_MM - column * room.width, MARGIN_MM - row * room.height];
      const cells = shape.polygons.map((polygon) => scaled(polygon, edge, at));
      const lines = linesOf(puzzle, cells, [], edge, at).flatMap((item): Item[] => {
        if (item.type !== 'line') return [];
        const within = clipped([item.from, item.to], [MARGIN_MM, MARGIN_MM], room);
        return within ? [{ ...item, from: within[0], to: within[1] }] : [];
      });
      const frame: Polygon = [
        [MARGIN_MM, MARGIN_MM],
        [MARGIN_MM + room.width, MARGIN_MM],
        [MARGIN_MM + room.width, MARGIN_MM + room.height],
        [MARGIN_MM, MARGIN_MM + room.height],
      ];
      pages.push({
        kind: 'board',
        ...sheet,
        items: [
          ...lines,
          ...sidesOf(frame).map(([from, to]) => line('mark', from, to)),
          ...foot(sheet, title(puzzle, edge, `tray, row ${row + 1}, column ${column + 1}`)),
        ],
      });
    }
  }
  return pages;
}

/** Returns the part of a segment inside a rectangle (Liang and Barsky 1984), or null if there is none. */
function clipped([from, to]: Segment, [left, top]: Point, { width, height }: Sheet): Segment | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  for (const [along, room] of [
    [-dx, from[0] - left],
    [dx, left + width - from[0]],
    [-dy, from[1] - top],
    [dy, top + height - from[1]],
  ] as const) {
    if (Math.abs(along) < 1e-12) {
      if (room < -1e-9) return null;
    } else if (along < 0) enter = Math.max(enter, room / along);
    else leave = Math.min(leave, room / along);
  }
  if (leave - enter < 1e-9) return null;
  const at = (share: number): Point => [from[0] + share * dx, from[1] + share * dy];
  return [at(enter), at(leave)];
}
