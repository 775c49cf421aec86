import { checkBoardFits } from './check-board-fits.ts';
import { labelAt, mates, turned } from './labels.ts';
import { openBoardOf } from './open-board.ts';
import { appearanceOf } from './appearance.ts';
import { EMPTY, flippedOf, rotationOf, tileOf, type PartialBoard } from './partial-board.ts';
import { counted } from '../text/counted.ts';
import type { EdgeLabel, EdgePuzzle, Hint } from './puzzle.ts';

/** How much of a board is solved. `placed`, `matched` and `hintsKept` are always shown together. */
export interface Score {
  readonly placed: number;
  /** number of cells to fill */
  readonly cells: number;
  /** number of edges with matching labels */
  readonly matched: number;
  /** number of edges between open cells */
  readonly edges: number;
  readonly hintsKept: number;
  readonly hints: number;
  /** number of placements of tiles that are already in an earlier cell */
  readonly duplicates: number;
  /** number of placements that the puzzle forbids: wrongly rotated or flipped, or on a forbidden cell */
  readonly illegal: number;
  /** true if no tile breaks the rim rule */
  readonly rimOk: boolean;
  readonly solved: boolean;
}

/** Returns the score of a board. Throws RangeError if the board has the wrong size or unknown tiles. */
export function scoreOf(puzzle: EdgePuzzle, board: PartialBoard): Score {
  checkBoardFits(puzzle, board);
  const openBoard = openBoardOf(puzzle);
  const labels = shownLabels(puzzle, board);
  const { own } = appearanceOf(puzzle);

  let placed = 0;
  let duplicates = 0;
  let illegal = 0;
  const used = new Uint8Array(puzzle.tiles.length);
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    placed++;
    if (used[tileOf(code)] === 1) duplicates++;
    used[tileOf(code)] = 1;
    if (own[code] === -1 || !openBoard.open[cell]) illegal++;
  });

  const mismatches = mismatchesOf(puzzle, labels);
  const unmatched = mismatches.length / 2 + edgesToEmpty(openBoard.edges, labels);
  const edges = openBoard.edges.length / 2;
  const rimOk = brokenRim(puzzle, labels).length === 0;
  const hintsKept = puzzle.hints.filter((hint) => keepsHint(puzzle, hint, board[hint.cell] ?? EMPTY)).length;
  const score = {
    placed,
    cells: openBoard.openCells.length,
    matched: edges - unmatched,
    edges,
    hintsKept,
    hints: puzzle.hints.length,
    duplicates,
    illegal,
    rimOk,
  };
  const solved =
    placed === score.cells &&
    unmatched === 0 &&
    hintsKept === score.hints &&
    duplicates === 0 &&
    illegal === 0 &&
    rimOk;
  return { ...score, solved };
}

/** Returns what is wrong with a board that is claimed to be a solution or an improvement, or null if nothing is. */
export function boardFault(score: Score, claimed: 'solution' | 'improved'): string | null {
  const { duplicates, illegal, placed, cells, matched, edges, hintsKept, hints, rimOk } = score;
  if (duplicates > 0) return `a board with ${counted(duplicates, 'tile')} used more than once`;
  if (illegal > 0)
    return `a board with ${counted(illegal, 'tile')} whose placement breaks the puzzle's rules`;
  if (score.solved || claimed === 'improved') return null;
  return (
    `a “solution” that does not solve the puzzle: ${placed} of ${counted(cells, 'tile')}, ${matched} of ${counted(edges, 'edge')}, ` +
    `${hintsKept} of ${counted(hints, 'hint')}${rimOk ? '' : ', and a broken rim rule'}`
  );
}

/** Returns both sides of each board edge whose labels don't match, one after the other. */
export const mismatchedEdges = (puzzle: EdgePuzzle, board: PartialBoard): number[] =>
  mismatchesOf(puzzle, shownLabels(puzzle, board));

/** Two of Hoglan's (2005) measures of a board. */
export interface Conflicts {
  /** number of tiles with a mismatched neighbour */
  readonly squaresInConflict: number;
  /** number of mismatched edges over all tiles; an edge inside the board counts for both of its tiles */
  readonly edgesInConflict: number;
}

export function conflictsOf(puzzle: EdgePuzzle, board: PartialBoard): Conflicts {
  const { sides } = openBoardOf(puzzle).board;
  const wrong = mismatchedEdges(puzzle, board);
  return {
    squaresInConflict: new Set(wrong.map((side) => Math.floor(side / sides))).size,
    edgesInConflict: wrong.length,
  };
}

/** Returns the rim sides whose labels break the rim rule. */
export const brokenRimSides = (puzzle: EdgePuzzle, board: PartialBoard): number[] =>
  brokenRim(puzzle, shownLabels(puzzle, board));

/**
 * Returns whether a placement in the hint's cell agrees with the hint. Orientations that look the same count as equal.
 */
export function keepsHint(puzzle: EdgePuzzle, hint: Hint, code: number): boolean {
  if (code === EMPTY) return false;
  if (hint.tile !== undefined && hint.tile !== tileOf(code)) return false;
  if (hint.rotation === undefined) return true;
  const tile = puzzle.tiles[tileOf(code)];
  if (!tile) return false;
  const shown = turned(tile, rotationOf(code), flippedOf(code)).join();
  const faces = puzzle.turns === 'flip' ? [false, true] : [false];
  return faces.some((flipped) => turned(tile, hint.rotation!, flipped).join() === shown);
}

/** Returns the label shown on each side (index: cell · sides + side); -1 on empty cells. */
export function shownLabels(puzzle: EdgePuzzle, board: PartialBoard): Int32Array {
  const { sides } = openBoardOf(puzzle).board;
  const labels = new Int32Array(board.length * sides).fill(-1);
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    const tile = puzzle.tiles[tileOf(code)]!;
    for (let side = 0; side < sides; side++) {
      labels[cell * sides + side] = labelAt(tile, side, rotationOf(code), flippedOf(code));
    }
  });
  return labels;
}

function mismatchesOf(puzzle: EdgePuzzle, labels: Int32Array): number[] {
  const { edges } = openBoardOf(puzzle);
  const mismatches: number[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const a = labels[edges[i]!]!;
    const b = labels[edges[i + 1]!]!;
    if (a >= 0 && b >= 0 && !mates(puzzle, a, b)) mismatches.push(edges[i]!, edges[i + 1]!);
  }
  return mismatches;
}

function edgesToEmpty(edges: Int32Array, labels: Int32Array): number {
  let count = 0;
  for (let i = 0; i < edges.length; i += 2) {
    if (labels[edges[i]!]! < 0 || labels[edges[i + 1]!]! < 0) count++;
  }
  return count;
}

function brokenRim(puzzle: EdgePuzzle, labels: Int32Array): number[] {
  if (puzzle.rim.kind === 'free') return [];
  const { rim } = openBoardOf(puzzle);
  const wanted = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : commonest(labels, rim);
  const broken: number[] = [];
  for (const side of rim) if (labels[side]! >= 0 && labels[side] !== wanted) broken.push(side);
  return broken;
}

function commonest(labels: Int32Array, sides: Int32Array): EdgeLabel | undefined {
  const counts = new Map<EdgeLabel, number>();
  for (const side of sides) {
    const label = labels[side]!;
    if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  let best: EdgeLabel | undefined;
  for (const [label, count] of counts) if (best === undefined || count > counts.get(best)!) best = label;
  return best;
}
