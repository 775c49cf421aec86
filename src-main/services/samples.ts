import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Store } from '../store/store.ts';

const Index = v.array(v.object({ file: v.string() }));

/**
 * Adds the puzzles that come with the application in the order of the folder's index.json, each once: a
 * sample that was removed stays away.
 */
export function importSamples(store: Store, dir: string): void {
  const index = path.join(dir, 'index.json');
  if (!existsSync(index)) return;
  const known = new Set(store.settings.mark('samples')?.split('\n'));
  const listed = v.parse(Index, JSON.parse(readFileSync(index, 'utf8')));
  const files = listed.map(({ file }) => file).filter((file) => !known.has(file));
  if (files.length === 0) return;
  store.together(() => {
    for (const file of files) {
      const json: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
      store.puzzles.add(v.parse(Puzzle, (json as { puzzle?: unknown }).puzzle ?? json), true);
      known.add(file);
    }
    store.settings.setMark('samples', [...known].join('\n'));
  });
}
