import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { appRoot } from '../paths.ts';
import { CliFailure, exit } from './failure.ts';

export const command = new Command('bench')
  .description('the benchmark table: engines beside what they are measured against')
  .argument('[names...]', 'which benches (default: exact)')
  .action((names: string[]) => {
    const bench = path.join(appRoot, 'bench', 'bench.ts');
    if (!existsSync(bench)) {
      throw new CliFailure(
        'the benches are in the source repository, not in the packaged program: run it there',
      );
    }
    const { status } = spawnSync(process.execPath, [bench, ...names], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = status ?? exit.failed;
  });
