import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explained } from '../disk-problem.ts';

/**
 * Prepares a page in the data folder that redirects a browser to the application. `write` writes the page for an
 * address, replacing any earlier page. Only its owner can read it. The address contains a secret, so it must not be on
 * a command line, which every user of the machine can read.
 */
export function openingPage(dataDir: string): {
  readonly file: string;
  readonly write: (url: string) => void;
  remove(): void;
} {
  const file = path.resolve(dataDir, 'open-edgewise.html');
  let removed = false;
  return {
    file,
    write(url) {
      if (removed) return;
      try {
        // an existing file may be a link or have another mode, so remove it first
        rmSync(file, { force: true });
        writeFileSync(file, pageOf(url), { mode: 0o600, flag: 'wx' });
      } catch (error) {
        const why = explained(error, { what: 'The data folder', folder: dataDir });
        console.error(`${file} was not written. ${why instanceof Error ? why.message : String(why)}`);
      }
    },
    remove() {
      removed = true;
      rmSync(file, { force: true });
    },
  };
}

/**
 * Returns the HTML of the page. The address needs no escaping: the secret is in base64url, and Edgewise composes the
 * rest without special characters.
 */
const pageOf = (
  url: string,
): string => `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Edgewise</title>
<meta http-equiv="refresh" content="0;url=${url}"><p><a href="${url}">Open Edgewise</a></p>
`;
