/**
 * Drives one member of the portfolio in slices. What its checkpoint does not hold of the stage of an epoch is
 * repeated, silently, when it is taken up again: seconds of work, even for wide beams.
 */
import type { Finding, Job, Search, Slice } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { scoreOf } from '../../puzzle/score.ts';
import type { Archive } from './archive.ts';
import type { BestData, Checkpoint } from './data.ts';
import { Epoch, type StageState } from './epoch.ts';
import { readOptions } from './options.ts';

/**
 * Units of work in one slice at most. Beams and neighbourhood search place tiles at rates far apart, so that a number
 * of nodes alone would make slices of very different length.
 */
const UNITS_A_SLICE = 64;

export class BestSearch implements Search<BestData> {
  readonly #job: Job;
  readonly #member: number;
  readonly #target: number;
  #left: number;
  #epoch: number;
  #repeat: number;
  /** how much there was to repeat */
  readonly #toRepeat: number;
  #owed: number;
  #best: number;
  #over: boolean;
  #archive: Archive;
  /** where the epoch was taken up */
  #stage: StageState | null;
  #work: Epoch;
  #current: PartialBoard | null = null;
  #depth = 0;

  constructor(job: Job, member: number, place: Checkpoint) {
    this.#job = job;
    this.#member = member;
    const { edges } = openBoardOf(job.puzzle as EdgePuzzle);
    const { target } = readOptions(job.options);
    this.#target = target > 0 ? Math.min(target, edges.length / 2) : edges.length / 2;
    this.#left = place.left ?? Infinity;
    this.#epoch = place.epoch;
    this.#repeat = place.at.units;
    this.#toRepeat = place.at.units;
    this.#owed = place.owed;
    this.#best = place.best;
    this.#over = place.over;
    this.#archive = place.archive;
    this.#stage = place.at.stage;
    this.#work = new Epoch(job, member, this.#epoch, this.#archive, this.#stage);
  }

  step(nodeBudget: number): Slice<BestData['note']> {
    if (this.#repeat > 0) {
      for (let i = 0; i < UNITS_A_SLICE && this.#repeat > 0; i++, this.#repeat--) {
        this.#depth = this.#work.next()!.depth;
      }
      return { ...this.#slice(0, [], 0), repeated: 1 - this.#repeat / this.#toRepeat };
    }
    const findings: Finding[] = [];
    let epochs = 0;
    let units = 0;
    const budget = Math.min(nodeBudget, this.#left);
    while (this.#owed < budget && units < UNITS_A_SLICE && !this.#over && findings.length === 0) {
      const value = this.#work.next();
      if (value === null) {
        if (this.#work.empty) this.#over = true;
        epochs++;
        this.#epoch++;
        this.#archive = this.#work.archive;
        this.#stage = null;
        this.#work = new Epoch(this.#job, this.#member, this.#epoch, this.#archive, null);
        continue;
      }
      units++;
      this.#owed += value.nodes;
      this.#depth = value.depth;
      if (value.board && value.matched > this.#best) findings.push(...this.#improved(value.board));
    }
    const nodes = Math.min(budget, this.#owed);
    this.#owed -= nodes;
    this.#left -= nodes;
    return this.#slice(nodes, findings, epochs);
  }

  /** What another member found ends this one's work too. */
  hear({ over }: BestData['news']): void {
    if (over) this.#over = true;
  }

  checkpoint(): Checkpoint {
    return {
      left: Number.isFinite(this.#left) ? this.#left : null,
      epoch: this.#epoch,
      at: this.#repeat > 0 ? { stage: this.#stage, units: this.#toRepeat } : this.#work.state(),
      owed: this.#owed,
      best: this.#best,
      over: this.#over,
      archive: this.#archive,
    };
  }

  /** Measured anew from the board alone. */
  #improved(board: PartialBoard): Finding[] {
    const { matched, solved } = scoreOf(this.#job.puzzle as EdgePuzzle, board);
    if (matched <= this.#best) return [];
    this.#best = matched;
    this.#current = board;
    const wantsMore = solved && typeof this.#job.wanted.solutions === 'number';
    if (matched >= this.#target && !wantsMore) this.#over = true;
    return [{ type: solved ? 'solution' : 'improved', board }];
  }

  #slice(nodes: number, findings: readonly Finding[], epochs: number): Slice<BestData['note']> {
    const done = this.#left === 0 || (this.#over && this.#owed === 0);
    return {
      nodes,
      nodesByDepth: null,
      findings,
      counts: { epochs },
      current: this.#current,
      depth: this.#depth,
      fraction: null,
      done,
      note: { over: this.#over, place: done ? this.checkpoint() : null },
    };
  }
}
