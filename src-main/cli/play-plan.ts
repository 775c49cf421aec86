import { Command } from 'commander';
import {
  cellByCellPlan,
  NoPlan,
  operationText,
  shortestPlan,
} from '../../src-core/edge-matching/design/play-plan.ts';
import { counted } from '../../src-core/text/counted.ts';
import { CliFailure } from './failure.ts';
import { readBoardFile, readPuzzleFile, withPuzzleOptions, type PuzzleOptions } from './input.ts';

interface PlanOptions extends PuzzleOptions {
  cellByCell?: boolean;
  json?: boolean;
}

export const command = withPuzzleOptions(new Command('play-plan'))
  .description('list the moves that turn the start arrangement (tile 1 in cell 1, and so on) into a board')
  .argument('<puzzle>', 'the puzzle file')
  .argument('<board>', 'rows of tile:rotation, a link to e2.bucas.name, or JSON; - is standard input')
  .option(
    '--cell-by-cell',
    'fill the cells in order, as Hoglan 2005 does, without looking for a shorter plan',
  )
  .option('--json', 'print one JSON object')
  .addHelpText(
    'after',
    '\nSWAP(x,y) exchanges two tiles, and ROTATE(x) rotates one clockwise. Cells are numbered from 0, as in Hoglan 2005.',
  )
  .action(playPlan);

function playPlan(puzzleFile: string, boardFile: string, options: PlanOptions): void {
  const { puzzle } = readPuzzleFile(puzzleFile, options);
  if (puzzle.kind === 'sliding') {
    throw new CliFailure(
      `${puzzleFile}: tiles of a sliding puzzle can’t be swapped or rotated; “edgewise solve” prints its moves`,
    );
  }
  const board = readBoardFile(puzzle, boardFile);
  const plan = planned(boardFile, () => (options.cellByCell ? cellByCellPlan : shortestPlan)(puzzle, board));
  if (options.json) {
    process.stdout.write(`${JSON.stringify(plan)}\n`);
    return;
  }
  for (const operation of plan.operations) process.stdout.write(`${operationText(operation)}\n`);
  const flips = plan.flips > 0 ? `, ${counted(plan.flips, 'flip')}` : '';
  process.stderr.write(
    `${counted(plan.operations.length, 'operation')}: ${counted(plan.swaps, 'swap')}, ${counted(plan.rotations, 'rotation')}${flips}` +
      `${plan.shortest ? '; no plan is shorter' : ''}\n`,
  );
}

function planned<T>(file: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof NoPlan) throw new CliFailure(`${file}: ${error.message}`);
    throw error;
  }
}
