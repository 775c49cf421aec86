import { because, FITS, Rule } from '../../decisions.ts';
import { EMPTY, emptyBoard, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import { hintAllows, type Rules } from './rules.ts';

/** A board being filled, the tiles still free, and what may be laid where. */
export class Filling {
  readonly board: PartialBoard;
  placed = 0;
  readonly #rules: Rules;
  readonly #used: Uint8Array;
  /** uniform rim: the colour that the rim has got, and how many cells gave it */
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

  /** FITS, or why this placement does not fit on the board as it is (see transcript.ts). */
  refusal(cell: number, code: number): number {
    const { board, labels, mate, puzzle, promised, isOpen } = this.#rules;
    const { sides, across } = board;
    const home = promised[tileOf(code)]!;
    if (home >= 0 && home !== cell) return because(Rule.promised);
    if (!hintAllows(this.#rules, cell, code)) return because(Rule.hint);
    let rimColour = this.#rimColour;
    for (let side = 0; side < sides; side++) {
      const label = labels[code * sides + side]!;
      const opposite = across[cell * sides + side]!;
      if (opposite < 0) {
        if (puzzle.rim.kind === 'colour' && label !== puzzle.rim.colour) return because(Rule.rim, side);
        if (puzzle.rim.kind === 'uniform') {
          if (rimColour >= 0 && label !== rimColour) return because(Rule.rim, side);
          rimColour = label;
        }
        continue;
      }
      const neighbour = Math.floor(opposite / sides);
      if (isOpen[neighbour] === 0) continue;
      if (puzzle.rim.kind === 'colour' && !puzzle.rim.inside && label === puzzle.rim.colour) {
        return because(Rule.inside, side);
      }
      const other = neighbour === cell ? code : this.board[neighbour]!; // a cylinder or torus one cell wide: it touches itself
      if (other !== EMPTY && labels[other * sides + (opposite % sides)] !== mate[label]) {
        return because(Rule.neighbour, side);
      }
    }
    return FITS;
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
