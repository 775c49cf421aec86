// An option given twice is rejected. This is tested for every option of every command.
import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commandNames } from '../../../../src-main/cli/command-names.ts';
import { program } from '../../../../src-main/cli/program.ts';

const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];
const fullName = (command: Command): string =>
  command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();

const all = withChildren(await program([]));
const options = all.flatMap((command) =>
  command.options
    .filter(({ long }) => long !== '--help' && long !== '--version')
    .map((option) => ({ name: `${fullName(command)} ${option.long}`, command, option })),
);

describe('options given twice', () => {
  test('every command is listed, and most have options', () => {
    expect(new Set(all[0]!.commands.map((command) => command.name()))).toEqual(new Set(commandNames));
    expect(options.length).toBeGreaterThan(80);
  });

  test.each(options)('$name', ({ command, option }) => {
    const value = option.isBoolean() ? null : (option.argChoices?.[0] ?? '1');
    const say = (): boolean => (command as unknown as EventEmitter).emit(`option:${option.name()}`, value);
    say();
    expect(say).toThrow(/given twice/);
  });
});
