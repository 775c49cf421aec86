import { DECISION_SIZE, DecisionKind, type Decision } from '../../decisions.ts';
import type { Engine, Job, SteppedSearch } from '../../engine.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { applyDecision, firstScene, type Scene, type SceneRules } from './transcript.ts';

/** Number of decisions per page. */
export const PAGE_SIZE = 4096;

/**
 * Maximum length of a transcript, in decisions. A transcript of this length takes about 20 MB, and nobody steps through
 * more.
 */
const MAX_DECISIONS = 500_000;

export interface TranscriptPage {
  /** `DECISION_SIZE` numbers for each decision */
  readonly decisions: readonly number[];
  /** the scene before the first decision */
  readonly start: Scene;
  /** true if no page follows */
  readonly last: boolean;
}

/** Runs an engine only as far as its transcript has been read, and stores the decisions. */
export class Transcriber {
  readonly rules: SceneRules;
  readonly #search: SteppedSearch;
  readonly #decisions: number[] = [];
  readonly #starts: Scene[] = [];
  readonly #scene: Scene = firstScene();
  readonly #solutions: number[] = [];
  #ended = false;

  /** Throws if the engine has no step view. */
  constructor(engine: Engine, job: Job) {
    const { name, stepping } = engine;
    if (!stepping || !engine.openSteps || job.puzzle.kind !== 'edge-matching') {
      throw new Error(`engine ${name} can't be stepped through`);
    }
    this.rules = { counts: stepping.counts, cells: openBoardOf(job.puzzle).board.cells };
    this.#search = engine.openSteps(job, (...decision) => this.#record(decision));
  }

  /**
   * For each cell: the candidates before the first decision. Null if the engine rules out candidates only by trying
   * them.
   */
  get possible(): readonly (readonly number[])[] | null {
    return this.#search.possible ?? null;
  }

  /** Number of decisions known so far. When `ended` is true, this is the total. */
  get known(): number {
    return this.#decisions.length / DECISION_SIZE;
  }

  /** True if the search is complete or the transcript is full. */
  get ended(): boolean {
    return this.#ended;
  }

  /** True if the transcript is full before the search is complete. */
  get cutOff(): boolean {
    return this.#ended && this.known >= MAX_DECISIONS;
  }

  /** Returns page `index`, counted from 0. Pages after the last are empty. */
  page(index: number): TranscriptPage {
    this.#readTo((index + 1) * PAGE_SIZE + 1);
    const from = index * PAGE_SIZE;
    return {
      decisions: this.#decisions.slice(from * DECISION_SIZE, (from + PAGE_SIZE) * DECISION_SIZE),
      start: structuredClone(this.#starts[index] ?? this.#scene),
      last: this.#ended && this.known <= from + PAGE_SIZE,
    };
  }

  /**
   * Returns the number of decisions up to and including the first solution found after `at` decisions. Returns null if
   * there is none, and undefined if it is not known yet. Each call continues the search by at most two pages.
   */
  nextSolution(at: number): number | null | undefined {
    this.#readTo(Math.max(at, this.known) + 2 * PAGE_SIZE);
    return this.#solutions.find((end) => end > at) ?? (this.#ended ? null : undefined);
  }

  /**
   * Continues the search until `count` decisions are known, or until the search is complete or the transcript is full.
   */
  #readTo(count: number): void {
    while (!this.#ended && this.known < count) {
      this.#ended = this.#search.step(1).done || this.known >= MAX_DECISIONS;
    }
    if (this.#starts.length === 0) this.#starts.push(firstScene());
  }

  #record(decision: Decision): void {
    if (this.#scene.at % PAGE_SIZE === 0) this.#starts.push(structuredClone(this.#scene));
    this.#decisions.push(...decision);
    applyDecision(this.#scene, this.rules, decision);
    if (decision[0] === DecisionKind.solution) this.#solutions.push(this.#scene.at);
  }
}
