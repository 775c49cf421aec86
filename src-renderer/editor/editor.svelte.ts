/** The puzzle being edited, with its history and selection. Also saves it in the library. */
import type { EditStep } from '../../src-core/contract/editing.ts';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { mergedVersions } from '../../src-core/puzzle/versions.ts';
import { problemsOf } from '../../src-core/puzzle/validate.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { copySaved, type Version } from '../base/save-puzzle.svelte.ts';
import { dismiss, toast } from '../base/toasts.svelte.ts';
import type { Face } from './operations.ts';
import { edited, firstChange, opened, redone, undone, type History } from './history.ts';

interface Theirs {
  /** the puzzle that both versions are based on */
  readonly base: EdgePuzzle;
  readonly theirs: EdgePuzzle;
  readonly revision: string;
  readonly steps: readonly EditStep[];
  readonly position: number;
}

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly revision: string;
  readonly kept: string;
  readonly puzzle: EdgePuzzle;
  readonly steps: readonly EditStep[];
  readonly position: number;
}

export class Editor {
  /** id of the puzzle; changes when an edit creates a copy and when undo returns to the original */
  id = $state(0);
  /** Why an edit would create a copy, as a sentence. Empty if edits change the puzzle itself. */
  kept = $state('');
  history = $state.raw<History>()!;
  /** the selected tile, and the side of it that a key press paints */
  tile = $state(0);
  side = $state(0);
  /** the face to paint, if both faces of the tile are shown */
  face = $state<Face>('front');
  /** the label that the brush paints */
  brush = $state(0);
  readonly puzzle = $derived(this.history.puzzle);
  readonly problems = $derived(problemsOf(this.puzzle));
  saving = $state(false);
  #theirs = $state.raw<Theirs | null>(null);
  /** the conflict with another window's version; nothing is saved until the user has chosen one of the versions */
  readonly conflict = $derived.by(() => {
    if (!this.#theirs) return null;
    const { base, theirs } = this.#theirs;
    return { base, mine: this.puzzle, theirs, merged: mergedVersions(base, this.puzzle, theirs) };
  });
  #stored: Stored;
  /** the puzzle that was copied, if the puzzle being edited is a copy */
  #original: Stored | null = null;
  /** the copy, while it is in the bin because all its edits were undone; the next edit restores the copy */
  #copy: Stored | null = null;
  /** number of the latest message that says which puzzle is being edited */
  #told = 0;
  #queue: Promise<void> = Promise.resolve();

  readonly #oncopy: (to: number, from: number) => void;

  /** `oncopy` is called when the editor switches from the original to a copy or back. */
  constructor(
    saved: SavedPuzzle,
    puzzle: EdgePuzzle,
    steps: readonly EditStep[],
    position: number,
    oncopy: (to: number, from: number) => void,
  ) {
    this.id = saved.id;
    this.kept = saved.sample
      ? 'sample: your first edit makes a copy'
      : saved.fixed
        ? 'has runs or boards: your first edit makes a copy'
        : '';
    this.#oncopy = oncopy;
    this.history = opened(puzzle, steps, position);
    const { id, name, revision } = saved;
    this.#stored = { id, name, revision, kept: this.kept, puzzle, steps, position };
  }

  static async open(id: number, oncopy: (to: number, from: number) => void): Promise<Editor | null> {
    const [saved, { steps, position }] = await Promise.all([
      client.call('library.get', { id }),
      client.call('editing.open', { id }),
    ]);
    const { puzzle } = saved;
    return puzzle.kind === 'edge-matching' ? new Editor(saved, puzzle, steps, position, oncopy) : null;
  }

  /** Applies an edit. With `join`, the edit becomes part of the previous undo step. */
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
    this.side = Math.min(side, (this.puzzle.tiles[this.tile]?.edges.length ?? 1) - 1);
    if (this.puzzle.turns !== 'flip') this.face = 'front';
  }

  #become(history: History): void {
    if (history === this.history) return;
    this.history = history;
    this.select(this.tile);
    // Only one save runs at a time, and it saves the latest state. So several quick edits take only a few saves.
    this.#queue = this.#queue.then(() => this.#save());
  }

  /**
   * Continues with the version that the user chose. Takes over the other window's undo history and extends it, so that
   * undo and redo lead from one version to the other.
   */
  async settle(choice: Version): Promise<void> {
    const saved = this.#theirs;
    const merged = this.conflict?.merged;
    if (!saved) return;
    this.#theirs = null;
    if (choice === 'copy') {
      await this.#saveAsCopy();
      return;
    }
    const { theirs, revision } = saved;
    const other = opened(theirs, saved.steps, saved.position);
    const next = edited(
      other,
      choice === 'merged' ? 'Merge both versions' : 'Keep my version',
      (choice === 'merged' ? merged : null) ?? this.puzzle,
    );
    const { steps, position } = other;
    this.#stored = { ...this.#stored, name: theirs.name, revision, puzzle: theirs, steps, position };
    this.#original = this.#copy = null;
    this.#become(choice === 'theirs' && next !== other ? undone(next) : next);
  }

  async #saveAsCopy(): Promise<void> {
    const { puzzle, steps, position } = this.history;
    const { name: other, revision: known } = this.#stored;
    const change = { puzzle, revision: known, from: 0, steps: [...steps], position, copy: true };
    try {
      const saved = await client.call('editing.save', { id: this.id, ...change });
      if (!saved) return;
      this.#stored = { ...saved, kept: '', puzzle: { ...puzzle, name: saved.name }, steps, position };
      this.#original = this.#copy = null;
      this.#follow(puzzle.name);
      copySaved(saved.name, other);
    } catch (error) {
      toast(`The copy could not be saved: ${messageOf(error)}`, { tone: 'bad' });
    }
  }

  /**
   * Loads the other window's version. If it includes all changes made in this window, continues with it without
   * asking.
   */
  async #meet(): Promise<void> {
    const [{ puzzle: theirs, revision }, { steps, position }] = await Promise.all([
      client.call('library.get', { id: this.id }),
      client.call('editing.open', { id: this.id }),
    ]);
    if (theirs.kind !== 'edge-matching') return;
    this.#theirs = { base: this.#stored.puzzle, theirs, revision, steps, position };
    if (this.conflict?.merged === theirs) void this.settle('theirs');
  }

  async #save(): Promise<void> {
    if (this.conflict) return;
    const { steps, position, kept } = this.#stored;
    // If edits go to a copy and all of them have been undone, this puzzle is unchanged and needn't be saved. The steps
    // that can be redone are stored only with the copy.
    if (kept && isAt(this.history, this.#stored)) return;
    const from = firstChange(steps, this.history.steps);
    if (from === steps.length && from === this.history.steps.length && position === this.history.position)
      return;
    this.saving = true;
    try {
      if (await this.#returnToOriginal()) return;
      await this.#continueCopy();
      await this.#store();
    } catch (error) {
      toast(`The change could not be saved: ${messageOf(error)}`, { tone: 'bad' });
    } finally {
      this.saving = false;
    }
  }

  async #store(): Promise<void> {
    const before = this.#stored;
    const { puzzle, steps, position } = this.history;
    const from = firstChange(before.steps, steps);
    const changed = steps.slice(from).map((step) => ({ ...step, changes: [...step.changes] }));
    const change = { puzzle, revision: before.revision, from, steps: changed, position };
    const saved = await client.call('editing.save', { id: before.id, ...change });
    if (!saved) {
      await this.#meet();
      return;
    }
    const isCopy = saved.id !== before.id;
    const kept = isCopy ? '' : before.kept;
    this.#stored = { ...saved, kept, puzzle: { ...puzzle, name: saved.name }, steps, position };
    if (!isCopy) return;
    this.#original = before;
    this.#follow(puzzle.name);
    this.#tell(editingCopy(before.name), true);
  }

  /**
   * If all edits of the copy have been undone, moves the copy to the bin and returns to the original. Returns whether
   * this happened.
   */
  async #returnToOriginal(): Promise<boolean> {
    const [original, copy] = [this.#original, this.#stored];
    if (!original || !isAt(this.history, original)) return false;
    this.#original = null;
    const { runs, solutions, revision } = await client.call('library.get', { id: copy.id });
    // Keep the copy if it has runs or boards, or if another window has changed it.
    if (runs + solutions > 0 || revision !== copy.revision) return false;
    this.#copy = copy;
    this.#stored = original;
    this.#follow(this.puzzle.name);
    this.#tell(
      `You are editing “${original.name}” again, because you undid all changes to the copy. The copy is in Recently deleted.`,
    );
    await client.call('library.remove', { id: copy.id });
    return true;
  }

  /**
   * If `#returnToOriginal` moved a copy to the bin, restores this copy and continues editing it. Does nothing if the
   * copy no longer exists. Saving the next edit then creates a new copy.
   */
  async #continueCopy(): Promise<void> {
    const [original, copy] = [this.#stored, this.#copy];
    if (!copy) return;
    this.#copy = null;
    try {
      await client.call('library.restore', { id: copy.id });
    } catch {
      return;
    }
    this.#original = original;
    this.#stored = copy;
    this.#follow(original.name);
    this.#tell(editingCopy(original.name), true);
  }

  /** Shows a message about the puzzle being edited. It replaces the previous message, which is no longer true. */
  #tell(text: string, lasting = false): void {
    dismiss(this.#told);
    this.#told = toast(text, { lasting });
  }

  /**
   * Switches to the puzzle as stored in the library. `sent`: the name that was sent to the library. If the user has
   * typed another name in the meantime, keeps it. Otherwise uses the stored name.
   */
  #follow(sent: string): void {
    const { id, name, kept } = this.#stored;
    const before = this.id;
    this.id = id;
    this.kept = kept;
    if (this.puzzle.name === sent) this.history = { ...this.history, puzzle: { ...this.puzzle, name } };
    this.#oncopy(id, before);
  }
}

/**
 * Returns whether a history is at the position stored in the library. Later steps, which can be redone, don't matter.
 */
const isAt = ({ steps, position }: History, stored: Stored): boolean =>
  position === stored.position && firstChange(stored.steps, steps) >= position;

const editingCopy = (original: string): string => `You are now editing a copy. “${original}” stays as it is.`;
