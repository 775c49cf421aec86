import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { appRoot, rendererDir } from '../paths.ts';

/** Returns the template of playable pages. Builds it first if the checkout hasn't been built. */
export async function playableTemplate(): Promise<string> {
  const built = path.join(rendererDir, 'playable.html');
  if (existsSync(built)) return readFileSync(built, 'utf8');
  // Compute the path, so that bundlers leave out the script, which exists only in the source tree.
  const script = pathToFileURL(path.join(appRoot, 'scripts', 'playable-page.ts')).href;
  const { buildPlayablePage } = (await import(script)) as {
    buildPlayablePage: (root: string) => Promise<string>;
  };
  return buildPlayablePage(appRoot);
}
