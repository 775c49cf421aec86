// Each command has its own file, which is loaded only if the command is used.
import { Command, CommanderError } from 'commander';
import { NoDataDir } from '../data-dir.ts';
import { version } from '../version.ts';
import { isCommand, type CommandName } from './command-names.ts';
import { CliFailure, exit } from './failure.ts';

const HELP_SAYS_MORE = '(see --help)';

/**
 * To add a command, export it as `command` from a new file in this folder. Then add its name to command-names.ts, and
 * a line here.
 */
const commands: Readonly<Record<CommandName, () => Promise<{ command: Command }>>> = {
  solve: () => import('./solve.ts'),
  generate: () => import('./generate.ts'),
  unique: () => import('./unique.ts'),
  'play-plan': () => import('./play-plan.ts'),
  verify: () => import('./verify.ts'),
  convert: () => import('./convert.ts'),
  info: () => import('./info.ts'),
  'read-model': () => import('./read-model.ts'),
  scan: () => import('./scan.ts'),
  runs: () => import('./runs.ts'),
  solutions: () => import('./solutions.ts'),
  library: () => import('./library.ts'),
  engines: () => import('./engines.ts'),
  lab: () => import('./lab.ts'),
  serve: () => import('./serve.ts'),
};

/** Returns the program with the command that `argv` names, or with all commands. */
export async function program(argv: readonly string[]): Promise<Command> {
  const edgewise = new Command('edgewise')
    .description('Make and solve edge-matching and sliding-tile puzzles, and hunt for the best boards.')
    .version(version)
    .showHelpAfterError(HELP_SAYS_MORE);
  const asked = argv.find((argument) => !argument.startsWith('-'));
  const load = asked !== undefined && isCommand(asked) ? commands[asked] : undefined;
  for (const each of load ? [load] : Object.values(commands)) edgewise.addCommand((await each()).command);
  for (const command of [edgewise, ...edgewise.commands.flatMap(withChildren)]) {
    // An option belongs to the command before it. In `runs show 1 --data DIR`, --data belongs to `show`, although
    // `runs` has an option --data too.
    command.exitOverride().enablePositionalOptions().showHelpAfterError(HELP_SAYS_MORE);
    // Let Commander accept excess arguments, because refuseUnknown prints a better message.
    if (command.commands.length > 0) command.allowExcessArguments();
    refuseRepeatedOptions(command);
    for (const option of command.options) if (Array.isArray(option.defaultValue)) option.default([], 'none');
  }
  return edgewise.hook('preAction', (_edgewise, action) => {
    refuseUnknown(action);
    passOptionsDown(action);
    refuseRepeatedArguments(action);
  });
}

/** Throws CliFailure if the word after a group of commands, such as `runs`, isn't one of its subcommands. */
function refuseUnknown(action: Command): void {
  const [word] = action.args;
  if (word === undefined || action.commands.length === 0) return;
  const names = action.commands.map((command) => command.name()).join(', ');
  throw new CliFailure(`${action.name()}: unknown command “${word}”; the commands are: ${names}`);
}

/**
 * Throws CliFailure if a list of files or names contains one of them twice. Exceptions: the arguments of another
 * program, and the results for “runs merge”, which drops repeated results itself.
 */
function refuseRepeatedArguments(action: Command): void {
  action.registeredArguments.forEach((argument, i) => {
    if (!argument.variadic || ['command', 'result'].includes(argument.name())) return;
    const given = action.processedArgs[i] as readonly string[];
    const twice = given.find((each, at) => given.indexOf(each) !== at);
    if (twice !== undefined) throw new CliFailure(`${twice}: given twice; give it once`);
  });
}

function refuseRepeatedOptions(command: Command): void {
  const given = new Set<string>();
  for (const option of command.options) {
    if (Array.isArray(option.defaultValue)) continue;
    command.on(`option:${option.name()}`, () => {
      if (given.has(option.name())) throw new CliFailure(`${option.long}: given twice; give it once`);
      given.add(option.name());
    });
  }
}

/**
 * Passes a command's options on to its subcommand: `runs --data DIR show 1` is the same as `runs show 1 --data DIR`.
 */
function passOptionsDown(action: Command): void {
  const { parent } = action;
  if (!parent) return;
  for (const option of parent.options) {
    const name = option.attributeName();
    if (parent.getOptionValueSource(name) !== 'cli' || action.getOptionValueSource(name) === 'cli') continue;
    if (!action.options.some((own) => own.attributeName() === name)) {
      throw new CliFailure(`${option.long}: “${parent.name()} ${action.name()}” has no such option`);
    }
    action.setOptionValue(name, parent.getOptionValue(name));
  }
}

const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];

/**
 * Replaces `help runs show` with `runs show --help`, because Commander's own `help` command would show the help of
 * `runs`. If the command is unknown, returns only its name, so that Commander reports it.
 */
function withoutHelpCommand(argv: readonly string[]): readonly string[] {
  const [first, ...command] = argv;
  const [name] = command;
  if (first !== 'help' || name === undefined || name.startsWith('-')) return argv;
  return isCommand(name) ? [...command, '--help'] : [name];
}

/** Runs one command line and returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const words = withoutHelpCommand(argv);
    await (await program(words)).parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? exit.answered);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.answered : exit.badInput;
    const message = isWithoutDatabase(error)
      ? 'this command needs the library, which needs the package better-sqlite3: npm install better-sqlite3'
      : error instanceof Error
        ? error.message
        : String(error);
    process.stderr.write(`edgewise: ${message}\n`);
    if (error instanceof CliFailure) return error.code;
    return error instanceof NoDataDir ? exit.badInput : exit.failed;
  }
}

/**
 * Returns whether an error means that better-sqlite3 is not installed. It is optional in the npm package, because many
 * commands need no library.
 */
const isWithoutDatabase = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'better-sqlite3'");
