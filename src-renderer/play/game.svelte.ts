/** A game under way: the board, what is held, undo, bookmarks, time; kept in the library as it goes. */
import type { Play } from '../../src-core/contract/play.ts';
import {
  EMPTY,
  emptyBoard,
  placementCode,
  tileOf,
  type PartialBoard,
} from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { fittingBoard, flippedCode, lift, measure, moveBlock, put, trayOf, turnedCode } from './playing.ts';

const SAVE_MS = 400;

export class Game {
  readonly id: number;
  readonly puzzle: EdgePuzzle;
  board = $state.raw<PartialBoard>()!;
  /** placement code of the tile in hand; EMPTY: none */
  held = $state(EMPTY);
  /** how each tile lies in the tray, by tile number */
  lying = $state.raw<Int32Array>()!;
  seconds = $state(0);
  bookmarks = $state.raw<Play['bookmarks']>([]);
  /** solved at least once in this game: the clock stands */
  solved = $state(false);
  readonly tray: number[] = $derived.by(() => trayOf(this.puzzle, this.board));
  readonly measures = $derived.by(() => measure(this.puzzle, this.board));
  /** number of the tile in hand, and the cell it still lies on; -1: none */
  readonly heldTile: number = $derived.by(() => (this.held === EMPTY ? -1 : tileOf(this.held)));
  readonly heldPlace: number = $derived.by(() =>
    this.heldTile < 0 ? -1 : this.board.findIndex((code) => code !== EMPTY && tileOf(code) === this.heldTile),
  );
  #past: PartialBoard[] = [];
  #future: PartialBoard[] = [];
  undoable = $state(0);
  redoable = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: number, puzzle: EdgePuzzle, play: Play | null) {
    this.id = id;
    this.puzzle = puzzle;
    this.board = fittingBoard(puzzle, play?.board);
    this.lying = Int32Array.from(puzzle.tiles, (_, tile) => placementCode(tile, 0));
    this.seconds = play?.seconds ?? 0;
    // The puzzle may have been changed in the editor since.
    this.bookmarks = (play?.bookmarks ?? []).map(({ name, board }) => ({
      name,
      board: [...fittingBoard(puzzle, board)],
    }));
    this.solved = play?.solved ?? false;
  }

  static async open(id: number): Promise<Game | null> {
    const [{ puzzle }, play] = await Promise.all([
      client.call('library.get', { id }),
      client.call('play.get', { puzzleId: id }),
    ]);
    return puzzle.kind === 'edge-matching' ? new Game(id, puzzle, play) : null;
  }

  /** Another board, from which undo leads back. */
  become(board: PartialBoard): void {
    if (board === this.board || board.every((code, cell) => code === this.board[cell])) return;
    this.#past.push(this.board);
    this.#future = [];
    this.#show(board);
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
    this.undoable = this.#past.length;
    this.redoable = this.#future.length;
    if (this.measures.solved && !this.solved) this.#celebrate();
    this.save();
  }

  #celebrate(): void {
    this.solved = true;
    client.call('solutions.add', { puzzleId: this.id, board: [...this.board] }).then(
      () => toast('Solved. The solution is in the gallery.'),
      (error: unknown) => toast(`Solved, but not stored: ${messageOf(error)}`, { tone: 'bad' }),
    );
  }

  /** Takes up a tile of the tray or of the board; the one in hand is put down. */
  hold(code: number): void {
    this.held = this.held !== EMPTY && tileOf(this.held) === tileOf(code) ? EMPTY : code;
  }
  /** What a click or Enter on a cell does: put the tile in hand there, or take up what lies there. */
  use(cell: number): void {
    if (this.puzzle.forbidden.includes(cell)) return;
    if (this.held === EMPTY) {
      if (this.board[cell] !== EMPTY) this.held = this.board[cell]!;
      return;
    }
    const code = this.held;
    this.held = EMPTY;
    this.become(put(this.board, code, cell));
  }
  /** Turns what is in hand or, with empty hands, what lies on the cell. */
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
    } else if (this.board[cell] !== EMPTY) {
      this.become(this.board.with(cell, change(this.board[cell]!)));
    }
  }
  turnInTray(tile: number, steps: number): void {
    this.lying = this.lying.with(tile, turnedCode(this.puzzle, this.lying[tile]!, steps));
    if (this.held !== EMPTY && tileOf(this.held) === tile) this.held = this.lying[tile]!;
  }
  liftFrom(cell: number): void {
    const code = this.board[cell]!;
    if (code !== EMPTY) this.lying = this.lying.with(tileOf(code), code);
    this.held = EMPTY;
    this.become(lift(this.board, cell));
  }
  move(right: number, down: number): void {
    const moved = moveBlock(this.puzzle, this.board, right, down);
    if (moved) this.become(moved);
    else if (this.puzzle.board.kind !== 'rectangle')
      toast('Only on a rectangle the whole block can be moved.');
    else toast('A tile would leave the board.');
  }
  clear(): void {
    this.held = EMPTY;
    this.become(emptyBoard(boardOf(this.puzzle.board).cells));
  }
  layOut(): void {
    this.held = EMPTY;
    this.become(startBoard(this.puzzle));
  }
  restart(): void {
    this.clear();
    this.seconds = 0;
    this.solved = false;
    this.save();
  }

  bookmark(): void {
    const { placed, matched, edges } = this.measures;
    const name = `${placed} placed, ${matched} of ${edges}`;
    this.bookmarks = [...this.bookmarks, { name, board: [...this.board] }];
    this.save();
    toast(`Bookmark “${name}” kept`);
  }
  rename(index: number, name: string): void {
    if (!name.trim()) return;
    this.bookmarks = this.bookmarks.with(index, { ...this.bookmarks[index]!, name: name.trim() });
    this.save();
  }
  comeBack(index: number): void {
    this.held = EMPTY;
    this.become(Int32Array.from(this.bookmarks[index]!.board));
  }
  forget(index: number): void {
    this.bookmarks = this.bookmarks.toSpliced(index, 1);
    this.save();
  }

  tick(): void {
    if (this.solved || this.measures.placed === 0) return;
    this.seconds++;
    if (this.seconds % 10 === 0) this.save();
  }

  /** Saves soon: many moves in a row are one write. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.saveNow(), SAVE_MS);
  }
  async saveNow(): Promise<void> {
    clearTimeout(this.#timer);
    const { board, seconds, solved, bookmarks } = this;
    await client
      .call('play.save', { puzzleId: this.id, play: { board: [...board], seconds, solved, bookmarks } })
      .catch((error: unknown) => toast(`The game was not saved: ${messageOf(error)}`, { tone: 'bad' }));
  }
}
