/** The engine `best` looks for the board with the fewest mismatches. It supports all kinds of boards (docs/hunt.md). */
import type { Engine } from '../../../engine.ts';
import { isPlainRectangle } from '../../../puzzle/board.ts';
import type { Puzzle } from '../../../puzzle/puzzle.ts';
import { checkpointSchemas, type BestData } from './data.ts';
import type { Milestone } from './epoch.ts';
import { bestOptions, readOptions } from './options.ts';
import { Members } from './members.ts';
import { Member } from './member.ts';

function refuses(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The engine “best” solves edge-matching puzzles only.';
  if (puzzle.tiles.length === 0) return 'There are no tiles to place: add some.';
  return null;
}

export const best: Engine<BestData> = {
  name: 'best',
  title: 'Best score',
  summary:
    'Searches for the board with the fewest mismatches in the time given. It can’t prove that no better board exists.',
  version: 15,
  checkpointSchemas,
  repeatsWork: true,
  solves: 'edge-matching',
  proves: false,
  hunts: true,
  endsAtFirst: true,
  startsFromBoards: true,
  options: bestOptions,
  counters: [{ name: 'epochs', title: 'Epochs' }],
  stepping: null,
  refuses,
  plan(job, checkpoint) {
    const { goal } = readOptions(job.options);
    const { puzzle } = job;
    if (goal === 'row-scan' && !(puzzle.kind === 'edge-matching' && isPlainRectangle(puzzle.board))) {
      throw new RangeError(
        'A row scan works only on rectangles. For this board, choose the goal “matched-edges”.',
      );
    }
    return new Members(job, checkpoint);
  },
  open(job, { work: { member, place } }, _prepared, checkpoint, milestones) {
    return new Member(job, member, checkpoint ?? place, milestones as Iterable<Milestone> | undefined);
  },
};
