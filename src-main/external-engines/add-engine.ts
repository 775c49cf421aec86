import { statSync } from 'node:fs';
import path from 'node:path';
import type { Hello } from '../../src-core/run/engine-protocol.ts';
import { greet } from './greet.ts';
import { printsBoards } from './lines-solver.ts';
import { addProgram, hashOf, othersThan, startOf, type Program } from './programs.ts';

/**
 * Starts a program, waits for its `hello` message, and adds it under a name. Throws a user-facing error if the name is
 * invalid or the program isn't an engine.
 */
export async function addEngine(
  dataDir: string,
  { name, adapter, ...given }: Pick<Program, 'name' | 'adapter' | 'command' | 'args'>,
): Promise<Hello> {
  othersThan(dataDir, name);
  const { command, args } = fromAnywhere(given);
  const start = startOf({ adapter, command, args });
  const hello =
    adapter === 'lines'
      ? printsBoards(name)
      : await greet(start.command, start.args).catch((error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          throw new Error(`${path.basename(command)} is not an engine: ${why}`, { cause: error });
        });
  addProgram(dataDir, {
    name,
    command,
    args,
    adapter,
    hash: hashOf(command, args),
    addedAt: new Date().toISOString(),
    hello,
  });
  return hello;
}

/**
 * Returns the command with absolute paths for files in the current folder, because Edgewise can start the engine from
 * any folder.
 */
function fromAnywhere({
  command,
  args,
}: Pick<Program, 'command' | 'args'>): Pick<Program, 'command' | 'args'> {
  const isFile = (word: string): boolean => statSync(word, { throwIfNoEntry: false })?.isFile() ?? false;
  return {
    command: /[/\\]/.test(command) ? path.resolve(command) : command,
    args: args.map((word) => (isFile(word) ? path.resolve(word) : word)),
  };
}
