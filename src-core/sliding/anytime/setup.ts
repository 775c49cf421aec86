/** What the searches of an anytime run share. */
import type { Slice } from '../../engine.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { manhattan, type Position } from '../state.ts';
import type { AnytimeData, AnytimeNews, AnytimeNote } from './data.ts';

/** The input of every kind of search. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** in blank-first form */
  readonly start: Position;
  readonly pathBack: (path: Iterable<number>) => number[];
  readonly seed: number;
}

/** Returns what a search knows before the plan sends any news. */
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
