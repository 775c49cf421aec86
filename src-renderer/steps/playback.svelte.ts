/**
 * Steps through the recorded decisions of a search. Loads them in pages and moves a current position back and forth.
 * Each step changes the drawn scene in place. A jump over many decisions increases the counter `turn` only once, so
 * effects that read `turn` redraw only once.
 */
import type { Output } from '../../src-core/contract.ts';
import type { StepsQuery } from '../../src-core/contract/steps.ts';
import { DECISION_ENTRIES, type Decision, type DecisionKind } from '../../src-core/decisions.ts';
import {
  applyDecision,
  firstScene,
  type Scene,
  type SceneRules,
} from '../../src-core/edge-matching/steps/transcript.ts';
import { StepTree } from '../../src-core/edge-matching/steps/step-tree.ts';
import { client, messageOf } from '../base/client.svelte.ts';

type Page = Output<'steps.page'>;

const PAGES_AHEAD = 2;
/** Maximum number of decisions added to the tree at once. More would block the window. */
const MAX_DECISIONS_PER_GROWTH = 20_000;

export class Playback {
  readonly query: StepsQuery;
  readonly #cells: number;
  readonly #pages = new Map<number, Page>();
  readonly #coming = new Map<number, Promise<Page>>();
  #scene: Scene = firstScene();
  #turn = $state(0);
  /** whether the requested page is loading */
  loading = $state(true);
  error = $state('');
  /** The search tree up to the furthest position reached by the user. `grown`: number of decisions in the tree. */
  readonly tree = new StepTree();
  grown = $state(0);
  #growing: Promise<void> | null = null;

  constructor(query: StepsQuery, cells: number) {
    this.query = query;
    this.#cells = cells;
  }

  /** A copy of the scene for drawing, made again after each change. */
  readonly scene: Scene = $derived.by(() => {
    void this.#turn;
    const levels = this.#scene.levels.map(({ cell, candidates }) => ({
      cell,
      candidates: candidates.map((candidate) => ({ ...candidate })),
    }));
    return { ...this.#scene, levels };
  });

  get #rules(): SceneRules {
    return { counts: this.rule, cells: this.#cells };
  }

  get rule(): Page['rule'] {
    return this.#pages.get(0)?.rule ?? 'placed';
  }

  /** Each cell's candidates before the first decision; null if the engine doesn't remove candidates in advance. */
  get possible(): Page['possible'] {
    void this.#turn;
    return this.#pages.get(0)?.possible ?? null;
  }

  /** The decision just before the current position; null at the beginning. */
  get decision(): Decision | null {
    const { at } = this.scene;
    return at === 0 ? null : this.#decisionAt(at - 1);
  }

  /** True at the end of the search. */
  get atEnd(): boolean {
    void this.#turn;
    const { at } = this.#scene;
    const page = this.#pages.get(this.#pageOf(at));
    if (page) return page.last && at % this.#size >= page.decisions.length / DECISION_ENTRIES;
    const before = at > 0 ? this.#pages.get(this.#pageOf(at - 1)) : undefined;
    return before?.last ?? false;
  }

  get cutOff(): boolean {
    return this.atEnd && (this.#pages.get(this.#pageOf(Math.max(0, this.scene.at - 1)))?.cutOff ?? false);
  }

  /** Moves forward by up to `count` decisions, within the loaded ones. Returns how many it moved. */
  forward(count: number): number {
    let gone = 0;
    while (gone < count) {
      const decision = this.#decisionAt(this.#scene.at);
      if (!decision) break;
      applyDecision(this.#scene, this.#rules, decision);
      gone++;
    }
    if (gone > 0) this.#turn++;
    this.#fetchAhead();
    this.#grow();
    return gone;
  }

  /**
   * Moves forward by one decision. Waits if the page with this decision is still loading, so that no key press is
   * lost.
   */
  async step(): Promise<void> {
    if (this.atEnd) return;
    try {
      await this.#load(this.#pageOf(this.#scene.at));
      this.forward(1);
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  back(): Promise<void> {
    return this.goTo(Math.max(0, this.#scene.at - 1));
  }

  /** Moves forward to the next decision of one of these kinds, within the loaded pages. */
  forwardTo(kinds: readonly DecisionKind[]): void {
    for (let kind: DecisionKind | undefined; kind === undefined || !kinds.includes(kind);) {
      kind = this.#decisionAt(this.#scene.at)?.[0];
      if (this.forward(1) === 0) return;
    }
  }

  async toNextSolution(): Promise<boolean> {
    const { at } = await client.call('steps.nextSolution', { query: this.query, at: this.#scene.at });
    if (at !== null) await this.goTo(at);
    return at !== null;
  }

  async toEnd(): Promise<void> {
    for (let page = this.#pageOf(this.#scene.at); ; page++) {
      const { last, decisions } = await this.#load(page);
      if (last) return this.goTo(page * this.#size + decisions.length / DECISION_ENTRIES);
    }
  }

  /** Moves to the position after the first `at` decisions. */
  async goTo(at: number): Promise<void> {
    this.loading = true;
    try {
      // Load the first page, because it contains the page size.
      if (at > 0) await this.#load(0);
      // If `at` is the end of a page, load that page, because there may be no next one.
      const index = at > 0 ? this.#pageOf(at - 1) : 0;
      const page = await this.#load(index);
      this.#scene = structuredClone(page.start);
      for (let i = 0; i < at - index * this.#size; i++) {
        applyDecision(this.#scene, this.#rules, this.#decisionAt(index * this.#size + i)!);
      }
      this.error = '';
      this.#turn++;
      this.#grow();
    } catch (error) {
      this.error = messageOf(error);
    } finally {
      this.loading = false;
    }
  }

  /** Resolves when the tree includes all decisions up to the current position. */
  async treeGrown(): Promise<void> {
    await this.#growing;
  }

  /** Adds all decisions before the current position to the tree. Loads pages skipped by a jump. */
  #grow(): void {
    this.#growing ??= this.#growOn()
      .catch((error: unknown) => (this.error = messageOf(error)))
      .then(() => {
        this.#growing = null;
        this.grown = this.tree.known;
      });
  }

  async #growOn(): Promise<void> {
    while (this.tree.known < this.#scene.at) {
      const page = this.#pageOf(this.tree.known);
      if (!this.#pages.has(page)) await this.#load(page);
      const to = Math.min(this.#scene.at, this.tree.known + MAX_DECISIONS_PER_GROWTH);
      let decision = this.#decisionAt(this.tree.known);
      for (; decision && this.tree.known < to; decision = this.#decisionAt(this.tree.known)) {
        this.tree.apply(decision);
      }
      if (to < this.#scene.at) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  #fetchAhead(): void {
    const here = this.#pageOf(this.#scene.at);
    for (let index = here; index <= here + PAGES_AHEAD; index++) {
      const before = index > 0 ? this.#pages.get(index - 1) : undefined;
      if (before?.last) return;
      this.#load(index).catch((error: unknown) => (this.error = messageOf(error)));
    }
  }

  get #size(): number {
    return this.#pages.get(0)?.pageSize ?? 1;
  }

  #pageOf(at: number): number {
    return Math.floor(at / this.#size);
  }

  #decisionAt(index: number): Decision | null {
    const page = this.#pages.get(this.#pageOf(index));
    const from = (index % this.#size) * DECISION_ENTRIES;
    if (!page || from >= page.decisions.length) return null;
    return page.decisions.slice(from, from + DECISION_ENTRIES) as unknown as Decision;
  }

  async #load(index: number): Promise<Page> {
    const known = this.#pages.get(index) ?? this.#coming.get(index);
    if (known) return known;
    const coming = client.call('steps.page', { query: this.query, page: index });
    this.#coming.set(index, coming);
    try {
      const page = await coming;
      this.#pages.set(index, page);
      this.#turn++;
      return page;
    } finally {
      this.#coming.delete(index);
    }
  }
}
