/**
 * Runs one member of the portfolio in slices. A resumed member first repeats the work of its epoch up to the
 * checkpoint, without reporting it. It starts from the last milestone before the checkpoint, or from the start of the
 * epoch if there is none.
 */
import type { Finding, Job, Search, Slice } from '../../../engine.ts';
import { openBoardOf } from '../../../puzzle/open-board.ts';
import { boardFromNumbers, type PartialBoard } from '../../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';
import { scoreOf } from '../../../puzzle/score.ts';
import type { Archive } from './archive.ts';
import type { BestData, Checkpoint } from './data.ts';
import { Epoch, type Milestone } from './epoch.ts';
import { readOptions } from './options.ts';

/**
 * Maximum number of units of work per slice. A limit on nodes alone would make some slices too long, because beams and
 * neighbourhood search place tiles at very different speeds.
 */
const MAX_UNITS_PER_SLICE = 64;

export class Member implements Search<BestData> {
  readonly #job: Job;
  readonly #member: number;
  readonly #target: number;
  #left: number;
  #epoch: number;
  /** number of units of work that a resumed member has yet to repeat */
  #repeat: number;
  /** total number of units of work that a resumed member has to repeat */
  readonly #toRepeat: number;
  #owed: number;
  #best: number;
  #over: boolean;
  #archive: Archive;
  #work: Epoch;
  #current: PartialBoard | null = null;
  #depth = 0;

  /** `milestones` are this member's milestones in this job, newest first. */
  constructor(job: Job, member: number, place: Checkpoint, milestones: Iterable<Milestone> = []) {
    this.#job = job;
    this.#member = member;
    const { edges } = openBoardOf(job.puzzle as EdgePuzzle);
    const { target, goal } = readOptions(job.options);
    this.#target =
      target > 0 && goal === 'matched-edges' ? Math.min(target, edges.length / 2) : edges.length / 2;
    this.#left = place.left ?? Infinity;
    this.#epoch = place.epoch;
    this.#owed = place.owed;
    this.#best = place.best;
    this.#over = place.over;
    this.#archive = place.archive;
    const from = place.units > 0 ? milestoneBefore(place, milestones) : undefined;
    this.#work = new Epoch(job, member, this.#epoch, this.#archive, from);
    this.#repeat = this.#toRepeat = place.units - this.#work.units;
  }

  step(nodeBudget: number): Slice<BestData['note']> {
    if (this.#repeat > 0) return this.#repeatUnits(nodeBudget);
    const findings: Finding[] = this.#best < 0 ? this.#startBoard() : [];
    let epochs = 0;
    let units = 0;
    const budget = Math.min(nodeBudget, this.#left);
    while (this.#owed < budget && units < MAX_UNITS_PER_SLICE && !this.#over && findings.length === 0) {
      const value = this.#work.next();
      if (value === null) {
        if (this.#work.empty) this.#over = true;
        epochs++;
        this.#epoch++;
        this.#archive = this.#work.archive;
        this.#work = new Epoch(this.#job, this.#member, this.#epoch, this.#archive);
        continue;
      }
      if (value.unfinished) {
        this.#depth = value.depth;
        break;
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

  /**
   * Repeats about `nodeBudget` nodes of the epoch. These nodes were counted before the member was interrupted, so they
   * are reported as `repeatedNodes`, which the runner uses only to choose the size of the next slice.
   */
  #repeatUnits(nodeBudget: number): Slice<BestData['note']> {
    let repeatedNodes = 0;
    while (this.#repeat > 0 && repeatedNodes < nodeBudget) {
      const { nodes, depth, unfinished } = this.#work.next()!;
      this.#depth = depth;
      if (unfinished) break;
      repeatedNodes += nodes;
      this.#repeat--;
    }
    return { ...this.#slice(0, [], 0), repeated: 1 - this.#repeat / this.#toRepeat, repeatedNodes };
  }

  /** Ends this member's work if another member has reached the target. */
  hear({ over }: BestData['news']): void {
    if (over) this.#over = true;
  }

  checkpoint(): Checkpoint {
    return {
      left: Number.isFinite(this.#left) ? this.#left : null,
      epoch: this.#epoch,
      units: this.#work.units + this.#repeat,
      owed: this.#owed,
      best: this.#best,
      over: this.#over,
      archive: this.#archive,
    };
  }

  milestone(maxBytes: number): Milestone | null {
    return this.#work.milestone(maxBytes);
  }

  /**
   * Returns the start board as the first finding. Returns [] in a row scan, if the job has no start board, or if the
   * board breaks one of the job's rules.
   */
  #startBoard(): Finding[] {
    const { start, puzzle, options } = this.#job;
    const { goal, breakRim } = readOptions(options);
    // A row scan must report its own boards, which a start board with more matched edges would hide.
    if (!start || goal === 'row-scan') return [];
    const board = boardFromNumbers(start.board);
    const { hintsKept, hints, rimOk } = scoreOf(puzzle as EdgePuzzle, board);
    return hintsKept === hints && (rimOk || breakRim) ? this.#improved(board) : [];
  }

  /**
   * Returns a finding if the board has more matched edges than every earlier board. As for all engines, edges are
   * counted by `scoreOf`.
   */
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
      // Members work on different boards. Show only the first member's board, because the picture would otherwise jump
      // from one board to another.
      shown: this.#member === 0 ? this.#work.current : null,
      depth: this.#depth,
      fraction: null,
      done,
      note: { over: this.#over, place: done ? this.checkpoint() : null },
    };
  }
}

function milestoneBefore(place: Checkpoint, milestones: Iterable<Milestone>): Milestone | undefined {
  for (const milestone of milestones)
    if (milestone.epoch === place.epoch && milestone.units <= place.units) return milestone;
  return undefined;
}
