import { DECISION_ENTRIES, DecisionKind, type Decision } from '../../decisions.ts';
import type { Engine, Job, SteppedSearch } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { applyDecision, firstScene, type Scene, type SceneRules } from './transcript.ts';

export const DECISIONS_PER_PAGE = 4096;

/** Maximum number of decisions in a transcript, about 20 MB. Nobody steps through more. */
const MAX_DECISIONS = 500_000;

export interface TranscriptPage {
  /** all decisions of the page, each as `DECISION_ENTRIES` numbers */
  readonly decisions: readonly number[];
  /** the state of the search before the page's first decision */
  readonly start: Scene;
  readonly last: boolean;
}

/** Records the decisions of an engine as a transcript. The engine runs only as far as the transcript is read. */
export class Transcriber {
  readonly rules: SceneRules;
  readonly #search: SteppedSearch;
  readonly #decisions: number[] = [];
  readonly #starts: Scene[] = [];
  readonly #scene: Scene = firstScene();
  readonly #solutions: number[] = [];
  #ended = false;

  /** Throws an error if the engine has no step view. */
  constructor(engine: Engine, job: Job) {
    const { name, stepping } = engine;
    if (!stepping || !engine.openSteps || job.puzzle.kind !== 'edge-matching') {
      throw new Error(`engine ${name} can't be stepped through`);
    }
    this.rules = { counts: stepping.counts, cells: openBoardOf(job.puzzle).board.cells };
    this.#search = engine.openSteps(job, (...decision) => this.#record(decision));
  }

  /**
   * Candidates of each cell before the first decision. Null if the engine rules out candidates only by trying them.
   */
  get possible(): readonly (readonly number[])[] | null {
    return this.#search.possible ?? null;
  }

  /** number of decisions known so far; the total once `ended` is true */
  get known(): number {
    return this.#decisions.length / DECISION_ENTRIES;
  }

  /** true if the search is complete or the transcript is full */
  get ended(): boolean {
    return this.#ended;
  }

  /** true if the transcript filled up before the search was complete */
  get cutOff(): boolean {
    return this.#ended && this.known >= MAX_DECISIONS;
  }

  /** Returns the page with this index, counted from 0. Pages after the last one are empty. */
  page(index: number): TranscriptPage {
    this.#readTo((index + 1) * DECISIONS_PER_PAGE + 1);
    const from = index * DECISIONS_PER_PAGE;
    return {
      decisions: this.#decisions.slice(
        from * DECISION_ENTRIES,
        (from + DECISIONS_PER_PAGE) * DECISION_ENTRIES,
      ),
      start: structuredClone(this.#starts[index] ?? this.#scene),
      last: this.#ended && this.known <= from + DECISIONS_PER_PAGE,
    };
  }

  /**
   * Looks for the first solution after decision number `at` and returns the number of its decision. Returns null if
   * there is none, and undefined if it is not known yet. Each call continues the search by at most two pages.
   */
  nextSolution(at: number): number | null | undefined {
    this.#readTo(Math.max(at, this.known) + 2 * DECISIONS_PER_PAGE);
    return this.#solutions.find((end) => end > at) ?? (this.#ended ? null : undefined);
  }

  /** Continues the search until `count` decisions are known or the transcript ends. */
  #readTo(count: number): void {
    while (!this.#ended && this.known < count) {
      this.#ended = this.#search.step(1).done || this.known >= MAX_DECISIONS;
    }
    if (this.#starts.length === 0) this.#starts.push(firstScene());
  }

  #record(decision: Decision): void {
    if (this.#scene.at % DECISIONS_PER_PAGE === 0) this.#starts.push(structuredClone(this.#scene));
    this.#decisions.push(...decision);
    applyDecision(this.#scene, this.rules, decision);
    if (decision[0] === DecisionKind.solution) this.#solutions.push(this.#scene.at);
  }
}
