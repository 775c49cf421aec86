import * as v from 'valibot';
import { MistakenState, type Engine, type Job } from '../../engine.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import { onePlan, oneTaskSchemas, type OneTaskData } from './plan.ts';
import { rulesOf } from './rules.ts';
import { TreeSearch, treeState, type TreeState } from './tree-depth-first.ts';
import { LevelSearch, levelState, type LevelState } from './tree-breadth-first.ts';
import { counted } from '../../text/counted.ts';

/**
 * Hoglan 2005 (docs/sources.md): a tree of states, grown from every orientation of every square in space 0,
 * that counts the states it creates. `nodes` follow its rule: every child counts when it is created,
 * the roots do not.
 */
export const tree: Engine<OneTaskData<TreeState | LevelState>> = {
  name: 'tree',
  title: 'Tree of states (Hoglan 2005)',
  summary:
    'Finds every solution of a small puzzle, in a way that can be followed step by step: it grows a tree of states, starting with every tile in every rotation in the first cell, and counts the states created.',
  version: 1,
  checkpointSchemas: oneTaskSchemas(v.union([treeState, levelState])),
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [
    {
      name: 'roots',
      title: 'States for the first cell',
      sentence: '# states for the first cell (orientations of its tiles)',
    },
    { name: 'mostWaiting', title: 'Most states waiting', sentence: 'at most # states waiting at once' },
  ],
  stepping: {
    place: 1,
    title: 'Tree of states',
    counts: 'created',
    nodes: 'states created',
    levelsBefore: 0,
  },
  options: [
    {
      name: 'order',
      title: 'Order',
      help: 'Depth-first goes down one branch before the next; breadth-first finishes each level and keeps all of it in memory.',
      type: 'choice',
      default: 'depth-first',
      choices: ['depth-first', 'breadth-first'],
    },
  ],
  refuses: refusesTiles,
  openSteps: (job, listener) => new TreeSearch(rulesOf(edgePuzzle(job)), job.wanted, undefined, listener),
  plan(job, checkpoint) {
    return onePlan(edgePuzzle(job), checkpoint);
  },
  open(job, _task, _prepared, checkpoint) {
    const rules = rulesOf(edgePuzzle(job));
    if (job.options['order'] === 'breadth-first') {
      if (checkpoint && !('levels' in checkpoint)) throw new MistakenState();
      return new LevelSearch(rules, job.wanted, checkpoint);
    }
    if (checkpoint && !('families' in checkpoint)) throw new MistakenState();
    return new TreeSearch(rules, job.wanted, checkpoint);
  },
};

/** The job's puzzle, which `refuses` has let through. */
export function edgePuzzle(job: Pick<Job, 'puzzle'>) {
  if (job.puzzle.kind !== 'edge-matching') throw new TypeError('an edge-matching puzzle was expected');
  return job.puzzle;
}

/** What every search that fills a whole board needs: tiles enough. */
export function refusesTiles(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'This engine solves edge-matching puzzles only.';
  const cells = rulesOf(puzzle).open.length;
  if (cells === 0) return 'Every cell is forbidden: leave at least one cell to fill.';
  if (puzzle.tiles.length < cells) {
    return `The board has ${counted(cells, 'cell')} to fill and only ${counted(puzzle.tiles.length, 'tile')}: add tiles or forbid cells.`;
  }
  return null;
}
