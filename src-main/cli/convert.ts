import { Command } from 'commander';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { dimacs } from '../../src-core/formats/models/dimacs.ts';
import { minizinc } from '../../src-core/formats/models/minizinc.ts';
import { xcc } from '../../src-core/formats/models/xcc.ts';
import { playablePage } from '../../src-core/formats/playable-page.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { CliFailure } from './failure.ts';
import { outputTaken } from './output.ts';
import {
  nameOf,
  readBoardFile,
  reading,
  readPuzzleFile,
  withPuzzleOptions,
  type PuzzleOptions,
} from './input.ts';
import { playableTemplate } from './playable-template.ts';
import { endLine, puzzleParts } from './written-puzzle.ts';

interface ConvertOptions extends PuzzleOptions {
  lossy?: boolean;
  to: string;
  puzzle?: string;
  breakSymmetry?: boolean;
  solution?: string;
}

const models = [dimacs, minizinc, xcc].map((format) => format.name);

const names = (can: 'writePuzzle' | 'writeBoard'): string =>
  formatsThat(can)
    .map((format) => format.name)
    .join(', ');

export const command = withPuzzleOptions(new Command('convert'))
  .description('write a puzzle or a board in a different format')
  .argument('<file>', 'a puzzle, or a board if --puzzle is given; - is standard input')
  .requiredOption(
    '--to <format>',
    `for puzzles: ${names('writePuzzle')}, html; for boards: ${names('writeBoard')}. html is a page on which the puzzle can be played offline`,
  )
  .option('--solution <board>', 'with --to html: a solution that the page shows on request')
  .option('--lossy', "write even if the format can't store the board's shape, the tiles' backs or the rules")
  .option('--puzzle <file>', 'the puzzle, if FILE is a board')
  .option(
    '--break-symmetry',
    `for models (${models.join(', ')}): exclude solutions that are symmetric images of others`,
  )
  .action(async (file: string, options: ConvertOptions) => {
    const parts = options.to === 'html' ? [await page(file, options)] : converted(file, options);
    for (const part of parts) {
      process.stdout.write(part);
      await outputTaken();
    }
  });

async function page(file: string, options: ConvertOptions): Promise<string> {
  if (options.puzzle !== undefined) {
    throw new CliFailure('--puzzle: with --to html, give the puzzle as FILE and the board with --solution');
  }
  refuseBreakSymmetry(options);
  const { puzzle, board } = readPuzzleFile(file, options);
  if (puzzle.kind === 'sliding') {
    throw new CliFailure(`${nameOf(file)}: --to html takes edge-matching puzzles; this is a sliding puzzle`);
  }
  const given = options.solution === undefined ? board : readBoardFile(puzzle, options.solution);
  const solution = given && (options.solution !== undefined || scoreOf(puzzle, given).solved) ? given : null;
  const template = await playableTemplate();
  return reading(options.solution ?? file, () => playablePage(template, puzzle, solution));
}

function refuseBreakSymmetry({ breakSymmetry, to }: ConvertOptions): void {
  if (breakSymmetry && !models.includes(to))
    throw new CliFailure(`--break-symmetry works only with --to ${models.join(', ')}`);
}

function converted(file: string, options: ConvertOptions): Iterable<string> {
  const { to } = options;
  if (options.solution !== undefined) throw new CliFailure('--solution works only with --to html');
  const can = (what: 'writePuzzle' | 'writeBoard'): boolean =>
    formatsThat(what).some((format) => format.name === to);
  if (!can('writePuzzle') && !can('writeBoard')) {
    throw new CliFailure(
      `--to ${to}: unknown format; for puzzles: ${names('writePuzzle')}, html; for boards: ${names('writeBoard')}`,
    );
  }
  refuseBreakSymmetry(options);
  if (options.puzzle !== undefined) {
    const { puzzle } = readPuzzleFile(options.puzzle, options);
    if (puzzle.kind === 'sliding')
      throw new CliFailure(`${options.puzzle}: boards of sliding puzzles can't be exported`);
    return [boardText(file, puzzle, readBoardFile(puzzle, file), to)];
  }
  const { puzzle, board } = readPuzzleFile(file, options);
  if (board && can('writeBoard')) return [boardText(file, puzzle, board, to)];
  if (!can('writePuzzle')) {
    throw new CliFailure(
      `--to ${to} writes boards, but ${nameOf(file)} contains none: give the puzzle with --puzzle and the board as FILE`,
    );
  }
  return puzzleParts(file, puzzle, to, options);
}

function boardText(file: string, puzzle: Puzzle, board: PartialBoard, to: string): string {
  if (puzzle.kind === 'sliding')
    throw new CliFailure(`${nameOf(file)}: boards of sliding puzzles can't be exported`);
  return endLine(reading(file, () => writeBoard(puzzle, board, to)));
}
