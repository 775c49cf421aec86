/** Every command of the command line, in the order of the help text. */
export const commandNames = [
  'solve',
  'generate',
  'unique',
  'play-plan',
  'verify',
  'convert',
  'info',
  'read-model',
  'scan',
  'engines',
  'runs',
  'solutions',
  'library',
  'lab',
  'serve',
] as const;
export type CommandName = (typeof commandNames)[number];

export const isCommand = (name: string): name is CommandName =>
  (commandNames as readonly string[]).includes(name);
