import path from 'node:path';
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { ensureDataDir } from '../data-dir.ts';
import { lockDataDir } from '../store/lock.ts';
import { rescue } from '../store/rescue.ts';
import { databaseFile } from '../store/store.ts';
import { CliFailure } from './failure.ts';
import { dataOption } from './open-store.ts';
import { table } from './table.ts';

export const command = new Command('rescue')
  .description('save what can be read of a damaged library into a new folder; the damaged one stays as it is')
  .addOption(dataOption())
  .option('--to <dir>', 'the new folder (default: beside the old one, its name and “-rescued”)')
  .action((options: { data: string; to?: string }) => {
    const from = path.resolve(options.data);
    const to = path.resolve(options.to ?? `${from}-rescued`);
    if (!existsSync(databaseFile(from))) throw new CliFailure(`There is no library in ${from}.`);
    if (existsSync(databaseFile(to))) {
      throw new CliFailure(`There is a library in ${to} already: choose another folder with --to.`);
    }
    const locks = [from, to].map((dir) => lockDataDir(ensureDataDir(dir), 'command line'));
    try {
      const rescued = rescue(databaseFile(from), databaseFile(to));
      process.stdout.write(
        table(
          ['what', 'saved', 'lost'],
          rescued.map((each) => [each.table, each.saved, each.lost ?? 'unknown']),
        ),
      );
      process.stderr.write(
        `Saved into ${to}. Look at it with --data ${to} (or EDGEWISE_DATA); to go on with it, move ` +
          `${databaseFile(from)} and the files whose names begin so away, and the rescued file into their place.\n`,
      );
    } finally {
      for (const lock of locks) lock.release();
    }
  });
