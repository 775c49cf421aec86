/**
 * A drawn board as data, for both renderers (canvas.ts, svg.ts). Every mark lies within its own cell, so a renderer
 * can repaint single squares.
 */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { turned } from '../../src-core/puzzle/labels.ts';
import { EMPTY, flippedOf, rotationOf, tileOf } from '../../src-core/puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { brokenRimSides, mismatchedEdges } from '../../src-core/puzzle/score.ts';
import { placesOf, type CellPlace, type Places, type Point } from './geometry.ts';
import { appearanceOf, shownOn, type Wedge } from './appearance.ts';

export interface DrawingOptions {
  /** whether to write each tile's number, counted from 1, in the middle of the tile */
  readonly numbers?: boolean;
  /**
   * whether to mark mismatched edges; the marks are strong on cells for which `strong` returns true, and thin
   * elsewhere
   */
  readonly mismatches?: boolean;
  readonly strong?: (cell: number) => boolean;
  /** whether to mark cells that are fixed in advance */
  readonly hints?: boolean;
  /** for each cell a number from 0 to 1, shown as a tint; null or missing for no tint */
  readonly heat?: ArrayLike<number> | null;
  /** cells to highlight */
  readonly marked?: ReadonlySet<number> | null;
  /** cells where the compared boards differ, marked by a ring in the middle, which leaves the edges visible */
  readonly differing?: ReadonlySet<number> | null;
}

export interface DrawnCell {
  readonly centre: Point;
  readonly place: CellPlace;
  readonly state: 'tile' | 'empty' | 'forbidden';
  /** tile and rotation as a placement code (partial-board.ts) */
  readonly code: number;
  /**
   * The wedges shown in the cell, clockwise from the top: labels or parts of a photograph. Empty if the cell has no
   * tile.
   */
  readonly labels: readonly number[];
  /** bit set of the sides that don't match: bit s for side s */
  readonly wrong: number;
  /** true if the cell's mismatches are marked strongly */
  readonly strong: boolean;
  readonly hint: boolean;
  readonly marked: boolean;
  readonly differs: boolean;
  readonly heat: number;
  readonly number: string;
}

export interface Drawing {
  readonly puzzle: EdgePuzzle;
  readonly places: Places;
  readonly wedges: readonly Wedge[];
  readonly cells: readonly DrawnCell[];
}

/** Returns the drawing of a board. `before`: the previous drawing, whose objects are reused for unchanged cells. */
export function drawBoard(
  puzzle: EdgePuzzle,
  board: ArrayLike<number>,
  options: DrawingOptions = {},
  before: Drawing | null = null,
): Drawing {
  const places = placesOf(puzzle.board);
  const wedges = appearanceOf(puzzle);
  const known = before?.places === places && before.wedges === wedges ? before : null;
  const forbidden = new Set(puzzle.forbidden);
  const hinted = new Set(options.hints === false ? [] : puzzle.hints.map((hint) => hint.cell));
  const wrong = options.mismatches ? wrongSides(puzzle, board) : null;
  const cells = places.cells.map((place, cell): DrawnCell => {
    const code = board[cell] ?? EMPTY;
    const old = known?.cells[cell];
    const sameTile =
      old?.code === code && known?.puzzle.tiles[tileOf(code)] === puzzle.tiles[tileOf(code)] ? old : null;
    const labels = sameTile?.labels ?? shownOf(puzzle, code);
    const placed = labels.length > 0;
    const marks: Marked = {
      state: placed ? 'tile' : forbidden.has(cell) ? 'forbidden' : 'empty',
      wrong: wrong?.[cell] ?? 0,
      strong: (wrong?.[cell] ?? 0) !== 0 && options.strong?.(cell) === true,
      hint: hinted.has(cell),
      marked: options.marked?.has(cell) ?? false,
      differs: options.differing?.has(cell) ?? false,
      heat: options.heat?.[cell] ?? 0,
      number: options.numbers && placed ? String(tileOf(code) + 1) : '',
    };
    return sameTile && sameMarks(sameTile, marks)
      ? sameTile
      : { centre: place.centre, place, code, labels, ...marks };
  });
  return { puzzle, places, wedges, cells };
}

type Marked = Omit<DrawnCell, 'centre' | 'place' | 'code' | 'labels'>;

export const sameMarks = (a: Marked, b: Marked): boolean =>
  a.state === b.state &&
  a.wrong === b.wrong &&
  a.strong === b.strong &&
  a.hint === b.hint &&
  a.marked === b.marked &&
  a.differs === b.differs &&
  a.heat === b.heat &&
  a.number === b.number;

const noLabels: readonly number[] = [];
/**
 * Returns the labels shown in a cell, clockwise from the top. Returns none if the cell is empty or its tile is
 * unknown.
 */
export function labelsOf(puzzle: EdgePuzzle, code: number): readonly number[] {
  const tile = code === EMPTY ? undefined : puzzle.tiles[tileOf(code)];
  return tile ? turned(tile, rotationOf(code), flippedOf(code)) : noLabels;
}

/**
 * Returns the numbers of the wedges shown in a cell (see `shownOn`), clockwise from the top. Returns none if the cell
 * is empty or its tile is unknown.
 */
export const shownOf = (puzzle: EdgePuzzle, code: number): readonly number[] =>
  code === EMPTY || !puzzle.tiles[tileOf(code)]
    ? noLabels
    : shownOn(puzzle, tileOf(code), rotationOf(code), flippedOf(code));

/** Returns a bit set for each cell: the sides that break the mating rule or the rim rule. */
function wrongSides(puzzle: EdgePuzzle, board: ArrayLike<number>): Int32Array {
  const { cells, sides } = boardOf(puzzle.board);
  const codes = Int32Array.from({ length: cells }, (_, cell) => {
    const code = board[cell] ?? EMPTY;
    return puzzle.tiles[tileOf(code)] ? code : EMPTY;
  });
  const wrong = new Int32Array(cells);
  for (const side of [...mismatchedEdges(puzzle, codes), ...brokenRimSides(puzzle, codes)]) {
    wrong[Math.floor(side / sides)]! |= 1 << (side % sides);
  }
  return wrong;
}

/** Returns a string such as "Row 2, column 3", or the cell's number if the rows differ in length. */
const cellName = (shape: BoardShape, cell: number): string =>
  shape.kind === 'rectangle'
    ? `Row ${Math.floor(cell / shape.width) + 1}, column ${(cell % shape.width) + 1}`
    : `Cell ${cell + 1} of ${boardOf(shape).cells}`;

/** Describes a cell for screen readers: its tile, rotation and labels. */
export function describeCell(puzzle: EdgePuzzle, board: ArrayLike<number>, cell: number): string {
  const code = board[cell] ?? EMPTY;
  const isHint = puzzle.hints.some((hint) => hint.cell === cell);
  const place = `${cellName(puzzle.board, cell)}${isHint ? ', hint' : ''}`;
  const labels = labelsOf(puzzle, code);
  if (labels.length === 0) return `${place}: ${puzzle.forbidden.includes(cell) ? 'closed' : 'empty'}`;
  const wedges = appearanceOf(puzzle);
  const names = labels.map((label) => wedges[label]?.name ?? label).join(', ');
  const turn = rotationOf(code) ? `, rotated ${(360 / labels.length) * rotationOf(code)}°` : '';
  return `${place}: tile ${tileOf(code) + 1}${turn}${flippedOf(code) ? ', flipped' : ''}; clockwise from the top: ${names}`;
}
