import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Passes the address with its token to a browser without a command line, which every user of the machine
 * could read. Writes a page into the data folder, readable only by its owner, that redirects to the address.
 */
export function writeOpeningPage(dataDir: string, url: string): { readonly file: string; remove(): void } {
  const file = path.resolve(dataDir, 'open-edgewise.html');
  const remove = (): void => rmSync(file, { force: true });
  remove(); // an existing file may have another mode, or be a link
  // The token is base64url and the rest of the address is ours, so nothing needs escaping.
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Edgewise</title>
<meta http-equiv="refresh" content="0;url=${url}"><p><a href="${url}">Open Edgewise</a></p>
`,
    { mode: 0o600, flag: 'wx' },
  );
  return { file, remove };
}
