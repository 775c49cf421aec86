/**
 * A list of moves from a sliding puzzle's start, with a current position in it. They are the player's moves or a
 * solution to step through.
 */
import type { SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { shownOn } from '../../src-core/puzzle/sliding-goal.ts';
import { distanceToGoal, goalPosition, pathProblem, positionsAlong } from '../../src-core/sliding/state.ts';

export class Line {
  #puzzle = $state.raw<SlidingPuzzle>()!;
  /** the numbers of the tiles in the order in which they move */
  moves = $state.raw<readonly number[]>([]);
  /** number of moves made; the remaining moves are still to come or were undone */
  at = $state(0);

  constructor(puzzle: SlidingPuzzle) {
    this.#puzzle = puzzle;
  }

  /** Starts over with this puzzle and these moves. */
  begin(puzzle: SlidingPuzzle, moves: readonly number[] = []): void {
    this.#puzzle = puzzle;
    this.moves = moves;
    this.at = 0;
  }

  readonly positions = $derived(positionsAlong(this.#puzzle, this.#puzzle.start, this.moves));
  readonly position = $derived(this.positions[Math.min(this.at, this.positions.length - 1)]!);
  readonly solved = $derived.by(() => {
    const goal = goalPosition(this.#puzzle, this.#puzzle.goal);
    const shown = (tile: number): number => shownOn(this.#puzzle, tile);
    return this.position.every((tile, cell) => shown(tile) === shown(goal[cell]!));
  });
  /** lower bound on the number of moves from the current position to the goal: the sum of all tiles' distances */
  readonly distance = $derived(distanceToGoal({ ...this.#puzzle, start: [...this.position] }));
  /** the tile to move next; null after the last move, or if the moves don't lead to the goal */
  readonly next = $derived(
    pathProblem(this.#puzzle, this.moves) === null ? (this.moves[this.at] ?? null) : null,
  );

  /**
   * Slides the tile on a cell towards the empty space, together with all tiles in between. Returns false if the cell is
   * empty, or is not in the same row or column as the empty space.
   */
  slideFrom(cell: number): boolean {
    const { width } = this.#puzzle;
    const blank = this.position.indexOf(0);
    const [row, column] = [Math.floor(cell / width), cell % width];
    const [blankRow, blankColumn] = [Math.floor(blank / width), blank % width];
    if (cell === blank || (row !== blankRow && column !== blankColumn)) return false;
    const step = row === blankRow ? Math.sign(column - blankColumn) : Math.sign(row - blankRow) * width;
    const tiles: number[] = [];
    for (let at = blank + step; ; at += step) {
      tiles.push(this.position[at]!);
      if (at === cell) break;
    }
    for (const tile of tiles) this.move(tile);
    return true;
  }

  /** Makes a move. Discards the moves that were undone, unless this move is the next of them. */
  move(tile: number): void {
    if (this.moves[this.at] !== tile) this.moves = [...this.moves.slice(0, this.at), tile];
    this.at++;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.moves.length, at));
  }
}
