import { drive, type Driven as DrivenBy } from '../../drive/drive.ts';
import type { EngineData, Job } from '../../engine.ts';
import { labelsOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { emptyBoard, placementsOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../../puzzle/puzzle.ts';
import { distinctKey } from '../../puzzle/symmetry.ts';
import { propagate } from '../propagate/propagate.ts';
import { FixedOrderWalk } from './fixed-order-walk.ts';

type Driven = DrivenBy<EngineData>;

/**
 * The propagating engine joins in after this many nodes, which take two to four seconds. Shorter counts don't need it.
 */
const NODES_BEFORE_PROPAGATION = 20_000_000;
/** number of nodes of this search that take as long as one node of the propagating engine */
const PROPAGATION_NODE_COST = 25;
const TURN_NODES = 1_000;

/**
 * Finds up to a given number of distinct solutions of a puzzle. Call `step` until it returns true.
 *
 * Designing a puzzle needs thousands of small counts, so this search compiles nothing and starts in less than a
 * millisecond. Long counts take turns with the propagating engine, and whichever finishes first gives the answer.
 */
export class DistinctSearch {
  /** one board of each distinct solution found so far */
  readonly solutions: PartialBoard[] = [];
  /**
   * Number of tiles placed so far. A tile placed by the propagating engine counts as `PROPAGATION_NODE_COST` tiles.
   */
  nodes = 0;
  done = false;
  #propagated = 0;
  /** undefined until the propagating engine starts; null if it can't search this puzzle */
  #propagation: Generator<Driven, unknown, void> | null | undefined;
  readonly #fixed: PartialBoard;
  readonly #alone: number;
  readonly #keys = new Set<string>();
  readonly #walks: FixedOrderWalk[];
  readonly #puzzle: EdgePuzzle;
  readonly #limit: number;

  /**
   * The puzzle must have no errors (see `validate.ts`). Every solution must contain the placements in `fixed`. `alone`
   * is the number of nodes before the propagating engine joins in. Only tests set it.
   */
  constructor(puzzle: EdgePuzzle, limit: number, fixed?: PartialBoard, alone = NODES_BEFORE_PROPAGATION) {
    this.#alone = alone;
    this.#puzzle = puzzle;
    this.#limit = limit;
    this.#fixed = fixed ?? emptyBoard(0);
    this.#walks =
      puzzle.tiles.length < openBoardOf(puzzle).openCells.length
        ? []
        : rimColours(puzzle).map((rim) => new FixedOrderWalk(puzzle, rim, fixed ?? null));
    this.done = this.#walks.length === 0;
  }

  /** Places about `budget` tiles. Returns true once the search has found all distinct solutions, or `limit` of them. */
  step(budget: number): boolean {
    const stop = this.nodes + budget;
    while (!this.done && this.nodes < stop) {
      const walked = this.nodes - this.#propagated;
      if (walked - this.#propagated > this.#alone && this.#propagate()) continue;
      const walk = this.#walks[0]!;
      const before = walk.nodes;
      const board = walk.next(stop - this.nodes);
      this.nodes += walk.nodes - before;
      if (board) this.#keep(board);
      else if (walk.ended) this.#walks.shift();
      if (this.#walks.length === 0 || this.solutions.length >= this.#limit) this.done = true;
    }
    return this.done;
  }

  #propagate(): boolean {
    if (this.#propagation === undefined) {
      const puzzle = withHints(this.#puzzle, this.#fixed);
      this.#propagation = puzzle && propagationOf(puzzle, this.#limit);
    }
    if (!this.#propagation) return false;
    const step = this.#propagation.next();
    if (step.done) return (this.done = true);
    const { findings, nodes } = step.value.slice;
    this.#propagated += PROPAGATION_NODE_COST * nodes;
    this.nodes += PROPAGATION_NODE_COST * nodes;
    for (const finding of findings) {
      if (finding.type === 'solution' && this.solutions.length < this.#limit) this.#keep(finding.board);
    }
    if (this.solutions.length >= this.#limit) this.done = true;
    return true;
  }

  #keep(board: PartialBoard): void {
    const key = distinctKey(this.#puzzle, board);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.solutions.push(board);
  }
}

/**
 * Returns the puzzle with the fixed placements as hints, or null if the propagating engine can't search it. Two-sided
 * tiles can't be fixed this way, because a hint doesn't say which face shows.
 */
function withHints(puzzle: EdgePuzzle, fixed: PartialBoard): EdgePuzzle | null {
  const kept = placementsOf(fixed);
  if (kept.length > 0 && puzzle.turns === 'flip') return null;
  const cells = new Set(kept.map(({ cell }) => cell));
  const hints = [
    ...puzzle.hints.filter(({ cell }) => !cells.has(cell)),
    ...kept.map(({ cell, tile, rotation }) => ({ cell, tile, rotation })),
  ];
  const hinted = kept.length > 0 ? { ...puzzle, hints } : puzzle;
  return propagate.refuses(hinted, {}) === null ? hinted : null;
}

function propagationOf(puzzle: EdgePuzzle, limit: number): Generator<Driven, unknown, void> {
  const job: Job = {
    puzzle,
    engine: propagate.name,
    options: {},
    wanted: { solutions: Number.isFinite(limit) ? limit : 'all', boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  };
  return drive(propagate, job, { nodesASlice: TURN_NODES });
}

/** Returns up to `limit` distinct solutions, or null if the search is incomplete after `effort` nodes. */
export function distinctSolutions(
  puzzle: EdgePuzzle,
  limit: number,
  effort = Infinity,
): PartialBoard[] | null {
  const search = new DistinctSearch(puzzle, limit);
  return search.step(effort) ? search.solutions : null;
}

/** Returns the possible colours of the rim, or `[undefined]` if every side on the rim may show any label. */
function rimColours(puzzle: EdgePuzzle): (EdgeLabel | undefined)[] {
  if (puzzle.rim.kind === 'free') return [undefined];
  if (puzzle.rim.kind === 'colour') return [puzzle.rim.colour];
  return [...new Set(puzzle.tiles.flatMap(labelsOf))].sort((a, b) => a - b);
}
