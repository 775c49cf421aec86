/** Describes the recorded decisions of a search in words, for use in class. */
import type { Stepping } from '../../src-core/run/engine-facts.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { labelAt, labelName, mateOf } from '../../src-core/puzzle/labels.ts';
import { EMPTY, flippedOf, rotationOf, tileOf } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { StepTree } from '../../src-core/edge-matching/steps/step-tree.ts';
import { plural } from '../components/format.ts';
import { DecisionKind, Rule, ruleOf, sideOf, type Decision } from '../../src-core/decisions.ts';

/** Returns a string such as "Tile 5 rotated 90°". */
export function tileName(puzzle: EdgePuzzle, code: number): string {
  const sides = puzzle.tiles[tileOf(code)]?.edges.length ?? 4;
  const turn = rotationOf(code) === 0 ? '' : ` rotated ${(360 / sides) * rotationOf(code)}°`;
  return `Tile ${tileOf(code) + 1}${turn}${flippedOf(code) ? ' and flipped' : ''}`;
}

/** Returns a tile's short name: "5→" is tile 5, rotated so that its top points right. */
export function shortTileName(puzzle: EdgePuzzle, code: number): string {
  const sides = puzzle.tiles[tileOf(code)]?.edges.length ?? 4;
  const rotation = rotationOf(code);
  const turn = sides === 4 ? ['', '→', '↓', '←'][rotation] : rotation === 0 ? '' : `·${rotation}`;
  return `${tileOf(code) + 1}${flippedOf(code) ? 'f' : ''}${turn}`;
}

export const cellName = (puzzle: EdgePuzzle, cell: number): string => {
  if (puzzle.board.kind !== 'rectangle') return `cell ${cell + 1}`;
  const { width } = puzzle.board;
  return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
};

/** Returns a cell's short name, such as "R1 C2". */
export const shortCellName = (puzzle: EdgePuzzle, cell: number): string => {
  if (puzzle.board.kind !== 'rectangle') return String(cell + 1);
  const { width } = puzzle.board;
  return `R${Math.floor(cell / width) + 1} C${(cell % width) + 1}`;
};

const sideNames = ['Top', 'Right', 'Bottom', 'Left'];

/**
 * Returns why a tile was refused on this board, in one or two sentences: what one of its edges shows, and why that
 * isn't allowed there.
 */
function reason(puzzle: EdgePuzzle, board: readonly number[], [, cell, code, why]: Decision): string {
  const side = sideOf(why);
  const shown = labelName(puzzle, labelOf(puzzle, code, side));
  const edge = `${sideNames[side] ?? `Side ${side + 1}`}${sideNames[side] ? ' edge' : ''}: ${shown}.`;
  switch (ruleOf(why)) {
    case Rule.neighbour: {
      const { sides, across } = boardOf(puzzle.board);
      const opposite = across[cell * sides + side]!;
      const other = Math.floor(opposite / sides);
      const neighbour = board[other] ?? EMPTY;
      if (neighbour === EMPTY) return `${edge} No candidate left for ${cellName(puzzle, other)} matches it.`;
      const there = labelOf(puzzle, neighbour, opposite % sides);
      return `${edge} It needs ${labelName(puzzle, mateOf(puzzle.mating, there))}.`;
    }
    case Rule.rim:
      return `${edge} It lies on the rim, where this label is not allowed.`;
    case Rule.inside:
      return `${edge} Only the rim may show this label.`;
    case Rule.hint:
      return 'A hint requires a different tile or rotation here.';
    case Rule.hintedElsewhere:
      return 'A hint requires this tile elsewhere.';
    case Rule.used:
      return 'This tile is already on the board.';
    case Rule.lastCandidate:
      return 'No other candidate is left for this cell.';
    case Rule.lastCell:
      return 'This tile fits no other cell.';
  }
}

/** Returns why a dead end has no child: in a few words for the drawing (`brief`), and in full sentences (`full`). */
export function deadEndWords(
  puzzle: EdgePuzzle,
  tree: StepTree,
  node: number,
): { readonly brief: string; readonly full: string } {
  const { cell, stuck, refused, byRule } = tree.deadEnd(node);
  if (stuck !== null && stuck !== EMPTY) {
    const tile = tileName(puzzle, stuck);
    return { brief: `tile ${tileOf(stuck) + 1} fits nowhere`, full: `${tile} no longer fits anywhere.` };
  }
  if (stuck === EMPTY) {
    return {
      brief: `no candidate for ${shortCellName(puzzle, cell)}`,
      full: `No candidate is left for ${cellName(puzzle, cell)}.`,
    };
  }
  if (refused === 0) {
    return { brief: 'no tile fits next', full: 'No tile has the edges that the next cell needs.' };
  }
  const short = shortCellName(puzzle, cell);
  if (byRule.size === 1 && byRule.has(Rule.used)) {
    return {
      brief: `${short}: all fitting tiles used`,
      full: `Every tile that fits ${cellName(puzzle, cell)} is already on the board.`,
    };
  }
  const needs = neededLabels(puzzle, tree, node, cell);
  return {
    brief: `nothing fits ${short}`,
    full: `None of ${plural(refused, 'candidate')} fits ${cellName(puzzle, cell)}.${needs ? ` It needs ${needs}.` : ''}`,
  };
}

/** Returns the labels that a cell's neighbours require, such as "top yellow head, left blue tail". */
function neededLabels(puzzle: EdgePuzzle, tree: StepTree, node: number, cell: number): string {
  const { sides, across } = boardOf(puzzle.board);
  const codes = new Map(tree.path(node).map((each) => [tree.cell(each), tree.code(each)]));
  return Array.from({ length: sides }, (_, side) => {
    const opposite = across[cell * sides + side]!;
    const neighbour = opposite < 0 ? undefined : codes.get(Math.floor(opposite / sides));
    if (neighbour === undefined) return '';
    const label = mateOf(puzzle.mating, labelOf(puzzle, neighbour, opposite % sides));
    return `${sideNames[side]?.toLowerCase() ?? `side ${side + 1}`} ${labelName(puzzle, label)}`;
  })
    .filter(Boolean)
    .join(', ');
}

const labelOf = (puzzle: EdgePuzzle, code: number, side: number): number =>
  labelAt(puzzle.tiles[tileOf(code)]!, side, rotationOf(code), flippedOf(code));

/** Returns the latest decision as a sentence. */
export function sentence(
  puzzle: EdgePuzzle,
  board: readonly number[],
  decision: Decision,
  counts: Stepping['counts'],
  /** true if the engine rules out candidates before it tries the remaining ones */
  narrows = false,
): string {
  const [kind, cell, code] = decision;
  const tile = tileName(puzzle, code);
  const place = cellName(puzzle, cell);
  switch (kind) {
    case DecisionKind.refused:
      return `${tile} does not fit. ${reason(puzzle, board, decision)}`;
    case DecisionKind.created:
      return `${tile} fits: a new state is added to the queue.`;
    case DecisionKind.placed:
      if (narrows) return `Try ${tile.toLowerCase()} in ${place}.`;
      return counts === 'created'
        ? `Continue from ${tile.toLowerCase()} in ${place}.`
        : `${tile} fits: place it in ${place} and make the next call.`;
    case DecisionKind.takenBack:
      return `Everything after ${tile.toLowerCase()} has been tried: remove this tile.`;
    case DecisionKind.solution:
      return 'A solution!';
    case DecisionKind.forced:
      return `${tile} goes to ${place}. ${reason(puzzle, board, decision)}`;
    case DecisionKind.ruledOut:
      return `${tile} is ruled out for ${place}. ${reason(puzzle, board, decision)}`;
    case DecisionKind.onlyCell:
      return `${tile} must go to ${place}. ${reason(puzzle, board, decision)}`;
    case DecisionKind.deadEnd:
      return code === EMPTY
        ? `No candidate is left for ${place}: a dead end.`
        : `${tile} no longer fits anywhere: a dead end.`;
  }
}
