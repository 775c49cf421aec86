import * as v from 'valibot';
import { WrongCheckpoint, type Engine, type Job } from '../../engine.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import { oneTaskPlan, oneTaskSchemas, type OneTaskData } from './one-task-plan.ts';
import { rulesOf } from './rules.ts';
import { TreeSearch, treeState, type TreeState } from './tree-depth-first.ts';
import { LevelSearch, levelState, type LevelState } from './tree-breadth-first.ts';
import { counted } from '../../text/counted.ts';

/**
 * The tree of states in Hoglan (2005, see docs/sources.md). Its roots are all tiles in all orientations, placed in the
 * first cell. As in the paper, `nodes` counts every child when it is created, but not the roots.
 */
export const tree: Engine<OneTaskData<TreeState | LevelState>> = {
  name: 'tree',
  title: 'Tree of states (Hoglan 2005)',
  summary:
    'Finds every solution of a small puzzle in steps that are easy to follow. It grows a tree of states, starting with every tile in every rotation in the first cell, and counts the states created.',
  version: 1,
  checkpointSchemas: oneTaskSchemas(v.union([treeState, levelState])),
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [
    {
      name: 'roots',
      title: 'Ways to fill the first cell',
      sentence: '# ways to fill the first cell (each tile in each orientation)',
    },
    {
      name: 'mostWaiting',
      title: 'Maximum states waiting to be visited',
      sentence: 'at most # states waiting to be visited',
    },
  ],
  stepping: {
    place: 1,
    title: 'Tree of states',
    counts: 'created',
    nodes: 'states created',
    levelsBefore: 0,
    firstLevel: 'roots',
  },
  options: [
    {
      name: 'order',
      title: 'Order',
      help: 'Depth-first search finishes one branch before the next. Breadth-first search finishes each level and keeps all of it in memory.',
      type: 'choice',
      default: 'depth-first',
      choices: ['depth-first', 'breadth-first'],
      choiceTitles: { 'depth-first': 'Depth first', 'breadth-first': 'Breadth first' },
    },
  ],
  refuses: refusesTiles,
  openSteps: (job, listener) => new TreeSearch(rulesOf(edgePuzzle(job)), job.wanted, undefined, listener),
  plan(job, checkpoint) {
    return oneTaskPlan(edgePuzzle(job), checkpoint);
  },
  open(job, _task, _prepared, checkpoint) {
    const rules = rulesOf(edgePuzzle(job));
    if (job.options['order'] === 'breadth-first') {
      if (checkpoint && !('levels' in checkpoint)) throw new WrongCheckpoint();
      return new LevelSearch(rules, job.wanted, checkpoint);
    }
    if (checkpoint && !('families' in checkpoint)) throw new WrongCheckpoint();
    return new TreeSearch(rules, job.wanted, checkpoint);
  },
};

/** Returns the puzzle of a job. Throws TypeError if it is not an edge-matching puzzle. */
export function edgePuzzle(job: Pick<Job, 'puzzle'>) {
  if (job.puzzle.kind !== 'edge-matching') throw new TypeError('an edge-matching puzzle was expected');
  return job.puzzle;
}

/** Returns a sentence that says why an engine that fills every cell can't run on a puzzle, or null if it can. */
export function refusesTiles(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'This engine solves edge-matching puzzles only.';
  const cells = rulesOf(puzzle).open.length;
  if (cells === 0) return 'Every cell is closed: open at least one.';
  if (puzzle.tiles.length < cells) {
    const missing = cells - puzzle.tiles.length;
    return `The board has ${counted(cells, 'cell')} to fill, but there are only ${counted(puzzle.tiles.length, 'tile')}. Add ${counted(missing, 'tile')} or close ${counted(missing, 'cell')}.`;
  }
  return null;
}
