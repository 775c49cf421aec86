import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A picture in the documentation, in the folder docs/images. */
export interface PictureSources {
  readonly file: string;
  /** folders with the code of the view in the picture */
  readonly sources: readonly string[];
  /** hash of the sources when the picture was taken */
  readonly hash?: string;
}

/** Returns a hash of all files in these folders of the repository. */
export function hashOf(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((folder) => globSync(`${folder}/**/*.{ts,svelte,css}`, { cwd: root })).sort();
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Returns a warning for each picture whose view has changed, and for each file that isn't a known picture. */
export function pictureWarnings(root: string, pictures: readonly PictureSources[]): string[] {
  const stale = pictures.filter(({ sources, hash }) => hashOf(root, sources) !== hash);
  const known = new Set(['pictures.json', ...pictures.map(({ file }) => file)]);
  const unknown = readdirSync(path.join(root, 'docs/images')).filter((file) => !known.has(file));
  return [
    ...stale.map(({ file }) => `docs/images/${file}: its view has changed since; run “npm run pictures”`),
    ...unknown.map((file) => `docs/images/${file}: not in pictures.json; delete it`),
  ];
}
