import { isEternity2 } from '../puzzle/eternity2.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';

/** A published score, to compare a hunt with. */
export interface PublishedScore {
  readonly matched: number;
  /** who published it and where, shown to the user */
  readonly source: string;
}

/** Returns the best published score of Eternity II with as many hints as this puzzle; null for any other puzzle. */
export function publishedScore(puzzle: Puzzle): PublishedScore | null {
  if (!isEternity2(puzzle)) return null;
  // No board of 465 or more that keeps all five hints has been published.
  return puzzle.hints.length > 1
    ? {
        matched: 464,
        source:
          'the best published board that keeps all five hints (“Eternity2 23” among the known boards of eternity2.dev)',
      }
    : {
        matched: 470,
        source:
          'the best published board, with the centre hint only (“Joshua_Blackwood_470” in the viewer e2.bucas.name)',
      };
}
