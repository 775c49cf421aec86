import { totalmem } from 'node:os';
import { Option, type Command } from 'commander';
import type { Engine, Job } from '../../src-core/engine.ts';
import { engineNames, loadEngine, usualEngine } from '../../src-core/engines.ts';
import { freedCells } from '../../src-core/puzzle/hunt-start.ts';
import { boardToNumbers } from '../../src-core/puzzle/partial-board.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { JobSettings } from '../../src-core/run/job.ts';
import { draftJob, makeJob } from '../../src-core/drive/make-job.ts';
import { unreachableReason } from '../../src-core/sliding/state.ts';
import { unsolvable } from '../../src-core/puzzle/unsolvable.ts';
import { blockingErrorsOf } from '../../src-core/puzzle/validate.ts';
import { collect, defaultThreadCount, integer, positiveWhole, seconds, threadCount } from './arguments.ts';
import { engineOptions } from './engine-options.ts';
import { CliFailure } from './failure.ts';
import { withHints } from './hints.ts';
import {
  readBoardFile,
  readPuzzleFile,
  withPuzzleOptions,
  type FileReading,
  type PuzzleOptions,
} from './input.ts';

export interface SolveOptions extends PuzzleOptions {
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
  start?: string;
  free?: string;
}

/** Adds the options in `SolveOptions` to a command. */
export const withSolveOptions = (command: Command): Command =>
  withPuzzleOptions(command)
    .addOption(
      new Option(
        '--engine <name>',
        `one of ${engineNames().join(', ')} (default: auto, which chooses exact or propagate, with the help of selective; exact if an --option is given; optimal for sliding puzzles)`,
      ),
    )
    .option('--option <name=value>', 'an engine option (repeatable)', collect, [])
    .addOption(
      new Option('--first', 'stop at the first solution (default)').conflicts(['all', 'count', 'limit']),
    )
    .addOption(
      new Option(
        '--all',
        'find every solution; list them in order at the end (with --json: as they are found)',
      ).conflicts(['count', 'limit']),
    )
    .addOption(new Option('--count', 'count the solutions without listing them').conflicts(['limit']))
    .option('--limit <k>', 'stop at the k-th solution', positiveWhole)
    .option('--threads <n>', 'number of solver threads', threadCount, defaultThreadCount())
    .option(
      '--time <s>',
      'stop after this many seconds of searching; building the pattern databases of a sliding puzzle is not counted',
      seconds,
    )
    .option('--nodes <n>', 'stop after this many nodes', positiveWhole)
    .option('--seed <x>', 'random seed', integer, 1)
    .option(
      '--hint <cell=tile[:rotation]>',
      'fix a tile in a cell, such as 136=139:2; cells and tiles are numbered from 1, and the rotation is in clockwise steps (repeatable)',
      collect,
      [],
    )
    .option(
      '--start <board>',
      'with --engine best: a file with the board to start from, in any board notation',
    )
    .option(
      '--free <cells>',
      'with --start: the cells to search again: mismatches (default; mismatched cells and their neighbours), rows:A-B, or a list of cells such as 1,2,17-20',
    );

export interface Prepared {
  readonly engine: Engine;
  readonly job: Job;
  /** why there is no solution, if counting tiles and labels proves it without a search */
  readonly reasons: readonly string[];
  readonly reading: FileReading;
}

/** Reads the puzzle and validates the options. Throws CliFailure. */
export const jobFrom = (file: string, options: SolveOptions): Promise<Prepared> =>
  jobOf(file, readPuzzleFile(file, options), options);

/** Returns the job for one of the possible readings of a puzzle file. Throws CliFailure. */
export async function jobOf(file: string, reading: FileReading, options: SolveOptions): Promise<Prepared> {
  const read = reading.puzzle;
  const puzzle = read.kind === 'edge-matching' ? withHints(read, options.hint) : read;
  if (puzzle.kind === 'sliding' && options.hint.length > 0) {
    throw new CliFailure('--hint: a sliding puzzle takes no hints');
  }
  const [error] = blockingErrorsOf(puzzle);
  if (error) throw new CliFailure(`${file}: ${error.message}`);
  const engine = await engineFor(puzzle, options);
  refuseMoreOf(engine, options);
  refuseCountOf(puzzle, options);
  try {
    const requested: Partial<JobSettings> = {
      options: engineOptions(engine, options.option),
      wanted: {
        solutions: options.all || options.count ? 'all' : (options.limit ?? 1),
        boards: !options.count,
      },
      limits: { seconds: options.time ?? null, nodes: options.nodes ?? null },
      seed: options.seed,
      threads: options.threads,
      ...startOf(puzzle, options),
    };
    const reasons = engine.solves === puzzle.kind ? reasonsAgainst(puzzle, engine) : [];
    const job = (reasons.length > 0 ? draftJob : makeJob)(engine, puzzle, requested, totalmem());
    return { engine, job, reasons, reading };
  } catch (error) {
    throw error instanceof CliFailure ? error : new CliFailure((error as Error).message);
  }
}

async function engineFor(puzzle: Puzzle, { engine, option }: SolveOptions): Promise<Engine> {
  // The engine `auto` is for edge-matching puzzles. For a sliding puzzle, the word means the default engine.
  const isDefault = engine === undefined || (engine === 'auto' && puzzle.kind === 'sliding');
  try {
    return await loadEngine(isDefault ? usualEngine(puzzle, option.length > 0) : engine);
  } catch (error) {
    throw new CliFailure(`--engine: ${(error as Error).message}`);
  }
}

/** Throws an error if an engine that ends at the first solution is asked for more. */
function refuseMoreOf({ name, endsAtFirst }: Engine, { all, count, limit = 1 }: SolveOptions): void {
  if (!endsAtFirst || !(all || count || limit > 1)) return;
  const option = all ? '--all' : count ? '--count' : '--limit';
  throw new CliFailure(
    `${option}: engine ${name} ends at the first solution. Choose the engine “exact”, or leave ${option} out.`,
  );
}

/** A sliding puzzle is solved once, so a number of solutions would have no effect. */
function refuseCountOf({ kind }: Puzzle, { count, limit = 1 }: SolveOptions): void {
  if (kind !== 'sliding' || (!count && limit === 1)) return;
  const option = count ? '--count' : '--limit';
  throw new CliFailure(`${option} works only for edge-matching puzzles; leave it out`);
}

function startOf(puzzle: Puzzle, { start, free }: SolveOptions): Pick<JobSettings, 'start'> {
  if (start === undefined) {
    if (free !== undefined) throw new CliFailure('--free needs --start BOARD');
    return {};
  }
  if (puzzle.kind === 'sliding')
    throw new CliFailure('--start works only for edge-matching puzzles; leave it out');
  const board = readBoardFile(puzzle, start);
  try {
    return { start: { board: boardToNumbers(board), free: freedCells(puzzle, board, free ?? 'mismatches') } };
  } catch (error) {
    throw new CliFailure(`--free ${free ?? 'mismatches'}: ${(error as Error).message}`);
  }
}

function reasonsAgainst(puzzle: Puzzle, { proves }: Engine): string[] {
  if (puzzle.kind === 'sliding') {
    const reason = unreachableReason(puzzle);
    return reason === null ? [] : [reason];
  }
  return proves ? unsolvable(puzzle).map(({ message }) => message) : [];
}
