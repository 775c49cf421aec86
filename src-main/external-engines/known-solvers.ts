import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** What a helper of ours can talk to: programs that read clauses, and MiniZinc. */
export const modelKinds = ['sat', 'minizinc'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const isModelKind = (name: string): name is ModelKind =>
  (modelKinds as readonly string[]).includes(name);

/** Programs that are looked for when none is named, best first. */
const usual: Readonly<Record<ModelKind, readonly string[]>> = {
  sat: ['kissat', 'cadical', 'minisat'],
  minizinc: ['minizinc'],
};

/** The file that a command means, as the shell would find it; null where there is none. */
export function fileOfCommand(command: string): string | null {
  if (command.includes('/') || command.includes('\\')) return path.resolve(command);
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const names = process.platform === 'win32' ? [command, `${command}.exe`] : [command];
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The first of the usual programs of a kind that is installed. Throws, with their names, when none is. */
export function installedSolver(kind: ModelKind): string {
  const found = usual[kind].find((command) => fileOfCommand(command) !== null);
  if (found !== undefined) return found;
  throw new Error(
    `no solver for “${kind}” is installed: looked for ${usual[kind].join(', ')}. ` +
      'Install one (Debian: apt install cadical minisat minizinc), or name the program after --.',
  );
}

/** Which kind a program is known to be, by the name of its file; null where it is not known. */
export function kindOfSolver(command: string): ModelKind | null {
  const name = nameOfSolver(command);
  return modelKinds.find((kind) => usual[kind].includes(name)) ?? null;
}

export const nameOfSolver = (command: string): string =>
  path
    .basename(command)
    .replace(/\.exe$/i, '')
    .toLowerCase();

/** The words with a digit in them that it prints when asked for its version; “unknown” when it says none. */
export function versionOf(command: string): string {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const word = /(?<=version )[\w.]+|^[a-z]*\d[\w.]*$/im.exec(stdout)?.[0];
  return (word ?? 'unknown').slice(0, 40);
}
