import type { Engine, Job, Search } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { apply, DECISION_SIZE, DecisionKind, firstScene, type CountRule, type Scene } from './transcript.ts';

/** Decisions a page. */
export const PAGE_SIZE = 4096;

/** A transcript is cut off here: about 20 MB, more than anybody steps through. */
export const MOST_DECISIONS = 500_000;

export interface TranscriptPage {
  /** decisions, DECISION_SIZE numbers each */
  readonly decisions: readonly number[];
  /** the scene before the first of them */
  readonly start: Scene;
  /** no page follows */
  readonly last: boolean;
}

/** Runs an engine as far as its transcript is asked for, and keeps what was told. */
export class Transcriber {
  readonly rule: CountRule;
  readonly #search: Search;
  readonly #cells: number;
  readonly #decisions: number[] = [];
  readonly #starts: Scene[] = [];
  readonly #scene: Scene = firstScene();
  readonly #solutions: number[] = [];
  #ended = false;

  /** Throws when the engine cannot be told step by step. */
  constructor(engine: Engine, job: Job) {
    const { name, stepping } = engine;
    if (!stepping || !engine.openSteps || job.puzzle.kind !== 'edge-matching') {
      throw new Error(`the engine ${name} cannot be stepped through`);
    }
    this.#cells = openBoardOf(job.puzzle).board.cells;
    this.rule = stepping.counts;
    this.#search = engine.openSteps(job, (kind, cell, code, why) => this.#hear(kind, cell, code, why));
  }

  /** How many decisions are known so far; all of them once `ended`. */
  get known(): number {
    return this.#decisions.length / DECISION_SIZE;
  }

  /** The search is over, or told as far as a transcript goes. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The search was cut off before its end. */
  get cutOff(): boolean {
    return this.#ended && this.known >= MOST_DECISIONS;
  }

  /** Behind the end the pages are empty. */
  page(index: number): TranscriptPage {
    this.#tell((index + 1) * PAGE_SIZE + 1);
    const from = index * PAGE_SIZE;
    return {
      decisions: this.#decisions.slice(from * DECISION_SIZE, (from + PAGE_SIZE) * DECISION_SIZE),
      start: structuredClone(this.#starts[index] ?? this.#scene),
      last: this.#ended && this.known <= from + PAGE_SIZE,
    };
  }

  /**
   * How many decisions lie behind just after the next solution that follows `at`: null when none does,
   * undefined when it is not known yet; each call looks some pages further.
   */
  nextSolution(at: number): number | null | undefined {
    this.#tell(Math.max(at, this.known) + 2 * PAGE_SIZE);
    return this.#solutions.find((end) => end > at) ?? (this.#ended ? null : undefined);
  }

  /** Searches on until `count` decisions are known or the search is over. */
  #tell(count: number): void {
    while (!this.#ended && this.known < count) {
      this.#ended = this.#search.step(1).done || this.known >= MOST_DECISIONS;
    }
    if (this.#starts.length === 0) this.#starts.push(firstScene());
  }

  #hear(kind: DecisionKind, cell: number, code: number, why: number): void {
    if (this.#scene.at % PAGE_SIZE === 0) this.#starts.push(structuredClone(this.#scene));
    this.#decisions.push(kind, cell, code, why);
    apply(this.#scene, this.rule, this.#cells, kind, cell, code, why);
    if (kind === DecisionKind.solution) this.#solutions.push(this.#scene.at);
  }
}
