import type { Hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Hello } from '../../src-core/run/engine-protocol.ts';
import { isOwnEngine } from '../../src-core/engines.ts';
import { allowProgram, isProgramAllowed } from '../consent.ts';
import { ensureDataDir } from '../data-dir.ts';
import { newSha256 } from '../hashing.ts';
import { ownCommand } from '../paths.ts';
import { fileOfCommand, isModelKind, modelKinds } from './known-solvers.ts';

/** The result of checking one of the protocol's promises. `why` is empty if the promise was kept. */
export const Promised = v.object({ promise: v.string(), kept: v.boolean(), why: v.string() });
export type Promised = v.InferOutput<typeof Promised>;

const ENGINE_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** A program that the user of this machine added as an engine. */
export const Program = v.object({
  name: v.pipe(v.string(), v.regex(ENGINE_NAME)),
  command: v.string(),
  args: v.array(v.string()),
  /**
   * How Edgewise talks to the program:
   * - `json`: through the protocol of docs/reference/protocol.md.
   * - `lines`: the program prints boards and takes its limits as arguments.
   * - `sat`, `minizinc`: the program solves models, through our adapter.
   */
  adapter: v.picklist(['json', 'lines', ...modelKinds]),
  /** SHA-256 of the program's file when it was added; null if the command isn't a file */
  hash: v.nullable(v.string()),
  addedAt: v.string(),
  hello: Hello,
  /** the results of the last check */
  checked: v.optional(v.object({ at: v.string(), promises: v.array(Promised) })),
});
export type Program = v.InferOutput<typeof Program>;

/** Returns the command that starts a program as an engine: either the program's own command or our adapter's. */
export function startOf({ adapter, command, args }: Pick<Program, 'adapter' | 'command' | 'args'>): {
  readonly command: string;
  readonly args: readonly string[];
} {
  if (!isModelKind(adapter)) return { command, args };
  const [own, ...ownArgs] = ownCommand();
  return { command: own, args: [...ownArgs, 'engines', 'speak', adapter, '--', command, ...args] };
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'engines.json');

/**
 * The programs added by the user, sorted by name. `problem`: a sentence that says why some of them couldn't be read;
 * null if all could.
 */
export interface Added {
  readonly programs: readonly Program[];
  readonly problem: string | null;
}

/**
 * Returns the added programs. If the list or an entry is damaged or comes from a newer version of Edgewise, returns
 * the readable entries.
 */
export function readPrograms(dataDir: string): Added {
  const file = fileOf(dataDir);
  const none = (why: unknown): Added => ({
    programs: [],
    problem: `${file} is not a list of engines (${why instanceof Error ? why.message : String(why)}). ${fix}`,
  });
  if (!existsSync(file)) return { programs: [], problem: null };
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return none(error);
  }
  if (!Array.isArray(list)) return none('it is JSON, but not an array');
  const read = list.map((entry) => v.safeParse(Program, entry, { abortEarly: true }));
  const bad = read.findIndex(({ success }) => !success);
  return {
    programs: read.flatMap((each) => (each.success ? [each.output] : [])),
    problem: bad < 0 ? null : `${file}: ${whatIsWrong(list[bad], bad, read[bad]!.issues![0])} ${fix}`,
  };
}

const fix =
  'Engines that can’t be read are left out. Fix the file, use the version of Edgewise that wrote it, or move the file ' +
  'away and add the engines again.';

function whatIsWrong(entry: unknown, index: number, issue: v.BaseIssue<unknown>): string {
  const { name } = v.is(v.object({ name: v.string() }), entry) ? entry : { name: null };
  const which = `entry ${index + 1}${name === null ? '' : ` (“${name}”)`}`;
  return `${which} is not an engine that this version of Edgewise supports (${v.getDotPath(issue) ?? 'the whole entry'}: ${issue.message}).`;
}

/** Returns the program with this name. Throws if there is none. If the list is damaged, the error says so too. */
export function programNamed(dataDir: string, name: string): Program {
  const { programs, problem } = readPrograms(dataDir);
  const found = programs.find((program) => program.name === name);
  if (!found) throw new Error(`“${name}” is not one of the added engines. ${problem ?? ''}`.trim());
  return found;
}

/**
 * Returns the complete list of programs. Throws if an entry can't be read, because storing the rest of the list would
 * lose that entry.
 */
function wholeList(dataDir: string): readonly Program[] {
  const { programs, problem } = readPrograms(dataDir);
  if (problem !== null) throw new Error(problem);
  return programs;
}

/**
 * Adds a program. Only the command line and the desktop's file dialog call this. No page request, file or link can
 * name a program to start.
 */
export function addProgram(dataDir: string, program: Program): void {
  const others = othersThan(dataDir, program.name);
  write(
    dataDir,
    [...others, program].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  allowProgram(withCurrentHash(program));
}

const withCurrentHash = (program: Program): Program => ({
  ...program,
  hash: hashOf(program.command, program.args),
});

/** Returns whether the user of this machine has allowed this program and its file hasn't changed since. */
export const isAllowed = (program: Program): boolean => isProgramAllowed(withCurrentHash(program));

/**
 * Allows an added program to run on this machine. `hash`: the file's hash, as the user saw it. Throws a user-facing
 * error if there is no such program or its file has changed since.
 */
export function allowEngine(dataDir: string, name: string, hash: string | null): void {
  const program = withCurrentHash(programNamed(dataDir, name));
  if (program.hash !== hash)
    throw new Error(`The program for engine “${name}” has just changed. Check it again.`);
  allowProgram(program);
}

/**
 * Returns a sentence that says why an engine's program may not run on this machine and what to do about it; null if it
 * may. The list of engines is part of the data folder, and somebody who sends a data folder must not decide what runs
 * here.
 */
export function whyNotAllowed(dataDir: string, name: string): string | null {
  if (isOwnEngine(name)) return null;
  const program = readPrograms(dataDir).programs.find((each) => each.name === name);
  if (!program || isAllowed(program)) return null;
  const { command, args, hash } = program;
  const why =
    hashOf(command, args) === hash ? 'was not allowed on this computer' : 'has changed since it was added';
  return (
    `The program for engine “${name}” ${why}: ${[command, ...args].join(' ')}. ` +
    `Allow it in Settings, or with “edgewise engines allow ${name}”.`
  );
}

/** Throws an error with the sentence of `whyNotAllowed` if an engine's program may not run on this machine. */
export function expectAllowed(dataDir: string, name: string): void {
  const why = whyNotAllowed(dataDir, name);
  if (why !== null) throw new Error(why);
}

/**
 * Returns the list without the program of this name, so that the program can be added or replaced. Throws if an added
 * engine can't have this name, or if the list can't be read.
 */
export function othersThan(dataDir: string, name: string): readonly Program[] {
  if (!ENGINE_NAME.test(name)) {
    throw new Error(
      `“${name}” can't be an engine's name: expected at most 40 lower-case letters, digits and -, beginning with a letter.`,
    );
  }
  if (isOwnEngine(name)) throw new Error(`“${name}” is one of Edgewise's own engines: choose another name.`);
  return wholeList(dataDir).filter((program) => program.name !== name);
}

/** Removes a program. Returns false if there is none with this name. */
export function removeProgram(dataDir: string, name: string): boolean {
  const known = wholeList(dataDir);
  const others = known.filter((program) => program.name !== name);
  if (others.length === known.length) return false;
  write(dataDir, others);
  return true;
}

/** Stores the results of a check. */
export function keepCheck(dataDir: string, name: string, promises: readonly Promised[]): void {
  const checked = { at: new Date().toISOString(), promises: [...promises] };
  write(
    dataDir,
    wholeList(dataDir).map((program) => (program.name === name ? { ...program, checked } : program)),
  );
}

/**
 * Returns the SHA-256 of an engine's program, for the record of a run. If an argument is a file, such as a script,
 * that file is hashed instead of the command. Returns null if there is no file or it can't be read.
 */
export function hashOf(command: string, args: readonly string[]): string | null {
  const file = fileToHash(command, args);
  if (file === null) return null;
  try {
    const state = stateOf(file);
    return knownHash(file, state) ?? keepHash(file, state, newSha256().update(readFileSync(file)));
  } catch {
    // the file can't be read
    return null;
  }
}

/**
 * Hashes the files of all added programs piece by piece, so that `hashOf` already knows the results. Hashing an
 * interpreter of a hundred megabytes in one go would block this thread for a second.
 */
export async function hashAhead(dataDir: string): Promise<void> {
  for (const { command, args } of readPrograms(dataDir).programs) {
    const file = fileToHash(command, args);
    if (file === null) continue;
    try {
      const state = stateOf(file);
      if (knownHash(file, state) !== null) continue;
      const hash = newSha256();
      for await (const part of createReadStream(file)) hash.update(part as Buffer);
      if (stateOf(file) === state) keepHash(file, state, hash);
    } catch {
      // The file can't be read, so `hashOf` returns null.
    }
  }
}

const fileToHash = (command: string, args: readonly string[]): string | null =>
  [...args, fileOfCommand(command)].find((word) => word !== null && isFile(word)) ?? null;

/** The latest hash of each file, cached because many requests need it. */
const hashes = new Map<string, { readonly state: string; readonly hash: string }>();

/** Returns a string that changes when the file's content changes. */
function stateOf(file: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

function knownHash(file: string, state: string): string | null {
  const known = hashes.get(file);
  return known?.state === state ? known.hash : null;
}

function keepHash(file: string, state: string, hash: Hash): string {
  const text = hash.digest('hex');
  hashes.set(file, { state, hash: text });
  return text;
}

const isFile = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;

function write(dataDir: string, list: readonly Program[]): void {
  const file = fileOf(ensureDataDir(dataDir));
  writeFileSync(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
