import type { Board, BoardSymmetry } from './board.ts';
import { hasBack } from './labels.ts';
import { openBoardOf } from './open-board.ts';
import { appearanceOf } from './appearance.ts';
import {
  EMPTY,
  emptyBoard,
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from './partial-board.ts';
import type { EdgePuzzle, Hint } from './puzzle.ts';

const cache = new WeakMap<EdgePuzzle, readonly BoardSymmetry[]>();

/**
 * Returns the board symmetries that map solutions to solutions, the identity first. They preserve hints and forbidden
 * cells. If tiles may not be rotated, only symmetries that rotate no cell remain, such as the shifts of a torus.
 * Reflections need tiles that may be flipped and have no printed backs.
 */
export function symmetriesOf(puzzle: EdgePuzzle): readonly BoardSymmetry[] {
  let symmetries = cache.get(puzzle);
  if (!symmetries) {
    const { board } = openBoardOf(puzzle);
    const plain = puzzle.forbidden.length === 0 && puzzle.hints.length === 0;
    const mayMirror = puzzle.turns === 'flip' && !puzzle.tiles.some(hasBack);
    symmetries = board.symmetries.filter(
      (symmetry, i) =>
        i === 0 ||
        ((mayMirror || !symmetry.mirrored) &&
          (puzzle.turns !== 'fixed' || symmetry.turn.every((turn) => turn === 0)) &&
          (plain || keepsPuzzle(puzzle, board, symmetry))),
    );
    cache.set(puzzle, symmetries);
  }
  return symmetries;
}

function keepsPuzzle(puzzle: EdgePuzzle, board: Board, symmetry: BoardSymmetry): boolean {
  const { open } = openBoardOf(puzzle);
  const { to } = symmetry;
  if (!open.every((isOpen, cell) => open[to[cell]!] === isOpen)) return false;
  const name = ({ cell, tile, rotation }: Hint): string => `${cell} ${tile ?? '-'} ${rotation ?? '-'}`;
  const hints = new Set(puzzle.hints.map(name));
  return puzzle.hints.every(({ cell, tile, rotation }) =>
    hints.has(
      name({
        cell: to[cell]!,
        tile,
        rotation: rotation === undefined ? undefined : turnBy(symmetry, board.sides, cell, rotation),
      }),
    ),
  );
}

function turnBy(symmetry: BoardSymmetry, sides: number, cell: number, rotation: number): number {
  const turn = symmetry.turn[cell]!;
  return (turn + (symmetry.mirrored ? sides - rotation : rotation)) % sides;
}

/** Returns the code of a placement in `cell` after a symmetry is applied. */
export function moved(symmetry: BoardSymmetry, sides: number, cell: number, code: number): number {
  const rotation = turnBy(symmetry, sides, cell, rotationOf(code));
  return placementCode(tileOf(code), rotation, flippedOf(code) !== symmetry.mirrored);
}

/** Returns the image of a board under a symmetry. */
export function applySymmetry(
  puzzle: EdgePuzzle,
  symmetry: BoardSymmetry,
  board: PartialBoard,
): PartialBoard {
  const { sides } = openBoardOf(puzzle).board;
  const image = emptyBoard(board.length);
  const { to } = symmetry;
  board.forEach((code, cell) => {
    if (code !== EMPTY) image[to[cell]!] = moved(symmetry, sides, cell, code);
  });
  return image;
}

/**
 * Returns the smallest image of a board under the puzzle's symmetries, by `compareBoards`. If several orientations of
 * a tile look the same, the first one is used.
 */
export const canonicalBoard = (puzzle: EdgePuzzle, board: PartialBoard): PartialBoard =>
  smallestImage(puzzle, board, appearanceOf(puzzle).own);

const distinctBoard = (puzzle: EdgePuzzle, board: PartialBoard): PartialBoard =>
  smallestImage(puzzle, board, appearanceOf(puzzle).shared);

/** Returns a string that is equal for symmetric images of a board. */
export const canonicalKey = (puzzle: EdgePuzzle, board: PartialBoard): string =>
  canonicalBoard(puzzle, board).join(' ');

/** Returns a string that is equal for boards that look the same, up to symmetry. */
export const distinctKey = (puzzle: EdgePuzzle, board: PartialBoard): string =>
  distinctBoard(puzzle, board).join(' ');

function smallestImage(puzzle: EdgePuzzle, board: PartialBoard, appearances: Int32Array): PartialBoard {
  const { sides } = openBoardOf(puzzle).board;
  let smallest: PartialBoard | null = null;
  let spare: PartialBoard | null = null;
  // The smallest image has the smallest tile in its first cell, so try only symmetries that move the smallest tile to
  // that cell.
  const symmetries = symmetriesOf(puzzle);
  const first = firstCells(symmetries);
  let least = Infinity;
  for (const cell of first) least = Math.min(least, representativeTile(board[cell]!, appearances));
  for (let i = 0; i < symmetries.length; i++) {
    if (representativeTile(board[first[i]!]!, appearances) !== least) continue;
    const image: PartialBoard = spare ?? emptyBoard(board.length);
    const symmetry = symmetries[i]!;
    for (let cell = 0; cell < board.length; cell++) {
      const code = board[cell]!;
      const there = code === EMPTY ? EMPTY : moved(symmetry, sides, cell, code);
      const appearance = there === EMPTY ? EMPTY : appearances[there]!;
      image[symmetry.to[cell]!] = appearance === -1 ? there : appearance;
    }
    if (!smallest || compareBoards(image, smallest) < 0) [smallest, spare] = [image, smallest];
    else spare = image;
  }
  return smallest!;
}

const firsts = new WeakMap<readonly BoardSymmetry[], Int32Array>();

/** Returns, for each symmetry, the cell that it moves to cell 0. */
function firstCells(symmetries: readonly BoardSymmetry[]): Int32Array {
  let cells = firsts.get(symmetries);
  if (!cells) {
    cells = Int32Array.from(symmetries, ({ to }) => to.indexOf(0));
    firsts.set(symmetries, cells);
  }
  return cells;
}

function representativeTile(code: number, appearances: Int32Array): number {
  const appearance = code === EMPTY ? EMPTY : appearances[code]!;
  return tileOf(appearance === -1 ? code : appearance);
}

/**
 * Returns the images of a board under the puzzle's symmetries, perhaps with duplicates. If several orientations of a
 * tile look the same, the first one is used.
 */
export function imagesOf(puzzle: EdgePuzzle, board: PartialBoard): PartialBoard[] {
  const { own } = appearanceOf(puzzle);
  return symmetriesOf(puzzle).map((symmetry) =>
    applySymmetry(puzzle, symmetry, board).map((code) => (code === EMPTY ? EMPTY : own[code]!)),
  );
}

/**
 * Compares two boards for sorting: first by tile numbers, cell by cell, then by orientations. Returns a negative
 * number if `a` comes first.
 */
export function compareBoards(a: PartialBoard, b: PartialBoard): number {
  for (let cell = 0; cell < a.length; cell++) {
    const difference = tileOf(a[cell]!) - tileOf(b[cell]!);
    if (difference !== 0) return difference;
  }
  for (let cell = 0; cell < a.length; cell++) {
    const difference = a[cell]! - b[cell]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
