// A disk that fills up at a random moment. Every puzzle reported as stored is in the library, and the host continues. A
// limit on the size of files (ulimit -f) simulates the full disk.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { random } from '../../src-core/random.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

export const disk: Part = async (seed, going) => {
  if (process.platform === 'win32') return { count: 0, tried: 'skipped: no ulimit here', failures: [] };
  const chance = random(seed, 6);
  const failures: string[] = [];
  let tried = 0;
  let full = 0;
  let stored = 0;
  do {
    const dir = temporaryDir();
    (await Store.open(dir, 'torture')).close();
    // The shell's `ulimit` counts in blocks of 512 or 1024 bytes.
    const blocks = 500 + chance.below(2500);
    const writer = path.resolve(import.meta.dirname, 'disk-writer.ts');
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `ulimit -f ${blocks}; exec "$0" "$1" "$2"`, process.execPath, writer, dir],
      { encoding: 'utf8', timeout: 120_000 },
    );
    tried++;
    const reported = [...stdout.matchAll(/^STORED (\d+) (.*)$/gm)].map(([, id, name]) => ({
      id: Number(id),
      name: name!,
    }));
    if (/^FULL /m.test(stdout)) full++;
    if (status !== 0) failures.push(`ended with ${status}: ${stderr.slice(-300)}`);
    try {
      const store = await Store.open(dir, 'torture');
      for (const { id, name } of reported) {
        stored++;
        if (store.puzzles.get(id).puzzle.name !== name)
          failures.push(`puzzle ${id} is not the one that was stored`);
      }
      store.close();
    } catch (error) {
      failures.push(`${databaseFile(dir)}: ${String(error).slice(0, 200)}`);
    }
    removeDir(dir);
  } while (going(tried));
  return {
    count: tried,
    tried: `${tried} disks of different sizes, ${full} of them filled; ${stored} stored puzzles were all there`,
    failures,
  };
};
