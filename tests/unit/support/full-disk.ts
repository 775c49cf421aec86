// Writes a milestone, an export and a backup until the disk is full: node full-disk.ts LIBRARY FOLDER. Prints the
// result of each attempt as JSON.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Milestones } from '../../../src-main/solver-process/milestones.ts';
import { Store } from '../../../src-main/store/store.ts';
import { writeWhole } from '../../../src-main/write-whole.ts';

const [library, folder] = process.argv.slice(2) as [string, string];
const large = Buffer.alloc(4 * 2 ** 20, 1);
const said = async (write: () => unknown): Promise<string> => {
  try {
    await write();
    return 'written';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

const store = await Store.open(library, 'test');
const milestones = new Milestones(path.join(folder, 'milestones'), 'a job');
milestones.keep(0, { units: 1 });
const exported = path.join(folder, 'exported.txt');
writeFileSync(exported, 'the earlier export');
console.log(
  JSON.stringify({
    milestone: await said(() => milestones.keep(0, { units: 2, large })),
    left: [...milestones.of(0)],
    export: await said(() => writeWhole(exported, [large])),
    backup: await said(() => store.backUp(path.join(folder, 'backup.edgewise-library'))),
  }),
);
store.close();
