// Damaged libraries are either rejected with a message and left unchanged, or opened and fully readable. A rescue
// saves everything that can be read and never changes the damaged file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { random, type Random } from '../../src-core/random.ts';
import { noFigures } from '../../src-core/run/figures.ts';
import { checkBoard } from '../../src-main/services/check-result.ts';
import { rescue } from '../../src-main/store/rescue.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { allOf } from '../integration/host.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const PUZZLES = 30;

export async function library(dir: string): Promise<Buffer> {
  const store = await Store.open(dir, 'torture');
  for (let seed = 1; seed <= PUZZLES; seed++) {
    const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 5, seed });
    const { id } = store.puzzles.add({ ...puzzle, name: `Puzzle ${seed}` });
    const run = store.runs.add(allOf(id), 1, store.puzzles.snapshot(store.puzzles.get(id).puzzle));
    store.runs.addCheckpoint(run, new Uint8Array(2000).fill(seed), { ...noFigures, nodes: seed });
    store.boards.add({ puzzleId: id, runId: run, ...checkBoard(puzzle, solution) });
  }
  store.close();
  return readFileSync(databaseFile(dir));
}

export function damaged(whole: Buffer, chance: Random): Buffer {
  const bytes = Buffer.from(whole);
  const at = chance.below(bytes.length);
  switch (chance.below(5)) {
    case 0:
      bytes[at]! ^= 1 << chance.below(8);
      return bytes;
    case 1:
      return bytes.fill(chance.below(256), at, at + 1 + chance.below(64));
    case 2: {
      const page = 4096 * chance.below(bytes.length / 4096);
      return bytes.fill(chance.below(2) * 255, page, page + 4096);
    }
    case 3:
      return bytes.subarray(0, at);
    default:
      for (let i = 0; i < 20; i++) bytes[chance.below(bytes.length)] = chance.below(256);
      return bytes;
  }
}

/**
 * Matches Edgewise's own messages about missing rows, and about invalid content in a file that SQLite considers valid.
 */
export const OWN_ERROR = /^Error: (There is no \w+ \d+\.$|.* is damaged in the library file\.)/s;

/** Reads everything that a user could ask for. */
export function readAll(store: Store): void {
  for (const { id } of store.puzzles.list()) {
    store.puzzles.get(id);
    store.boards.count(id);
    store.edits.get(id);
  }
  for (const { id } of store.runs.list({ offset: 0, limit: 1000 }).items) {
    store.runs.get(id);
    store.runs.puzzle(id);
    store.runs.checkpoints(id);
    store.samples.list(id);
  }
  for (const { id } of store.boards.list({ sort: 'board', offset: 0, limit: 1000 }).items)
    store.boards.get(id);
  store.settings.get();
}

export const databases: Part = async (seed, going) => {
  const chance = random(seed, 3);
  const root = temporaryDir();
  const whole = await library(path.join(root));
  const failures: string[] = [];
  const counts = { tried: 0, refused: 0, opened: 0, rescued: 0, saved: 0, raw: 0 };
  do {
    const dir = path.join(root, String(counts.tried++));
    mkdirSync(path.join(dir, 'new'), { recursive: true });
    const file = databaseFile(dir);
    const bytes = damaged(whole, chance);
    writeFileSync(file, bytes);
    let opened = false;
    try {
      const store = await Store.open(dir, 'torture');
      opened = true;
      counts.opened++;
      try {
        readAll(store);
      } catch (error) {
        if (!OWN_ERROR.test(String(error))) {
          counts.raw++;
          failures.push(`opened, then: ${String(error).slice(0, 200)}`);
        }
      }
      store.close();
    } catch (error) {
      if (!opened) counts.refused++;
      const message = (error as Error).message;
      if (!/can't be opened: .*left untouched/s.test(message))
        failures.push(`refused with: ${message.slice(0, 200)}`);
      if (!readFileSync(file).equals(bytes)) failures.push('a refused library was changed');
    }
    if (!opened && bytes.length > 0) {
      try {
        const saved = rescue(file, databaseFile(path.join(dir, 'new'))).find(
          ({ table }) => table === 'puzzle',
        )!.saved;
        counts.rescued++;
        counts.saved += saved;
        const fresh = await Store.open(path.join(dir, 'new'), 'torture');
        readAll(fresh);
        fresh.close();
      } catch (error) {
        const message = (error as Error).message;
        if (
          !/^Nothing in the library can be read|^The library’s list of tables|^The library was written by a newer/.test(
            message,
          )
        )
          failures.push(`rescue: ${message.slice(0, 200)}`);
      }
      if (!readFileSync(file).equals(bytes)) failures.push('the rescue changed the damaged library');
    }
    removeDir(dir);
  } while (going(counts.tried) && failures.length < 500);
  removeDir(root);
  const { tried, refused, opened, rescued, saved } = counts;
  const mean = rescued === 0 ? 0 : (100 * saved) / (rescued * PUZZLES);
  return {
    count: tried,
    tried: `${tried} damaged libraries, ${refused} refused, ${opened} opened; ${rescued} rescued, with ${mean.toFixed(1)} % of their puzzles`,
    failures,
  };
};
