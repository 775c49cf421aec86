// The rules of rooms.config.ts: forbidden imports are rejected, and the diagrams in the documentation are up to date.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { redrawn } from '../../../scripts/draw-rooms.ts';
import { allowedIn, cruiserConfig, hiddenFromRenderer, rooms } from '../../../rooms.config.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const packages = ['electron', 'better-sqlite3', 'ws', 'valibot', 'commander', 'three', 'pdf-lib'];

/** A simulated source tree: for each file, the files, packages and Node modules that it imports. */
type Imports = Readonly<Record<string, readonly string[]>>;

const arrow = (from: string, to: string): string => `${from} → ${to.replace(/^node:/, '')}`;

/** Writes a simulated source tree. Returns the imports that the rules with these names reject. */
async function refusedIn(files: Imports, rules: RegExp): Promise<{ rule: string; found: string }[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-rooms-'));
  try {
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    };
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
    }
    for (const file of Object.values(files)
      .flat()
      .filter((name) => name.startsWith('src-')))
      write(file, 'export {};\n');
    for (const [file, imports] of Object.entries(files)) {
      const specifiers = imports.map((name) => {
        if (!name.startsWith('src-')) return name;
        const relative = path.posix.relative(path.posix.dirname(file), name);
        return relative.startsWith('.') ? relative : `./${relative}`;
      });
      write(file, `${specifiers.map((name) => `import '${name}';`).join('\n')}\nexport {};\n`);
    }
    const { output } = await cruise(['.'], {
      ...cruiserConfig.options,
      baseDir: dir,
      ruleSet: { forbidden: cruiserConfig.forbidden!.filter(({ name }) => rules.test(name!)) },
      validate: true,
    });
    return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      found: arrow(from, to.replace(/^node_modules\/([^/]+)\/.*/, '$1')),
    }));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test(
  'each room rejects exactly the rooms and packages that its rule does not allow',
  { timeout: 120_000 },
  async () => {
    const sources = globSync('src-*/**/*.{ts,svelte}', { cwd: root })
      .filter((file) => !file.endsWith('.d.ts'))
      .map((file) => file.replace(/\.svelte$/, '.ts'))
      .sort();
    const roomFile = (room: string): string => {
      const file = sources.find((name) => new RegExp(rooms[room]!.path).test(name));
      if (file === undefined) throw new Error(`rooms.config.ts: no file belongs to the room “${room}”`);
      return file;
    };
    const fileOf = new Map(Object.keys(rooms).map((room) => [room, roomFile(room)]));
    const files: Record<string, string[]> = {};
    const expected: string[] = [];
    for (const [room, file] of fileOf) {
      const others = [...fileOf.keys()].filter((other) => other !== room);
      const modules = ['node:fs', ...packages];
      files[file] = [...others.map((other) => fileOf.get(other)!), ...modules];
      const allowed = new RegExp(['^never$', ...(rooms[room]!.packages ?? [])].join('|'));
      expected.push(
        ...others
          .filter((other) => !allowedIn(room).includes(other))
          .map((other) => arrow(file, fileOf.get(other)!)),
        ...modules
          .filter((name) => !allowed.test(name.startsWith('node:') ? name : `node_modules/${name}/index.js`))
          .map((name) => arrow(file, name)),
      );
    }
    // Leave out the rule on cycles: nearly every file here imports every other, so finding cycles would take a long
    // time.
    const refused = await refusedIn(files, /^room /);
    expect(refused.map(({ found }) => found).sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(1000);
  },
);

/** Imports that must always be rejected, even if a rule in rooms.config.ts is loosened by mistake */
const never: Imports = {
  'src-core/puzzle/a.ts': ['node:fs', 'electron', 'src-core/formats/b.ts', 'src-main/services/b.ts'],
  'src-core/edge-matching/exact/a.ts': [
    'src-core/edge-matching/classic/b.ts',
    'node:worker_threads',
    'node:fs',
  ],
  'src-core/edge-matching/classic/a.ts': ['src-core/edge-matching/exact/b.ts'],
  'src-core/sliding/optimal/a.ts': ['src-core/sliding/anytime/b.ts'],
  'src-core/sliding/anytime/a.ts': ['src-core/sliding/optimal/b.ts'],
  'src-core/contract/a.ts': ['src-core/engines.ts', 'src-main/services/b.ts'],
  'src-main/store/a.ts': ['src-main/services/b.ts', 'src-core/engines.ts', 'electron'],
  'src-main/solver-process/a.ts': ['src-main/store/b.ts', 'better-sqlite3', 'electron', 'ws'],
  'src-main/services/a.ts': ['src-main/electron/b.ts', 'src-main/cli/b.ts', 'better-sqlite3', 'electron'],
  'src-main/cli/a.ts': ['src-main/store/b.ts', 'better-sqlite3', 'electron'],
  'src-main/local-host/a.ts': ['src-main/store/b.ts', 'electron'],
  'src-main/electron/a.ts': ['src-main/store/b.ts', 'better-sqlite3'],
  'src-preload/a.ts': ['src-main/services/b.ts', 'node:fs', 'better-sqlite3'],
  'src-renderer/base/a.ts': ['src-core/engine.ts', 'src-renderer/components/b.ts'],
  'src-renderer/gallery/a.ts': ['src-core/edge-matching/exact/b.ts', 'src-renderer/editor/b.ts'],
  'src-renderer/editor/a.ts': ['src-main/services/b.ts', 'src-preload/a.ts', 'electron', 'node:fs'],
};

test('the most important rules hold, whatever rooms.config.ts says', async () => {
  const refused = new Set((await refusedIn(never, /^room /)).map(({ found }) => found));
  const missed = Object.entries(never).flatMap(([file, imports]) =>
    imports.map((name) => arrow(file, name)).filter((found) => !refused.has(found)),
  );
  expect(missed).toEqual([]);
});

test('the rules of the rooms have no cycle', () => {
  const pathTo = (target: string, from: string, seen = new Set<string>()): readonly string[] | null => {
    for (const next of allowedIn(from)) {
      if (next === target) return [from, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = pathTo(target, next, seen);
      if (rest) return [from, ...rest];
    }
    return null;
  };
  expect(Object.keys(rooms).map((room) => pathTo(room, room))).toEqual(Object.keys(rooms).map(() => null));
});

test('rejects a cycle between files and a file in no room', async () => {
  const refused = await refusedIn(
    {
      'src-core/puzzle/a.ts': ['src-core/puzzle/b.ts'],
      'src-core/puzzle/b.ts': ['src-core/puzzle/a.ts'],
      'src-core/cellar/c.ts': ['src-core/puzzle/d.ts'],
    },
    /^no /,
  );
  expect(refused).toEqual([
    { rule: 'no circle', found: 'src-core/puzzle/a.ts → src-core/puzzle/b.ts' },
    { rule: 'no room', found: 'src-core/cellar/c.ts → src-core/puzzle/d.ts' },
  ]);
});

test('components may not import types of engines either, which only ESLint detects', () => {
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

const page = path.join(root, 'docs/architecture.md');

test('the diagrams of the rooms match rooms.config.ts; npm run rooms redraws them', () => {
  const text = readFileSync(page, 'utf8');
  expect(redrawn(text)).toBe(text);
});

test('every file and folder named in docs/architecture.md exists', () => {
  const named = readFileSync(page, 'utf8').match(/`src-[\w/.-]+`/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.map((name) => name.slice(1, -1)).filter((name) => !existsSync(path.join(root, name)))).toEqual(
    [],
  );
});
