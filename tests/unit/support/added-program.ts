// A program added as an engine: the least that one may say about itself.
import type { Program } from '../../../src-main/external-engines/programs.ts';
import type { Hello } from '../../../src-core/run/engine-protocol.ts';

export const plainHello: Hello = {
  type: 'hello',
  protocol: 1,
  name: 'plain',
  version: '1',
  summary: '',
  solves: ['edge-matching'],
  boards: ['rectangle'],
  options: [],
  pauses: false,
  checkpoints: false,
  proves: false,
};

/** Returns an added program that runs `command` and speaks the engine protocol. */
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
