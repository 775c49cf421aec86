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
 * The symmetries of the board that turn solutions of this puzzle into solutions of it: they keep hints
 * and forbidden cells; only what turns no cell when tiles may not turn (the identity, shifts of a cylinder or torus); mirror
 * images only when tiles flip and none has a printed back of its own. The identity comes first.
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
          (plain || keeps(puzzle, board, symmetry))),
    );
    cache.set(puzzle, symmetries);
  }
  return symmetries;
}

function keeps(puzzle: EdgePuzzle, board: Board, symmetry: BoardSymmetry): boolean {
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

/** How the tile that lies in `cell` by this code lies after a symmetry, in the cell it has come to. */
export function moved(symmetry: BoardSymmetry, sides: number, cell: number, code: number): number {
  const rotation = turnBy(symmetry, sides, cell, rotationOf(code));
  return placementCode(tileOf(code), rotation, flippedOf(code) !== symmetry.mirrored);
}

/** The board after a symmetry: every placement moved, turned and, in a mirror image, flipped with it. */
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
 * The smallest of the equivalents of a board under the puzzle's symmetries: compare tile numbers left
 * to right, top to bottom (an empty cell comes first), then rotations. Orientations of a tile that look
 * the same are taken as the first of them.
 */
export const canonicalBoard = (puzzle: EdgePuzzle, board: PartialBoard): PartialBoard =>
  smallestImage(puzzle, board, appearanceOf(puzzle).own);

/** As `canonicalBoard`, with identical tiles exchanged as well: one board for each look. */
const distinctBoard = (puzzle: EdgePuzzle, board: PartialBoard): PartialBoard =>
  smallestImage(puzzle, board, appearanceOf(puzzle).shared);

/** Names a board up to symmetry; what makes a stored solution unique. */
export const canonicalKey = (puzzle: EdgePuzzle, board: PartialBoard): string =>
  canonicalBoard(puzzle, board).join(' ');

/** Names a board's look up to symmetry and exchange of identical tiles. */
export const distinctKey = (puzzle: EdgePuzzle, board: PartialBoard): string =>
  distinctBoard(puzzle, board).join(' ');

function smallestImage(puzzle: EdgePuzzle, board: PartialBoard, looks: Int32Array): PartialBoard {
  const { sides } = openBoardOf(puzzle).board;
  let smallest: PartialBoard | null = null;
  let spare: PartialBoard | null = null;
  // The smallest image has the least tile in its first cell: of a torus's thousands, only a few bring it there.
  const symmetries = symmetriesOf(puzzle);
  const first = firstCells(symmetries);
  let least = Infinity;
  for (const cell of first) least = Math.min(least, tileLooked(board[cell]!, looks));
  for (let i = 0; i < symmetries.length; i++) {
    if (tileLooked(board[first[i]!]!, looks) !== least) continue;
    const image: PartialBoard = spare ?? emptyBoard(board.length);
    const symmetry = symmetries[i]!;
    for (let cell = 0; cell < board.length; cell++) {
      const code = board[cell]!;
      const there = code === EMPTY ? EMPTY : moved(symmetry, sides, cell, code);
      const look = there === EMPTY ? EMPTY : looks[there]!;
      image[symmetry.to[cell]!] = look === -1 ? there : look; // a placement that the puzzle forbids stays as it is
    }
    if (!smallest || compareBoards(image, smallest) < 0) [smallest, spare] = [image, smallest];
    else spare = image;
  }
  return smallest!;
}

const firsts = new WeakMap<readonly BoardSymmetry[], Int32Array>();

/** The cell that each symmetry brings to the first place. */
function firstCells(symmetries: readonly BoardSymmetry[]): Int32Array {
  let cells = firsts.get(symmetries);
  if (!cells) {
    cells = Int32Array.from(symmetries, ({ to }) => to.indexOf(0));
    firsts.set(symmetries, cells);
  }
  return cells;
}

/** The tile that a placement counts as: under `shared` looks the first that looks the same. */
function tileLooked(code: number, looks: Int32Array): number {
  const look = code === EMPTY ? EMPTY : looks[code]!;
  return tileOf(look === -1 ? code : look);
}

/** A board's images under the puzzle's symmetries, some perhaps more than once; orientations that look the same are one. */
export function imagesOf(puzzle: EdgePuzzle, board: PartialBoard): PartialBoard[] {
  const { own } = appearanceOf(puzzle);
  return symmetriesOf(puzzle).map((symmetry) =>
    applySymmetry(puzzle, symmetry, board).map((code) => (code === EMPTY ? EMPTY : own[code]!)),
  );
}

/** Negative when `a` comes before `b`: by tile numbers cell by cell, then by orientation. */
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
