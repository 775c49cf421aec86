/**
 * Restores deleted items, and tags that were removed or renamed. Ctrl+Z undoes the latest such change made in this
 * window that hasn't been undone yet.
 */
import type { BinKind } from '../../src-core/contract/bin.ts';
import { client, messageOf } from './client.svelte.ts';
import { dismiss, toast } from './toasts.svelte.ts';

interface Removed {
  /** kind of the item; Ctrl+Z restores it only in views that pass this kind to `undoDelete` */
  readonly kind: BinKind;
  /** the message after the removal, such as "“Turtles” deleted" */
  readonly removedText: string;
  /** the message after restoring, such as "“Turtles” restored" */
  readonly restoredText: string;
  readonly restore: () => Promise<unknown>;
}

interface Deleted {
  readonly kind: BinKind;
  readonly id: number;
  /** ids of boards deleted together */
  readonly ids?: readonly number[];
  /** the name as shown in the message, such as “Turtles” */
  readonly name: string;
}

/** Removed items, latest last. Each has the id of the message that offers to restore it. */
const removedItems: (Removed & { readonly toastId: number })[] = [];

/** Shows a message that something was removed, with a button that restores it. */
export function tellRemoved(item: Removed): void {
  const toastId = toast(item.removedText, { action: { title: 'Undo', run: () => void restore(gone) } });
  const gone = { ...item, toastId };
  removedItems.push(gone);
}

/** Shows a message that something was deleted, with a button that restores it. */
export const tellDeleted = ({ kind, id, ids, name }: Deleted): void =>
  tellRemoved({
    kind,
    removedText: `${name} deleted`,
    restoredText: `${name} restored`,
    restore: () =>
      ids ? client.call('boards.restoreAll', { ids }) : client.call('bin.restore', { kind, id }),
  });

/** Restores an item from *Recently deleted* and tells the user whether that worked. */
export async function restoreDeleted({ kind, id, name }: Omit<Deleted, 'ids'>): Promise<void> {
  try {
    await client.call('bin.restore', { kind, id });
    toast(`${name} restored`);
  } catch (error) {
    toast(`${name} could not be restored: ${messageOf(error)}`, { tone: 'bad' });
  }
}

/** Restores the most recently removed item of these kinds. */
export async function undoDelete(kinds: readonly BinKind[]): Promise<void> {
  const item = removedItems.findLast(({ kind }) => kinds.includes(kind));
  if (item) await restore(item);
  else toast('There is nothing to undo here. Look in Recently deleted.');
}

async function restore(item: (typeof removedItems)[number]): Promise<void> {
  const at = removedItems.indexOf(item);
  if (at >= 0) removedItems.splice(at, 1);
  // dismiss the message, because the item can be restored only once
  dismiss(item.toastId);
  try {
    await item.restore();
    toast(item.restoredText);
  } catch (error) {
    toast(`This could not be undone: ${messageOf(error)}`, { tone: 'bad' });
  }
}
