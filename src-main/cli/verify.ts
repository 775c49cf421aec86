import { Command } from 'commander';
import { conflictsOf, scoreOf, type Score } from '../../src-core/puzzle/score.ts';
import type { SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { shownOn } from '../../src-core/puzzle/sliding-goal.ts';
import { counted } from '../../src-core/text/counted.ts';
import { sentence } from '../../src-core/text/sentence.ts';
import { checkPath } from '../services/check-result.ts';
import { collect } from './arguments.ts';
import { CliFailure, exit } from './failure.ts';
import { withHints } from './hints.ts';
import {
  nameOf,
  readBoardFile,
  reading,
  readPuzzleFile,
  readText,
  withPuzzleOptions,
  type PuzzleOptions,
} from './input.ts';

interface VerifyOptions extends PuzzleOptions {
  hint: string[];
  json?: boolean;
}

export const command = withPuzzleOptions(new Command('verify'))
  .description('check a board (or the moves of a sliding puzzle) against a puzzle')
  .argument('<puzzle>', 'the puzzle file')
  .argument('<board>', 'rows of tile:rotation, a link, JSON, or moves; - is standard input')
  .option('--hint <cell=tile[:rotation]>', 'a hint that the board must keep (repeatable)', collect, [])
  .option('--json', 'print one JSON object')
  .action((puzzleFile: string, boardFile: string, options: VerifyOptions) => {
    const { puzzle } = readPuzzleFile(puzzleFile, options);
    const print = (json: object, sentence: string, solved: boolean): void => {
      process.stdout.write(`${options.json ? JSON.stringify(json) : sentence}\n`);
      process.exitCode = solved ? exit.answered : exit.noSolution;
    };
    if (puzzle.kind === 'sliding') {
      if (options.hint.length > 0) throw new CliFailure('--hint: a sliding puzzle takes no hints');
      const { moves, solved, problem } = verifyMoves(puzzle, readText(boardFile), boardFile);
      print(
        { moves, solved },
        problem ?? `${counted(moves, 'move')} ${moves === 1 ? 'reaches' : 'reach'} the goal.`,
        solved,
      );
      return;
    }
    const hinted = withHints(puzzle, options.hint);
    const board = readBoardFile(hinted, boardFile);
    const score = reading(boardFile, () => scoreOf(hinted, board));
    const { placed, cells, matched, edges, duplicates, rimOk, hintsKept, hints, solved } = score;
    print(
      {
        placed,
        cells,
        matched,
        edges,
        duplicates,
        rimOk,
        hintsKept,
        hints,
        solved,
        ...conflictsOf(hinted, board),
      },
      sentenceOf(score),
      solved,
    );
  });

function sentenceOf(score: Score): string {
  const { placed, cells, matched, edges, duplicates, illegal, rimOk, hintsKept, hints, solved } = score;
  const parts = [
    `${placed} of ${counted(cells, 'tile')} placed`,
    `${matched} of ${counted(edges, 'edge')} matched`,
  ];
  if (hints > 0) parts.push(`${hintsKept} of ${counted(hints, 'hint')} kept`);
  if (duplicates > 0) parts.push(`${counted(duplicates, 'tile')} used twice`);
  if (illegal > 0) parts.push(`puzzle's rules broken by ${counted(illegal, 'tile')}`);
  if (!rimOk) parts.push('the rim rule is broken');
  return `${solved ? 'A solution' : 'Not a solution'}: ${parts.join(', ')}.`;
}

/** Matches a move: the number that the tile shows and, if several tiles show it, the direction, as in `2D`. */
const MOVE = /^(\d+)([UDLR]?)$/i;
const DIRECTIONS: Readonly<Record<string, string>> = { U: 'up', D: 'down', L: 'left', R: 'right' };

/** Returns the tiles that the moves slide. Throws an error if no tile with this number can slide in the direction. */
function slidingTiles(puzzle: SlidingPuzzle, words: readonly string[]): number[] {
  const { width, start } = puzzle;
  const state = [...start];
  return words.map((word, i) => {
    const [, number, letter = ''] = MOVE.exec(word)!;
    const way = letter.toUpperCase();
    const empty = state.indexOf(0);
    const [row, column] = [Math.floor(empty / width), empty % width];
    const cells: Readonly<Record<string, number>> = {
      U: empty + width,
      D: row > 0 ? empty - width : -1,
      L: column + 1 < width ? empty + 1 : -1,
      R: column > 0 ? empty - 1 : -1,
    };
    const from = way === '' ? state.indexOf(Number(number)) : cells[way]!;
    const tile = way === '' ? Number(number) : state[from];
    if (tile === undefined || (way !== '' && shownOn(puzzle, tile) !== Number(number)))
      throw new Error(`move ${i + 1}: no tile ${number!} can slide ${DIRECTIONS[way]!}`);
    if (from !== -1) [state[empty], state[from]] = [tile, 0];
    return tile;
  });
}

function verifyMoves(
  puzzle: SlidingPuzzle,
  text: string,
  file: string,
): { moves: number; solved: boolean; problem: string | null } {
  const words = text.split(/[\s,[\]]+/).filter((word) => word !== '');
  const wrong = words.findIndex((word) => !MOVE.test(word));
  if (wrong !== -1) {
    throw new CliFailure(
      `${nameOf(file)}: move ${wrong + 1}: found “${words[wrong]}”, expected the number of the tile that slides`,
    );
  }
  try {
    const { solved } = checkPath(puzzle, slidingTiles(puzzle, words));
    const problem = solved
      ? null
      : `Not a solution: ${counted(words.length, 'move')} ${words.length === 1 ? 'does' : 'do'} not end at the goal.`;
    return { moves: words.length, solved, problem };
  } catch (error) {
    return {
      moves: words.length,
      solved: false,
      problem: sentence(`Not a solution: ${(error as Error).message}`),
    };
  }
}
