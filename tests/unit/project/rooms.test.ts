// The walls between the rooms: a forbidden import is put into every room of a copy of their outline, and refused.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { redrawn } from '../../../scripts/draw-rooms.ts';
import { cruiserConfig, hiddenFromRenderer, rooms } from '../../../rooms.config.ts';

/** A file in each room, and what it may not import: another file, or a package. */
const forbidden: Readonly<Record<string, readonly [file: string, ...imports: string[]]>> = {
  text: ['src-core/text/counted.ts', 'src-core/puzzle/board.ts', 'node:fs'],
  puzzle: ['src-core/puzzle/board.ts', 'src-core/formats/formats.ts', 'src-core/engine.ts', 'node:fs'],
  tools: ['src-core/random.ts', 'src-core/puzzle/board.ts', 'node:os'],
  run: ['src-core/run/job.ts', 'src-core/lab/presets.ts', 'src-core/contract/runs.ts'],
  engine: ['src-core/engine.ts', 'src-core/edge-matching/exact/exact.ts', 'src-core/engines.ts'],
  steps: ['src-core/edge-matching/steps/transcript.ts', 'src-core/edge-matching/exact/exact.ts'],
  exact: [
    'src-core/edge-matching/exact/exact.ts',
    'src-core/edge-matching/best/best.ts',
    'node:worker_threads',
  ],
  best: ['src-core/edge-matching/best/best.ts', 'src-core/edge-matching/exact/exact.ts'],
  'classic edge matching': [
    'src-core/edge-matching/classic/tree.ts',
    'src-core/edge-matching/exact/exact.ts',
  ],
  'look-search': [
    'src-core/edge-matching/look-search/look-search.ts',
    'src-core/edge-matching/exact/exact.ts',
  ],
  generate: ['src-core/edge-matching/generate/generate.ts', 'src-core/edge-matching/design/edits.ts'],
  design: ['src-core/edge-matching/design/edits.ts', 'src-core/edge-matching/exact/exact.ts'],
  sliding: ['src-core/sliding/state.ts', 'src-core/sliding/optimal/engine.ts'],
  patterns: ['src-core/sliding/patterns/pattern.ts', 'src-core/sliding/optimal/engine.ts'],
  optimal: ['src-core/sliding/optimal/engine.ts', 'src-core/sliding/anytime/engine.ts'],
  anytime: ['src-core/sliding/anytime/engine.ts', 'src-core/sliding/optimal/engine.ts'],
  'classic sliding': ['src-core/sliding/classic/engine.ts', 'src-core/sliding/patterns/pattern.ts'],
  engines: ['src-core/engines.ts', 'src-core/lab/presets.ts', 'src-main/services/services.ts'],
  scan: ['src-core/scan/tiles.ts', 'src-core/formats/formats.ts', 'node:fs'],
  'public library': ['src-core/library.ts', 'src-core/contract.ts', 'src-main/paths.ts'],
  sharing: ['src-core/sharing.ts', 'src-core/engines.ts'],
  formats: ['src-core/formats/formats.ts', 'src-core/contract.ts', 'node:fs'],
  lab: ['src-core/lab/presets.ts', 'src-core/contract/runs.ts', 'src-core/engines.ts'],
  contract: ['src-core/contract.ts', 'src-core/engines.ts', 'src-core/formats/formats.ts'],
  'main tools': ['src-main/paths.ts', 'src-main/services/services.ts'],
  store: ['src-main/store/store.ts', 'src-main/services/services.ts', 'src-core/engines.ts', 'electron'],
  'solver process': ['src-main/solver-process/runner.ts', 'src-main/store/store.ts', 'better-sqlite3'],
  'external engines': [
    'src-main/external-engines/child.ts',
    'src-main/store/store.ts',
    'src-core/edge-matching/exact/exact.ts',
  ],
  services: ['src-main/services/services.ts', 'src-main/electron/menu.ts', 'src-main/cli/solve.ts', 'ws'],
  'command line': [
    'src-main/cli/solve.ts',
    'src-main/store/store.ts',
    'src-main/electron/menu.ts',
    'better-sqlite3',
  ],
  'local host': [
    'src-main/local-host/serve.ts',
    'src-main/store/store.ts',
    'src-main/cli/solve.ts',
    'electron',
  ],
  electron: ['src-main/electron/menu.ts', 'src-main/store/store.ts', 'src-core/engines.ts', 'better-sqlite3'],
  preload: ['src-preload/index.ts', 'src-core/puzzle/board.ts', 'src-main/paths.ts', 'node:fs'],
  base: ['src-renderer/base/client.svelte.ts', 'src-renderer/components/menu.ts', 'src-core/engine.ts'],
  components: [
    'src-renderer/components/menu.ts',
    'src-renderer/gallery/boards.svelte.ts',
    'src-renderer/shell/run-news.ts',
  ],
  'board-view': ['src-renderer/board-view/canvas.ts', 'src-renderer/gallery/boards.svelte.ts'],
  'design views': ['src-renderer/design/design-job.svelte.ts', 'src-renderer/editor/commands.ts'],
  export: ['src-renderer/export/pictures.ts', 'src-renderer/gallery/boards.svelte.ts'],
  print: ['src-renderer/print/pdf.ts', 'src-renderer/editor/commands.ts'],
  'run views': ['src-renderer/run/live-run.svelte.ts', 'src-renderer/search/view.ts'],
  'editor view': [
    'src-renderer/editor/commands.ts',
    'src-renderer/gallery/boards.svelte.ts',
    'src-core/engine.ts',
  ],
  'gallery view': [
    'src-renderer/gallery/boards.svelte.ts',
    'src-renderer/library/actions.ts',
    'src-core/engine.ts',
  ],
  'lab view': [
    'src-renderer/lab/words.ts',
    'src-core/edge-matching/generate/generate.ts',
    'src-core/engines.ts',
  ],
  'library view': ['src-renderer/library/actions.ts', 'src-renderer/gallery/boards.svelte.ts'],
  'play view': ['src-renderer/play/game.svelte.ts', 'src-renderer/editor/commands.ts'],
  'puzzle view': ['src-renderer/puzzle/rules.ts', 'src-renderer/editor/commands.ts'],
  'runs view': ['src-renderer/runs/queue.svelte.ts', 'src-renderer/search/view.ts'],
  'scan view': ['src-renderer/scan/reader.ts', 'src-renderer/editor/commands.ts', 'src-core/engine.ts'],
  'search view': [
    'src-renderer/search/view.ts',
    'src-core/edge-matching/exact/exact.ts',
    'src-main/paths.ts',
  ],
  'settings view': ['src-renderer/settings/view.ts', 'src-renderer/shell/run-news.ts', 'node:fs'],
  'sliding view': ['src-renderer/sliding/line.svelte.ts', 'src-core/sliding/anytime/engine.ts'],
  'steps view': ['src-renderer/steps/words.ts', 'src-core/edge-matching/exact/exact.ts'],
  shell: ['src-renderer/shell/run-news.ts', 'src-core/engines.ts', 'src-preload/index.ts', 'electron'],
};
const packages = ['electron', 'better-sqlite3', 'ws', 'valibot'];

/** The imports refused, by file and module, of a folder that looks like ours. */
async function refusedIn(files: Readonly<Record<string, readonly string[]>>): Promise<Set<string>> {
  const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-rooms-'));
  try {
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    };
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      write(`node_modules/${name}/index.js`, '');
    }
    for (const target of Object.values(files).flat()) if (target.startsWith('src-')) write(target, '');
    for (const [file, imports] of Object.entries(files)) {
      const relative = (name: string): string => {
        if (!name.startsWith('src-')) return name;
        const found = path.posix.relative(path.posix.dirname(file), name);
        return found.startsWith('.') ? found : `./${found}`;
      };
      write(
        file,
        imports.map((name, i) => `import type { A as A${i} } from '${relative(name)}';`).join('\n'),
      );
    }
    const { output } = await cruise(['.'], {
      ...cruiserConfig.options,
      baseDir: dir,
      ruleSet: { forbidden: cruiserConfig.forbidden! },
      validate: true,
    });
    const { violations } = (output as ICruiseResult).summary;
    return new Set(
      violations.map(({ from, to }) => `${from} → ${to.replace(/^node_modules\/([^/]+)\/.*/, '$1')}`),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('every room refuses what it must not see', { timeout: 60_000 }, async () => {
  expect(Object.keys(forbidden).sort()).toEqual(Object.keys(rooms).sort());
  const files = Object.fromEntries(Object.values(forbidden).map(([file, ...imports]) => [file, imports]));
  const refused = await refusedIn(files);
  const missed = Object.entries(files).flatMap(([file, imports]) =>
    imports.map((name) => `${file} → ${name.replace(/^node:/, '')}`).filter((wall) => !refused.has(wall)),
  );
  expect(missed).toEqual([]);
});

test(
  'a circle, and a file in no room, are refused; what is allowed is not',
  { timeout: 60_000 },
  async () => {
    const refused = await refusedIn({
      'src-core/puzzle/a.ts': ['src-core/puzzle/b.ts'],
      'src-core/puzzle/b.ts': ['src-core/puzzle/a.ts'],
      'src-core/cellar/c.ts': ['src-core/puzzle/d.ts'],
      'src-main/services/e.ts': ['src-main/store/f.ts', 'valibot', 'node:fs'],
      'src-renderer/gallery/g.ts': ['src-core/contract/h.ts', 'src-renderer/components/i.ts'],
    });
    expect(refused).toEqual(
      new Set(['src-core/puzzle/a.ts → src-core/puzzle/b.ts', 'src-core/cellar/c.ts → src-core/puzzle/d.ts']),
    );
  },
);

test('a component may not name a type of an engine either, which only ESLint sees', () => {
  const hidden = new RegExp(hiddenFromRenderer.join('|'));
  const seen = (module: string): boolean => !hidden.test(`../../${module}`);
  const engines = ['src-core/edge-matching/exact/data.ts', 'src-core/sliding/anytime/engine.ts'];
  const others = [
    'src-core/engine.ts',
    'src-core/engines.ts',
    'src-main/store/store.ts',
    'src-main/services/runs.ts',
  ];
  expect([...engines, ...others].filter(seen)).toEqual([]);
  const allowed = ['src-core/contract/runs.ts', 'src-core/sliding/state.ts', 'src-core/run/engine-facts.ts'];
  expect(allowed.filter(seen)).toEqual(allowed);
});

const page = path.resolve(import.meta.dirname, '../../../docs/architecture.md');

test(
  'the picture of the rooms is what the code imports: node scripts/draw-rooms.ts',
  { timeout: 60_000 },
  async () => {
    const text = readFileSync(page, 'utf8');
    expect(await redrawn(text)).toBe(text);
  },
);

test('every file and folder that the page names is there', () => {
  const root = path.resolve(page, '../..');
  const named = readFileSync(page, 'utf8').match(/`src-[\w/.-]+`/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map((name) => name.slice(1, -1)).filter((name) => !existsSync(path.join(root, name)))).toEqual(
    [],
  );
});
