/**
 * The tree of a search, built from its transcript (`transcript.ts`). It keeps everything, so a view can show any
 * earlier moment.
 */
import { DecisionKind, ruleOf, type Decision, type Rule } from '../../decisions.ts';

/** the node of the empty board */
export const ROOT = 0;

/** Stored for a decision that refuses no tile. For a refusal, the rule that the tile breaks is stored. */
const NO_REFUSAL = -1;

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
 * The state of a node at a moment:
 * - `later`: not created yet
 * - `waiting`: created, not placed yet
 * - `open`: on the board
 * - `dead end`: removed, and no tile fitted below it
 * - `done`: removed after everything below it was tried
 * - `solution`: it completed a solution
 */
export type NodeStatus = 'later' | 'waiting' | 'open' | 'done' | 'dead end' | 'solution';

/** Why the search placed no tile after a node. */
export interface DeadEnd {
  /** the next cell to fill; -1 if no tile was tried, so that the cell is unknown */
  readonly cell: number;
  /**
   * If propagation found the dead end: the tile that fits nowhere, or -1 if no candidate is left for the cell.
   * Otherwise null.
   */
  readonly stuck: number | null;
  readonly refused: number;
  /** for each rule: how many tiles were refused in the next cell because of this rule */
  readonly byRule: ReadonlyMap<Rule, number>;
}

/**
 * Nodes are numbered in the order of their creation, starting with `ROOT`. A moment is a number of decisions. Each
 * method takes constant time, except `deadEnd`, which reads the node's refusals.
 */
export class StepTree {
  /** the lists from here on are indexed by node number */
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
  /**
   * how many nodes are below each node; those below an open child are added when the child is removed from the board
   */
  readonly #below = new Numbers();
  /**
   * how many solutions are below each node; those below an open child are added when the child is removed from the
   * board
   */
  readonly #solutionsBelow = new Numbers();
  /** the lists from here on are indexed by decision */
  readonly #openAfter = new Numbers();
  readonly #subject = new Numbers();
  readonly #why = new Numbers();
  readonly #refusedCell = new Numbers();
  /** for decisions that found a dead end: the tile that fits nowhere, or -1 if no candidate is left for the cell */
  readonly #stuckTiles = new Map<number, number>();
  /** the nodes on the board, from the root */
  readonly #open: number[] = [];

  constructor() {
    this.#addNode(-1, -1, -1);
    this.#placed.set(ROOT, 0);
    this.#open.push(ROOT);
  }

  /** number of decisions applied so far */
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
      // A solution normally belongs to the deepest node on the board. The engine `tree` reports solutions for children
      // that were created but not placed.
      const child = this.#lastChild.at(top);
      if (child > 0 && this.#cell.at(child) === cell && this.#placed.at(child) === 0) subject = child;
      this.#solved.set(subject, at);
      this.#solutionsBelow.add(this.#parent.at(subject), 1);
    }
    this.#openAfter.push(this.#open.at(-1)!);
    this.#subject.push(subject);
    if (kind === DecisionKind.deadEnd) this.#stuckTiles.set(this.known - 1, code);
    this.#why.push(kind === DecisionKind.refused ? why : NO_REFUSAL);
    this.#refusedCell.push(cell);
  }

  parent = (node: number): number => this.#parent.at(node);
  depth = (node: number): number => this.#depth.at(node);
  cell = (node: number): number => this.#cell.at(node);
  code = (node: number): number => this.#code.at(node);

  /** Returns the deepest node on the board after `at` decisions. */
  openAt = (at: number): number => (at === 0 ? ROOT : this.#openAfter.at(at - 1));

  /**
   * Returns the node that the last of `at` decisions is about. A refused tile has no node, so the result is then the
   * parent.
   */
  subjectAt = (at: number): number => (at === 0 ? ROOT : this.#subject.at(at - 1));

  /**
   * Returns the moment at which to show a node: when it became a solution, or else when it was placed, or else when it
   * was created.
   */
  stepOf = (node: number): number => this.#solved.at(node) || this.#placed.at(node) || this.#created.at(node);

  children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.#firstChild.at(node); child > 0; child = this.#next.at(child)) children.push(child);
    return children;
  }

  childCount = (node: number): number => this.#children.at(node);

  /** Returns the number of known nodes below a node. */
  below = (node: number): number => this.#sum(this.#below, node);

  /** Returns the number of solutions at a node and below it. */
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

  /** Returns why the search placed no tile after a node. The node must be a dead end. */
  deadEnd(node: number): DeadEnd {
    const byRule = new Map<Rule, number>();
    let cell = -1;
    let refused = 0;
    for (let decision = this.#placed.at(node); decision < this.#closed.at(node) - 1; decision++) {
      const stuck = this.#stuckTiles.get(decision);
      if (stuck !== undefined) return { cell: this.#refusedCell.at(decision), stuck, refused, byRule };
      if (this.#why.at(decision) === NO_REFUSAL) continue;
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

  /** Removes nodes from the board, the deepest first, up to the node for this cell. Returns that node. */
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
