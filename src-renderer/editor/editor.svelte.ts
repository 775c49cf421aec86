/** The puzzle being edited: its history, what is selected, and what the library and the solver say of it. */
import { untrack } from 'svelte';
import type { DesignResult, DesignTask } from '../../src-core/contract/design.ts';
import type { EditStep } from '../../src-core/contract/editing.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { problemsOf } from '../../src-core/puzzle/validate.ts';
import { client, messageOf, onHostEvent } from '../client.svelte.ts';
import { toast } from '../components/toasts.svelte.ts';
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

export interface DesignState<K extends DesignTask['kind']> {
  readonly result: (DesignResult & { kind: K }) | null;
  readonly working: boolean;
  readonly error: string;
}

/** One design task at a time: a new one takes the place of the last. Call `stop` when it is no longer wanted. */
export class DesignJob<K extends DesignTask['kind']> {
  state = $state.raw<DesignState<K>>({ result: null, working: false, error: '' });
  #job = 0;
  #asked = 0;
  #forget: (() => void) | null = null;

  async start(task: DesignTask & { kind: K }): Promise<void> {
    this.stop();
    const asked = ++this.#asked;
    this.state = { result: null, working: true, error: '' };
    const early = new Map<number, Parameters<Parameters<typeof onHostEvent<'design.progress'>>[1]>[0]>();
    this.#forget = onHostEvent('design.progress', (event) => {
      if (this.#job === 0) early.set(event.job, event);
      else if (event.job === this.#job) this.#hear(event);
    });
    try {
      const { job } = await client.call('design.start', task);
      if (asked !== this.#asked) {
        await client.call('design.stop', { job });
        return;
      }
      this.#job = job;
      const missed = early.get(job);
      if (missed) this.#hear(missed);
    } catch (error) {
      if (asked === this.#asked) this.state = { result: null, working: false, error: messageOf(error) };
    }
  }

  #hear(event: { result: DesignResult | null; done: boolean; error: string }): void {
    this.state = {
      result: event.result as DesignState<K>['result'],
      working: !event.done,
      error: event.error,
    };
    if (event.done) this.#release();
  }

  stop(): void {
    this.#asked++;
    if (this.#job > 0) client.call('design.stop', { job: this.#job }).catch(() => undefined);
    this.#release();
    this.state = { ...untrack(() => this.state), working: false };
  }

  /** As if nothing had been asked. */
  reset(): void {
    this.stop();
    this.state = { result: null, working: false, error: '' };
  }

  #release(): void {
    this.#job = 0;
    this.#forget?.();
    this.#forget = null;
  }
}
