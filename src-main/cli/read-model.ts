import { Command, Option } from 'commander';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { readAnswer } from '../../src-core/formats/models/answer.ts';
import { placementsOf } from '../../src-core/puzzle/partial-board.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { CliFailure, exit } from './failure.ts';
import { nameOf, reading, readPuzzleFile, readText, withPuzzleOptions, type PuzzleOptions } from './input.ts';
import { changingLibrary, dataOption } from './open-library.ts';
import { counted } from '../../src-core/text/counted.ts';
import { endLine } from './written-puzzle.ts';

interface ReadModelOptions extends PuzzleOptions {
  format: string;
  json?: boolean;
  save?: boolean;
  data: string;
}

/**
 * Maximum size of a solver's output. A SAT solver prints a number for each variable, and the model of Eternity II
 * without hints has some 200,000 variables.
 */
const MAX_ANSWER_BYTES = 64_000_000;

export const command = withPuzzleOptions(new Command('read-model'))
  .description('turn the answer of a SAT, MiniZinc or exact-cover solver into a verified board')
  .argument('<puzzle>', 'the puzzle whose model was solved')
  .argument('<answer>', 'the output of the solver; - is standard input')
  .addOption(
    new Option('--format <format>', 'how the board is printed')
      .choices(formatsThat('writeBoard').map(({ name }) => name))
      .default('tiles')
      .conflicts('json'),
  )
  .option('--json', 'print one JSON object')
  .option('--save', 'save the board in the library')
  .addOption(dataOption())
  .action(async (puzzleFile: string, answerFile: string, options: ReadModelOptions) => {
    const { puzzle } = readPuzzleFile(puzzleFile, options);
    if (puzzle.kind === 'sliding')
      throw new CliFailure(`${nameOf(puzzleFile)}: a sliding puzzle has no model`);
    const output = readText(answerFile, MAX_ANSWER_BYTES);
    const answer = reading(answerFile, () => readAnswer(puzzle, output));
    if (answer.kind !== 'board') {
      const none = answer.kind === 'none';
      const sentence = none ? 'The solver says that there is no solution.' : 'The solver gave no answer.';
      process.stdout.write(options.json ? `${JSON.stringify({ answer: answer.kind })}\n` : `${sentence}\n`);
      process.exitCode = none ? exit.noSolution : exit.limit;
      return;
    }
    const { board } = answer;
    const { solved, placed, cells, matched, edges } = scoreOf(puzzle, board);
    const text = options.json
      ? ''
      : endLine(reading(`--format ${options.format}`, () => writeBoard(puzzle, board, options.format)));
    const found = { answer: 'board', solved, placed, cells, matched, edges, placements: placementsOf(board) };
    process.stdout.write(options.json ? `${JSON.stringify(found)}\n` : text);
    if (options.save) {
      await changingLibrary(options.data, (library) =>
        library['library.import']({ puzzle, once: true, boards: [board], paths: [] }),
      );
    }
    if (solved) return;
    process.stderr.write(
      `edgewise: ${nameOf(answerFile)}: the board is not a solution: ${placed} of ${counted(cells, 'tile')}, ` +
        `${matched} of ${counted(edges, 'edge')}; the solver or its model is wrong\n`,
    );
    process.exitCode = exit.noSolution;
  });
