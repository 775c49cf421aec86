/** What is common to the searches of an anytime run. */
import type { Slice } from '../../engine.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { manhattan, type Position } from '../state.ts';
import type { AnytimeData, AnytimeNews, AnytimeNote } from './data.ts';

/** What all kinds of search are given. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** blank-first */
  readonly start: Position;
  readonly pathBack: (path: Iterable<number>) => number[];
  readonly seed: number;
}

/** What a search knows before it hears anything. */
export const knownAtFirst = ({ prepared, start }: AnytimeSetup): AnytimeNews => ({
  moves: null,
  lowerBound: manhattan(prepared.size, start),
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
