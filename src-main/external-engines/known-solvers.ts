import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The kinds of solvers that our adapter supports: SAT solvers and MiniZinc. */
export const modelKinds = ['sat', 'minizinc'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const isModelKind = (name: string): name is ModelKind =>
  (modelKinds as readonly string[]).includes(name);

/** For each kind of solver, the programs to look for if the user names none, best first. */
const usual: Readonly<Record<ModelKind, readonly string[]>> = {
  sat: ['kissat', 'cadical', 'minisat'],
  minizinc: ['minizinc'],
};

/** Returns the path of the file that a command would run, looked up as in a shell; null if there is none. */
export function fileOfCommand(command: string): string | null {
  if (command.includes('/') || command.includes('\\')) return path.resolve(command);
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const names = process.platform === 'win32' ? [command, `${command}.exe`] : [command];
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Returns the first installed program of a kind. If none is installed, throws an error that names the programs. */
export function installedSolver(kind: ModelKind): string {
  const found = usual[kind].find((command) => fileOfCommand(command) !== null);
  if (found !== undefined) return found;
  throw new Error(
    `no solver for “${kind}” is installed: looked for ${usual[kind].join(', ')}. ` +
      'Install one (Debian: apt install cadical minisat minizinc), or put your solver’s command after “--”.',
  );
}

/** Returns the kind of a known solver, judging by its file name; null for other programs. */
export function kindOfSolver(command: string): ModelKind | null {
  const name = nameOfSolver(command);
  return modelKinds.find((kind) => usual[kind].includes(name)) ?? null;
}

export const nameOfSolver = (command: string): string =>
  path
    .basename(command)
    .replace(/\.exe$/i, '')
    .toLowerCase();

/** Returns the version number that a solver prints for `--version`, or “unknown” if it prints none. */
export function versionOf(command: string): string {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const word = /(?<=version )[\w.]+|^[a-z]*\d[\w.]*$/im.exec(stdout)?.[0];
  return (word ?? 'unknown').slice(0, 40);
}
