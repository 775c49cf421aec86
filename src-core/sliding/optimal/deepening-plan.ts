import type { Job, Plan, Slice, Tally, Task } from '../../engine.ts';
import { slidingPuzzle, slidingTally } from '../job.ts';
import { manhattan, unreachableReason, withBlankFirst } from '../state.ts';
import type { OptimalData, PlanState } from './data.ts';
import { chunk, chunkCount, frontier, type Root, type Work } from './rounds.ts';

/**
 * Hands out the tasks of iterative deepening. In the last round, the totals include only the chunks up to the first one
 * that contains a solution. So they don't depend on the number of threads.
 */
export class OptimalPlan implements Plan<OptimalData> {
  readonly #size: { width: number; height: number };
  readonly #start: readonly number[];
  readonly #state: PlanState;
  #roots: readonly Root[] | null = null;

  constructor(job: Job, checkpoint?: PlanState) {
    const puzzle = slidingPuzzle(job);
    const { start } = withBlankFirst(puzzle);
    this.#size = puzzle;
    this.#start = start;
    const solved = manhattan(puzzle, start) === 0;
    this.#state = checkpoint
      ? { ...checkpoint, chunks: checkpoint.chunks.map((c) => ({ ...c })) }
      : {
          phase: solved || unreachableReason(puzzle) ? 'over' : 'probe',
          bound: manhattan(puzzle, start),
          tasks: 0,
          nodes: 0,
          rounds: 0,
          nextChunk: 0,
          chunks: [{ nodes: 0, over: false }],
          winner: null,
          path: solved ? [] : null,
          peakDepth: 0,
        };
  }

  get finished(): boolean {
    return this.#state.phase === 'over';
  }

  next(): Task<OptimalData['work']> | null {
    const state = this.#state;
    if (state.phase === 'over' || state.winner !== null || state.nextChunk === state.chunks.length)
      return null;
    const index = state.nextChunk++;
    const work: Work =
      state.phase === 'probe' ? { type: 'probe' } : chunk(this.#frontier(), index, state.bound);
    return { id: state.tasks++, work };
  }

  absorb({ work }: Task<OptimalData['work']>, slice: Slice<OptimalData['note']>): void {
    const state = this.#state;
    const index = work.type === 'chunk' ? work.index : 0;
    const { note } = slice;
    const progress = state.chunks[index]!;
    progress.nodes += slice.nodes;
    progress.over = slice.done;
    state.peakDepth = Math.max(state.peakDepth, slice.depth);
    if (work.type === 'probe') state.bound = note.bound;
    if (note.path && (state.winner === null || index < state.winner)) {
      state.winner = index;
      state.path = [...note.path];
    }
    const counting = state.winner === null ? state.chunks.length : state.winner + 1;
    if (slice.done && state.chunks.slice(0, counting).every((c) => c.over)) this.#endRound(work.type);
  }

  news(): OptimalData['news'] | undefined {
    const { winner, bound } = this.#state;
    return winner === null ? undefined : { winner, bound };
  }

  tally(): Tally {
    const { phase, path, bound, peakDepth, rounds, chunks } = this.#state;
    const optimal = phase === 'over' && path !== null;
    return slidingTally(
      { path, lowerBound: path?.length ?? bound, optimal },
      {
        nodes: this.#nodes(),
        peakDepth,
        counts: { bound, rounds, chunks: chunks.length, chunksDone: chunks.filter((c) => c.over).length },
      },
    );
  }

  checkpoint(): PlanState {
    return { ...this.#state, chunks: this.#state.chunks.map((c) => ({ ...c })) };
  }

  #nodes(): number {
    const { nodes, chunks, winner } = this.#state;
    const counted = winner === null ? chunks : chunks.slice(0, winner + 1);
    return counted.reduce((sum, c) => sum + c.nodes, nodes);
  }

  #endRound(type: Work['type']): void {
    const state = this.#state;
    if (state.winner !== null) {
      state.phase = 'over';
      return;
    }
    state.nodes = this.#nodes();
    state.phase = 'rounds';
    state.rounds++;
    state.nextChunk = 0;
    // The first round repeats the bound at which the probe stopped, because the probe didn't complete it.
    if (type === 'chunk') state.bound += 2;
    state.chunks = Array.from({ length: chunkCount(this.#frontier()) }, () => ({ nodes: 0, over: false }));
  }

  #frontier = (): readonly Root[] => (this.#roots ??= frontier(this.#size, this.#start));
}
