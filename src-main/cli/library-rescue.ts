import path from 'node:path';
import { Command } from 'commander';
import { CliFailure } from './failure.ts';
import { dataOption } from './open-library.ts';
import { table } from './table.ts';

export const command = new Command('rescue')
  .description(
    'copy all readable data of a damaged library to a new folder; the damaged library is not changed',
  )
  .addOption(dataOption())
  .option('--to <dir>', 'the new folder (default: next to the old one, with “-rescued” after its name)')
  .action(async (options: { data: string; to?: string }) => {
    const { rescueLibrary } = await import('../services/rescue-library.ts');
    const from = path.resolve(options.data);
    const to = path.resolve(options.to ?? `${from}-rescued`);
    let rescued;
    try {
      rescued = rescueLibrary(from, to);
    } catch (error) {
      throw new CliFailure((error as Error).message);
    }
    process.stdout.write(
      table(
        ['what', 'saved', 'lost'],
        rescued.tables.map((each) => [each.table, each.saved, each.lost ?? 'unknown']),
      ),
    );
    process.stderr.write(
      `Saved to ${to}. Look at it with --data ${to} (or EDGEWISE_DATA). To use it from now on, move ` +
        `${rescued.damaged} to another folder, together with all files whose names begin with its name. Then put the rescued file in its place.\n`,
    );
  });
