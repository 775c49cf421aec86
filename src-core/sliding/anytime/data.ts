/** What an anytime search's plan and searches exchange, and their checkpoints. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../engine.ts';
import { searchState, type SearchState } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

export interface AnytimeData {
  work: AnytimeWork;
  note: AnytimeNote;
  news: AnytimeNews;
  planState: PlanState;
  /** state of a search, by type of its task */
  searchState: BeamState | DeepenState | ShortenState;
  /** pattern databases with their kernel; null if there is nothing to search */
  prepared: PreparedPatterns | null;
}

/** Searches for a good solution with a beam. */
export interface BeamWork {
  readonly type: 'beam';
  readonly width: number;
  readonly stream: number;
  /** number of the backward puzzle to search, modulo the number of backward puzzles; null for a forward search */
  readonly backward: number | null;
  /**
   * a solution that the beam follows and then leaves, as the puzzle's own tile numbers; null if the beam begins at the
   * start
   */
  readonly leaving: readonly number[] | null;
  /** maximum useful length of a solution, in moves; null: no limit */
  readonly limit: number | null;
}

/** Raises the lower bound by iterative deepening, from where the previous task ended. */
export interface DeepenWork {
  readonly type: 'deepen';
  readonly nodes: number;
  readonly from: Deepening | null;
}

/** Solutions with fewer moves than `bound` are ruled out. */
interface Deepening {
  readonly bound: number;
  readonly search: SearchState;
}

type AnytimeWork = BeamWork | DeepenWork | ShortenWork;

export interface AnytimeNote {
  /** lower bound on the number of moves that this task has proved so far */
  readonly lowerBound: number;
  /** a solution as the puzzle's own tile numbers */
  readonly path: readonly number[] | null;
  /** result of a deepening task when it ends; null otherwise */
  readonly deepening: Deepening | null;
}

/** What the plan tells the searches. */
export interface AnytimeNews {
  /** length of the best solution; null until a solution is found */
  readonly moves: number | null;
  /** lower bound on the number of moves, proved so far */
  readonly lowerBound: number;
}

/** Shortens a solution by replacing pieces of it with shortest paths. */
export interface ShortenWork {
  readonly type: 'shorten';
  /** the solution to shorten, as a list of the tiles to move */
  readonly path: readonly number[];
  /** maximum number of nodes to search */
  readonly nodes: number;
}

/** To resume, the beam runs again up to this number of nodes. That takes a few seconds at most. */
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

/**
 * One end of a piece: a position of the solution with the empty space in a corner. `at`: the index of this position.
 * `towards`: -1 if the piece lies before this position, 1 if it lies after.
 */
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
  /** true while a deepening task is running; at most one runs at a time */
  deepeningOut: boolean;
  deepening: Deepening | null;
  /** shortest solutions, best first */
  answers: (readonly number[])[];
  /** width of the beams that follow a solution and then leave it */
  width: number;
  /** number of beams since the last improvement or the last doubling of the width */
  fruitless: number;
  /** solutions still to be shortened, latest last */
  toShorten: ShortenWork[];
  tasks: number;
  lowerBound: number;
  nodes: number;
  peakDepth: number;
  better: number;
  unreachable: boolean;
}

const path = v.array(v.number());
const deepening = v.nullable(v.strictObject({ bound: v.number(), search: searchState }));
const shortenWork = v.strictObject({ type: v.literal('shorten'), path, nodes: v.number() });

export const checkpointSchemas: CheckpointSchemas<AnytimeData> = {
  plan: v.strictObject({
    beams: v.number(),
    beamNodes: v.number(),
    deepeningNodes: v.number(),
    deepeningOut: v.boolean(),
    deepening,
    answers: v.array(path),
    width: v.number(),
    fruitless: v.number(),
    toShorten: v.array(shortenWork),
    tasks: v.number(),
    lowerBound: v.number(),
    nodes: v.number(),
    peakDepth: v.number(),
    better: v.number(),
    unreachable: v.boolean(),
  }),
  work: v.variant('type', [
    v.strictObject({
      type: v.literal('beam'),
      width: v.number(),
      stream: v.number(),
      backward: v.nullable(v.number()),
      leaving: v.nullable(path),
      limit: v.nullable(v.number()),
    }),
    v.strictObject({ type: v.literal('deepen'), nodes: v.number(), from: deepening }),
    shortenWork,
  ]),
  search: v.union([
    v.strictObject({ nodes: v.number() }),
    v.strictObject({
      bound: v.number(),
      spent: v.number(),
      owed: v.number(),
      search: searchState,
      path: v.nullable(path),
    }),
    v.strictObject({
      path,
      turn: v.number(),
      hopeless: v.set(v.number()),
      spent: v.number(),
      owed: v.number(),
      piece: v.nullable(
        v.strictObject({
          anchor: v.strictObject({ at: v.number(), towards: v.picklist([-1, 1]) }),
          length: v.number(),
          bound: v.number(),
          nodes: v.number(),
        }),
      ),
      search: v.nullable(searchState),
    }),
  ]),
};
