/**
 * A puzzle prepared for the hunt. An *orientation* is a tile in one of its rotations with one of its faces up, given
 * by its labels. Each cell has a list of the orientations allowed there. A rectangle can be rotated or mirrored first,
 * so that the same filling order can start in any corner.
 */
import { boardOf, type BoardSymmetry, gridOf } from '../../../puzzle/board.ts';
import { labelsOf, mateOf, labelAt } from '../../../puzzle/labels.ts';
import { openBoardOf } from '../../../puzzle/open-board.ts';
import {
  EMPTY,
  placementCode,
  tileOf as tileOfCode,
  type PartialBoard,
} from '../../../puzzle/partial-board.ts';
import type { EdgePuzzle, Hint } from '../../../puzzle/puzzle.ts';

export const TOP = 0;
export const RIGHT = 1;
export const BOTTOM = 2;
export const LEFT = 3;

/**
 * A puzzle prepared for the hunt, with a *view* of its board. The view of a rectangle may be rotated or mirrored. The
 * view of any other board is the board itself.
 */
export interface Instance {
  readonly puzzle: EdgePuzzle;
  readonly cells: number;
  readonly sideCount: number;
  /** for every side of this view: the side that it touches, or -1 if it is on the rim */
  readonly across: Int32Array;
  readonly tiles: number;
  /** number of labels; labels are numbered from 0 without gaps */
  readonly labels: number;
  /** for each label: the label that matches it (the label itself if the mating rule is `same`) */
  readonly mate: Int32Array;
  /**
   * For each orientation of each tile: the tile (`tileOf`), the placement code on the real board (`codeOf`), and the
   * labels on the sides of a cell of this view (`sides`, with `sideCount` entries per orientation).
   */
  readonly tileOf: Int32Array;
  readonly codeOf: Int32Array;
  readonly sides: Int32Array;
  readonly orientations: number;
  /** for each cell of this view: its cell on the real board */
  readonly realCell: Int32Array;
  /** for each cell: 1 if it must stay empty */
  readonly forbidden: Uint8Array;
  /** for each cell: the orientation fixed by a hint or kept from a start board, or -1 if there is none */
  readonly pinned: Int32Array;
  /**
   * for each cell: the orientations allowed by the rim rule and the hints; cells with the same rules share an array
   */
  readonly allowed: readonly Int32Array[];
  /** label that may appear only on the rim; -1 if there is none */
  readonly frame: number;
  /** true if all rim sides must show the same label and this label is known in advance */
  readonly rimFixed: boolean;
}

/** A puzzle on a plain rectangle, prepared for the hunt. */
export interface RectangleInstance extends Instance {
  readonly width: number;
  readonly height: number;
}

export interface ViewOptions {
  /** index into the list of the board's symmetries */
  readonly symmetry: number;
  readonly breakRim: boolean;
  /** label that the whole rim must show under the rim rule `uniform`; null for other rules */
  readonly rimLabel: number | null;
  /** tiles of a start board that must stay in place, by cell of the real board */
  readonly kept?: PartialBoard | undefined;
}

/**
 * Returns the labels that the whole rim might show under the rim rule `uniform`. Such a label must be on at least as
 * many tiles as there are cells on the rim.
 */
export function rimLabels(puzzle: EdgePuzzle): number[] {
  const { board, rim } = openBoardOf(puzzle);
  const rimCells = new Set(Array.from(rim, (side) => Math.floor(side / board.sides))).size;
  const tilesWith = new Map<number, number>();
  for (const tile of puzzle.tiles) {
    for (const label of new Set(labelsOf(tile))) tilesWith.set(label, (tilesWith.get(label) ?? 0) + 1);
  }
  const enough = [...tilesWith].filter(([, tiles]) => tiles >= rimCells).map(([label]) => label);
  return enough.sort((a, b) => a - b);
}

/** Returns the instance of a puzzle on a plain rectangle, viewed through one of its symmetries. */
export function instanceOf(puzzle: EdgePuzzle, options: ViewOptions): RectangleInstance {
  const board = boardOf(puzzle.board);
  const view = board.symmetries[options.symmetry % board.symmetries.length] as BoardSymmetry;
  const turn = view.turn[0] ?? 0;
  const sideTo = [0, 1, 2, 3].map((side) => (turn + (view.mirrored ? 4 - side : side)) % 4);
  const swaps = turn % 2 === 1;
  const grid = gridOf(puzzle.board);
  const width = swaps ? grid.height : grid.width;
  const height = swaps ? grid.width : grid.height;
  const realCell = new Int32Array(board.cells);
  view.to.forEach((to, from) => (realCell[to] = from));
  const across = Int32Array.from({ length: board.cells * 4 }, (_, index) => {
    const cell = index >> 2;
    const column = cell % width;
    const inside = [cell >= width, column < width - 1, cell + width < board.cells, column > 0];
    const side = index & 3;
    return inside[side] ? (cell + [-width, 1, width, -1][side]!) * 4 + ((side + 2) & 3) : -1;
  });
  return { ...instanceBy(puzzle, options, { realCell, sideTo, across }), width, height };
}

/** Returns the instance of a puzzle on any board, neither rotated nor mirrored. */
export function boardInstanceOf(puzzle: EdgePuzzle, options: Omit<ViewOptions, 'symmetry'>): Instance {
  const { cells, sides, across } = boardOf(puzzle.board);
  const realCell = Int32Array.from({ length: cells }, (_, cell) => cell);
  return instanceBy(puzzle, options, { realCell, sideTo: [...Array(sides).keys()], across });
}

interface View {
  readonly realCell: Int32Array;
  /** for each side of a cell on the real board: the corresponding side in this view */
  readonly sideTo: readonly number[];
  readonly across: Int32Array;
}

function instanceBy(
  puzzle: EdgePuzzle,
  { breakRim, rimLabel, kept }: Omit<ViewOptions, 'symmetry'>,
  { realCell, sideTo, across }: View,
): Instance {
  const cells = realCell.length;
  const sideCount = sideTo.length;
  const { dense, mate } = denseLabels(puzzle, breakRim || kept !== undefined);
  const tileOf: number[] = [];
  const codeOf: number[] = [];
  const sides: number[] = [];
  puzzle.tiles.forEach((tile, number) => {
    for (const flipped of puzzle.turns === 'flip' ? [false, true] : [false]) {
      for (let rotation = 0; rotation < (puzzle.turns === 'fixed' ? 1 : sideCount); rotation++) {
        tileOf.push(number);
        codeOf.push(placementCode(number, rotation, flipped));
        const shown = new Array<number>(sideCount).fill(0);
        for (let side = 0; side < sideCount; side++) {
          shown[sideTo[side]!] = dense.get(labelAt(tile, side, rotation, flipped))!;
        }
        sides.push(...shown);
      }
    }
  });

  const rim = breakRim ? { kind: 'free' as const } : puzzle.rim;
  const rimColour = rim.kind === 'colour' ? rim.colour : rim.kind === 'uniform' ? rimLabel : null;
  const rules: Rules = {
    across,
    sideCount,
    sides: Int32Array.from(sides),
    rim: rimColour === null ? -1 : (dense.get(rimColour) ?? dense.size),
    rimInside: rim.kind !== 'colour' || rim.inside,
  };
  const forbidden = new Uint8Array(cells);
  const forbiddenReal = new Set(puzzle.forbidden);
  realCell.forEach((cell, at) => (forbidden[at] = forbiddenReal.has(cell) ? 1 : 0));
  const { allowed, pinned } = allowedByCell(puzzle, rules, realCell, { tileOf, codeOf, kept });
  return {
    puzzle,
    cells,
    sideCount,
    across,
    tiles: puzzle.tiles.length,
    labels: mate.length,
    mate,
    tileOf: Int32Array.from(tileOf),
    codeOf: Int32Array.from(codeOf),
    sides: rules.sides,
    orientations: tileOf.length,
    realCell,
    forbidden,
    pinned,
    allowed,
    frame: rules.rimInside ? -1 : rules.rim,
    rimFixed: rimColour !== null,
  };
}

/**
 * Returns the placements on the real board. `orientationAt` holds the orientation in each cell of the instance, or a
 * negative number if the cell is empty.
 */
export function realBoard(instance: Instance, orientationAt: ArrayLike<number>): PartialBoard {
  const board = new Int32Array(instance.cells).fill(EMPTY);
  for (let cell = 0; cell < instance.cells; cell++) {
    const orientation = orientationAt[cell]!;
    if (orientation >= 0) board[instance.realCell[cell]!] = instance.codeOf[orientation]!;
  }
  return board;
}

/**
 * Returns the orientations of a real board's tiles, by cell of the instance, with -1 for empty cells. This is the
 * inverse of `realBoard`.
 */
export function viewOfBoard(instance: Instance, board: PartialBoard): Int32Array {
  const byCode = new Map<number, number>();
  instance.codeOf.forEach((code, orientation) => byCode.set(code, orientation));
  return Int32Array.from(instance.realCell, (real) => byCode.get(board[real]!) ?? -1);
}

/**
 * Returns the orientations of a real board's tiles, by cell of the instance, with -1 for empty cells. They come from
 * the cells' `allowed` lists. Returns null if a tile is not allowed in its cell, for example because the rim must show
 * a different label.
 */
export function allowedBoard(instance: Instance, board: PartialBoard): Int32Array | null {
  const { allowed, tileOf, sides, sideCount } = instance;
  const shown = (orientation: number): string =>
    sides.subarray(orientation * sideCount, (orientation + 1) * sideCount).join();
  const fitted = viewOfBoard(instance, board).map((orientation, cell) =>
    orientation < 0
      ? -1
      : (allowed[cell]!.find(
          (each) => tileOf[each] === tileOf[orientation] && shown(each) === shown(orientation),
        ) ?? -2),
  );
  return fitted.includes(-2) ? null : fitted;
}

function denseLabels(puzzle: EdgePuzzle, tilesMayBreakRim: boolean) {
  const present = new Set<number>();
  for (const tile of puzzle.tiles) for (const label of labelsOf(tile)) present.add(label);
  for (const label of [...present]) present.add(mateOf(puzzle.mating, label));
  const sorted = [...present].sort((a, b) => a - b);
  const dense = new Map(sorted.map((label, index) => [label, index]));
  const mates = sorted.map((label) => dense.get(mateOf(puzzle.mating, label))!);
  const { rim } = puzzle;
  const frame = rim.kind === 'colour' && !rim.inside ? dense.get(rim.colour) : undefined;
  // Hinted tiles may break the rim rule even if `tilesMayBreakRim` is false. Tiles kept from a start board may break it
  // too, but for these, the caller sets `tilesMayBreakRim`.
  const mayBreak = tilesMayBreakRim || puzzle.hints.some(({ tile }) => tile !== undefined);
  if (mayBreak && frame !== undefined) {
    // The frame's label must not match anything inside the board. So an extra label, which no tile shows, becomes the
    // mate of the frame's label. It also becomes the mate of the label that matched the frame's label before.
    mates[mates[frame]!] = mates.length;
    mates[frame] = mates.length;
    mates.push(mates.length);
  }
  return { dense, mate: Int32Array.from(mates) };
}

interface Rules {
  readonly across: Int32Array;
  readonly sideCount: number;
  readonly sides: Int32Array;
  /** label that the rim must show, numbered as in `Instance`; -1 if any label is allowed */
  readonly rim: number;
  readonly rimInside: boolean;
}

interface Orientations {
  readonly tileOf: readonly number[];
  readonly codeOf: readonly number[];
  readonly kept: PartialBoard | undefined;
}

function allowedByCell(
  puzzle: EdgePuzzle,
  rules: Rules,
  realCell: Int32Array,
  { tileOf, codeOf, kept }: Orientations,
) {
  const hintAt = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  const reserved = new Set(puzzle.hints.flatMap((hint) => (hint.tile === undefined ? [] : [hint.tile])));
  for (const code of kept ?? []) if (code !== EMPTY) reserved.add(tileOfCode(code));
  const shared = new Map<string, Int32Array>();
  const pinned = new Int32Array(realCell.length).fill(-1);
  const allowed = Array.from(realCell, (real, cell) => {
    const keptAt = codeOf.indexOf(kept?.[real] ?? EMPTY);
    if (keptAt >= 0) {
      pinned[cell] = keptAt;
      return Int32Array.of(keptAt);
    }
    const hint = hintAt.get(real);
    const { across, sideCount } = rules;
    const onRim = Array.from({ length: sideCount }, (_, side) => across[cell * sideCount + side]! < 0);
    const key = `${onRim.map(Number).join('')} ${hint?.tile ?? ''} ${hint?.rotation ?? ''}`;
    const list =
      shared.get(key) ?? fittingOrientations(rules, onRim, hint, reserved, { tileOf, codeOf, kept });
    shared.set(key, list);
    if (hint?.tile !== undefined && list.length === 1) pinned[cell] = list[0]!;
    return list;
  });
  return { allowed, pinned };
}

/**
 * Returns the orientations allowed in a cell by its hint and, unless the hint gives the tile, by the rim rule.
 * Orientations of a tile that have the same labels are listed only once.
 */
function fittingOrientations(
  rules: Rules,
  onRim: readonly boolean[],
  hint: Hint | undefined,
  reserved: ReadonlySet<number>,
  { tileOf, codeOf }: Orientations,
): Int32Array {
  const { sideCount, sides } = rules;
  const isHinted = (orientation: number): boolean => {
    const tile = tileOf[orientation]!;
    if (hint?.tile === undefined ? reserved.has(tile) : tile !== hint.tile) return false;
    return hint?.rotation === undefined || (codeOf[orientation]! & 7) === hint.rotation;
  };
  const seen = new Set<string>();
  const fitting = [...tileOf.keys()].filter((orientation) => {
    // A hinted tile is allowed even if it breaks the rim rule, because the puzzle requires it.
    if (!isHinted(orientation) || (hint?.tile === undefined && !fitsRim(rules, orientation, onRim)))
      return false;
    const shown = sides.subarray(orientation * sideCount, (orientation + 1) * sideCount);
    const appearance = `${tileOf[orientation]!} ${shown.join()}`;
    if (seen.has(appearance)) return false;
    seen.add(appearance);
    return true;
  });
  return Int32Array.from(fitting);
}

function fitsRim(rules: Rules, orientation: number, onRim: readonly boolean[]): boolean {
  if (rules.rim < 0) return true;
  for (let side = 0; side < rules.sideCount; side++) {
    const isRim = rules.sides[orientation * rules.sideCount + side] === rules.rim;
    if (onRim[side] ? !isRim : isRim && !rules.rimInside) return false;
  }
  return true;
}
