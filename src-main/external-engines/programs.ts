import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Hello } from '../../src-core/run/engine-protocol.ts';
import { isOwnEngine } from '../../src-core/engines.ts';
import { ensureDataDir } from '../data-dir.ts';
import { ownCommand } from '../paths.ts';
import { fileOfCommand, isModelKind, modelKinds } from './known-solvers.ts';

/** A promise of the protocol page, and what came of it. `why` is empty where it was kept. */
export const Promised = v.object({ promise: v.string(), kept: v.boolean(), why: v.string() });
export type Promised = v.InferOutput<typeof Promised>;

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** A program that somebody at this machine added as an engine. */
export const Program = v.object({
  name: v.pipe(v.string(), v.regex(NAME)),
  command: v.string(),
  args: v.array(v.string()),
  /**
   * `json`: speaks the protocol; `lines`: prints boards, and is given its limits by arguments; `sat` and `minizinc`:
   * solves models, and a helper of ours speaks for it
   */
  adapter: v.picklist(['json', 'lines', ...modelKinds]),
  /** of the program's file when it was added, SHA-256; null where the command is no file */
  hash: v.nullable(v.string()),
  addedAt: v.string(),
  hello: Hello,
  /** what came of the promises when they were last tried */
  checked: v.optional(v.object({ at: v.string(), promises: v.array(Promised) })),
});
export type Program = v.InferOutput<typeof Program>;

/** The words that start a program as an engine: its own, or those of the helper that speaks for it. */
export function startOf({ adapter, command, args }: Pick<Program, 'adapter' | 'command' | 'args'>): {
  readonly command: string;
  readonly args: readonly string[];
} {
  if (!isModelKind(adapter)) return { command, args };
  const [own, ...ownArgs] = ownCommand();
  return { command: own, args: [...ownArgs, 'engines', 'speak', adapter, '--', command, ...args] };
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'engines.json');

/** The programs added so far, in order of name. Throws when their file is damaged; it is never overwritten then. */
export function programs(dataDir: string): Program[] {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return [];
  try {
    return v.parse(v.array(Program), JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(
      `${file} is no list of engines (${error instanceof Error ? error.message : String(error)}). ` +
        'Mend it, or move it away and add the engines again.',
      { cause: error },
    );
  }
}

/**
 * Only the command line and the desktop's own file dialog lead here. Nothing that a page asks, a file says or a link
 * holds can name a program to be started.
 */
export function addProgram(dataDir: string, program: Program): void {
  const { name } = program;
  if (!NAME.test(name)) {
    throw new Error(
      `“${name}” can't be an engine's name: expected small letters, digits and -, a letter first, at most 40.`,
    );
  }
  const known = programs(dataDir);
  if (isOwnEngine(program.name))
    throw new Error(`“${program.name}” is an engine of Edgewise's own: choose another name.`);
  const others = known.filter(({ name }) => name !== program.name);
  write(
    dataDir,
    [...others, program].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

/** False when there is none of this name. */
export function removeProgram(dataDir: string, name: string): boolean {
  const known = programs(dataDir);
  const others = known.filter((program) => program.name !== name);
  if (others.length === known.length) return false;
  write(dataDir, others);
  return true;
}

/** Keeps what came of a check. */
export function keepCheck(dataDir: string, name: string, promises: readonly Promised[]): void {
  const checked = { at: new Date().toISOString(), promises: [...promises] };
  write(
    dataDir,
    programs(dataDir).map((program) => (program.name === name ? { ...program, checked } : program)),
  );
}

/** SHA-256 of the file that a command or its first argument that is a file names: what a run's record keeps. */
export function hashOf(command: string, args: readonly string[]): string | null {
  const found = [...args, fileOfCommand(command)].find((word) => word !== null && existsSync(word));
  if (found === undefined || found === null) return null;
  try {
    return createHash('sha256').update(readFileSync(found)).digest('hex');
  } catch {
    return null; // a folder, or not ours to read
  }
}

function write(dataDir: string, list: readonly Program[]): void {
  const file = fileOf(ensureDataDir(dataDir));
  writeFileSync(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
