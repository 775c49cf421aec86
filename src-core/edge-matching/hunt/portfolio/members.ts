/**
 * The plan of a hunt. Each thread works for one member. A node limit is divided among the members in advance, so that
 * a member's result doesn't depend on the speed of the others. If a run is resumed with a higher limit, the members
 * work for another round.
 */
import type { Job, Plan, Slice, Tally, Task } from '../../../engine.ts';
import type { BestData, Checkpoint, PlanState } from './data.ts';

const INITIAL_CHECKPOINT: Checkpoint = {
  left: null,
  epoch: 0,
  units: 0,
  owed: 0,
  best: -1,
  over: false,
  archive: [],
};

export class Members implements Plan<BestData> {
  readonly #job: Job;
  #state: PlanState;

  constructor(job: Job, checkpoint: PlanState | undefined) {
    this.#job = job;
    this.#state = checkpoint ?? {
      places: Array.from({ length: Math.max(1, job.threads) }, () => INITIAL_CHECKPOINT),
      handedOut: 0,
      nodes: 0,
      epochs: 0,
      solutions: 0,
      peakDepth: 0,
      over: false,
    };
  }

  next(): Task<BestData['work']> | null {
    const { places, handedOut, over } = this.#state;
    if (over) return null;
    const member = handedOut === places.length && this.#roundOver ? 0 : handedOut;
    const place = places[member];
    if (!place) return null;
    this.#state = { ...this.#state, handedOut: member + 1, places: places.with(member, null) };
    return { id: member, work: { member, place: { ...place, left: this.#share(member) } } };
  }

  absorb({ work }: Task<BestData['work']>, slice: Slice<BestData['note']>): void {
    const state = this.#state;
    const { note } = slice;
    this.#state = {
      ...state,
      places: note.place ? state.places.with(work.member, note.place) : state.places,
      nodes: state.nodes + slice.nodes,
      epochs: state.epochs + (slice.counts.epochs ?? 0),
      solutions: state.solutions + slice.findings.filter(({ type }) => type === 'solution').length,
      peakDepth: Math.max(state.peakDepth, slice.depth),
      over: state.over || note.over,
    };
  }

  get finished(): boolean {
    const { over, places, handedOut } = this.#state;
    return over && places.every((place, member) => place !== null || member >= handedOut);
  }

  news(): BestData['news'] | undefined {
    return this.#state.over ? { over: true } : undefined;
  }

  /**
   * Returns `solved` if a solution was found, otherwise `limit`. Never returns `exhausted`, because this engine can't
   * prove that there is no solution.
   */
  outcome(): 'solved' | 'limit' {
    return this.#state.solutions > 0 ? 'solved' : 'limit';
  }

  tally(): Tally {
    const { nodes, epochs, solutions, peakDepth } = this.#state;
    return {
      nodes,
      nodesByDepth: [],
      raw: solutions,
      unique: solutions,
      distinct: solutions,
      fraction: null,
      peakDepth,
      counts: { epochs },
      sliding: null,
    };
  }

  checkpoint(): PlanState {
    return this.#state;
  }

  get #roundOver(): boolean {
    return this.#state.places.every((place) => place !== null);
  }

  #share(member: number): number | null {
    const { nodes } = this.#job.limits;
    if (nodes === null) return null;
    const members = this.#state.places.length;
    return Math.floor(nodes / members) + (member < nodes % members ? 1 : 0);
  }
}
