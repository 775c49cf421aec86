import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import type { Job } from '../../src-core/engine.ts';
import { defaultEngine, engineNames, loadEngine } from '../../src-core/engines.ts';
import { errorsOf } from '../../src-core/puzzle/validate.ts';
import { unsolvable } from '../../src-core/puzzle/unsolvable.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { databasesDir, defaultDataDir } from '../data-dir.ts';
import { collect, integer, positiveWhole, seconds } from './arguments.ts';
import { engineOptions } from './engine-options.ts';
import { CliFailure, exit } from './failure.ts';
import { withHints } from './hints.ts';
import { readPuzzleFile, withPuzzleOptions, type PuzzleOptions } from './input.ts';
import { jsonReporter } from './json-reporter.ts';
import type { Reporter } from './reporter.ts';
import { answerCode, runHere, unsearched } from './run-here.ts';
import { textReporter, type BoardFormat } from './text-reporter.ts';

interface SolveOptions extends PuzzleOptions {
  engine?: string;
  option: string[];
  first?: boolean;
  all?: boolean;
  count?: boolean;
  limit?: number;
  threads: number;
  time?: number;
  nodes?: number;
  seed: number;
  hint: string[];
  format?: BoardFormat;
  json?: boolean;
  save?: boolean;
  data: string;
}

export const command = withPuzzleOptions(new Command('solve'))
  .description('solve a puzzle file of any known format')
  .argument('<file>', 'the puzzle; - is standard input')
  .addOption(
    new Option('--engine <name>', `one of ${engineNames().join(', ')}`).default(
      undefined,
      'exact; sliding: optimal',
    ),
  )
  .option('--option <name=value>', 'an option of the engine (repeatable)', collect, [])
  .addOption(
    new Option('--first', 'stop at the first solution (default)').conflicts(['all', 'count', 'limit']),
  )
  .addOption(new Option('--all', 'find every solution').conflicts(['count', 'limit']))
  .addOption(new Option('--count', 'count the solutions, list none').conflicts(['limit']))
  .option('--limit <k>', 'stop at the k-th solution', positiveWhole)
  .option('--threads <n>', 'total solver threads', positiveWhole, availableParallelism())
  .option('--time <s>', 'stop after so many seconds', seconds)
  .option('--nodes <n>', 'stop after so many nodes', positiveWhole)
  .option('--seed <x>', 'random seed', integer, 1)
  .option(
    '--hint <cell=tile[:rotation]>',
    'fix a tile; cells and tiles from 1, clockwise quarter turns (repeatable)',
    collect,
    [],
  )
  .addOption(
    new Option('--format <format>', 'how a solution is printed').choices([
      'ascii',
      'tiles',
      'bucas',
      'json',
      'moves',
    ]),
  )
  .option('--json', 'print JSON lines')
  .option('--save', 'keep run and solutions in the library')
  .option('--data <dir>', 'where the library lives', defaultDataDir())
  .action(solve);

async function solve(file: string, options: SolveOptions): Promise<void> {
  const { puzzle: read } = readPuzzleFile(file, options);
  const puzzle = read.kind === 'edge-matching' ? withHints(read, options.hint) : read;
  if (puzzle.kind === 'sliding' && options.hint.length > 0) {
    throw new CliFailure('--hint: a sliding puzzle takes no hints');
  }
  const [error] = errorsOf(puzzle);
  if (error) throw new CliFailure(`${file}: ${error.message}`);
  const job = await jobOf(puzzle, options);
  const reporter = reporterOf(puzzle, options);
  const reasons = reasonsAgainst(puzzle, job.engine);
  if (reasons.length > 0) {
    reporter.reasons(reasons);
    reporter.done('exhausted', '', unsearched(puzzle), { seed: job.seed, threads: job.threads });
    process.exitCode = exit.noSolution;
    return;
  }
  const ended = options.save
    ? await (await import('./run-saved.ts')).startSaved(job, options.data, reporter)
    : await runHere(job, databasesDir(options.data), reporter);
  process.exitCode = answerCode(ended);
}

/** What counting alone shows: no need to search. An engine for the best board has work all the same. */
function reasonsAgainst(puzzle: Puzzle, engine: string): string[] {
  if (puzzle.kind !== 'edge-matching' || engine === 'best' || engine === 'rows') return [];
  return unsolvable(puzzle).map(({ message }) => message);
}

async function jobOf(puzzle: Puzzle, options: SolveOptions): Promise<Job> {
  const name = options.engine ?? defaultEngine[puzzle.kind];
  const engine = await loadEngine(name).catch((error: unknown) => {
    throw new CliFailure(`--engine: ${(error as Error).message}`);
  });
  if (engine.solves !== puzzle.kind) {
    throw new CliFailure(
      `--engine ${name} solves ${engine.solves} puzzles; this is a ${puzzle.kind} puzzle: ` +
        `leave --engine out for the one that suits`,
    );
  }
  const chosen = engineOptions(engine, options.option);
  const refusal = reasonsAgainst(puzzle, name).length > 0 ? null : engine.refuses(puzzle, chosen);
  if (refusal) throw new CliFailure(refusal);
  return {
    puzzle,
    engine: name,
    options: chosen,
    wanted: {
      solutions: options.all || options.count ? 'all' : (options.limit ?? 1),
      boards: !options.count,
    },
    limits: { seconds: options.time ?? null, nodes: options.nodes ?? null },
    seed: options.seed,
    threads: options.threads,
  };
}

function reporterOf(puzzle: Puzzle, options: SolveOptions): Reporter {
  const write = (text: string): void => void process.stdout.write(text);
  if (options.json) return jsonReporter(puzzle, write);
  const format = options.format ?? (puzzle.kind === 'sliding' ? 'moves' : 'ascii');
  if ((puzzle.kind === 'sliding') !== (format === 'moves')) {
    throw new CliFailure(
      `--format ${format}: ${puzzle.kind === 'sliding' ? 'a sliding puzzle is answered by moves' : 'moves are for sliding puzzles'}`,
    );
  }
  return textReporter(puzzle, {
    format,
    wanted: options.all ? 'all' : options.count ? 'count' : 'some',
    write,
    remark: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
  });
}
