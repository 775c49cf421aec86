/** Boards beside each other: the same tiles, turned alike, and what they have in common. */
import type { BoardSymmetry } from './board.ts';
import { appearanceOf, orientationsOf } from './appearance.ts';
import { openBoardOf } from './open-board.ts';
import {
  EMPTY,
  emptyBoard,
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from './partial-board.ts';
import { turned } from './labels.ts';
import type { EdgePuzzle } from './puzzle.ts';
import { shownLabels } from './score.ts';
import { applySymmetry, moved, symmetriesOf } from './symmetry.ts';

/** More comparisons of cells than this, and a sample of the cells decides between the symmetries. */
const MAX_COMPARISONS = 4_000_000;

/** A board that was turned so that it agrees with another as far as it can. */
export interface Aligned {
  readonly board: PartialBoard;
  /** what was done to it; the identity where nothing was */
  readonly symmetry: BoardSymmetry;
  readonly turned: boolean;
}

/**
 * The image of a board under the symmetries of the puzzle (its hints left aside) that has most cells in common with
 * `reference`; of several the first, so one that needs no turning stays as it is.
 */
export function alignedTo(puzzle: EdgePuzzle, reference: PartialBoard, board: PartialBoard): Aligned {
  const free = puzzle.hints.length > 0 ? { ...puzzle, hints: [] } : puzzle;
  const symmetries = symmetriesOf(free);
  const { sides } = openBoardOf(puzzle).board;
  const { own } = appearanceOf(puzzle);
  const look = (code: number): number => (code === EMPTY || own[code]! === -1 ? code : own[code]!);
  const filled = [...board.keys()].filter((cell) => board[cell] !== EMPTY);
  const step = Math.ceil((filled.length * symmetries.length) / MAX_COMPARISONS);
  const sample = filled.filter((_, i) => i % Math.max(1, step) === 0);
  let best = 0;
  let most = -1;
  symmetries.forEach((symmetry, index) => {
    let same = 0;
    for (const cell of sample) {
      const there = reference[symmetry.to[cell]!]!;
      if (tileOf(there) !== tileOf(board[cell]!) || there === EMPTY) continue;
      if (look(moved(symmetry, sides, cell, board[cell]!)) === look(there)) same++;
    }
    if (same > most) [best, most] = [index, same];
  });
  const symmetry = symmetries[best]!;
  return {
    board: best === 0 ? board : applySymmetry(free, symmetry, board),
    symmetry,
    turned: best !== 0,
  };
}

export interface InCommon {
  /** cells that show the same, empty ones aside */
  readonly cells: number;
  /** edges with the same two labels, whichever tiles they are on */
  readonly edges: number;
  readonly differing: readonly number[];
}

/** What two boards of a puzzle have in common, as they lie. */
export function inCommon(puzzle: EdgePuzzle, a: PartialBoard, b: PartialBoard): InCommon {
  const { own } = appearanceOf(puzzle);
  const look = (code: number): number => (code === EMPTY || own[code]! === -1 ? code : own[code]!);
  let cells = 0;
  const differing: number[] = [];
  a.forEach((code, cell) => {
    if (look(code) !== look(b[cell]!)) differing.push(cell);
    else if (code !== EMPTY) cells++;
  });
  const [shownA, shownB] = [shownLabels(puzzle, a), shownLabels(puzzle, b)];
  const { edges } = openBoardOf(puzzle);
  let same = 0;
  for (let i = 0; i < edges.length; i += 2) {
    const [one, other] = [edges[i]!, edges[i + 1]!];
    if (shownA[one]! < 0 || shownA[other]! < 0) continue;
    if (shownA[one] === shownB[one] && shownA[other] === shownB[other]) same++;
  }
  return { cells, edges: same, differing };
}

/**
 * A board of another puzzle, told in the tiles of this one: each tile becomes one that looks the same as it may lie here.
 * Null where the boards have another form, or a tile has no like here.
 */
export function toldIn(puzzle: EdgePuzzle, other: EdgePuzzle, board: PartialBoard): PartialBoard | null {
  if (JSON.stringify(puzzle.board) !== JSON.stringify(other.board)) return null;
  const { own } = appearanceOf(puzzle);
  const mayLie = (code: number): boolean => code === EMPTY || own[code] !== -1;
  if (JSON.stringify(puzzle.tiles) === JSON.stringify(other.tiles) && board.every(mayLie)) return board;
  const byLook = new Map<string, number[]>();
  puzzle.tiles.forEach((tile, number) => {
    for (const { rotation, flipped, edges } of orientationsOf(tile, puzzle.turns)) {
      const look = edges.join();
      const codes = byLook.get(look);
      const code = placementCode(number, rotation, flipped);
      if (codes) codes.push(code);
      else byLook.set(look, [code]);
    }
  });
  const used = new Set<number>();
  const told = emptyBoard(board.length);
  for (const [cell, code] of board.entries()) {
    if (code === EMPTY) continue;
    const tile = other.tiles[tileOf(code)];
    const look = tile ? turned(tile, rotationOf(code), flippedOf(code)).join() : '';
    const like = byLook.get(look)?.find((each) => !used.has(tileOf(each)));
    if (like === undefined) return null;
    used.add(tileOf(like));
    told[cell] = like;
  }
  return told;
}

/** Two boards laid over each other. */
export interface Difference {
  /** the second board, turned so that it differs from the first in as few cells as possible */
  readonly turned: PartialBoard;
  /** cells that look different, ascending */
  readonly cells: readonly number[];
}

/**
 * Returns where two boards of a puzzle differ, after turning the second to agree with the first as far as it can. Unlike
 * `alignedTo`, keeps the puzzle's hints in place and takes identical tiles for one another.
 */
export function differenceOf(puzzle: EdgePuzzle, first: PartialBoard, second: PartialBoard): Difference {
  const { shared } = appearanceOf(puzzle);
  const shown = (code: number): number => (code === EMPTY ? EMPTY : shared[code]!);
  const images = symmetriesOf(puzzle).map((symmetry): Difference => {
    const turned = applySymmetry(puzzle, symmetry, second);
    const cells = [...turned.keys()].filter((cell) => shown(turned[cell]!) !== shown(first[cell]!));
    return { turned, cells };
  });
  return images.reduce((best, image) => (image.cells.length < best.cells.length ? image : best));
}

/** What was done to a board, for people: "turned by 90°", "mirrored", "moved round". */
export function turnName({ to, turn, mirrored }: BoardSymmetry, sides: number): string {
  if (mirrored) return 'mirrored';
  const [first] = turn;
  if (to.every((cell, i) => cell === i && turn[i] === 0)) return '';
  if (sides !== 4 || !turn.every((each) => each === first)) return 'turned';
  return first === 0 ? 'shifted' : `turned by ${first! * 90}°`;
}
