/** The puzzle being edited: its history, what is selected, and what the library and the solver say of it. */
import type { EditStep } from '../../src-core/contract/editing.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { problemsOf } from '../../src-core/puzzle/validate.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { edited, firstChange, opened, redone, undone, type History } from './history.ts';

export class Editor {
  readonly id: number;
  history = $state.raw<History>()!;
  /** tile, and the edge of it that keys paint */
  tile = $state(0);
  side = $state(0);
  /** the label the brush paints */
  brush = $state(0);
  readonly puzzle = $derived(this.history.puzzle);
  readonly problems = $derived(problemsOf(this.puzzle));
  saving = $state(false);
  #saved: readonly EditStep[];
  #savedPosition: number;
  #queue: Promise<void> = Promise.resolve();

  constructor(id: number, puzzle: EdgePuzzle, steps: readonly EditStep[], position: number) {
    this.id = id;
    this.history = opened(puzzle, steps, position);
    this.#saved = steps;
    this.#savedPosition = position;
  }

  static async open(id: number): Promise<Editor | null> {
    const [{ puzzle }, { steps, position }] = await Promise.all([
      client.call('library.get', { id }),
      client.call('editing.open', { id }),
    ]);
    return puzzle.kind === 'edge-matching' ? new Editor(id, puzzle, steps, position) : null;
  }

  /** Carries out an edit; `join` makes it part of the last step. */
  do(title: string, edit: (puzzle: EdgePuzzle) => EdgePuzzle, join = false): void {
    this.#become(edited(this.history, title, edit(this.puzzle), join));
  }
  undo(): void {
    this.#become(undone(this.history));
  }
  redo(): void {
    this.#become(redone(this.history));
  }
  get canUndo(): boolean {
    return this.history.position > 0;
  }
  get canRedo(): boolean {
    return this.history.position < this.history.steps.length;
  }
  get undoTitle(): string {
    return this.history.steps[this.history.position - 1]?.title ?? '';
  }
  get redoTitle(): string {
    return this.history.steps[this.history.position]?.title ?? '';
  }

  select(tile: number, side = this.side): void {
    this.tile = Math.max(0, Math.min(tile, this.puzzle.tiles.length - 1));
    this.side = side;
  }

  #become(history: History): void {
    if (history === this.history) return;
    this.history = history;
    this.select(this.tile);
    // One save after the other; each takes the newest state, so a fast hand makes few of them.
    this.#queue = this.#queue.then(() => this.#save());
  }

  async #save(): Promise<void> {
    const { puzzle, steps, position } = this.history;
    const from = firstChange(this.#saved, steps);
    if (from === this.#saved.length && from === steps.length && position === this.#savedPosition) return;
    this.saving = true;
    try {
      const changed = steps.slice(from).map((step) => ({ ...step, changes: [...step.changes] }));
      await client.call('editing.save', { id: this.id, puzzle, from, steps: changed, position });
      [this.#saved, this.#savedPosition] = [steps, position];
    } catch (error) {
      toast(`The change was not saved: ${messageOf(error)}`, { tone: 'bad' });
    } finally {
      this.saving = false;
    }
  }
}
