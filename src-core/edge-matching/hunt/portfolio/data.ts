/** The messages between the plan of a hunt and its members, and the checkpoints of both. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../../engine.ts';
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

interface Note {
  /** true if the member's work is over: a board has reached the target, or hints fill the whole board */
  readonly over: boolean;
  /** the member's checkpoint once its task is done; null until then */
  readonly place: Checkpoint | null;
}

/** The plan's message to all members, which must stop if `over` is true. */
interface News {
  readonly over: boolean;
}

/** The state from which a member resumes. */
export interface Checkpoint {
  /** number of nodes left in the member's task; null if there is no limit */
  readonly left: number | null;
  readonly epoch: number;
  /** number of units of work done in the current epoch */
  readonly units: number;
  /** number of nodes that the member has visited but not reported yet */
  readonly owed: number;
  /** number of matched edges on the member's best board */
  readonly best: number;
  readonly over: boolean;
  /** the member's archive at the start of the epoch */
  readonly archive: Archive;
}

/** The state from which a plan resumes. */
export interface PlanState {
  /** the checkpoint of each member that is waiting for the next round; null for working members */
  readonly places: readonly (Checkpoint | null)[];
  /** number of members that have received their task for this round */
  readonly handedOut: number;
  readonly nodes: number;
  readonly epochs: number;
  readonly solutions: number;
  readonly peakDepth: number;
  readonly over: boolean;
}

const checkpoint = v.strictObject({
  left: v.nullable(v.number()),
  epoch: v.number(),
  units: v.number(),
  owed: v.number(),
  best: v.number(),
  over: v.boolean(),
  archive: v.array(v.strictObject({ board: v.instance(Int32Array), matched: v.number() })),
});

export const checkpointSchemas: CheckpointSchemas<BestData> = {
  plan: v.strictObject({
    places: v.array(v.nullable(checkpoint)),
    handedOut: v.number(),
    nodes: v.number(),
    epochs: v.number(),
    solutions: v.number(),
    peakDepth: v.number(),
    over: v.boolean(),
  }),
  work: v.strictObject({ member: v.number(), place: checkpoint }),
  search: checkpoint,
};
