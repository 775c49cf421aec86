import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { appRoot, rendererDir } from '../paths.ts';

/** Returns the template of playable pages: the built one or, from the sources without a build, one built now. */
export async function playableTemplate(): Promise<string> {
  const built = path.join(rendererDir, 'playable.html');
  if (existsSync(built)) return readFileSync(built, 'utf8');
  // A variable path keeps bundlers from following the import: the script exists only among the sources.
  const script = pathToFileURL(path.join(appRoot, 'scripts', 'playable-page.ts')).href;
  const { buildPlayablePage } = (await import(script)) as {
    buildPlayablePage: (root: string) => Promise<string>;
  };
  return buildPlayablePage(appRoot);
}
