import { Command, Option } from 'commander';
import { engineNames, isOwnEngine, loadEngine } from '../../src-core/engines.ts';
import { checkProgram } from '../external-engines/check.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { addEngine } from '../external-engines/add-engine.ts';
import { installedSolver, isModelKind, modelKinds } from '../external-engines/known-solvers.ts';
import { speakAs } from '../external-engines/model-engine.ts';
import {
  allowEngine,
  expectAllowed,
  hashOf,
  keepCheck,
  programNamed,
  readPrograms,
  removeProgram,
  type Program,
} from '../external-engines/programs.ts';
import { CliFailure, exit } from './failure.ts';
import { dataOption } from './open-library.ts';
import { table } from './table.ts';

const withCliFailure = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new CliFailure((error as Error).message);
  }
};

export const command = new Command('engines')
  .description('list the engines, including your own solvers')
  .addOption(dataOption())
  .option('--json', 'print JSON lines')
  .action(async (options: { data: string; json?: boolean }) => {
    knowEngines(options.data);
    const { programs, problem } = readPrograms(options.data);
    const added = new Map(programs.map((program) => [program.name, program]));
    const engines = await Promise.all(engineNames().map(loadEngine));
    const rows = engines.map(({ name, title, solves, proves }) => {
      const program = added.get(name);
      const { hash = null, hello } = program ?? {};
      return {
        name,
        title,
        solves,
        proves,
        own: isOwnEngine(name),
        version: hello?.version ?? null,
        command: program ? [program.command, ...program.args] : null,
        hash,
      };
    });
    process.stdout.write(
      options.json
        ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
        : table(
            ['name', 'title', 'solves', 'command'],
            rows.map((row) => [row.name, row.title, row.solves, row.command?.join(' ') ?? '-']),
          ),
    );
    if (problem !== null) process.stderr.write(`edgewise: ${problem}\n`);
  })
  .addCommand(
    new Command('add')
      .description('add a solver of your own as an engine; to write one, see docs/reference/protocol.md')
      .argument('<name>', 'lower-case letters, digits and -')
      .argument(
        '[command...]',
        'the program and its arguments, after --; if left out, the engines sat and minizinc use an installed solver',
      )
      .addOption(
        new Option(
          '--adapter <kind>',
          'how Edgewise talks to the program. json: through the protocol (default). lines: the program prints boards; its arguments may contain ' +
            '{puzzle}, {seconds}, {nodes}, {seed} and {threads}. sat: a SAT solver (cadical, kissat, minisat). minizinc: MiniZinc. ' +
            'Engines named sat or minizinc use the adapter of that name by default',
        ).choices(['json', 'lines', ...modelKinds]),
      )
      .addOption(dataOption())
      .action(
        async (
          name: string,
          words: string[],
          {
            adapter = isModelKind(name) ? name : 'json',
            data,
          }: { adapter?: Program['adapter']; data: string },
        ) => {
          const hello = await withCliFailure(async () => {
            const given = words.length > 0 || !isModelKind(adapter) ? words : [installedSolver(adapter)];
            const [command, ...args] = given;
            if (command === undefined)
              throw new Error(`name the program: engines add ${name} -- COMMAND ARGS`);
            return addEngine(data, { name, adapter, command, args });
          });
          process.stdout.write(`${name}  ${hello.name} ${hello.version}\n`);
        },
      ),
  )
  .addCommand(
    new Command('allow')
      .description(
        "allow an engine's program to run on this machine; needed if it came with the data folder or has changed",
      )
      .argument('<name>')
      .addOption(dataOption())
      .action(async (name: string, { data }: { data: string }) => {
        const { command, args } = await withCliFailure(async () => Promise.resolve(programNamed(data, name)));
        allowEngine(data, name, hashOf(command, args));
        process.stderr.write(`Allowed: ${[command, ...args].join(' ')}\n`);
      }),
  )
  .addCommand(
    new Command('remove')
      .description('remove an engine that was added; its runs are kept')
      .argument('<name>')
      .addOption(dataOption())
      .action((name: string, { data }: { data: string }) => {
        if (!removeProgram(data, name))
          throw new CliFailure(`“${name}” is not one of the added engines; “edgewise engines” lists them`);
      }),
  )
  .addCommand(
    new Command('check')
      .description('check whether a program follows the protocol')
      .argument(
        '<command...>',
        'the program and its arguments, after --; or the name of an engine that was added',
      )
      .option('--json', 'print JSON lines')
      .addOption(dataOption())
      .action(async ([command = '', ...args]: string[], { json, data }: { json?: boolean; data: string }) => {
        const { programs } = readPrograms(data);
        const added = args.length > 0 ? undefined : programs.find(({ name }) => name === command);
        if (added)
          await withCliFailure(async () => Promise.resolve().then(() => expectAllowed(data, added.name)));
        const results = added
          ? await checkProgram(added, added.hello)
          : await checkProgram({ adapter: 'json', command, args });
        if (added) keepCheck(data, added.name, results);
        process.stdout.write(
          json
            ? results.map((row) => `${JSON.stringify(row)}\n`).join('')
            : results
                .map(
                  ({ promise, kept, why }) =>
                    `${kept ? 'kept  ' : 'BROKEN'}  ${promise}${why === '' ? '' : `: ${why}`}\n`,
                )
                .join(''),
        );
        if (results.some(({ kept }) => !kept)) process.exitCode = exit.noSolution;
      }),
  )
  .addCommand(
    new Command('speak')
      .description('run a SAT solver or MiniZinc as an engine; the engines sat and minizinc use this command')
      .argument('<kind>', modelKinds.join(' or '))
      .argument('<command...>', 'the solver and its arguments, after --')
      .action(async (kind: string, [command = '', ...args]: string[]) => {
        if (!isModelKind(kind)) throw new CliFailure(`“${kind}”: expected ${modelKinds.join(' or ')}`);
        await speakAs(kind, command, args, process.stdin, process.stdout);
      }),
  );
