/** What the plan of an optimal search and its searches hand each other, and what either keeps to go on from. */
import type { PreparedPatterns } from '../patterns/prepared.ts';
import type { Work, WorkState } from './rounds.ts';

export interface OptimalData {
  work: Work;
  note: Note;
  news: News;
  planState: PlanState;
  searchState: WorkState;
  /** null: there is nothing to search */
  prepared: PreparedPatterns | null;
}

/** What the plan hears beside a slice's own fields. */
interface Note {
  /** every path of fewer moves has been ruled out in this task */
  readonly bound: number;
  /** in the puzzle's own tiles; null while not found */
  readonly path: readonly number[] | null;
}

/** What searches hear: a chunk of this round has the goal, later ones need not go on. */
interface News {
  readonly bound: number;
  readonly winner: number;
}

export interface PlanState {
  phase: 'probe' | 'rounds' | 'over';
  /** every path of fewer moves has been ruled out */
  bound: number;
  /** tasks handed out so far; the probe is task 0 */
  tasks: number;
  /** nodes of the probe and of the rounds that are over */
  nodes: number;
  rounds: number;
  nextChunk: number;
  chunks: { nodes: number; over: boolean }[];
  /** the first chunk with an answer, as long as no earlier one has one too */
  winner: number | null;
  path: number[] | null;
  peakDepth: number;
}
