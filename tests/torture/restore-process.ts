// Restores a backup, while the test kills this process: node restore-process.ts DIR BACKUP. Prints a line before the
// restore begins.
import { Store } from '../../src-main/store/store.ts';

const [dir, backup] = process.argv.slice(2) as [string, string];
const store = await Store.open(dir, 'torture');
console.log('restoring');
await store.restoreFrom(backup);
store.close();
