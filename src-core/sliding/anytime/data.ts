/** What the plan of an anytime search and its searches hand each other, and what either keeps to go on from. */
import type { SearchState } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

export interface AnytimeData {
  work: AnytimeWork;
  note: AnytimeNote;
  news: AnytimeNews;
  planState: PlanState;
  /** of the task's own kind */
  searchState: BeamState | DeepenState | ShortenState;
  /** null: there is nothing to search */
  prepared: PreparedPatterns | null;
}

/** Look for a good answer. */
export interface BeamWork {
  readonly type: 'beam';
  readonly width: number;
  readonly stream: number;
  /** from the goal to the start: which of its backward puzzles, again from the first after the last */
  readonly backward: number | null;
  /** an answer to leave after some of its moves, in the puzzle's own tiles; null: begin at the very start */
  readonly leaving: readonly number[] | null;
  /** moves of the longest answer worth having; null: any */
  readonly limit: number | null;
}

/** Raise the lower bound: iterative deepening, taken up where the task before left it. */
export interface DeepenWork {
  readonly type: 'deepen';
  readonly nodes: number;
  readonly from: Deepening | null;
}

/** Where iterative deepening stands; paths of fewer moves than `bound` have been ruled out. */
interface Deepening {
  readonly bound: number;
  readonly search: SearchState;
}

type AnytimeWork = BeamWork | DeepenWork | ShortenWork;

export interface AnytimeNote {
  /** proved by this task so far */
  readonly lowerBound: number;
  /** an answer, in the puzzle's own tiles */
  readonly path: readonly number[] | null;
  /** at the end of a deepening task */
  readonly deepening: Deepening | null;
}

/** What searches hear: what the whole run knows. */
export interface AnytimeNews {
  /** answers that are no shorter than this are not worth announcing; null: there is none yet */
  readonly moves: number | null;
  /** every path of fewer moves has been ruled out */
  readonly lowerBound: number;
}

/** Make an answer shorter: replace pieces of it by shortest ones. */
export interface ShortenWork {
  readonly type: 'shorten';
  /** tiles moved, in order */
  readonly path: readonly number[];
  /** to be spent on it */
  readonly nodes: number;
}

/** Nodes are enough of a checkpoint: the same beam is made again up to there, some seconds at most. */
export interface BeamState {
  readonly nodes: number;
}

export interface DeepenState {
  readonly bound: number;
  readonly spent: number;
  readonly owed: number;
  readonly search: SearchState;
  readonly path: readonly number[] | null;
}

/** One end of a piece, where the empty space is in a corner, and where the other end lies: before or after. */
export interface Anchor {
  readonly at: number;
  readonly towards: -1 | 1;
}

export interface Piece {
  readonly anchor: Anchor;
  readonly length: number;
  bound: number;
  nodes: number;
}

export interface ShortenState {
  readonly path: readonly number[];
  readonly turn: number;
  readonly hopeless: ReadonlySet<number>;
  readonly spent: number;
  readonly owed: number;
  readonly piece: Piece | null;
  readonly search: SearchState | null;
}

export interface PlanState {
  beams: number;
  beamNodes: number;
  deepeningNodes: number;
  /** a deepening task is out: there is only ever one */
  deepeningOut: boolean;
  deepening: Deepening | null;
  /** the shortest answers, the best first */
  answers: (readonly number[])[];
  /** width of the beams that leave an answer, and how many of them ended since it grew or a better answer came */
  width: number;
  fruitless: number;
  /** answers of beams that nobody has tried to shorten, the latest last */
  toShorten: ShortenWork[];
  tasks: number;
  lowerBound: number;
  nodes: number;
  peakDepth: number;
  better: number;
  unreachable: boolean;
}
