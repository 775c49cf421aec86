/** The data that the searches of an anytime run start from. */
import type { Slice } from '../../engine.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { distanceToGoal, withBlankFirst, type Position } from '../state.ts';
import { withoutUndoing } from './backward.ts';
import type { AnytimeData, AnytimeNews, AnytimeNote } from './data.ts';
import { targetOf } from './target.ts';

/** The data that every kind of search starts from. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** the start as returned by `withBlankFirst`: mirrored so that the target's empty space is in the first cell */
  readonly start: Position;
  /** Turns a path from `start` to the target into a solution of the puzzle. */
  readonly pathBack: (path: Iterable<number>) => number[];
  /** Converts the tile numbers of a path to the numbers used in `start`. */
  readonly pathForth: (path: Iterable<number>) => number[];
  /** the moves from the target to the puzzle's goal, as the tiles to move */
  readonly rest: readonly number[];
  readonly seed: number;
}

/** Returns the data that the search of a task starts from. */
export function setUp(
  prepared: PreparedPatterns,
  puzzle: SlidingPuzzle,
  seed: number,
  work: AnytimeData['work'],
): AnytimeSetup {
  const { puzzle: near, rest } = targetOf(puzzle, work, seed);
  const { start, pathBack, pathForth } = withBlankFirst(near);
  return {
    prepared,
    puzzle,
    start,
    pathBack: (path) => withoutUndoing([...pathBack(path), ...rest]),
    pathForth,
    rest,
    seed,
  };
}

/** Returns what a search knows before the plan has sent anything. */
export const knownAtFirst = ({ puzzle }: AnytimeSetup): AnytimeNews => ({
  moves: null,
  lowerBound: distanceToGoal(puzzle),
});

export const anytimeSlice = (
  nodes: number,
  depth: number,
  done: boolean,
  known: AnytimeNews,
  note: AnytimeNote,
): Slice<AnytimeData['note']> => {
  const lowerBound = Math.max(note.lowerBound, known.lowerBound);
  return {
    nodes,
    nodesByDepth: null,
    findings:
      note.path && note.path.length < (known.moves ?? Infinity)
        ? [
            {
              type: 'path',
              moves: note.path,
              lowerBound,
              optimal: note.path.length === lowerBound,
            },
          ]
        : [],
    counts: {},
    current: null,
    depth,
    fraction: null,
    done,
    note,
  };
};
