/** Ctrl+Z after deleting: what this window deleted last comes back, one after the other. */
import type { BinKind } from '../../src-core/contract/bin.ts';
import { client, messageOf } from './client.svelte.ts';
import { toast } from './toasts.svelte.ts';

interface Deleted {
  readonly kind: BinKind;
  readonly id: number;
  /** boards that went together */
  readonly ids?: readonly number[];
  /** for people: “Turtles” */
  readonly name: string;
}

const deleted: Deleted[] = [];

/** Tells that something was deleted, with the way back. */
export function tellDeleted(item: Deleted): void {
  deleted.push(item);
  toast(`${item.name} deleted`, { action: { title: 'Undo', run: () => void bringBack(item) } });
}

/** Brings back what was deleted last, of these kinds. */
export async function undoDelete(kinds: readonly BinKind[]): Promise<void> {
  const item = deleted.findLast(({ kind }) => kinds.includes(kind));
  if (item) await bringBack(item);
  else toast('Nothing to bring back here. What was deleted earlier is under “Recently deleted”.');
}

async function bringBack(item: Deleted): Promise<void> {
  const at = deleted.indexOf(item);
  if (at >= 0) deleted.splice(at, 1);
  try {
    if (item.ids) await client.call('solutions.restoreAll', { ids: item.ids });
    else await client.call('bin.restore', { kind: item.kind, id: item.id });
    toast(`${item.name} is back`);
  } catch (error) {
    toast(`It was not restored: ${messageOf(error)}`, { tone: 'bad' });
  }
}
