/** The data exchanged between the plan and the searches of an anytime run, and their checkpoints. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../engine.ts';
import { searchState, type SearchState } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

export interface AnytimeData {
  work: AnytimeWork;
  note: AnytimeNote;
  news: AnytimeNews;
  planState: PlanState;
  /** state of a search, which depends on the kind of task */
  searchState: BeamState | DeepenState | ShortenState;
  /** pattern databases with their kernel; null if there is nothing to search */
  prepared: PreparedPatterns | null;
}

/** Searches for a good solution with a beam. */
export interface BeamWork {
  readonly type: 'beam';
  readonly width: number;
  readonly stream: number;
  /** index of the backward puzzle to search, modulo the number of backward puzzles; null for a forward search */
  readonly backward: number | null;
  /** the solution from which the beam branches off, in the puzzle's own tile numbers; null if it doesn't branch off */
  readonly leaving: readonly number[] | null;
  /** maximum length of a useful solution, in moves; null if there is no limit */
  readonly limit: number | null;
}

/** Raises the lower bound by iterative deepening, starting where the previous task ended. */
export interface DeepenWork {
  readonly type: 'deepen';
  readonly nodes: number;
  readonly from: Deepening | null;
}

/** The state of iterative deepening. All solutions with fewer moves than `bound` are ruled out. */
interface Deepening {
  readonly bound: number;
  readonly search: SearchState;
}

type AnytimeWork = BeamWork | DeepenWork | ShortenWork;

export interface AnytimeNote {
  /** lower bound on the length of any solution, as proved by this task */
  readonly lowerBound: number;
  /** a solution, in the puzzle's own tile numbers; null if there is none */
  readonly path: readonly number[] | null;
  /** result of a finished deepening task; otherwise null */
  readonly deepening: Deepening | null;
}

/** The plan's message to the searches: the results of all tasks so far. */
export interface AnytimeNews {
  /** length of the best solution; null until a solution is found */
  readonly moves: number | null;
  readonly lowerBound: number;
}

/** Shortens a solution by replacing parts of it with shortest paths. */
export interface ShortenWork {
  readonly type: 'shorten';
  /** the solution to shorten, as a list of the tiles to move */
  readonly path: readonly number[];
  /** maximum number of nodes to search */
  readonly nodes: number;
}

/**
 * The state of an unfinished beam: only its number of nodes. A resumed beam starts over and repeats this many nodes,
 * which takes a few seconds at most.
 */
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
 * One end of a piece, which is a section of a solution that a search tries to shorten. The anchor is a position with
 * the empty space in a corner, and `at` is its index in the solution. The piece comes before the anchor if `towards` is
 * -1, and after it if `towards` is 1.
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
  /** true while a deepening task is running; there is never more than one */
  deepeningOut: boolean;
  deepening: Deepening | null;
  /** the shortest solutions found, best first */
  answers: (readonly number[])[];
  /** width of the beams that branch off from a solution */
  width: number;
  /** number of beams since the last improvement, or since the width last doubled */
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
