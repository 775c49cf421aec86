import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Store } from '../store/store.ts';

/** Adds the puzzles that come with the application, each once: a sample that was removed stays away. */
export function importSamples(store: Store, dir: string): void {
  if (!existsSync(dir)) return;
  const known = new Set(store.settings.mark('samples')?.split('\n'));
  const files = readdirSync(dir).filter((file) => file.endsWith('.edgewise') && !known.has(file));
  if (files.length === 0) return;
  store.together(() => {
    for (const file of files.sort()) {
      const json: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
      store.puzzles.add(v.parse(Puzzle, (json as { puzzle?: unknown }).puzzle ?? json), true);
      known.add(file);
    }
    store.settings.setMark('samples', [...known].join('\n'));
  });
}
