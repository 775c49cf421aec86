/** The puzzle being edited: its history, the selection, and the replies of the library. */
import type { EditStep } from '../../src-core/contract/editing.ts';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { mergedVersions } from '../../src-core/puzzle/versions.ts';
import { problemsOf } from '../../src-core/puzzle/validate.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import type { Face } from './operations.ts';
import { edited, firstChange, opened, redone, undone, type History } from './history.ts';

/** Another window saved the puzzle after this one opened or saved it. */
interface Conflict {
  /** what both versions started from */
  readonly base: EdgePuzzle;
  /** the other window's version, as it is in the library */
  readonly theirs: EdgePuzzle;
  readonly revision: string;
  readonly steps: readonly EditStep[];
  readonly position: number;
}

/** Which version to continue with. `copy` keeps both, in two puzzles. */
export type Version = 'mine' | 'theirs' | 'merged' | 'copy';

export class Editor {
  /** the puzzle's number; changes when an edit creates a copy */
  id = $state(0);
  /** why an edit creates a copy; empty if it does not */
  kept = $state('');
  history = $state.raw<History>()!;
  /** selected tile, and the edge of it that keys paint */
  tile = $state(0);
  side = $state(0);
  /** the face of the tile that is painted where both are shown */
  face = $state<Face>('front');
  /** the label the brush paints */
  brush = $state(0);
  readonly puzzle = $derived(this.history.puzzle);
  readonly problems = $derived(problemsOf(this.puzzle));
  saving = $state(false);
  /** until it is settled, nothing is saved */
  conflict = $state.raw<Conflict | null>(null);
  /** both versions in one; null if they overlap */
  readonly merged = $derived(
    this.conflict && mergedVersions(this.conflict.base, this.puzzle, this.conflict.theirs),
  );
  #saved: readonly EditStep[];
  #savedPosition: number;
  #savedName: string;
  /** the puzzle as this window saved or opened it last, and its revision */
  #base: EdgePuzzle;
  #revision: string;
  #queue: Promise<void> = Promise.resolve();

  readonly #oncopy: (id: number) => void;

  /** `oncopy`: called if the puzzle must not change, so that a copy is edited from now on. */
  constructor(
    saved: SavedPuzzle,
    puzzle: EdgePuzzle,
    steps: readonly EditStep[],
    position: number,
    oncopy: (id: number) => void,
  ) {
    this.id = saved.id;
    this.kept = saved.sample
      ? 'sample: your first edit makes a copy'
      : saved.runs + saved.solutions > 0
        ? 'has runs or boards: editing makes a copy'
        : '';
    this.#savedName = saved.name;
    this.#revision = saved.revision;
    this.#base = puzzle;
    this.#oncopy = oncopy;
    this.history = opened(puzzle, steps, position);
    this.#saved = steps;
    this.#savedPosition = position;
  }

  static async open(id: number, oncopy: (id: number) => void): Promise<Editor | null> {
    const [saved, { steps, position }] = await Promise.all([
      client.call('library.get', { id }),
      client.call('editing.open', { id }),
    ]);
    const { puzzle } = saved;
    return puzzle.kind === 'edge-matching' ? new Editor(saved, puzzle, steps, position, oncopy) : null;
  }

  /** Applies an edit. `join` makes it part of the last undo step. */
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
    // Saves run one after another. Each saves the latest state, so quick edits cause few saves.
    this.#queue = this.#queue.then(() => this.#save());
  }

  /**
   * Continues with one of two versions, in the other window's history. A version that is not chosen is one undo or
   * redo away.
   */
  async settle(choice: Version): Promise<void> {
    const { conflict, merged } = this;
    if (!conflict) return;
    this.conflict = null;
    if (choice === 'copy') {
      await this.#saveAsCopy();
      return;
    }
    const { theirs, revision } = conflict;
    const other = opened(theirs, conflict.steps, conflict.position);
    const next = edited(
      other,
      choice === 'merged' ? 'Merge both versions' : 'Keep my version',
      (choice === 'merged' ? merged : null) ?? this.puzzle,
    );
    [this.#saved, this.#savedPosition] = [other.steps, other.position];
    [this.#base, this.#savedName, this.#revision] = [theirs, theirs.name, revision];
    this.#become(choice === 'theirs' && next !== other ? undone(next) : next);
  }

  async #saveAsCopy(): Promise<void> {
    const { puzzle, steps, position } = this.history;
    const change = { puzzle, revision: this.#revision, from: 0, steps: [...steps], position, copy: true };
    try {
      const saved = await client.call('editing.save', { id: this.id, ...change });
      if (!saved) return;
      [this.#saved, this.#savedPosition] = [steps, position];
      [this.#base, this.#revision] = [{ ...puzzle, name: saved.name }, saved.revision];
      this.#goOnWithCopy(saved.id, saved.name, puzzle.name);
      this.#savedName = saved.name;
    } catch (error) {
      toast(`The copy was not saved: ${messageOf(error)}`, { tone: 'bad' });
    }
  }

  /** Loads what the other window saved. If it is what this window has, nothing needs to be settled. */
  async #meet(): Promise<void> {
    const [{ puzzle: theirs, revision }, { steps, position }] = await Promise.all([
      client.call('library.get', { id: this.id }),
      client.call('editing.open', { id: this.id }),
    ]);
    if (theirs.kind !== 'edge-matching') return;
    this.conflict = { base: this.#base, theirs, revision, steps, position };
    if (this.merged === theirs) void this.settle('theirs');
  }

  /** `sent`: the name sent to the library */
  #goOnWithCopy(id: number, name: string, sent: string): void {
    const original = this.#savedName;
    const isFirst = this.kept !== '';
    this.id = id;
    this.kept = '';
    // It may have been edited again before the reply, including its name.
    if (this.puzzle.name === sent) this.history = { ...this.history, puzzle: { ...this.puzzle, name } };
    this.#oncopy(id);
    toast(
      isFirst
        ? `You are now editing a copy. “${original}” stays as it is.`
        : `Your version is saved as “${name}”. “${original}” is the other window’s version.`,
      { lasting: true },
    );
  }

  async #save(): Promise<void> {
    if (this.conflict) return;
    const { puzzle, steps, position } = this.history;
    const from = firstChange(this.#saved, steps);
    if (from === this.#saved.length && from === steps.length && position === this.#savedPosition) return;
    this.saving = true;
    try {
      const changed = steps.slice(from).map((step) => ({ ...step, changes: [...step.changes] }));
      const change = { puzzle, revision: this.#revision, from, steps: changed, position };
      const saved = await client.call('editing.save', { id: this.id, ...change });
      if (!saved) {
        await this.#meet();
        return;
      }
      const { id, name, revision } = saved;
      [this.#saved, this.#savedPosition] = [steps, position];
      [this.#base, this.#revision] = [{ ...puzzle, name }, revision];
      if (id !== this.id) this.#goOnWithCopy(id, name, puzzle.name);
      this.#savedName = name;
    } catch (error) {
      toast(`The change was not saved: ${messageOf(error)}`, { tone: 'bad' });
    } finally {
      this.saving = false;
    }
  }
}
