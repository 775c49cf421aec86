/** What the plan of a hunt and its members hand each other, and what either keeps to go on from. */
import type { Archive } from './archive.ts';

export interface BestData {
  work: Work;
  note: Note;
  news: News;
  planState: PlanState;
  searchState: Checkpoint;
  prepared: undefined;
}

interface Work {
  readonly member: number;
  readonly place: Checkpoint;
}

/** What a search tells the plan: whether its best board is enough and, at its end, where it stands. */
interface Note {
  readonly over: boolean;
  readonly place: Checkpoint | null;
}

interface News {
  readonly over: boolean;
}

export interface Checkpoint {
  /** nodes it may still report before its task is done; null: no limit */
  readonly left: number | null;
  readonly epoch: number;
  /** units of work of the epoch that are done */
  readonly units: number;
  /** nodes of it not reported yet */
  readonly owed: number;
  /** matched edges of the member's best board */
  readonly best: number;
  readonly over: boolean;
  /** the member's good boards when the epoch began */
  readonly archive: Archive;
}

export interface PlanState {
  /** where each member stands between two rounds; null while it is under way */
  readonly places: readonly (Checkpoint | null)[];
  /** members handed out in this round */
  readonly handedOut: number;
  readonly nodes: number;
  readonly epochs: number;
  readonly solutions: number;
  readonly peakDepth: number;
  readonly over: boolean;
}
