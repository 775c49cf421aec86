import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Hello } from '../../src-core/run/engine-protocol.ts';
import { isOwnEngine } from '../../src-core/engines.ts';
import { allowProgram, isProgramAllowed } from '../consent.ts';
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

/** The programs added so far, in order of name, and why some or all of them can't be read: a sentence, or null. */
export interface Added {
  readonly programs: readonly Program[];
  readonly problem: string | null;
}

/** Where the list or an entry of it is damaged, or of a newer Edgewise, the others are there all the same. */
export function readPrograms(dataDir: string): Added {
  const file = fileOf(dataDir);
  const none = (why: unknown): Added => ({
    programs: [],
    problem: `${file} is no list of engines (${why instanceof Error ? why.message : String(why)}). ${fix}`,
  });
  if (!existsSync(file)) return { programs: [], problem: null };
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return none(error);
  }
  if (!Array.isArray(list)) return none('it holds no list');
  const read = list.map((entry) => v.safeParse(Program, entry, { abortEarly: true }));
  const bad = read.findIndex(({ success }) => !success);
  return {
    programs: read.flatMap((each) => (each.success ? [each.output] : [])),
    problem: bad < 0 ? null : `${file}: ${whatIsWrong(list[bad], bad, read[bad]!.issues![0])} ${fix}`,
  };
}

const fix =
  'Engines that are not read are missing until then. Fix the file, use the Edgewise that wrote it, or move it away ' +
  'and add the engines again.';

function whatIsWrong(entry: unknown, index: number, issue: v.BaseIssue<unknown>): string {
  const { name } = v.is(v.object({ name: v.string() }), entry) ? entry : { name: null };
  const which = `entry ${index + 1}${name === null ? '' : ` (“${name}”)`}`;
  return `${which} is no engine that this Edgewise knows (${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}).`;
}

/** Throws where there is none of this name, with what is wrong with the list if anything is. */
export function programNamed(dataDir: string, name: string): Program {
  const { programs, problem } = readPrograms(dataDir);
  const found = programs.find((program) => program.name === name);
  if (!found) throw new Error(`No engine “${name}” was added. ${problem ?? ''}`.trim());
  return found;
}

/** The whole list, to be changed. Throws where a part of it can't be read: it would be lost. */
function wholeList(dataDir: string): readonly Program[] {
  const { programs, problem } = readPrograms(dataDir);
  if (problem !== null) throw new Error(problem);
  return programs;
}

/**
 * Only the command line and the desktop's own file dialog lead here. Nothing that a page asks, a file says or a link
 * holds can name a program to be started.
 */
export function addProgram(dataDir: string, program: Program): void {
  const others = othersThan(dataDir, program.name);
  write(
    dataDir,
    [...others, program].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  allowProgram(asItIs(program));
}

/** The program with what its file holds now. */
const asItIs = (program: Program): Program => ({ ...program, hash: hashOf(program.command, program.args) });

/** Returns whether the user of this machine allowed this program as it is now. */
export const isAllowed = (program: Program): boolean => isProgramAllowed(asItIs(program));

/**
 * Allows a program that the list names to run at this machine. `hash`: of its file, as the user was shown it. Throws, in a
 * sentence, when there is no such program or its file has changed since.
 */
export function allowEngine(dataDir: string, name: string, hash: string | null): void {
  const program = asItIs(programNamed(dataDir, name));
  if (program.hash !== hash)
    throw new Error(`The program of engine “${name}” has just changed. Look at it again.`);
  allowProgram(program);
}

/**
 * Returns why an engine's program may not run at this machine, as a sentence with what to do, or null when it may. The list
 * of engines travels with the data folder: whoever sends a folder must not choose what runs here.
 */
export function whyNotAllowed(dataDir: string, name: string): string | null {
  if (isOwnEngine(name)) return null;
  const program = readPrograms(dataDir).programs.find((each) => each.name === name);
  if (!program || isAllowed(program)) return null;
  const { command, args, hash } = program;
  const why =
    hashOf(command, args) === hash ? 'was not allowed on this computer' : 'has changed since it was added';
  return (
    `The program of engine “${name}” ${why}: ${[command, ...args].join(' ')}. ` +
    `Allow it in Settings, or with “edgewise engines allow ${name}”.`
  );
}

/** Throws, in that sentence, when an engine's program may not run at this machine. */
export function expectAllowed(dataDir: string, name: string): void {
  const why = whyNotAllowed(dataDir, name);
  if (why !== null) throw new Error(why);
}

/** The programs that one of this name stands beside; one that has it is replaced. Throws when there can be none of this name. */
export function othersThan(dataDir: string, name: string): readonly Program[] {
  if (!NAME.test(name)) {
    throw new Error(
      `“${name}” can't be an engine's name: expected small letters, digits and -, a letter first, at most 40.`,
    );
  }
  if (isOwnEngine(name)) throw new Error(`“${name}” is an engine of Edgewise's own: choose another name.`);
  return wholeList(dataDir).filter((program) => program.name !== name);
}

/** False when there is none of this name. */
export function removeProgram(dataDir: string, name: string): boolean {
  const known = wholeList(dataDir);
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
    wholeList(dataDir).map((program) => (program.name === name ? { ...program, checked } : program)),
  );
}

/** SHA-256 of the file that a command or its first argument that is a file names: what a run's record keeps. */
export function hashOf(command: string, args: readonly string[]): string | null {
  const found = [...args, fileOfCommand(command)].find((word) => word !== null && isFile(word));
  if (found === undefined || found === null) return null;
  try {
    return createHash('sha256').update(readFileSync(found)).digest('hex');
  } catch {
    return null; // not ours to read
  }
}

const isFile = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;

function write(dataDir: string, list: readonly Program[]): void {
  const file = fileOf(ensureDataDir(dataDir));
  writeFileSync(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
