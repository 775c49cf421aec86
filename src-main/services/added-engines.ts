import { withoutEnd } from '../../src-core/text/trimmed.ts';
import path from 'node:path';
import type { HostApi } from '../../src-core/contract.ts';
import type { AddedEngine } from '../../src-core/contract/engines.ts';
import { engineNames } from '../../src-core/engines.ts';
import { addEngine } from '../external-engines/add-engine.ts';
import { checkProgram } from '../external-engines/check.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { kindOfSolver } from '../external-engines/known-solvers.ts';
import {
  allowEngine,
  expectAllowed,
  hashAhead,
  hashOf,
  isAllowed,
  keepCheck,
  programNamed,
  readPrograms,
  removeProgram,
  type Program,
} from '../external-engines/programs.ts';

type EnginesApi = Pick<
  HostApi,
  | 'engines.added'
  | 'engines.allow'
  | 'engines.mayChoose'
  | 'engines.choose'
  | 'engines.check'
  | 'engines.remove'
>;

/** Shows the system's file dialog and returns the program that the user picks, or null if the user cancels. */
export type ChooseProgram = () => Promise<string | null>;

function programShown(program: Program): AddedEngine {
  const { name, command, args, hello, hash, addedAt, checked } = program;
  return {
    name,
    title: hello.name,
    version: hello.version,
    started: [command, ...args].join(' '),
    hash,
    hashNow: hashOf(command, args),
    allowed: isAllowed(program),
    addedAt,
    checked: checked ?? null,
  };
}

/**
 * Lists, adds, checks and removes the user's own engines. Requests must not name programs, so the user picks the
 * program to add through `choose`. Without `choose`, nothing can be added.
 */
export function addedEngines(
  dataDir: string,
  choose: ChooseProgram | undefined,
  onAllowed: () => void,
): EnginesApi {
  let asking = false;
  return {
    'engines.added': async () => {
      await hashAhead(dataDir);
      const { programs, problem } = readPrograms(dataDir);
      const engines = programs.map((program) => programShown(program));
      return { engines, problem };
    },
    'engines.allow': ({ name, hashNow }) => {
      allowEngine(dataDir, name, hashNow);
      onAllowed();
      return {};
    },
    'engines.mayChoose': () => choose !== undefined,
    'engines.choose': async () => {
      if (!choose) {
        throw new Error(
          'Engines can only be added in the desktop window or on the command line: edgewise engines add NAME -- COMMAND.',
        );
      }
      if (asking) throw new Error('A file dialog is already open.');
      asking = true;
      try {
        const file = await choose();
        if (file === null) return null;
        const name = nameFor(file);
        await add(dataDir, name, file);
        knowEngines(dataDir);
        return name;
      } finally {
        asking = false;
      }
    },
    'engines.check': async ({ name }) => {
      const program = programNamed(dataDir, name);
      expectAllowed(dataDir, name);
      const promises = await checkProgram(program, program.hello);
      keepCheck(dataDir, name, promises);
      return promises;
    },
    'engines.remove': ({ name }) => {
      programNamed(dataDir, name);
      removeProgram(dataDir, name);
      knowEngines(dataDir);
      return {};
    },
  };
}

async function add(dataDir: string, name: string, file: string): Promise<void> {
  try {
    await addEngine(dataDir, { name, adapter: kindOfSolver(file) ?? 'json', command: file, args: [] });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${why.replace(/\.$/, '')}. A program that needs arguments, or prints boards and nothing else, ` +
        'must be added on the command line: edgewise engines add NAME -- COMMAND ARGS.',
      { cause: error },
    );
  }
}

function nameFor(file: string): string {
  const plain = path
    .parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36);
  const name = withoutEnd(plain, /-/) || 'engine';
  const taken = new Set(engineNames());
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}
