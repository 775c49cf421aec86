import path from 'node:path';
import { Command, Option } from 'commander';
import type { Engine, Job } from '../../src-core/engine.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { counted } from '../../src-core/text/counted.ts';
import { countsText } from './text-reporter.ts';
import { databasesDir, defaultDataDir } from '../data-dir.ts';
import { defaultThreadCount, positiveWhole, threadCount } from './arguments.ts';
import { makeFolder } from '../make-folder.ts';
import { isNeeded, mergeResults, namesOf, toStore, type Merged } from '../services/merge-results.ts';
import { ShareError, type SharedText } from '../services/share-files.ts';
import { splitRun } from '../services/split-run.ts';
import { writeWhole } from '../write-whole.ts';
import { CliFailure, exit } from './failure.ts';
import { nameOf, readText } from './input.ts';
import { changingLibrary, dataOption } from './open-library.ts';
import { workOn } from './runs-work.ts';
import { jobFrom, jobOf, withSolveOptions, type Prepared, type SolveOptions } from './solve-options.ts';

/** `runs split`, `runs work` and `runs merge`: one run on many machines. See docs/guide/cluster.md. */
export const shareCommands: Command[] = [
  withSolveOptions(new Command('split'))
    .description('divide a run into job files for many machines')
    .argument('<file>', 'the puzzle; - is standard input')
    .requiredOption('--parts <n>', 'number of job files', positiveWhole)
    .addOption(
      new Option(
        '--by <way>',
        'prefix: parts of one search tree; seed: the same search with different seeds',
      ).choices(['prefix', 'seed']),
    )
    .option('--out <dir>', 'folder for the job files', 'jobs')
    .action(
      async (
        file: string,
        options: SolveOptions & { parts: number; by?: 'prefix' | 'seed'; out: string },
      ) => {
        const { engine, job } = await divisibleJob(file, options);
        const names = await refusingShared(() => writeJobs(engine, job, options));
        for (const name of names) process.stdout.write(`${name}\n`);
      },
    ),
  new Command('work')
    .description('work on one job file; resumes if it was interrupted')
    .argument('<job>', 'a job file written by “runs split”')
    .option('--out <file>', 'the result file (default: next to the job, ending in .result.json)')
    .option('--threads <n>', 'number of solver threads', threadCount, defaultThreadCount())
    .action(async (job: string, options: { out?: string; threads: number }) => {
      const out = options.out ?? `${job.replace(/(\.job)?\.json$/, '')}.result.json`;
      const databases = databasesDir(defaultDataDir());
      process.exitCode = await refusingShared(() =>
        workOn(job, { out, threads: options.threads, databases }),
      );
    }),
  new Command('merge')
    .description(
      'merge results; a part or solution given twice counts once, and every board is verified again',
    )
    .argument('<result...>', 'result files written by “runs work”')
    .option('--json', 'print one JSON object')
    .option('--save', 'save the run and its boards in the library; the run log lists the parts')
    .addOption(dataOption())
    .action(async (files: string[], options: { json?: boolean; save?: boolean; data: string }) => {
      const merged = await refusingShared(() =>
        mergeResults(textsOf(files), (text) => void process.stderr.write(`edgewise: ${text}\n`)),
      );
      process.stdout.write(options.json ? `${JSON.stringify(jsonOf(merged))}\n` : textOf(merged));
      if (options.save) {
        const { runId } = await changingLibrary(options.data, (library) =>
          library.keepMerged(toStore(merged)),
        );
        process.stderr.write(`Run ${runId}\n`);
      }
      if (isNeeded(merged)) process.exitCode = exit.limit;
    }),
];

/**
 * Returns the job to split. If the engine leaves the search to another engine, as `auto` does, the job is for that
 * other engine.
 */
async function divisibleJob(file: string, options: SolveOptions): Promise<Prepared> {
  const prepared = await jobFrom(file, options);
  const chosen = prepared.engine.divisible?.(prepared.job);
  if (!chosen) return prepared;
  process.stderr.write(`${chosen.why}\n`);
  return jobOf(file, prepared.reading, { ...options, engine: chosen.engine });
}

function writeJobs(
  engine: Engine,
  job: Job,
  options: { parts: number; by?: 'prefix' | 'seed'; out: string },
): string[] {
  const { files } = splitRun(engine, job, options);
  try {
    makeFolder(path.resolve(options.out));
  } catch (error) {
    throw new CliFailure(`--out ${options.out}: the folder can’t be created: ${(error as Error).message}`);
  }
  return files.map(({ name, text }) => {
    const file = path.join(options.out, name);
    writeWhole(file, [text]);
    return file;
  });
}

/** Reads the files one at a time, because they might not fit into memory together. */
function* textsOf(files: readonly string[]): Generator<SharedText> {
  for (const file of files) yield { name: nameOf(file), text: readText(file, Infinity) };
}

async function refusingShared<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ShareError ? new CliFailure(error.message) : error;
  }
}

function jsonOf({ job, boards, record: _, ...totals }: Merged): object {
  const { puzzle } = job;
  return {
    ...totals,
    boards: boards.map(({ board, path, matched, placed, solved }) => ({
      ...(board && puzzle.kind === 'edge-matching'
        ? { board: writeBoard(puzzle, board, 'tiles') }
        : { path }),
      matched,
      placed,
      solved,
    })),
  };
}

function textOf(merged: Merged): string {
  const { parts, missing, nodes, solutions, uniqueSolutions, distinctSolutions } = merged;
  const { boards, matched, edges } = merged;
  const lines = [`${parts - missing.length} of ${counted(parts, 'part')}, ${counted(nodes, 'node')}`];
  if (solutions !== null) {
    lines.push(countsText(solutions, uniqueSolutions, distinctSolutions));
  }
  const solved = boards.filter((board) => board.solved).length;
  lines.push(`${counted(solved, 'different solution')} listed`);
  if (edges > 0) lines.push(`best ${matched} of ${counted(edges, 'edge')}`);
  if (isNeeded(merged)) lines.push(`results still missing: ${namesOf(missing)}`);
  return `${lines.join('\n')}\n`;
}
