import { because, FITS, Rule } from '../../decisions.ts';
import { EMPTY, emptyBoard, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import { hintAllows, type Rules } from './rules.ts';

/** A partly filled board with its unused tiles. Decides whether a placement fits. */
export class Filling {
  readonly board: PartialBoard;
  placed = 0;
  readonly #rules: Rules;
  readonly #used: Uint8Array;
  /** colour that the whole rim must have; -1 while it is unknown */
  #rimColour = -1;
  #rimCells = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.board = emptyBoard(rules.board.cells);
    this.#used = new Uint8Array(rules.puzzle.tiles.length);
  }

  isFree(tile: number): boolean {
    return this.#used[tile] === 0;
  }

  /** Returns FITS if the placement fits; otherwise, returns the rule that it breaks (see `decisions.ts`). */
  refusal(cell: number, code: number): number {
    const { board, labels, puzzle, hintedCell } = this.#rules;
    const { sides, across } = board;
    const hinted = hintedCell[tileOf(code)]!;
    if (hinted >= 0 && hinted !== cell) return because(Rule.hintedElsewhere);
    if (!hintAllows(this.#rules, cell, code)) return because(Rule.hint);
    let rimColour = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : this.#rimColour;
    for (let side = 0; side < sides; side++) {
      const opposite = across[cell * sides + side]!;
      if (opposite >= 0) {
        const refusal = this.#innerRefusal(cell, code, side, opposite);
        if (refusal !== FITS) return refusal;
      } else if (puzzle.rim.kind !== 'free') {
        const label = labels[code * sides + side]!;
        if (rimColour >= 0 && label !== rimColour) return because(Rule.rim, side);
        rimColour = label;
      }
    }
    return FITS;
  }

  /**
   * Returns FITS if the label on `side` fits; otherwise, returns the rule that it breaks. `opposite` is the
   * neighbour's side that touches `side`.
   */
  #innerRefusal(cell: number, code: number, side: number, opposite: number): number {
    const { board, labels, mate, puzzle, isOpen } = this.#rules;
    const neighbour = Math.floor(opposite / board.sides);
    if (isOpen[neighbour] === 0) return FITS;
    const label = labels[code * board.sides + side]!;
    if (puzzle.rim.kind === 'colour' && !puzzle.rim.inside && label === puzzle.rim.colour) {
      return because(Rule.inside, side);
    }
    // On a cylinder or torus that is one cell wide, a cell touches itself.
    const other = neighbour === cell ? code : this.board[neighbour]!;
    if (other === EMPTY || labels[other * board.sides + (opposite % board.sides)] === mate[label])
      return FITS;
    return because(Rule.neighbour, side);
  }

  place(cell: number, code: number): void {
    this.board[cell] = code;
    this.#used[tileOf(code)] = 1;
    this.placed++;
    this.#countRim(cell, code, 1);
  }

  remove(cell: number): void {
    const code = this.board[cell]!;
    this.board[cell] = EMPTY;
    this.#used[tileOf(code)] = 0;
    this.placed--;
    this.#countRim(cell, code, -1);
  }

  #countRim(cell: number, code: number, change: 1 | -1): void {
    const { board, labels, puzzle } = this.#rules;
    if (puzzle.rim.kind !== 'uniform') return;
    for (let side = 0; side < board.sides; side++) {
      if (board.across[cell * board.sides + side]! >= 0) continue;
      this.#rimCells += change;
      this.#rimColour = this.#rimCells > 0 ? labels[code * board.sides + side]! : -1;
      return;
    }
  }
}
