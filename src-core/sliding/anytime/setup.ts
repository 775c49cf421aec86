/** The input of the searches of an anytime run. */
import type { Slice } from '../../engine.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { distanceToGoal, withBlankFirst, type Position } from '../state.ts';
import { withoutUndoing } from './backward.ts';
import type { AnytimeData, AnytimeNews, AnytimeNote } from './data.ts';
import { targetOf } from './target.ts';

/** The input of every kind of search. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** the start, from `withBlankFirst`: the board is mirrored so that the target's empty space is in the first cell */
  readonly start: Position;
  /** Converts a path from `start` to the target to a solution of the puzzle. */
  readonly pathBack: (path: Iterable<number>) => number[];
  /** Converts the tiles of a path to their numbers in `start`. */
  readonly pathForth: (path: Iterable<number>) => number[];
  /** tiles to move from the target to the puzzle's goal */
  readonly rest: readonly number[];
  readonly seed: number;
}

/** Returns the input of the search of one task. */
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
