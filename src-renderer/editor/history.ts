/**
 * Unlimited undo and redo: a puzzle, all edits to it, and how many of them are applied. All of this is immutable,
 * so histories can share parts.
 */
import type { EditChange, EditStep } from '../../src-core/contract/editing.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

export interface History {
  readonly puzzle: EdgePuzzle;
  readonly steps: readonly EditStep[];
  /** number of steps applied; the steps after it can be redone */
  readonly position: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a stored history, or an empty one if the stored steps don't lead to this puzzle. */
export function opened(puzzle: EdgePuzzle, steps: readonly EditStep[], position: number): History {
  const last = steps[position - 1];
  const fits = !last || last.changes.every((change) => same(valueAt(puzzle, change), change.after));
  return fits ? { puzzle, steps, position } : { puzzle, steps: [], position: 0 };
}

/**
 * Returns the history after an edit. With `join`, the edit becomes part of the last step, as when a name is being
 * typed. An edit that changes nothing returns the same history.
 */
export function edited(history: History, title: string, puzzle: EdgePuzzle, join = false): History {
  const { position } = history;
  const last = join ? history.steps[position - 1] : undefined;
  const before = last ? stepped(history.puzzle, last.changes, 'before') : history.puzzle;
  if (changesBetween(history.puzzle, puzzle).length === 0) return history;
  const step: EditStep = { title: last?.title ?? title, changes: changesBetween(before, puzzle) };
  const steps = [...history.steps.slice(0, last ? position - 1 : position), step];
  return { puzzle, steps, position: steps.length };
}

export function undone(history: History): History {
  const step = history.steps[history.position - 1];
  if (!step) return history;
  return {
    ...history,
    puzzle: stepped(history.puzzle, step.changes, 'before'),
    position: history.position - 1,
  };
}

export function redone(history: History): History {
  const step = history.steps[history.position];
  if (!step) return history;
  return {
    ...history,
    puzzle: stepped(history.puzzle, step.changes, 'after'),
    position: history.position + 1,
  };
}

/** Returns the index of the first step that differs from the saved ones. The library needs the steps from there on. */
export function firstChange(saved: readonly EditStep[], steps: readonly EditStep[]): number {
  let same = 0;
  while (same < saved.length && same < steps.length && saved[same] === steps[same]) same++;
  return same;
}

function stepped(puzzle: EdgePuzzle, changes: readonly EditChange[], to: 'before' | 'after'): EdgePuzzle {
  const fields = new Map<string, unknown>(Object.entries(puzzle));
  for (const change of changes) {
    const value = change[to];
    if (change.index !== undefined) {
      fields.set(change.field, (fields.get(change.field) as unknown[]).with(change.index, value));
    } else if (value === undefined) {
      fields.delete(change.field);
    } else {
      fields.set(change.field, value);
    }
  }
  return Object.fromEntries(fields) as unknown as EdgePuzzle;
}

/**
 * Returns the fields that an edit changed. If a list still has the same length, returns only the items that changed.
 */
function changesBetween(before: EdgePuzzle, after: EdgePuzzle): EditChange[] {
  const [old, next] = [before as Fields, after as Fields];
  const changes: EditChange[] = [];
  for (const field of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const [was, is] = [old[field], next[field]];
    if (was === is) continue;
    if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
      was.forEach((item: unknown, index) => {
        if (!same(item, is[index])) changes.push({ field, index, before: item, after: is[index] as unknown });
      });
    } else if (!same(was, is)) {
      changes.push({
        field,
        ...(was === undefined ? {} : { before: was }),
        ...(is === undefined ? {} : { after: is }),
      });
    }
  }
  return changes;
}

const valueAt = (puzzle: EdgePuzzle, { field, index }: EditChange): unknown => {
  const value = (puzzle as Fields)[field];
  return index === undefined ? value : (value as readonly unknown[] | undefined)?.[index];
};

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
