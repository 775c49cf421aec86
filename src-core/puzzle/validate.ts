import { boardOf } from './board.ts';
import { hasBack, labelCount, labelName, labelsOf, styleIndex } from './labels.ts';
import { openBoardOf } from './open-board.ts';
import { firstIdentical } from './appearance.ts';
import { whole, type Problem } from './problem.ts';
import { counted } from '../text/counted.ts';
import type { EdgePuzzle, Puzzle, SlidingPuzzle } from './puzzle.ts';
import { unpaintedProblem } from './unpainted.ts';
import { unsolvable } from './unsolvable.ts';

/** Returns all problems of a puzzle, errors first. */
export function problemsOf(puzzle: Puzzle): Problem[] {
  if (puzzle.kind === 'sliding') return slidingErrors(puzzle);
  const errors = edgeErrors(puzzle);
  if (errors.length > 0) return errors;
  const blank = unpaintedProblem(puzzle);
  return blank ? [blank] : [...unsolvable(puzzle), ...warnings(puzzle)];
}

/** Returns the problems that prevent any run: errors and unpainted edges. */
export function blockingErrorsOf(puzzle: Puzzle): Problem[] {
  const errors = errorsOf(puzzle);
  const blank = errors.length > 0 ? null : unpaintedProblem(puzzle);
  return blank ? [blank] : errors;
}

/** Returns only the errors. Unlike `problemsOf`, it attempts no proofs, so it is fast. */
export const errorsOf = (puzzle: Puzzle): Problem[] =>
  puzzle.kind === 'sliding' ? slidingErrors(puzzle) : edgeErrors(puzzle);

type Report = (place: Problem['place'], message: string) => void;

function edgeErrors(puzzle: EdgePuzzle): Problem[] {
  const errors: Problem[] = [];
  const error: Report = (place, message) => void errors.push({ severity: 'error', place, message });
  boardErrors(puzzle, error);
  tileErrors(puzzle, error);
  ruleErrors(puzzle, error);
  hintErrors(puzzle, error);
  return errors;
}

function boardErrors(puzzle: EdgePuzzle, error: Report): void {
  if (puzzle.tiles.length === 0) error(whole, 'The puzzle has no tiles: add at least one.');
  if (puzzle.board.kind === 'graph' && !boardOf(puzzle.board).symmetriesKnown) {
    error(whole, 'The board consists of too many identical separate parts. Join some of the parts.');
  }
}

const labelWord = ({ mating }: EdgePuzzle): string => (mating === 'same' ? 'colour' : 'symbol');

function tileErrors(puzzle: EdgePuzzle, error: Report): void {
  const { sides } = boardOf(puzzle.board);
  const named = puzzle.labels.length;
  const what = labelWord(puzzle);
  const checkLabels = (tile: number, edges: readonly number[], where: string): void => {
    edges.forEach((label, side) => {
      const style = styleIndex(puzzle.mating, label);
      if (style >= named) {
        error(
          { kind: 'tile', tile, side },
          `Tile ${tile + 1}, ${where} ${side + 1} has ${what} ${style}, but the puzzle has only ${what}s 0 to ${named - 1}: ` +
            `add the ${what} or change the edge.`,
        );
      }
    });
  };
  puzzle.tiles.forEach(({ edges, back }, tile) => {
    if (edges.length !== sides) {
      error(
        { kind: 'tile', tile },
        `Tile ${tile + 1} has ${counted(edges.length, 'edge')}; a tile on this board has ${sides}.`,
      );
    }
    if (back && back.length !== edges.length) {
      error(
        { kind: 'tile', tile },
        `The back of tile ${tile + 1} has ${counted(back.length, 'edge')}, but its front has ${edges.length}: give both faces the same number of edges.`,
      );
    }
    checkLabels(tile, edges, 'edge');
    if (back) checkLabels(tile, back, 'edge of the back');
  });
}

function ruleErrors(puzzle: EdgePuzzle, error: Report): void {
  const { cells } = boardOf(puzzle.board);
  if (puzzle.rim.kind === 'colour' && styleIndex(puzzle.mating, puzzle.rim.colour) >= puzzle.labels.length) {
    error(
      whole,
      `The rim's ${labelWord(puzzle)} ${styleIndex(puzzle.mating, puzzle.rim.colour)} is not one of the puzzle's ${labelWord(puzzle)}s. Choose one of them.`,
    );
  }

  if (new Set(puzzle.forbidden).size >= cells) error(whole, 'Every cell is closed: open at least one.');
  puzzle.forbidden.forEach((cell) => {
    if (cell >= cells) {
      error(whole, `Closed cell ${cell + 1} is not on the board, which has ${counted(cells, 'cell')}.`);
    }
  });
}

function hintErrors(puzzle: EdgePuzzle, error: Report): void {
  const { cells, sides } = boardOf(puzzle.board);
  const hinted = new Map<number, number>();
  const hintedTiles = new Map<number, number>();
  puzzle.hints.forEach(({ cell, tile, rotation }, hint) => {
    const place = { kind: 'hint', hint } as const;
    const name = `Hint ${hint + 1}`;
    if (cell >= cells) {
      error(place, `${name} is for cell ${cell + 1}; the board has ${counted(cells, 'cell')}.`);
    }
    if (tile === undefined && rotation === undefined) {
      error(place, `${name} fixes neither a tile nor a rotation: add one of them, or remove the hint.`);
    }
    if (tile !== undefined && tile >= puzzle.tiles.length) {
      error(place, `${name} is for tile ${tile + 1}; there are ${counted(puzzle.tiles.length, 'tile')}.`);
    }
    if (rotation !== undefined && rotation >= sides) {
      error(place, `${name} has rotation ${rotation}; rotations are 0 to ${sides - 1}.`);
    }
    if (rotation !== undefined && rotation > 0 && puzzle.turns === 'fixed') {
      error(place, `${name} rotates a tile, but the tiles of this puzzle may not be rotated.`);
    }
    if (puzzle.forbidden.includes(cell)) {
      error(place, `${name} is for cell ${cell + 1}, which is closed: open the cell or remove the hint.`);
    }
    const before = hinted.get(cell);
    if (before !== undefined) {
      error(
        place,
        `${name} is for cell ${cell + 1}, which already has hint ${before + 1}. Remove one of them.`,
      );
    }
    hinted.set(cell, hint);
    if (tile !== undefined) {
      const other = hintedTiles.get(tile);
      if (other !== undefined) {
        error(
          place,
          `${name} places tile ${tile + 1}, which hint ${other + 1} already places. Remove one of them.`,
        );
      }
      hintedTiles.set(tile, hint);
    }
  });
}

function warnings(puzzle: EdgePuzzle): Problem[] {
  const found: Problem[] = [];
  const { openCells } = openBoardOf(puzzle);
  if (puzzle.tiles.length > openCells.length) {
    found.push({
      severity: 'warning',
      place: whole,
      message: `There are ${counted(puzzle.tiles.length, 'tile')} for ${counted(openCells.length, 'cell')}: some will be left over.`,
    });
  }
  firstIdentical(puzzle).forEach((twin, tile) => {
    if (twin === tile) return;
    found.push({
      severity: 'warning',
      place: { kind: 'tile', tile },
      message: `Tile ${tile + 1} is identical to tile ${twin + 1}${turnNote(puzzle)}.`,
    });
  });
  if (puzzle.turns !== 'flip' && puzzle.tiles.some(hasBack)) {
    found.push({
      severity: 'warning',
      place: whole,
      message: 'Tiles have backs, but the rules do not let them be flipped: only the fronts are used.',
    });
  }
  const used = new Set<number>(puzzle.tiles.flatMap(labelsOf));
  const labels = labelCount(puzzle);
  for (let label = 0; label < labels; label++) {
    const style = styleIndex(puzzle.mating, label);
    const mate = puzzle.mating === 'same' ? label : label ^ 1;
    if (puzzle.mating === 'opposite' && used.has(label) && !used.has(mate)) {
      found.push({
        severity: 'warning',
        place: { kind: 'label', label: style },
        message: `No tile has ${labelName(puzzle, mate)}, so ${labelName(puzzle, label)} can only be on the rim.`,
      });
    }
  }
  return found;
}

const turnNote = (puzzle: EdgePuzzle): string =>
  ({ fixed: '', rotate: ', or a rotation of it', flip: ', or a rotation or flip of it' })[puzzle.turns];

function slidingErrors(puzzle: SlidingPuzzle): Problem[] {
  const cells = puzzle.width * puzzle.height;
  const error = (place: Problem['place'], message: string): Problem => ({
    severity: 'error',
    place,
    message,
  });
  if (puzzle.start.length !== cells) {
    return [
      error(
        whole,
        `The start lists ${counted(puzzle.start.length, 'tile')}; ` +
          `${puzzle.width} × ${puzzle.height} needs ${cells}, with 0 for the empty space.`,
      ),
    ];
  }
  if (typeof puzzle.goal !== 'string') {
    const places = new Set(puzzle.goal);
    if (puzzle.goal.length !== cells || places.size !== cells || puzzle.goal.some((tile) => tile >= cells)) {
      return [error(whole, `The goal must list each number from 0 to ${cells - 1} once.`)];
    }
  }
  const { shown } = puzzle;
  if (shown && (shown.length !== cells || shown.some((number, tile) => (number === 0) !== (tile === 0)))) {
    return [error(whole, `The numbers shown must be 0 for the empty space and above 0 for every tile.`)];
  }
  const cellOf = new Map<number, number>();
  return puzzle.start.flatMap((tile, cell) => {
    const place = { kind: 'cell', cell } as const;
    if (tile >= cells) {
      return [error(place, `Cell ${cell + 1} holds tile ${tile}; the tiles are 0 to ${cells - 1}.`)];
    }
    const other = cellOf.get(tile);
    cellOf.set(tile, cell);
    if (other === undefined) return [];
    return [
      error(
        place,
        `Tile ${tile} lies in cell ${cell + 1} and in cell ${other + 1}; each tile may occur only once.`,
      ),
    ];
  });
}
