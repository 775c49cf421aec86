import { Command, Option } from 'commander';
import type { Hello } from '../../src-core/run/engine-protocol.ts';
import { engineNames, isOwnEngine, loadEngine } from '../../src-core/engines.ts';
import { checkProgram } from '../external-engines/check.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { greet } from '../external-engines/greet.ts';
import { addProgram, hashOf, programs, removeProgram } from '../external-engines/programs.ts';
import { CliFailure, exit } from './failure.ts';
import { dataOption } from './open-library.ts';
import { table } from './table.ts';

/** Of a program that only prints boards, what a hello would say. */
const printsBoards = (name: string): Hello => ({
  type: 'hello',
  protocol: 1,
  name,
  version: 'unknown',
  summary: 'Prints the boards that it finds; no nodes are counted',
  solves: ['edge-matching'],
  boards: ['rectangle'],
  options: [],
  pauses: false,
  checkpoints: false,
  proves: false,
});

const heard = async <T>(promise: Promise<T>): Promise<T> => {
  try {
    return await promise;
  } catch (error) {
    throw new CliFailure((error as Error).message);
  }
};

export const command = new Command('engines')
  .description('the engines, and solvers of your own')
  .addOption(dataOption())
  .option('--json', 'print JSON lines')
  .action(async (options: { data: string; json?: boolean }) => {
    knowEngines(options.data);
    const added = new Map(programs(options.data).map((program) => [program.name, program]));
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
  })
  .addCommand(
    new Command('add')
      .description('a solver of your own as an engine; docs/engine-protocol.md says how to write one')
      .argument('<name>', 'small letters, digits and -')
      .argument('<command...>', 'after --: the program and its arguments')
      .addOption(
        new Option(
          '--adapter <kind>',
          'json: it speaks the protocol; lines: it prints boards, and takes {puzzle}, {seconds}, {nodes}, {seed}, {threads} among its arguments',
        )
          .choices(['json', 'lines'])
          .default('json'),
      )
      .addOption(dataOption())
      .action(
        async (
          name: string,
          words: string[],
          { adapter, data }: { adapter: 'json' | 'lines'; data: string },
        ) => {
          const [program = '', ...args] = words;
          const hello = adapter === 'json' ? await heard(greet(program, args)) : printsBoards(name);
          const hash = hashOf(program, args);
          await heard(
            Promise.resolve().then(() =>
              addProgram(data, {
                name,
                command: program,
                args,
                adapter,
                hash,
                addedAt: new Date().toISOString(),
                hello,
              }),
            ),
          );
          process.stdout.write(`${name}  ${hello.name} ${hello.version}\n`);
        },
      ),
  )
  .addCommand(
    new Command('remove')
      .description('forget an engine that was added; its runs stay')
      .argument('<name>')
      .addOption(dataOption())
      .action((name: string, { data }: { data: string }) => {
        if (!removeProgram(data, name))
          throw new CliFailure(`no engine “${name}” was added; “edgewise engines” lists them`);
      }),
  )
  .addCommand(
    new Command('check')
      .description('which promises of the protocol a program keeps')
      .argument('<command...>', 'the program and its arguments, after --')
      .option('--json', 'print JSON lines')
      .action(async ([program = '', ...args]: string[], { json }: { json?: boolean }) => {
        const results = await checkProgram(program, args);
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
  );
