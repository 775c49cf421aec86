/**
 * The player's requests to the solver: check whether the board can be solved, place a tile, solve the puzzle, plan the
 * moves.
 */
import { EMPTY, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { DesignJob } from '../design/design-job.svelte.ts';
import type { Game } from './game.svelte.ts';
import { fitCounts, put } from './playing.ts';

export type Question = 'solvable' | 'solve' | 'next' | 'plan';

export class Asking {
  readonly job = new DesignJob<'count'>();
  /** the solver's answer as text; empty if there is none */
  answer = $state('');
  /** the board at the end of the plan on screen; null if no plan is shown */
  goal = $state.raw<PartialBoard | null>(null);
  readonly #game: () => Game | null;
  readonly #onplaced: (cell: number) => void;
  #asked: Question = 'solvable';

  /** Call while a component initialises. `onplaced` is called with the cell where the solver placed a tile. */
  constructor(game: () => Game | null, onplaced: (cell: number) => void) {
    this.#game = game;
    this.#onplaced = onplaced;
    $effect(() => {
      const { working, result, error } = this.job.state;
      if (working) return;
      if (error) this.answer = error;
      else if (result) this.#tell(result.looks[0]);
    });
  }

  ask(question: Question): void {
    const game = this.#game();
    if (!game) return;
    this.#asked = question;
    this.answer = '';
    game.held = EMPTY;
    const fixed = question === 'plan' ? {} : { fixed: game.board };
    void this.job.start({ kind: 'count', puzzle: game.puzzle, limit: 1, ...fixed });
  }

  #tell(found: PartialBoard | undefined): void {
    this.job.reset();
    const game = this.#game();
    if (!game) return;
    if (!found) {
      this.answer =
        this.#asked === 'plan' || game.measures.placed === 0
          ? 'This puzzle has no solution: a complete search found none.'
          : 'No. With these tiles in place there is no solution. Undo, or remove a tile.';
    } else if (this.#asked === 'solvable') this.answer = 'Yes, this board can still be solved.';
    else if (this.#asked === 'plan') this.goal = found;
    else if (this.#asked === 'solve') game.applyHelp(Int32Array.from(found));
    else this.#placeOne(game, found);
  }

  /**
   * Places one tile of `found`, a solution that contains all tiles on the board. Picks the empty cell that the fewest
   * tiles fit.
   */
  #placeOne(game: Game, found: PartialBoard): void {
    const fits = fitCounts(game.puzzle, game.board);
    const empty = [...game.board.keys()].filter(
      (cell) => game.board[cell] === EMPTY && found[cell] !== EMPTY,
    );
    if (empty.length === 0) return;
    const cell = empty.reduce((best, each) => (fits[each]! < fits[best]! ? each : best));
    this.#onplaced(cell);
    game.applyHelp(put(game.board, found[cell]!, cell));
  }
}
