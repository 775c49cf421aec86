// Restores a backup, and is killed while it does: node restore-process.ts DIR BACKUP. Prints a line before it starts.
import { Store } from '../../src-main/store/store.ts';

const [dir, backup] = process.argv.slice(2) as [string, string];
const store = await Store.open(dir, 'torture');
console.log('restoring');
await store.restoreFrom(backup);
store.close();
