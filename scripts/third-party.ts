import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rollup } from 'vite';

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes third-party.txt next to the build: every bundled package with its version and licence text, followed by the
 * notices in `also` (name and file). Throws if a package has no licence text. `threads`: the packages of the window's
 * threads, which are built earlier (`packagesOf`).
 */
export function thirdParty(
  also: Readonly<Record<string, string>> = {},
  threads: ReadonlySet<string> = new Set(),
): Plugin {
  return {
    name: 'third-party',
    generateBundle(_options, bundle) {
      const packages = new Set(threads);
      gather(bundle, packages);
      const parts = [...packages].map(describe).sort();
      for (const [name, file] of Object.entries(also))
        parts.push(`${name}\n\n${readFileSync(file, 'utf8').trim()}\n`);
      if (parts.length === 0) return;
      this.emitFile({
        type: 'asset',
        fileName: 'third-party.txt',
        source: parts.join(`\n${'-'.repeat(80)}\n\n`),
      });
    },
  };
}

/** Returns a plugin that adds to `threads` the packages bundled into a thread of the window. */
export const packagesOf = (threads: Set<string>): Plugin => ({
  name: 'third-party-threads',
  generateBundle(_options, bundle) {
    gather(bundle, threads);
  },
});

function gather(bundle: Rollup.OutputBundle, packages: Set<string>): void {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue;
    for (const id of output.moduleIds) {
      const match = /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id);
      if (match?.[1]) packages.add(match[1]);
    }
  }
}

function describe(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string; author?: string | { name: string } };
  const file = existsSync(folder) ? readdirSync(folder).find((each) => LICENCE.test(each)) : undefined;
  const head = `${name} ${version} (${license ?? 'licence not named'})`;
  if (file !== undefined) return `${head}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  const by = typeof author === 'string' ? author : author?.name;
  if (license === undefined) throw new Error(`${name} has neither a licence text nor the name of a licence`);
  return `${head}\n\nIts package contains no licence text.${by === undefined ? '' : ` By ${by}.`}\n`;
}
