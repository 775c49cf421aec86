import type { Engine, EngineOptions } from '../../../engine.ts';
import { random } from '../../../random.ts';
import { oneTaskPlan, oneTaskSchemas, type OneTaskData } from '../one-task-plan.ts';
import { rulesOf } from '../rules.ts';
import { edgePuzzle } from '../tree.ts';
import { refusesFrame } from './frame.ts';
import { RowsSearch, rowsState, type RowsOptions, type RowsState } from './rows-search.ts';

/**
 * The row solver of a COEN 352 report (docs/sources.md). It fills row after row from three bags of tiles. If many
 * attempts at a row fail, it starts again with an empty board. `nodes` counts the tiles placed. The solver proves
 * nothing: a puzzle that it doesn't solve may still have a solution.
 *
 * About "Improved Backtracking 2.0", the report says only that the first and last rows are removed too. Our version is
 * called `with-ends`. Each time another quarter of the attempts allowed for a row has failed, it removes the first row,
 * fills the current row, and fills the first row again. It also uses multi-row backtracking if it can't fill the last
 * row.
 */
export const rows: Engine<OneTaskData<RowsState>> = {
  name: 'rows',
  title: 'Row solver (COEN 352)',
  summary:
    'Looks for one solution of a framed puzzle and keeps the best board. It fills row after row from bags of corner, border and centre tiles, and starts again when a row gets stuck.',
  version: 1,
  checkpointSchemas: oneTaskSchemas(rowsState),
  solves: 'edge-matching',
  proves: false,
  hunts: true,
  counters: [
    { name: 'iterations', title: 'Boards started', sentence: '# boards started' },
    {
      name: 'iterationsPerSecond',
      title: 'Boards per second',
      sentence: '# boards per second',
      perSecondOf: 'iterations',
    },
    { name: 'attempts', title: 'Attempts to fill a row', sentence: '# attempts to fill a row' },
    {
      name: 'quality',
      title: 'Quality (tiles placed)',
      sentence: 'best board with # of the tiles placed',
      form: 'share',
    },
  ],
  stepping: null,
  options: [
    {
      name: 'backtracking',
      title: 'Backtracking',
      help: 'What is removed when a row gets stuck. Single: that row. Multiple: several rows, a limited number of times. Replenished: like multiple, but a removal in a later row resets the limit for earlier rows. With ends: like multiple, but it can also refill the first row, and remove rows when the last row gets stuck.',
      type: 'choice',
      default: 'single',
      choices: ['single', 'multiple', 'replenished', 'with-ends'],
      choiceTitles: {
        single: 'Single',
        multiple: 'Multiple',
        replenished: 'Replenished',
        'with-ends': 'With ends',
      },
    },
    {
      name: 'wildcards',
      title: 'Wildcards',
      help: 'Maximum number of cells filled by wildcards when a row gets stuck. A wildcard matches every label and does not count as a tile.',
      type: 'number',
      default: 0,
      min: 0,
      max: 4096,
      whole: true,
    },
    {
      name: 'mining',
      title: 'Tile mining',
      help: 'Number of placed tiles that may be moved to place one more when a row gets stuck. With 0, none are moved.',
      type: 'number',
      default: 0,
      min: 0,
      max: 4,
      whole: true,
    },
    {
      name: 'attempts',
      title: 'Attempts (%)',
      help: 'Number of attempts at a row before the board is cleared, as a percentage of the published number.',
      type: 'number',
      default: 100,
      min: 1,
      max: 10_000,
    },
    {
      name: 'iterations',
      title: 'Iterations',
      help: 'Number of boards started before the run ends. 0 means no limit.',
      type: 'number',
      default: 0,
      min: 0,
      max: 1_000_000_000,
      whole: true,
    },
  ],
  refuses(puzzle) {
    return puzzle.kind === 'edge-matching'
      ? refusesFrame(puzzle)
      : 'This engine solves edge-matching puzzles only.';
  },
  plan(job, checkpoint) {
    const cells = rulesOf(edgePuzzle(job)).open.length;
    return oneTaskPlan(edgePuzzle(job), checkpoint, {
      counts: ({ counts }) => ({
        iterations: counts['iterations'] ?? 0,
        attempts: counts['attempts'] ?? 0,
        quality: (counts['best'] ?? 0) / cells,
      }),
      outcome: ({ raw }) =>
        job.wanted.solutions !== 'all' && raw >= job.wanted.solutions ? 'solved' : 'limit',
    });
  },
  open(job, _task, _prepared, checkpoint) {
    const rules = rulesOf(edgePuzzle(job));
    return new RowsSearch(rules, rowsOptions(job.options), job.wanted, random(job.seed), checkpoint);
  },
};

const rowsOptions = (options: EngineOptions): RowsOptions => ({
  backtracking: options['backtracking'] as RowsOptions['backtracking'],
  wildcards: Number(options['wildcards']),
  mining: Number(options['mining']),
  attempts: Number(options['attempts']),
  iterations: Number(options['iterations']),
});
