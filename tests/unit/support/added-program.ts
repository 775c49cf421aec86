// A program that the user added as an engine. It gives only the required information about itself.
import { printsBoards } from '../../../src-main/external-engines/lines-solver.ts';
import type { Program } from '../../../src-main/external-engines/programs.ts';

export const plainHello = printsBoards('plain');

/** Returns an engine added by the user, which runs `command` and speaks the engine protocol. */
export const addedProgram = (
  command: string,
  args: readonly string[],
  changes: Partial<Program> = {},
): Program => ({
  name: 'mine',
  command,
  args: [...args],
  adapter: 'json',
  hash: null,
  addedAt: '',
  hello: plainHello,
  ...changes,
});
