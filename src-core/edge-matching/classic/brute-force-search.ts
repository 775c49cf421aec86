import * as v from 'valibot';
import { wantedNumber, type Finding, type Search, type Slice, type Wanted } from '../../engine.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { openBoardOf, startBoard } from '../../puzzle/open-board.ts';
import {
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { scoreOf } from '../../puzzle/score.ts';
import { evaluate } from './evaluate.ts';
import type { OneTaskData } from './one-task-plan.ts';

/**
 * An operation on a board: swaps the tiles of cells a and b (a < b), rotates a tile clockwise by one step, or flips a
 * tile left to right.
 */
type Operation = readonly [kind: 'swap' | 'rotate' | 'flip', a: number, b: number];

interface Level {
  /** Hoglan's evaluation of each child (`evaluate.ts`), in the order of `operations` */
  readonly evaluations: number[];
  tried: number;
}

export interface BruteForceState {
  readonly levels: Level[];
  /** indices of the operations that lead from the start arrangement to the current board */
  readonly path: number[];
  /** solutions found so far, as strings; boards that look the same have the same string */
  readonly found: string[];
  best: number;
}

export const bruteForceState: v.GenericSchema<unknown, BruteForceState> = v.strictObject({
  levels: v.array(v.strictObject({ evaluations: v.array(v.number()), tried: v.number() })),
  path: v.array(v.number()),
  found: v.array(v.string()),
  best: v.number(),
});

/**
 * Searches full boards depth first, from the start arrangement down to a maximum depth (the threshold). The children of
 * a board are all boards that are one swap, rotation or flip away. They are evaluated, and the best is visited first.
 * Boards that are already on the current branch are skipped. To save memory, no other boards are remembered.
 */
export class BruteForceSearch implements Search<OneTaskData<BruteForceState>> {
  readonly #puzzle: EdgePuzzle;
  /**
   * For each placement code: the code of the tile's first orientation that looks the same. With these codes, rotating
   * a symmetric tile onto itself doesn't count as a change of the board.
   */
  readonly #own: Int32Array;
  readonly #operations: readonly Operation[];
  readonly #threshold: number;
  readonly #wanted: number;
  readonly #board: PartialBoard;
  readonly #onBranch = new Set<string>();
  readonly #found: Set<string>;
  readonly #state: BruteForceState;

  constructor(puzzle: EdgePuzzle, threshold: number, wanted: Wanted, checkpoint?: BruteForceState) {
    this.#puzzle = puzzle;
    this.#own = appearanceOf(puzzle).own;
    this.#operations = operationsOf(puzzle);
    this.#threshold = threshold;
    this.#wanted = wantedNumber(wanted);
    this.#board = startBoard(puzzle);
    this.#state = checkpoint
      ? structuredClone(checkpoint)
      : { levels: [{ evaluations: [], tried: 0 }], path: [], found: [], best: Infinity };
    this.#found = new Set(this.#state.found);
    this.#onBranch.add(this.#board.join());
    for (const operation of this.#state.path) {
      this.#make(operation);
      this.#onBranch.add(this.#board.join());
    }
  }

  step(nodeBudget: number): Slice<null> {
    const { levels, path } = this.#state;
    const nodesByDepth = new Float64Array(this.#threshold);
    const findings: Finding[] = [];
    let nodes = 0;
    let done = this.#state.best === Infinity && this.#evaluate(findings);
    while (nodes < nodeBudget && !done) {
      const depth = path.length;
      const level = levels.at(-1)!;
      if (level.evaluations.length < this.#operations.length) {
        const operation = level.evaluations.length;
        this.#make(operation);
        nodes++;
        nodesByDepth[depth]!++;
        done = this.#evaluate(findings, level);
        this.#undo(operation);
      } else if (depth + 1 < this.#threshold && level.tried < this.#operations.length) {
        this.#goDown(level);
      } else if (depth === 0) {
        done = true;
      } else {
        this.#onBranch.delete(this.#board.join());
        levels.pop();
        this.#undo(path.pop()!);
      }
    }
    return {
      nodes,
      nodesByDepth,
      findings,
      counts: {},
      current: this.#board.slice(),
      depth: path.length,
      fraction: null,
      done,
      note: null,
    };
  }

  checkpoint(): BruteForceState {
    return structuredClone({ ...this.#state, found: [...this.#found] });
  }

  #evaluate(findings: Finding[], level?: Level): boolean {
    const evaluation = evaluate(this.#puzzle, this.#board);
    level?.evaluations.push(evaluation);
    if (evaluation < this.#state.best) {
      this.#state.best = evaluation;
      findings.push({ type: 'improved', board: this.#board.slice() });
    }
    if (evaluation > 0) return false;
    const name = this.#board.map((code) => this.#own[code] ?? code).join();
    if (this.#found.has(name) || !scoreOf(this.#puzzle, this.#board).solved) return false;
    this.#found.add(name);
    findings.push({ type: 'solution', board: this.#board.slice() });
    return this.#found.size >= this.#wanted;
  }

  #goDown(level: Level): void {
    const { evaluations } = level;
    const order = evaluations.map((_, i) => i).sort((a, b) => evaluations[a]! - evaluations[b]! || a - b);
    const operation = order[level.tried++]!;
    this.#make(operation);
    const name = this.#board.join();
    if (this.#onBranch.has(name)) {
      this.#undo(operation);
      return;
    }
    this.#onBranch.add(name);
    this.#state.path.push(operation);
    this.#state.levels.push({ evaluations: [], tried: 0 });
  }

  #make(number: number): void {
    this.#apply(this.#operations[number]!, 1);
  }

  #undo(number: number): void {
    this.#apply(this.#operations[number]!, -1);
  }

  #apply([kind, a, b]: Operation, direction: 1 | -1): void {
    const board = this.#board;
    const code = board[a]!;
    const { sides } = openBoardOf(this.#puzzle).board;
    if (kind === 'swap') [board[a], board[b]] = [board[b]!, code];
    else if (kind === 'rotate') {
      const rotation = (rotationOf(code) + direction + sides) % sides;
      board[a] = placementCode(tileOf(code), rotation, flippedOf(code));
    } else board[a] = code ^ 8;
  }
}

function operationsOf(puzzle: EdgePuzzle): Operation[] {
  const cells = [...openBoardOf(puzzle).openCells];
  const one = (kind: 'rotate' | 'flip'): Operation[] => cells.map((cell) => [kind, cell, cell]);
  return [
    ...cells.flatMap((a, i) => cells.slice(i + 1).map((b): Operation => ['swap', a, b])),
    ...(puzzle.turns === 'fixed' ? [] : one('rotate')),
    ...(puzzle.turns === 'flip' ? one('flip') : []),
  ];
}
