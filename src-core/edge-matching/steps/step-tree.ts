/**
 * The search tree for display in a view, built from a transcript (`transcript.ts`). Nothing is discarded, so the view
 * can return to any earlier moment.
 */
import { DecisionKind, ruleOf, type Decision, type Rule } from '../../decisions.ts';

/** the node of the empty board */
export const ROOT = 0;

/** Stored in place of the broken rule if a decision is not a refusal. */
const NO_BROKEN_RULE = -1;

class Numbers {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }
  at = (index: number): number => this.#values[index]!;
  set = (index: number, value: number): void => void (this.#values[index] = value);
  add = (index: number, value: number): void => void (this.#values[index]! += value);
}

/**
 * The state of a node at one moment:
 *
 * - `later`: not created yet
 * - `waiting`: created, but not placed yet
 * - `open`: on the board
 * - `dead end`: removed from the board, because no tile fitted below it
 * - `done`: removed from the board, because everything below it had been tried
 * - `solution`: completed a solution
 */
export type NodeStatus = 'later' | 'waiting' | 'open' | 'done' | 'dead end' | 'solution';

/** Explains why the search placed no tile below a node. */
export interface DeadEnd {
  /** the cell that was next to be filled; -1 if it is unknown, because no tile was tried there */
  readonly cell: number;
  /**
   * if propagation found the dead end: the tile that fits no cell, or -1 if a cell has no candidates; otherwise null
   */
  readonly stuck: number | null;
  readonly refused: number;
  /** for each rule: the number of tiles that could not be placed in the next cell because they broke it */
  readonly byRule: ReadonlyMap<Rule, number>;
}

/**
 * The tree. Nodes are numbered in order of creation, starting with `ROOT`. A moment is given as the number of decisions
 * made up to then. No method goes through the whole tree.
 */
export class StepTree {
  /** the following lists are indexed by node */
  readonly #parent = new Numbers();
  readonly #depth = new Numbers();
  readonly #cell = new Numbers();
  readonly #code = new Numbers();
  readonly #created = new Numbers();
  readonly #placed = new Numbers();
  readonly #closed = new Numbers();
  readonly #solved = new Numbers();
  readonly #firstChild = new Numbers();
  readonly #lastChild = new Numbers();
  readonly #next = new Numbers();
  readonly #children = new Numbers();
  /** number of nodes below each node; those below a child are added when the child is removed from the board */
  readonly #below = new Numbers();
  /** number of solutions below each node; those below a child are added when the child is removed from the board */
  readonly #solutionsBelow = new Numbers();
  /** the following lists are indexed by decision */
  readonly #openAfter = new Numbers();
  readonly #subject = new Numbers();
  readonly #why = new Numbers();
  readonly #refusedCell = new Numbers();
  /** for decisions that found a dead end: the tile that fits no cell, or -1 if a cell has no candidates */
  readonly #stuckTiles = new Map<number, number>();
  /** the path of nodes whose tiles are now on the board, starting with the root */
  readonly #open: number[] = [];

  constructor() {
    this.#addNode(-1, -1, -1);
    this.#placed.set(ROOT, 0);
    this.#open.push(ROOT);
  }

  /** number of decisions added to the tree so far */
  get known(): number {
    return this.#openAfter.length;
  }

  get nodes(): number {
    return this.#parent.length;
  }

  apply([kind, cell, code, why]: Decision): void {
    const at = this.known + 1;
    const top = this.#open.at(-1)!;
    let subject = top;
    if (kind === DecisionKind.created) subject = this.#addNode(top, cell, code);
    else if (kind === DecisionKind.placed) {
      subject = this.#childOf(top, code) ?? this.#addNode(top, cell, code);
      this.#placed.set(subject, at);
      this.#open.push(subject);
    } else if (kind === DecisionKind.forced) {
      subject = this.#addNode(top, cell, code);
      this.#placed.set(subject, at);
      this.#open.push(subject);
    } else if (kind === DecisionKind.takenBack) subject = this.#close(cell, at);
    else if (kind === DecisionKind.solution) {
      // A solution normally belongs to the deepest node on the board. But the engine `tree` reports a solution when it
      // creates the child that completes the solution, before that child is placed.
      const child = this.#lastChild.at(top);
      if (child > 0 && this.#cell.at(child) === cell && this.#placed.at(child) === 0) subject = child;
      this.#solved.set(subject, at);
      this.#solutionsBelow.add(this.#parent.at(subject), 1);
    }
    this.#openAfter.push(this.#open.at(-1)!);
    this.#subject.push(subject);
    if (kind === DecisionKind.deadEnd) this.#stuckTiles.set(this.known - 1, code);
    this.#why.push(kind === DecisionKind.refused ? why : NO_BROKEN_RULE);
    this.#refusedCell.push(cell);
  }

  parent = (node: number): number => this.#parent.at(node);
  depth = (node: number): number => this.#depth.at(node);
  cell = (node: number): number => this.#cell.at(node);
  code = (node: number): number => this.#code.at(node);

  /** Returns the deepest node on the board after the first `at` decisions. */
  openAt = (at: number): number => (at === 0 ? ROOT : this.#openAfter.at(at - 1));

  /**
   * Returns the node that decision number `at` (counted from 1) is about. A refused tile has no node of its own, so
   * its parent is returned.
   */
  subjectAt = (at: number): number => (at === 0 ? ROOT : this.#subject.at(at - 1));

  /**
   * Returns the moment at which to show a node: when it became a solution, else when it was placed, else when it was
   * created.
   */
  stepOf = (node: number): number => this.#solved.at(node) || this.#placed.at(node) || this.#created.at(node);

  children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.#firstChild.at(node); child > 0; child = this.#next.at(child)) children.push(child);
    return children;
  }

  childCount = (node: number): number => this.#children.at(node);

  /** Returns the number of nodes known so far below a node. */
  below = (node: number): number => this.#sum(this.#below, node);

  /** Returns the number of solutions at and below a node. */
  solutions = (node: number): number =>
    this.#sum(this.#solutionsBelow, node) + (this.#solved.at(node) > 0 ? 1 : 0);

  statusAt(node: number, at: number): NodeStatus {
    const placed = this.#placed.at(node);
    const closed = this.#closed.at(node);
    const solved = this.#solved.at(node);
    if (this.#created.at(node) > at) return 'later';
    if (solved > 0 && solved <= at) return 'solution';
    if (node !== ROOT && (placed === 0 || placed > at)) return 'waiting';
    if (closed === 0 || closed > at) return 'open';
    return this.#children.at(node) === 0 ? 'dead end' : 'done';
  }

  /** Explains why the search placed no tile below a node, which must be a dead end. */
  deadEnd(node: number): DeadEnd {
    const byRule = new Map<Rule, number>();
    let cell = -1;
    let refused = 0;
    for (let decision = this.#placed.at(node); decision < this.#closed.at(node) - 1; decision++) {
      const stuck = this.#stuckTiles.get(decision);
      if (stuck !== undefined) return { cell: this.#refusedCell.at(decision), stuck, refused, byRule };
      if (this.#why.at(decision) === NO_BROKEN_RULE) continue;
      const rule = ruleOf(this.#why.at(decision));
      byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
      cell = this.#refusedCell.at(decision);
      refused++;
    }
    return { cell, stuck: null, refused, byRule };
  }

  path(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0; at = this.#parent.at(at)) path.push(at);
    return path.reverse();
  }

  #addNode(parent: number, cell: number, code: number): number {
    const node = this.#parent.length;
    this.#parent.push(parent);
    this.#depth.push(parent < 0 ? 0 : this.#depth.at(parent) + 1);
    this.#cell.push(cell);
    this.#code.push(code);
    this.#created.push(parent < 0 ? 0 : this.known + 1);
    for (const list of [this.#placed, this.#closed, this.#solved]) list.push(0);
    for (const list of [this.#firstChild, this.#lastChild, this.#next, this.#children]) list.push(0);
    for (const list of [this.#below, this.#solutionsBelow]) list.push(0);
    if (parent < 0) return node;
    if (this.#children.at(parent) === 0) this.#firstChild.set(parent, node);
    else this.#next.set(this.#lastChild.at(parent), node);
    this.#lastChild.set(parent, node);
    this.#children.add(parent, 1);
    this.#below.add(parent, 1);
    return node;
  }

  #childOf(parent: number, code: number): number | null {
    for (let child = this.#firstChild.at(parent); child > 0; child = this.#next.at(child)) {
      if (this.#code.at(child) === code) return child;
    }
    return null;
  }

  /**
   * Records that decision number `at` removed tiles from the board: the latest ones, up to and including the tile in
   * this cell. Returns the node that had placed this tile.
   */
  #close(cell: number, at: number): number {
    const node = this.#open.pop()!;
    this.#closed.set(node, at);
    const parent = this.#parent.at(node);
    this.#below.add(parent, this.#below.at(node));
    this.#solutionsBelow.add(parent, this.#solutionsBelow.at(node));
    return this.#cell.at(node) === cell ? node : this.#close(cell, at);
  }

  #sum(list: Numbers, node: number): number {
    const depth = this.#depth.at(node);
    if (this.#open[depth] !== node) return list.at(node);
    let sum = 0;
    for (let level = depth; level < this.#open.length; level++) sum += list.at(this.#open[level]!);
    return sum;
  }
}
