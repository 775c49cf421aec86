/**
 * Lets Node read files inside `*.asar` archives, as Electron does. Load it with `--import`. Imports and the reading
 * functions of `fs` find files in archives. Writing into an archive fails. Files are read from a copy that
 * distribution.ts extracts. Files that the archive leaves unpacked are read from the folder beside it.
 */
import fs from 'node:fs';
import Module, { createRequire, isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COPY = '.copy';

const { existsSync } = fs;
const IN_ARCHIVE = /^(.*\.asar)(\/.*)?$/;

/** Returns the path in the extracted copy if `file` is inside an archive; otherwise `file` itself. */
function located<T>(file: T): T | string {
  const text = file instanceof URL ? fileURLToPath(file) : file;
  if (typeof text !== 'string') return file;
  const [, archive, inner = ''] = IN_ARCHIVE.exec(path.resolve(text)) ?? [];
  if (archive === undefined || !existsSync(archive + COPY)) return file;
  const unpacked = `${archive}.unpacked${inner}`;
  return inner !== '' && existsSync(unpacked) && fs.lstatSync(unpacked).isFile()
    ? unpacked
    : archive + COPY + inner;
}
/** Converts a path from `located` back to the path inside the archive. */
const archived = (file: string): string => file.replace(/\.asar(\.copy|\.unpacked)(?=\/|$)/, '.asar');

type Any = (...given: unknown[]) => unknown;
/** Functions of `fs` that only read a file, which is their first argument. */
const READING =
  /^(access|exists|lstat|opendir|readdir|readFile|readlink|stat|statfs)(Sync)?$|^(createReadStream|openAsBlob|copyFile|copyFileSync|cp|cpSync)$/;
for (const api of [fs, fs.promises] as unknown as Record<string, Any>[]) {
  for (const name of Object.keys(api).filter((each) => READING.test(each))) {
    const original = api[name]!;
    api[name] = Object.assign(
      (file: unknown, ...rest: unknown[]) => original(located(file), ...rest),
      original,
    );
  }
  for (const name of ['open', 'openSync'].filter((each) => each in api)) {
    const original = api[name]!;
    api[name] = (file: unknown, flags?: unknown, ...rest: unknown[]) =>
      original(
        flags === undefined || flags === 'r' || typeof flags === 'function' ? located(file) : file,
        flags,
        ...rest,
      );
  }
}
const { readdirSync, realpathSync } = fs;
// The callback and promise forms of readdir would need the same change, but our code never uses them with
// `withFileTypes`.
fs.readdirSync = ((folder: string, options: object) => {
  const entries = readdirSync(folder, options) as (string | fs.Dirent)[];
  for (const entry of entries) if (typeof entry !== 'string') entry.parentPath = archived(entry.parentPath);
  return entries;
}) as typeof readdirSync;
fs.realpathSync = Object.assign(
  ((file: string) => archived(realpathSync(located(file)))) as typeof realpathSync,
  realpathSync,
);
syncBuiltinESMExports();

const dlopen = process.dlopen.bind(process);
process.dlopen = (module: object, file: string, flags?: number) =>
  flags === undefined ? dlopen(module, located(file)) : dlopen(module, located(file), flags);

/**
 * A private function of Node's module loader. It is replaced below, so that `require` finds modules in the extracted
 * copy but reports their paths inside the archive.
 */
interface Resolver {
  _resolveFilename: (name: string, parent: { filename?: string } | undefined, ...rest: unknown[]) => string;
}
const resolver = Module as unknown as Resolver;
const { _resolveFilename } = resolver;
resolver._resolveFilename = (name, parent, ...rest) => {
  const file = parent?.filename ?? '';
  return IN_ARCHIVE.test(file)
    ? archived(createRequire(located(file)).resolve(name))
    : archived(_resolveFilename(path.isAbsolute(name) ? located(name) : name, parent, ...rest));
};

const toCopy = (url: string): string =>
  url.startsWith('file:') && url.includes('.asar/') ? pathToFileURL(located(fileURLToPath(url))).href : url;
registerHooks({
  resolve(name, context, next) {
    if (isBuiltin(name) || context.conditions.includes('require')) return next(name, context);
    const asked = path.isAbsolute(name) ? located(name) : toCopy(name);
    const { parentURL } = context;
    const found = next(
      asked,
      parentURL === undefined ? context : { ...context, parentURL: toCopy(parentURL) },
    );
    return { ...found, url: archived(found.url) };
  },
  load: (url, context, next) => next(toCopy(url), context),
});
