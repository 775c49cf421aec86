import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Store } from '../store/store.ts';

const Index = v.array(v.object({ file: v.string(), group: v.string() }));

/**
 * Adds the puzzles that come with the application, in the order of index.json. Each is added only once, so a sample
 * that was removed doesn't come back.
 */
export function importSamples(store: Store, dir: string): void {
  const index = path.join(dir, 'index.json');
  if (!existsSync(index)) return;
  const known = new Set(store.settings.mark('samples')?.split('\n'));
  const listed = v.parse(Index, JSON.parse(readFileSync(index, 'utf8')));
  const read = (file: string): Puzzle => {
    const json: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
    return v.parse(Puzzle, (json as { puzzle?: unknown }).puzzle ?? json);
  };
  if (store.puzzles.hasSamplesWithoutGroup) {
    for (const { file, group } of listed) if (known.has(file)) store.puzzles.setGroup(read(file).name, group);
  }
  const added = listed.filter(({ file }) => !known.has(file));
  if (added.length === 0) return;
  store.together(() => {
    for (const { file, group } of added) {
      store.puzzles.add(read(file), { group });
      known.add(file);
    }
    store.settings.setMark('samples', [...known].join('\n'));
  });
}
