// The contents of the application that `npm run dist` builds, packaged with a stand-in for Electron's folder. Tests
// what is packaged and how, not whether Electron runs it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderArguments } from '../../scripts/dist.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const root = path.resolve(import.meta.dirname, '../..');
const kept = path.join(root, 'tests/data/package-files.txt');
const require = createRequire(import.meta.url);
const { build } = require('electron-builder') as { build: (options: object) => Promise<unknown> };
const builder = createRequire(require.resolve('electron-builder/package.json'));
const ofBuilder = createRequire(builder.resolve('app-builder-lib/package.json'));
const { getCurrentFuseWire, FuseV1Options } = ofBuilder('@electron/fuses') as {
  getCurrentFuseWire: (file: string) => Promise<Record<string, number>>;
  FuseV1Options: Record<number, string>;
};
interface Asar {
  listPackage(archive: string, options: { isPack: boolean }): string[];
  extractAll(archive: string, folder: string): void;
}
const asar = ofBuilder('@electron/asar') as Asar;

let dir: string;
beforeAll(() => {
  dir = temporaryDir();
});
afterAll(() => removeDir(dir));

/** Maximum number of files that `edgewise solve` loads from `out/main` */
const MAX_START_FILES = 30;
const ENABLED = '1'.charCodeAt(0);
/** A program's fuses as @electron/fuses reads them. Each has the opposite of the value that the build must set. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10110011'),
]);
const put = (file: string, content: string | Buffer = ''): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
};
/** Writes an English and a German language file, like Chromium's. Only the English one belongs in the package. */
const putLocales = (folder: string): void => {
  for (const language of ['en-US', 'de']) put(path.join(folder, `locales/${language}.pak`));
};
const plist = (executable: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key>` +
  `<string>${executable}</string><key>CFBundleIdentifier</key><string>com.github.Electron</string></dict></plist>`;

interface Platform {
  readonly name: 'linux' | 'win' | 'mac';
  /** the platform's native module of better-sqlite3 */
  readonly native: string;
  /** options that stop electron-builder from signing and modifying executables, which needs the platform's own tools */
  readonly without: readonly string[];
  readonly standIn: (folder: string) => void;
  readonly resources: string;
  /** Edgewise's licence in the packaged application, next to Electron's */
  readonly licence: string;
  readonly executable: string;
}

const platforms: readonly Platform[] = [
  {
    name: 'linux',
    native: 'linux-x64.node',
    without: [],
    standIn(folder) {
      put(path.join(folder, 'electron'), fuseWire);
      putLocales(folder);
    },
    resources: 'linux-unpacked/resources',
    licence: 'linux-unpacked/LICENSE.edgewise.txt',
    executable: 'linux-unpacked/edgewise',
  },
  {
    name: 'win',
    native: 'win32-x64.node',
    without: ['-c.win.signAndEditExecutable=false'],
    standIn(folder) {
      // electron-builder writes the archive's hash into the program's resources, so it needs a real Windows program.
      // Any one will do.
      const some = path.join(root, 'node_modules/electron-winstaller/vendor/rcedit.exe');
      const bytes = readFileSync(some);
      // Write the fuses over the text in the DOS header, which the program doesn't need.
      fuseWire.copy(bytes, 0x4e);
      put(path.join(folder, 'electron.exe'), bytes);
      putLocales(folder);
    },
    resources: 'win-unpacked/resources',
    licence: 'win-unpacked/LICENSE.edgewise.txt',
    executable: 'win-unpacked/Edgewise.exe',
  },
  {
    name: 'mac',
    native: 'darwin-x64.node',
    without: ['-c.mac.identity=null', '-c.electronFuses.resetAdHocDarwinSignature=false'],
    standIn(folder) {
      const contents = path.join(folder, 'Electron.app/Contents');
      put(path.join(contents, 'Info.plist'), plist('Electron'));
      put(path.join(contents, 'MacOS/Electron'));
      put(path.join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'), fuseWire);
      for (const language of ['en', 'de']) {
        const resources = 'Frameworks/Electron Framework.framework/Versions/A/Resources';
        put(path.join(contents, `${resources}/${language}.lproj/locale.pak`));
      }
      for (const kind of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
        const helper = `Electron Helper${kind}`;
        put(path.join(contents, `Frameworks/${helper}.app/Contents/Info.plist`), plist(helper));
        put(path.join(contents, `Frameworks/${helper}.app/Contents/MacOS/${helper}`));
      }
    },
    resources: 'mac/Edgewise.app/Contents/Resources',
    licence: 'mac/Edgewise.app/Contents/LICENSE.edgewise.txt',
    executable: 'mac/Edgewise.app',
  },
];

/** Converts arguments such as `-c.win.icon=x` to the configuration that electron-builder derives from them. */
function configurationOf(args: readonly string[]): Record<string, unknown> {
  const configuration: Record<string, unknown> = {};
  for (const argument of args) {
    const [, name, text] = /^-c\.([\w.]+)=(.*)$/.exec(argument)!;
    const fields = name!.split('.');
    const last = fields.pop()!;
    let part = configuration;
    for (const field of fields) part = (part[field] ??= {}) as Record<string, unknown>;
    part[last] = ['true', 'false', 'null'].includes(text!) ? (JSON.parse(text!) as unknown) : text;
  }
  return configuration;
}

/** Packages the application in this process, because three processes of electron-builder take twice as long. */
async function pack({ name, without, standIn }: Platform): Promise<string> {
  const electron = path.join(dir, 'electron', name);
  standIn(electron);
  put(path.join(electron, 'LICENSE'), 'Electron’s licence');
  const packed = path.join(dir, 'packed', name);
  await build({
    projectDir: root,
    [name]: ['dir'],
    x64: true,
    publish: 'never',
    config: configurationOf([
      ...builderArguments(name),
      `-c.electronDist=${electron}`,
      `-c.directories.output=${packed}`,
      ...without,
    ]),
  });
  return packed;
}

/** Replaces the parts of a path that change often, which are the names of built files and of samples. */
const kindOf = (file: string): string =>
  file
    .replace(/^(\/out\/main\/).*-[\w-]{8}\.js$/, '$1<chunk>.js')
    .replace(/^(\/out\/renderer\/assets\/).*-[\w-]{8}(\.\w+)$/, '$1<asset>$2')
    .replace(/^(\/resources\/samples\/).*?(\.edgewise|\.solution\.txt)$/, '$1<sample>$2');

test.for(platforms)('packed for $name: files, native code, licence and fuses', async (platform) => {
  const packed = await pack(platform);
  const resources = path.join(packed, platform.resources);
  const listed = asar
    .listPackage(path.join(resources, 'app.asar'), { isPack: true })
    .map((line) => /^(\w+) +: (.*)$/.exec(line.replaceAll('\\', '/'))!)
    .map(([, how, file]) => ({ how: how!, file: file! }));
  const folders = new Set(listed.map(({ file }) => path.posix.dirname(file)));
  const files = listed.filter(({ file }) => !folders.has(file));

  const kinds = [
    ...new Set(files.map(({ file }) => kindOf(file).replace(platform.native, '<platform>.node'))),
  ];
  const text = `${kinds.sort().join('\n')}\n`;
  if (process.env['KEEP_PACKAGE_FILES'] === '1') writeFileSync(kept, text);
  expect(text).toBe(readFileSync(kept, 'utf8'));

  // Native code can't be loaded from inside an archive.
  const native = `/node_modules/better-sqlite3/prebuilds/${platform.native}`;
  expect(files.filter(({ how }) => how === 'unpack').map(({ file }) => file)).toEqual([native]);
  expect(readFileSync(path.join(resources, 'app.asar.unpacked', native))).toEqual(
    readFileSync(path.join(root, native)),
  );

  expect(readFileSync(path.join(packed, platform.licence), 'utf8')).toBe(
    readFileSync(path.join(root, 'LICENSE'), 'utf8'),
  );
  expect(existsSync(path.join(resources, 'bin', platform.name === 'win' ? 'edgewise.cmd' : 'edgewise'))).toBe(
    true,
  );

  const wire = await getCurrentFuseWire(path.join(packed, platform.executable));
  const fuses = Object.entries(wire).filter(([index]) => index !== 'version');
  expect(
    Object.fromEntries(fuses.map(([index, state]) => [FuseV1Options[Number(index)], state === ENABLED])),
  ).toEqual({
    // The packaged command line needs this fuse, except on a Mac.
    RunAsNode: platform.name !== 'mac',
    EnableCookieEncryption: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  });
});

test('the packed command line and host use only the archive', async () => {
  const own = platforms.find(({ name }) => process.platform.startsWith(name === 'mac' ? 'darwin' : name));
  // The packages contain native modules for x64 only.
  if (!own || process.arch !== 'x64') return;
  const app = path.join(dir, 'app');
  asar.extractAll(path.join(dir, 'packed', own.name, own.resources, 'app.asar'), app);
  const puzzle = path.join(app, 'resources/samples/four-arrows.edgewise');
  const command = (...args: string[]): string => {
    const cli = path.join(app, 'out/main/edgewise.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  const data = path.join(dir, 'data');
  expect(command('solve', puzzle, '--all', '--json')).toMatch(/"solutions":8,"uniqueSolutions":2/);
  expect(command('library', '--data', data)).toMatch(/Eternity II/);

  const host = spawn(process.execPath, [path.join(app, 'out/main/local-host.js'), '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface(host.stdout)) {
    url = /^READY (\S+)/.exec(line)?.[1] ?? '';
    break;
  }
  const page = await fetch(new URL(url).origin);
  expect(await page.text()).toMatch(/<title>Edgewise<\/title>/);
  const gone = new Promise((resolve) => host.once('exit', resolve));
  host.kill('SIGTERM');
  expect(await gone).toBe(0);
});

test('the built command `solve` starts from a few files', () => {
  const list = path.join(dir, 'loaded.txt');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'out/main/edgewise.js'),
      'solve',
      path.join(root, 'resources/samples/four-arrows.edgewise'),
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'report-loaded.mjs')).href}`,
        LOADED_FILE: list,
      },
    },
  );
  expect(status, stderr).toBe(0);
  const own = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.includes('/out/main/'));
  expect(own.length).toBeGreaterThan(3);
  // Each file takes about a millisecond to load. Without scripts/startup-chunks.ts, about fifty files would be loaded.
  expect(own.length).toBeLessThan(MAX_START_FILES);
});

test('every third-party package is named with its licence, IBM Plex with its full text', () => {
  const app = path.join(root, 'out');
  const notices = ['main', 'renderer'].map((part) =>
    readFileSync(path.join(app, part, 'third-party.txt'), 'utf8'),
  );
  expect(notices[0]).toMatch(/^valibot .*\(MIT\)/m);
  expect(notices[1]).toMatch(/^svelte .*\(MIT\)/m);
  // Only a worker uses libheif. If libheif is listed, the notices also cover the packages that workers use.
  expect(notices[1]).toMatch(/^libheif-js .*\(LGPL-3\.0\)/m);
  expect(notices[1]).toContain(readFileSync(path.join(root, 'src-renderer/fonts/OFL.txt'), 'utf8').trim());
  // The package of better-sqlite3 contains its own licence.
  expect(existsSync(path.join(root, 'node_modules/better-sqlite3/LICENSE'))).toBe(true);
});
