/** Actions for a puzzle that several places offer: the library, the puzzle's own view and the palette. */
import { copyName } from '../../src-core/puzzle/copy-name.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { tellDeleted } from '../base/undo-delete.ts';
import { go } from '../base/route.svelte.ts';

const failed = (what: string) => (error: unknown) => toast(`${what}: ${messageOf(error)}`, { tone: 'bad' });

let duplicating = false;
/** Adds a copy of a puzzle and opens it. Until the copy exists, further calls are ignored. */
export async function duplicatePuzzle(puzzle: Puzzle): Promise<void> {
  if (duplicating) return;
  duplicating = true;
  await client.call('library.add', { puzzle: { ...puzzle, name: copyName(puzzle.name) } }).then((saved) => {
    toast(`“${saved.name}” added`);
    go('puzzle', [saved.id]);
  }, failed('The puzzle could not be duplicated'));
  duplicating = false;
}

/** Deletes a puzzle without asking. The user can restore it with the message's button or with Ctrl+Z. */
export async function removePuzzle({ id, name }: { id: number; name: string }): Promise<void> {
  await client
    .call('library.remove', { id })
    .then(
      () => tellDeleted({ kind: 'puzzle', id, name: `“${name}”` }),
      failed('The puzzle could not be deleted'),
    );
}
