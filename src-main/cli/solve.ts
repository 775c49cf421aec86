import { Command, Option } from 'commander';
import type { Engine, Job } from '../../src-core/engine.ts';
import { arrangementsOf, type Arrangements } from '../../src-core/puzzle/arrangements.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { emptyBoard } from '../../src-core/puzzle/partial-board.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { dataOption } from './open-library.ts';
import { knowEngines } from '../external-engines/external-engine.ts';
import { CliFailure, exit } from './failure.ts';
import { reading, readPuzzleFiles, type FileReading } from './input.ts';
import { ruleOutOthers, UnsettledReading } from './other-readings.ts';
import { jsonReporter } from './json-reporter.ts';
import type { Reporter } from './reporter.ts';
import { answerCode, runHere, unsearched } from './run-here.ts';
import { jobOf, withSolveOptions, type Prepared, type SolveOptions } from './solve-options.ts';
import { isStopRequested } from './stop.ts';
import { textReporter, type BoardFormat } from './text-reporter.ts';
import { counted, grouped } from '../../src-core/text/counted.ts';

interface Options extends SolveOptions {
  format?: BoardFormat;
  json?: boolean;
  save?: boolean;
  raw?: boolean;
  estimate?: boolean;
  data: string;
}

export const command = withSolveOptions(new Command('solve'))
  .description('solve a puzzle file of any known format')
  .argument('<file>', 'the puzzle; - is standard input')
  .addOption(
    new Option('--format <format>', 'how a solution is printed')
      .choices(['ascii', 'squares', 'tiles', 'bucas', 'json', 'moves'])
      .conflicts('json'),
  )
  .option('--raw', 'with --all: every placement, including rotated and reflected ones')
  .option('--estimate', 'estimate the size of the search without starting it')
  .option('--json', 'print JSON lines')
  .option('--save', 'save the run and its solutions in the library')
  .addOption(dataOption())
  .action(solve);

async function solve(file: string, options: Options): Promise<void> {
  knowEngines(options.data);
  const readings = readPuzzleFiles(file, options);
  let code: number = exit.answered;
  for (const [i, reading] of readings.entries()) {
    const number = readings.length > 1 ? i + 1 : null;
    code = Math.max(code, await solveOne(file, reading, options, number).catch(unsettledCode(number)));
    if (isStopRequested()) break;
  }
  process.exitCode = code;
}

/**
 * Returns an error handler for one of a file's puzzles. The handler prints an UnsettledReading and returns its exit
 * code, so that the file's other puzzles are still solved. It rethrows any other error. `number`: the puzzle's position
 * in the file, counted from 1; null if it is the only puzzle, in which case the handler rethrows every error.
 */
const unsettledCode =
  (number: number | null) =>
  (error: unknown): number => {
    if (number === null || !(error instanceof UnsettledReading)) throw error;
    process.stderr.write(`edgewise: Puzzle ${number}: ${error.message}\n`);
    return error.code;
  };

/**
 * Solves one of a file's puzzles and returns the exit code. `number`: the puzzle's position in the file, counted
 * from 1; null if it is the only puzzle.
 */
async function solveOne(
  file: string,
  reading: FileReading,
  options: Options,
  number: number | null,
): Promise<number> {
  const prepared = await jobOf(file, reading, options);
  const { engine, job, reasons } = prepared;
  if (number !== null && !options.json) process.stdout.write(`${number > 1 ? '\n' : ''}Puzzle ${number}:\n`);
  const write = (text: string): void =>
    void process.stdout.write(
      number === null || !options.json ? text : text.replace('{', `{"puzzle":${number},`),
    );
  const reporter = requireOneReading(reporterOf(engine, job.puzzle, options, write), prepared, options);
  if (reasons.length > 0) {
    if (reading.others.length > 0) await ruleOutOthers(reading, options);
    reporter.reasons(reasons);
    await reporter.done('exhausted', '', unsearched(job.puzzle), { seed: job.seed, threads: job.threads });
    return exit.noSolution;
  }
  if (options.estimate) {
    write(estimateText(engine, job, options.json ?? false));
    return exit.answered;
  }
  const ended = options.save
    ? await (await import('./run-saved.ts')).startSaved(job, options.data, reporter)
    : await runHere(job, options.data, reporter);
  return answerCode(ended);
}

/**
 * Returns a reporter that prints “no solution” only after all other plausible readings of the text have been ruled out.
 */
function requireOneReading(reporter: Reporter, { reading }: Prepared, options: Options): Reporter {
  if (reading.others.length === 0) return reporter;
  return {
    ...reporter,
    async done(status, message, figures, facts) {
      const unsolved = status === 'exhausted' && figures.raw === 0 && !figures.sliding?.path;
      if (unsolved) await ruleOutOthers(reading, options);
      await reporter.done(status, message, figures, facts);
    },
  };
}

function estimateText(engine: Engine, job: Job, json: boolean): string {
  if (!engine.estimate) throw new CliFailure(`--estimate: engine ${engine.name} can’t estimate its search`);
  const estimate = engine.estimate(job);
  const bounds = job.puzzle.kind === 'edge-matching' ? arrangementsOf(job.puzzle) : null;
  if (json) return `${JSON.stringify({ type: 'estimate', ...estimate, ...(bounds && { bounds }) })}\n`;
  const { nodes, standardError, probes, width, median, ninetieth, chosen } = estimate;
  const short = (value: number): string => value.toPrecision(3);
  return (
    `about ${short(nodes)} nodes, standard error ${short(standardError)}\n` +
    `from ${counted(probes, 'random probe')} in groups of ${width}: half of the groups give an estimate below ${short(median)}, ` +
    `and nine tenths of them give an estimate below ${short(ninetieth)}\n` +
    (chosen ? `${chosen.why}\n` : '') +
    (bounds ? boundsText(bounds) : '')
  );
}

/** Returns Hoglan's (2005) two bounds for the size of the search, as text. */
function boundsText({ cells, ways, allLog10, treeLog10 }: Arrangements): string {
  const about = (log10: number): string =>
    log10 < 15 ? grouped(Math.round(10 ** log10)) : `10^${log10.toFixed(1)}`;
  return (
    `all ways to place the tiles, ignoring mismatches: ${ways}^${cells} · ${cells}! = ${about(allLog10)} arrangements; ` +
    `upper bound on the size of the search tree: ${ways} · ${cells}! = ${about(treeLog10)} states (Hoglan 2005)\n`
  );
}

function reporterOf(
  { counters }: Engine,
  puzzle: Puzzle,
  options: Options,
  write: (text: string) => void,
): Reporter {
  if (options.raw && !options.all) throw new CliFailure('--raw works only with --all');
  if (options.json) return jsonReporter(puzzle, write, options.raw ?? false);
  const format = options.format ?? (puzzle.kind === 'sliding' ? 'moves' : 'ascii');
  if ((puzzle.kind === 'sliding') !== (format === 'moves')) {
    throw new CliFailure(
      `--format ${format}: ${puzzle.kind === 'sliding' ? 'the solution of a sliding puzzle is a list of moves' : 'the solution of an edge-matching puzzle is a board, not a list of moves'}`,
    );
  }
  if (puzzle.kind === 'edge-matching' && format !== 'json') {
    // if the format can't express the board, fail before the search
    reading(`--format ${format}`, () => writeBoard(puzzle, emptyBoard(boardOf(puzzle.board).cells), format));
  }
  return textReporter(puzzle, {
    format,
    raw: options.raw ?? false,
    wanted: options.all ? 'all' : options.count ? 'count' : 'some',
    write,
    remark: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    counters,
  });
}
