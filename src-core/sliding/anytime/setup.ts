/** What is common to the searches of an anytime run. */
import type { Slice } from '../../engine.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import type { Position } from '../state.ts';
import type { AnytimeData, AnytimeNote } from './data.ts';

/** What all kinds of search are given. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** blank-first */
  readonly start: Position;
  readonly pathBack: (path: Iterable<number>) => number[];
  readonly seed: number;
}

export const anytimeSlice = (
  nodes: number,
  depth: number,
  done: boolean,
  best: number,
  note: AnytimeNote,
): Slice<AnytimeData['note']> => ({
  nodes,
  nodesByDepth: null,
  findings:
    note.path && note.path.length < best
      ? [
          {
            type: 'path',
            moves: note.path,
            lowerBound: note.lowerBound,
            optimal: note.path.length === note.lowerBound,
          },
        ]
      : [],
  counts: {},
  current: null,
  depth,
  fraction: null,
  done,
  note,
});
