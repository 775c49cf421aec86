/** A game in progress: board, held tiles, undo, bookmarks and time. It is saved in the library after each change. */
import type { Play } from '../../src-core/contract/play.ts';
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import {
  EMPTY,
  emptyBoard,
  placementCode,
  tileOf,
  type PartialBoard,
} from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { unpaintedProblem } from '../../src-core/puzzle/unpainted.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { savePuzzle } from '../base/save-puzzle.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { EDGE } from '../board-view/geometry.ts';
import { count } from '../components/format.ts';
import {
  fittingBoard,
  fixedOf,
  flippedCode,
  lift,
  measure,
  moveBlock,
  movedCells,
  put,
  stepBetween,
  trayOf,
  turnedCode,
  withFixed,
  type Step,
} from './playing.ts';

const SAVE_DELAY_MS = 400;

export class Game {
  readonly id: number;
  readonly puzzle: EdgePuzzle;
  /** the puzzle's name, which the player can change */
  name = $state('');
  /** the puzzle as this window last loaded or saved it */
  #saved: Pick<SavedPuzzle, 'id' | 'revision' | 'puzzle'>;
  board = $state.raw<PartialBoard>()!;
  /** the held tile and its rotation, as a placement code; EMPTY if there is none */
  held = $state(EMPTY);
  /** cells whose tiles are selected to move together */
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** true while a click selects a tile instead of picking it up */
  choosing = $state(false);
  /** cell at which the player picked up the selected tiles; -1 if they aren't held */
  carriedFrom = $state(-1);
  /** for each tile, its rotation in the tray, as a placement code */
  lying = $state.raw<Int32Array>()!;
  seconds = $state(0);
  bookmarks = $state.raw<Play['bookmarks']>([]);
  /** true if the puzzle has been solved in this game; the clock is stopped then */
  solved = $state(false);
  /** true if the solver placed tiles, so that the time isn't only the player's */
  helped = $state(false);
  /** true if the last move solved the puzzle, which the view celebrates */
  justSolved = $state(false);
  /** the stored solution; null before it is stored */
  solution = $state.raw<SavedBoard | null>(null);
  readonly tray: number[] = $derived.by(() => trayOf(this.puzzle, this.board));
  readonly measures = $derived.by(() => measure(this.puzzle, this.board));
  /** number of the held tile; -1 if there is none */
  readonly heldTile: number = $derived.by(() => (this.held === EMPTY ? -1 : tileOf(this.held)));
  readonly heldPlace: number = $derived.by(() =>
    this.heldTile < 0 ? -1 : this.board.findIndex((code) => code !== EMPTY && tileOf(code) === this.heldTile),
  );
  /** the placements fixed by hints, by cell; their tiles can't be moved */
  readonly fixed: ReadonlyMap<number, number>;
  #past: PartialBoard[] = [];
  #future: PartialBoard[] = [];
  undoable = $state(0);
  redoable = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `revision`: the version of the puzzle that is stored in the library. */
  constructor(id: number, puzzle: EdgePuzzle, play: Play | null, revision: string) {
    this.id = id;
    this.puzzle = puzzle;
    this.name = puzzle.name;
    this.#saved = { id, puzzle, revision };
    this.fixed = fixedOf(puzzle);
    this.board = withFixed(puzzle, fittingBoard(puzzle, play?.board));
    this.lying = Int32Array.from(puzzle.tiles, (_, tile) => placementCode(tile, 0));
    this.seconds = play?.seconds ?? 0;
    // The puzzle may have been edited since the game was saved, so adapt the bookmarks.
    this.bookmarks = (play?.bookmarks ?? []).map(({ name, board }) => ({
      name,
      board: withFixed(puzzle, fittingBoard(puzzle, board)),
    }));
    this.solved = play?.solved ?? false;
    this.helped = play?.helped ?? false;
  }

  /** Opens a puzzle to play. If it can't be played, throws a user-facing error. */
  static async open(id: number): Promise<Game> {
    const [{ puzzle, revision }, play] = await Promise.all([
      client.call('library.get', { id }),
      client.call('play.get', { puzzleId: id }),
    ]);
    if (puzzle.kind !== 'edge-matching') throw new Error('This is a sliding puzzle. Play it under “Slide”.');
    const blank = unpaintedProblem(puzzle);
    if (blank) throw new Error(blank.message);
    return new Game(id, puzzle, play, revision);
  }

  async renamePuzzle(name: string): Promise<void> {
    const saved = await savePuzzle(this.#saved, { ...this.#saved.puzzle, name });
    if (saved?.id === this.id) [this.name, this.#saved] = [saved.name, saved];
  }

  /** Replaces the board. A single undo brings back the previous board. */
  become(board: PartialBoard): void {
    if (board === this.board || board.every((code, cell) => code === this.board[cell])) return;
    this.#past.push(this.board);
    this.#future = [];
    this.#show(board);
  }

  /** Replaces the board with one from the solver, and marks the game as helped. */
  applyHelp(board: PartialBoard): void {
    this.helped = true;
    this.become(board);
  }
  undo(): void {
    const board = this.#past.pop();
    if (!board) return;
    this.#future.push(this.board);
    this.#show(board);
  }
  redo(): void {
    const board = this.#future.pop();
    if (!board) return;
    this.#past.push(this.board);
    this.#show(board);
  }
  #show(board: PartialBoard): void {
    this.board = board;
    if ([...this.chosen].some((cell) => board[cell] === EMPTY)) this.chosen = new Set();
    this.undoable = this.#past.length;
    this.redoable = this.#future.length;
    if (!this.measures.solved) this.justSolved = false;
    else if (!this.solved) this.#celebrate();
    this.save();
  }

  #celebrate(): void {
    this.solved = true;
    this.justSolved = true;
    this.solution = null;
    client.call('boards.add', { puzzleId: this.id, board: this.board }).then(
      (added) => (this.solution = added),
      (error: unknown) => toast(`Solved, but not saved: ${messageOf(error)}`, { tone: 'bad' }),
    );
  }

  #isFixed(cell: number): boolean {
    if (!this.fixed.has(cell)) return false;
    toast('This tile is a hint. It cannot be moved.');
    return true;
  }

  /**
   * Picks up a tile from the tray or the board, and lets go of the tile held before. If this tile is already held,
   * puts it down.
   */
  hold(code: number): void {
    this.held = this.held !== EMPTY && tileOf(this.held) === tileOf(code) ? EMPTY : code;
  }
  /**
   * Handles a click or Enter on a cell. Places the held tiles there. If none is held, picks up or selects the cell's
   * tile.
   */
  use(cell: number): void {
    if (this.puzzle.forbidden.includes(cell)) return;
    if (this.carriedFrom >= 0) this.#putBlock(cell);
    else if (this.held !== EMPTY) {
      const code = this.held;
      this.held = EMPTY;
      if (!this.#isFixed(cell)) this.become(put(this.board, code, cell));
    } else if (this.board[cell] !== EMPTY) {
      if (this.choosing) this.choose(cell);
      else this.take(cell);
    }
  }
  /** Picks up a cell's tile. If it is selected, picks up all selected tiles. */
  take(cell: number): void {
    if (this.chosen.has(cell)) this.carriedFrom = cell;
    else if (!this.#isFixed(cell)) this.held = this.board[cell]!;
  }
  /** Returns held tiles to where they came from. */
  returnHeldTiles(): void {
    this.held = EMPTY;
    this.carriedFrom = -1;
  }
  /** Puts down the held tiles. If none are held, clears the selection. */
  putDown(): void {
    if (this.heldTile < 0 && this.carriedFrom < 0) this.chooseNone();
    this.returnHeldTiles();
  }

  /** Adds a tile to the selection or removes it. */
  choose(cell: number): void {
    if (this.board[cell] === EMPTY || this.#isFixed(cell)) return;
    if (this.puzzle.board.kind === 'solid') {
      toast('On a solid, you move one tile at a time.');
      return;
    }
    const chosen = new Set(this.chosen);
    if (!chosen.delete(cell)) chosen.add(cell);
    this.chosen = chosen;
  }
  chooseAll(): void {
    if (this.puzzle.board.kind === 'solid') return;
    this.chosen = new Set(this.#movable());
  }
  chooseNone(): void {
    this.chosen = new Set();
    this.carriedFrom = -1;
    this.choosing = false;
  }
  #movable(): number[] {
    return [...this.board.keys()].filter((cell) => this.board[cell] !== EMPTY && !this.fixed.has(cell));
  }
  #putBlock(cell: number): void {
    const from = this.carriedFrom;
    this.carriedFrom = -1;
    if (cell === from) return;
    this.#moveChosen([...this.chosen], stepBetween(this.puzzle, from, cell));
  }
  #moveChosen(cells: readonly number[], step: Step): void {
    const moved = moveBlock(this.puzzle, this.board, cells, step);
    if (!moved) {
      toast('The tiles do not fit there: one would leave the board, cover a hint, or need another rotation.');
      return;
    }
    this.chosen = new Set(movedCells(this.puzzle, [...this.chosen], step));
    this.become(moved);
  }
  /**
   * Returns the cells that the held tiles would cover if they were placed on this cell. The list is empty if nothing
   * is held or the cell can't be used. Returns null if the tiles don't fit.
   */
  targets(cell: number): number[] | null {
    if (cell < 0 || this.puzzle.forbidden.includes(cell)) return [];
    if (this.carriedFrom < 0) return this.heldTile < 0 ? [] : this.fixed.has(cell) ? null : [cell];
    const step = stepBetween(this.puzzle, this.carriedFrom, cell);
    const goals = movedCells(this.puzzle, [...this.chosen], step);
    return goals.some((goal) => goal < 0 || this.fixed.has(goal)) ? null : goals;
  }

  /** Rotates the held tiles or, if none are held, the tile on this cell. */
  turn(cell: number, steps: number): void {
    this.#change(cell, (code) => turnedCode(this.puzzle, code, steps));
  }
  flip(cell: number): void {
    this.#change(cell, (code) => flippedCode(this.puzzle, code));
  }
  #change(cell: number, change: (code: number) => number): void {
    if (this.held !== EMPTY) {
      const tile = tileOf(this.held);
      this.held = change(this.held);
      const at = this.board.findIndex((code) => code !== EMPTY && tileOf(code) === tile);
      if (at >= 0) this.become(this.board.with(at, this.held));
      else this.lying = this.lying.with(tile, this.held);
    } else if (this.board[cell] !== EMPTY && !this.#isTurnFixed(cell)) {
      this.become(this.board.with(cell, change(this.board[cell]!)));
    }
  }
  /** Returns whether a hint fixes the rotation of a cell's tile. Some hints fix only the tile. */
  #isTurnFixed(cell: number): boolean {
    const hint = this.puzzle.hints.find((each) => each.cell === cell);
    return hint?.tile !== undefined && hint.rotation !== undefined && this.#isFixed(cell);
  }
  turnInTray(tile: number, steps: number): void {
    this.lying = this.lying.with(tile, turnedCode(this.puzzle, this.lying[tile]!, steps));
    if (this.held !== EMPTY && tileOf(this.held) === tile) this.held = this.lying[tile]!;
  }
  liftFrom(cell: number): void {
    if (this.#isFixed(cell)) return;
    const code = this.board[cell]!;
    if (code !== EMPTY) this.lying = this.lying.with(tileOf(code), code);
    this.held = EMPTY;
    this.become(lift(this.board, cell));
  }
  /**
   * Moves the selected tiles by one row or column. If none are selected, moves all tiles that aren't fixed by hints.
   */
  move(right: number, down: number): void {
    if (this.puzzle.board.kind !== 'rectangle') {
      toast('Tiles can be shifted only on a rectangle. Pick them up and place them instead.');
      return;
    }
    const cells = this.chosen.size > 0 ? [...this.chosen] : this.#movable();
    if (cells.length > 0) this.#moveChosen(cells, [right * EDGE, down * EDGE]);
  }
  clear(): void {
    this.putDown();
    this.become(withFixed(this.puzzle, emptyBoard(boardOf(this.puzzle.board).cells)));
  }
  layOut(): void {
    this.putDown();
    this.become(withFixed(this.puzzle, startBoard(this.puzzle)));
  }
  restart(): void {
    this.clear();
    this.seconds = 0;
    this.solved = false;
    this.helped = false;
    this.justSolved = false;
    this.solution = null;
    this.save();
  }

  bookmark(): void {
    const { placed, matched, edges } = this.measures;
    const name = `${count(placed)} placed, ${count(matched)} of ${count(edges)}`;
    this.bookmarks = [...this.bookmarks, { name, board: this.board.slice() }];
    this.save();
    toast(`Bookmark “${name}” added`);
  }
  rename(index: number, name: string): void {
    if (!name.trim()) return;
    this.bookmarks = this.bookmarks.with(index, { ...this.bookmarks[index]!, name: name.trim() });
    this.save();
  }
  restoreBookmark(index: number): void {
    this.putDown();
    this.become(this.bookmarks[index]!.board.slice());
  }
  forget(index: number): void {
    this.bookmarks = this.bookmarks.toSpliced(index, 1);
    this.save();
  }

  tick(): void {
    if (this.solved || this.measures.placed <= this.fixed.size) return;
    this.seconds++;
    if (this.seconds % 10 === 0) this.save();
  }

  /** Saves the game after a short delay, so that a quick series of moves is saved only once. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.saveNow(), SAVE_DELAY_MS);
  }
  async saveNow(): Promise<void> {
    clearTimeout(this.#timer);
    const { board, seconds, solved, helped, bookmarks } = this;
    await client
      .call('play.save', {
        puzzleId: this.id,
        play: { board, seconds, solved, helped, bookmarks },
      })
      .catch((error: unknown) => toast(`The game could not be saved: ${messageOf(error)}`, { tone: 'bad' }));
  }
}
