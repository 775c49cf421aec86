// Writes to a library until the disk is full: node full-checkpoint.ts DIR. Prints the names of what was stored, and
// whether the library counts as lost.
import { Store } from '../../../src-main/store/store.ts';

const store = await Store.open(process.argv[2]!, 'test');
const stored: string[] = [];
for (let i = 0; i < 60; i++) {
  try {
    store.together(() => store.settings.setMark(`mark ${i}`, 'x'.repeat(400_000)));
    stored.push(`mark ${i}`);
  } catch {
    // The disk is full, so this mark was not stored.
  }
}
// The store reports a lost library in a later turn of the event loop.
await new Promise(setImmediate);
store.close();
console.log(JSON.stringify({ stored, lost: store.lost }));
