/** Ctrl+Z after deleting something or removing a tag: restores what this window removed, latest first. */
import type { BinKind } from '../../src-core/contract/bin.ts';
import { client, messageOf } from './client.svelte.ts';
import { dismiss, toast } from './toasts.svelte.ts';

interface Taken {
  /** Ctrl+Z restores the item in views that ask for this kind */
  readonly kind: BinKind;
  /** the message after the removal, such as "“Turtles” deleted" */
  readonly said: string;
  /** the message after restoring, such as "“Turtles” restored" */
  readonly back: string;
  readonly bringBack: () => Promise<unknown>;
}

interface Deleted {
  readonly kind: BinKind;
  readonly id: number;
  /** boards that were deleted together */
  readonly ids?: readonly number[];
  /** the name as the message shows it, such as “Turtles” */
  readonly name: string;
}

/** Removed items, the latest last, each with the number of the message that offers to restore it. */
const taken: (Taken & { readonly told: number })[] = [];

/** Shows a message that something was removed, with a button that restores it. */
export function tellTaken(item: Taken): void {
  const told = toast(item.said, { action: { title: 'Undo', run: () => void bringBack(gone) } });
  const gone = { ...item, told };
  taken.push(gone);
}

/** Shows a message that something was deleted, with a button that restores it. */
export const tellDeleted = ({ kind, id, ids, name }: Deleted): void =>
  tellTaken({
    kind,
    said: `${name} deleted`,
    back: `${name} restored`,
    bringBack: () =>
      ids ? client.call('boards.restoreAll', { ids }) : client.call('bin.restore', { kind, id }),
  });

/** Restores the item of these kinds that was removed last. */
export async function undoDelete(kinds: readonly BinKind[]): Promise<void> {
  const item = taken.findLast(({ kind }) => kinds.includes(kind));
  if (item) await bringBack(item);
  else toast('Nothing to restore here. It may be in Recently deleted.');
}

async function bringBack(item: (typeof taken)[number]): Promise<void> {
  const at = taken.indexOf(item);
  if (at >= 0) taken.splice(at, 1);
  // the message no longer applies, and the item can be restored only once
  dismiss(item.told);
  try {
    await item.bringBack();
    toast(item.back);
  } catch (error) {
    toast(`It could not be restored: ${messageOf(error)}`, { tone: 'bad' });
  }
}
