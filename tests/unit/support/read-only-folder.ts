// Makes the folder of an open library read-only, then stores marks in the library: node read-only-folder.ts DIR [UID].
// Prints the names of the marks that were stored, and the first error. With UID, runs as that user.
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Store } from '../../../src-main/store/store.ts';

const [dir, user] = process.argv.slice(2) as [string, string?];
// Load native code before changing the user, because the new user might not have access to its folder.
new Database(':memory:').close();
if (user !== undefined) {
  process.setgid!(Number(user));
  process.setuid!(Number(user));
}
const store = await Store.open(dir, 'test');
const stored: string[] = [];
let error = '';
let lost = '';
store.onLost((message) => (lost = message));
for (const name of readdirSync(dir)) chmodSync(path.join(dir, name), 0o400);
chmodSync(dir, 0o500);
try {
  // Write more than fits into one journal, so that the journal has to be written to the library.
  for (let i = 0; i < 300; i++) {
    store.together(() => store.settings.setMark(`mark ${i}`, 'x'.repeat(20_000)));
    stored.push(`mark ${i}`);
  }
} catch (fault) {
  error = String(fault);
}
store.close();
process.stdout.write(JSON.stringify({ stored, error, lost }));
