/** Aligns boards with the same tiles, and finds what they have in common. */
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

/**
 * Maximum number of times that `alignedTo` compares two cells. It tries every symmetry. If there are too many cells, it
 * compares only a sample of them.
 */
const MAX_COMPARISONS = 4_000_000;

/** A board rotated or mirrored to agree with another one. */
export interface Aligned {
  readonly board: PartialBoard;
  /** the symmetry that was applied to the board */
  readonly symmetry: BoardSymmetry;
  readonly turned: boolean;
}

/**
 * Returns the image of a board that agrees with `reference` in the most cells. Hints are ignored. The first of several
 * equally good images is chosen, so a board that needs no rotation stays unchanged.
 */
export function alignedTo(puzzle: EdgePuzzle, reference: PartialBoard, board: PartialBoard): Aligned {
  const free = puzzle.hints.length > 0 ? { ...puzzle, hints: [] } : puzzle;
  const symmetries = symmetriesOf(free);
  const { sides } = openBoardOf(puzzle).board;
  const { own } = appearanceOf(puzzle);
  const appearance = (code: number): number => (code === EMPTY || own[code]! === -1 ? code : own[code]!);
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
      if (appearance(moved(symmetry, sides, cell, board[cell]!)) === appearance(there)) same++;
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
  /** number of filled cells that look the same on both boards */
  readonly cells: number;
  /** number of edges that have the same two labels on both boards, even if the tiles differ */
  readonly edges: number;
  readonly differing: readonly number[];
}

/** Returns what two boards have in common, without aligning them. */
export function inCommon(puzzle: EdgePuzzle, a: PartialBoard, b: PartialBoard): InCommon {
  const { own } = appearanceOf(puzzle);
  const appearance = (code: number): number => (code === EMPTY || own[code]! === -1 ? code : own[code]!);
  let cells = 0;
  const differing: number[] = [];
  a.forEach((code, cell) => {
    if (appearance(code) !== appearance(b[cell]!)) differing.push(cell);
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
 * Translates a board of the puzzle `other` to this puzzle. Each tile is replaced with a tile of this puzzle that looks
 * the same. Returns null if the boards have different shapes, or if there are not enough such tiles.
 */
export function inTilesOf(puzzle: EdgePuzzle, other: EdgePuzzle, board: PartialBoard): PartialBoard | null {
  if (JSON.stringify(puzzle.board) !== JSON.stringify(other.board)) return null;
  const { own } = appearanceOf(puzzle);
  const mayLie = (code: number): boolean => code === EMPTY || own[code] !== -1;
  if (JSON.stringify(puzzle.tiles) === JSON.stringify(other.tiles) && board.every(mayLie)) return board;
  const byAppearance = new Map<string, number[]>();
  puzzle.tiles.forEach((tile, number) => {
    for (const { rotation, flipped, edges } of orientationsOf(tile, puzzle.turns)) {
      const appearance = edges.join();
      const codes = byAppearance.get(appearance);
      const code = placementCode(number, rotation, flipped);
      if (codes) codes.push(code);
      else byAppearance.set(appearance, [code]);
    }
  });
  const used = new Set<number>();
  const translated = emptyBoard(board.length);
  for (const [cell, code] of board.entries()) {
    if (code === EMPTY) continue;
    const tile = other.tiles[tileOf(code)];
    const appearance = tile ? turned(tile, rotationOf(code), flippedOf(code)).join() : '';
    const counterpart = byAppearance.get(appearance)?.find((each) => !used.has(tileOf(each)));
    if (counterpart === undefined) return null;
    used.add(tileOf(counterpart));
    translated[cell] = counterpart;
  }
  return translated;
}

export interface Difference {
  /** the second board, aligned with the first */
  readonly turned: PartialBoard;
  /** cells that look different on the two boards, in ascending order */
  readonly cells: readonly number[];
}

/**
 * Returns where two boards differ once the second is aligned with the first. Unlike `alignedTo`, it keeps hints in
 * place and treats identical tiles as interchangeable.
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

/** Returns the name of a symmetry, for the user: "rotated by 90°", "mirrored", "shifted", or "" for the identity. */
export function turnName({ to, turn, mirrored }: BoardSymmetry, sides: number): string {
  if (mirrored) return 'mirrored';
  const [first] = turn;
  if (to.every((cell, i) => cell === i && turn[i] === 0)) return '';
  if (sides !== 4 || !turn.every((each) => each === first)) return 'rotated';
  return first === 0 ? 'shifted' : `rotated by ${first! * 90}°`;
}
