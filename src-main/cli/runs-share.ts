import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { writeBoard } from '../../src-core/formats/write.ts';
import { counted } from '../../src-core/text/counted.ts';
import { databasesDir, defaultDataDir } from '../data-dir.ts';
import { positiveWhole } from './arguments.ts';
import { exit } from './failure.ts';
import { changingLibrary, dataOption } from './open-library.ts';
import { mergeResults, type Merged } from './runs-merge.ts';
import { splitRun } from './runs-split.ts';
import { workOn } from './runs-work.ts';
import { jobFrom, jobOf, withSolveOptions, type Prepared, type SolveOptions } from './solve-options.ts';

/** `runs split`, `runs work`, `runs merge`: one run on many machines; docs/guide/cluster.md. */
export const shareCommands: Command[] = [
  withSolveOptions(new Command('split'))
    .description('divide a run into job files for many machines')
    .argument('<file>', 'the puzzle; - is standard input')
    .requiredOption('--parts <n>', 'how many job files', positiveWhole)
    .addOption(
      new Option(
        '--by <way>',
        'prefix: parts of one search tree; seed: the same search with different seeds',
      ).choices(['prefix', 'seed']),
    )
    .option('--out <dir>', 'where the job files go', 'jobs')
    .action(
      async (
        file: string,
        options: SolveOptions & { parts: number; by?: 'prefix' | 'seed'; out: string },
      ) => {
        const { engine, job } = await divisibleJob(file, options);
        for (const name of splitRun(engine, job, options)) process.stdout.write(`${name}\n`);
      },
    ),
  new Command('work')
    .description('work on one job file; resumes if it was interrupted')
    .argument('<job>', 'a job file written by “runs split”')
    .option('--out <file>', 'the result (default: beside the job, .result.json)')
    .option('--threads <n>', 'total solver threads', positiveWhole, availableParallelism())
    .action(async (job: string, options: { out?: string; threads: number }) => {
      process.exitCode = await workOn(job, {
        out: options.out ?? `${job.replace(/(\.job)?\.json$/, '')}.result.json`,
        threads: options.threads,
        databases: databasesDir(defaultDataDir()),
      });
    }),
  new Command('merge')
    .description('merge results: each part once, each solution once, all verified again')
    .argument('<result...>', 'result files written by “runs work”')
    .option('--json', 'print one JSON object')
    .option('--save', 'save the run, with its parts in its log, and its boards to the library')
    .addOption(dataOption())
    .action(async (files: string[], options: { json?: boolean; save?: boolean; data: string }) => {
      const merged = await mergeResults(files, (text) => void process.stderr.write(`edgewise: ${text}\n`));
      process.stdout.write(options.json ? `${JSON.stringify(jsonOf(merged))}\n` : textOf(merged));
      if (options.save) process.stderr.write(`Run ${await save(merged, options.data)}\n`);
      if (isNeeded(merged)) process.exitCode = exit.limit;
    }),
];

/** Returns the job to divide. If the engine runs others, that is the job of the one it chooses. */
async function divisibleJob(file: string, options: SolveOptions): Promise<Prepared> {
  const prepared = await jobFrom(file, options);
  const chosen = prepared.engine.divisible?.(prepared.job);
  if (!chosen) return prepared;
  process.stderr.write(`${chosen.why}\n`);
  return jobOf(file, prepared.reading, { ...options, engine: chosen.engine });
}

/**
 * Returns whether missing parts are still needed. They are not if another part found what was searched for.
 */
const isNeeded = ({ missing, record }: Merged): boolean => missing.length > 0 && record.status !== 'solved';
/** Returns "part 2" or "parts 2, 5". */
const namesOf = (missing: readonly number[]): string =>
  `${missing.length === 1 ? 'part' : 'parts'} ${missing.join(', ')}`;

/** Saves the merged run, with its parts in its log and its boards, so that the application shows them. */
async function save(merged: Merged, dataDir: string): Promise<number> {
  const { job, boards, record } = merged;
  const { puzzle } = job;
  return changingLibrary(dataDir, async (library) => {
    const { id } = library['library.import']({ puzzle, once: true, boards: [], paths: [] });
    return library.keepMerged(id, {
      job,
      ...record,
      message: isNeeded(merged) ? `Still to come: ${namesOf(merged.missing)}.` : '',
      figures: {
        nodes: merged.nodes,
        nodesByDepth: [...(merged.nodesByDepth ?? [])],
        elapsedMs: merged.elapsedMs,
        raw: merged.solutions ?? boards.filter(({ solved }) => solved).length,
        unique: merged.uniqueSolutions ?? boards.filter(({ solved }) => solved).length,
        distinct: merged.distinctSolutions ?? boards.filter(({ solved }) => solved).length,
      },
      findings: boards.map(({ board, path, solved }) =>
        board
          ? { type: solved ? ('solution' as const) : ('improved' as const), board }
          : { type: 'path' as const, moves: path!, lowerBound: 0, optimal: false },
      ),
    });
  });
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
    lines.push(`${counted(solutions, 'solution')}, ${uniqueSolutions} unique, ${distinctSolutions} distinct`);
  }
  const solved = boards.filter((board) => board.solved).length;
  lines.push(`${counted(solved, 'different solution')} listed`);
  if (edges > 0) lines.push(`best ${matched} of ${counted(edges, 'edge')}`);
  if (isNeeded(merged)) lines.push(`still to come: ${namesOf(missing)}`);
  return `${lines.join('\n')}\n`;
}
