/**
 * Builds the npm package: dist/library, and dist/edgewise-VERSION.tgz with `npm pack`. The package contains its
 * dependencies, so it can be installed offline. Only better-sqlite3 is optional; commands that store puzzles and runs
 * need it. Electron and the window are not included.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { homePage } from '../src-main/version.ts';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'dist/library');
const bundled = ['commander', 'jpeg-js', 'pngjs', 'valibot'] as const;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
// `npm run check` checks the types. Checking them here too would take twice as long.
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.library.json', '--noCheck'], {
  cwd: root,
  stdio: 'inherit',
});

const { name, version, description, license, author, engines, devDependencies, dependencies } = packageJson;
const manifest = {
  name,
  version,
  description,
  license,
  author,
  // undefined fields are omitted from the file
  homepage: homePage,
  engines,
  type: 'module',
  bin: { edgewise: './src-main/cli/edgewise.js' },
  exports: {
    '.': { types: './src-core/library.d.ts', default: './src-core/library.js' },
    './package.json': './package.json',
    './edgewise.schema.json': './resources/edgewise.schema.json',
  },
  dependencies: Object.fromEntries(bundled.map((each) => [each, devDependencies[each]])),
  bundleDependencies: bundled,
  peerDependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
  peerDependenciesMeta: { 'better-sqlite3': { optional: true } },
};
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
chmodSync(path.join(out, 'src-main/cli/edgewise.js'), 0o755);
for (const each of bundled) {
  cpSync(path.join(root, 'node_modules', each), path.join(out, 'node_modules', each), { recursive: true });
}
for (const each of ['LICENSE', 'resources/samples', 'resources/edgewise.schema.json']) {
  cpSync(path.join(root, each), path.join(out, each), { recursive: true });
}
/**
 * The pages in the package: the README, and the pages that the README and the command refer to. Other links become
 * plain text.
 */
const pages = new Map([
  ['docs/library.md', 'README.md'],
  ['docs/reference/formats.md', 'docs/reference/formats.md'],
  ['docs/reference/protocol.md', 'docs/reference/protocol.md'],
]);
mkdirSync(path.join(out, 'docs/reference'), { recursive: true });
for (const [page, place] of pages) {
  const text = readFileSync(path.join(root, page), 'utf8');
  const linked = text.replace(
    /\[([^\]]+)\]\(([\w./-]+)(#[\w-]+)?\)/g,
    (_, words: string, to: string, anchor = '') => {
      const target = pages.get(path.posix.join(path.posix.dirname(page), to));
      return target === undefined
        ? words
        : `[${words}](${path.posix.relative(path.posix.dirname(place), target)}${anchor})`;
    },
  );
  writeFileSync(path.join(out, place), linked);
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const packed = execFileSync(
  npm,
  ['pack', out, '--pack-destination', path.join(root, 'dist'), '--json', '--silent'],
  {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  },
);
const [{ filename, size, entryCount }] = JSON.parse(packed) as [
  { filename: string; size: number; entryCount: number },
];
console.log(`dist/${filename}: ${entryCount} files, ${(size / 1e6).toFixed(1)} MB`);
