/**
 * Proposes repairs for a puzzle without a solution. A repair repaints as few edges as possible to turn some full board
 * into a solution. The edges to repaint are the mismatches on this board.
 */
import { mateOf, labelsOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import { shownLabels } from '../../puzzle/score.ts';
import { random } from '../../random.ts';
import { tilesShowing } from '../generate/unique.ts';
import { changedPuzzle, differingTiles, twinCount, type EditReport, type Proposal } from './edits.ts';
import { NearBoards } from './near-boards.ts';

/** nodes between two yields, about 10 ms of work */
const NODES_PER_SLICE = 200_000;
const MOVES_PER_CELL = 10_000;
/** maximum product of the numbers of annealing moves and cells; limits annealing to about two seconds */
const MAX_MOVES_TIMES_CELLS = 8_000_000;
/**
 * On boards with at most this many mismatches, every choice of the sides to repaint is proposed. Either of the two
 * sides of a mismatch can be repainted.
 */
const MAX_FULLY_TRIED_MISMATCHES = 3;

/**
 * Returns up to `wanted` proposals that all repaint the same number of edges. Yields the proposals found so far while
 * it searches. `smallest` is true if it was proved that repainting fewer edges is not enough. The puzzle must have no
 * solution and no errors.
 *
 * Method: annealing finds a board. Its number of mismatches is an upper bound. Then all boards with 1, 2, … mismatches
 * are searched. The search stops at the first number for which there is a board, or when `effort` nodes are used up.
 */
export function* proposeRepairs(
  puzzle: EdgePuzzle,
  wanted = 6,
  effort = 150_000_000,
): Generator<EditReport, EditReport, void> {
  const collected = new Repairs(puzzle, wanted);
  const boards = rimsOf(puzzle).map((rim) => new NearBoards(puzzle, rim));
  const report = (smallest: boolean): EditReport => ({
    ...collected.report(),
    smallest,
    complete: smallest,
    tooMany: false,
  });
  const { openCells, edges } = openBoardOf(puzzle);
  const isPaintable = edges.length === 0 || boards.some(({ inside }) => inside.length > 0);
  if (puzzle.tiles.length < openCells.length || !isPaintable) return report(true);
  yield report(false);

  let bound = Infinity;
  const moves =
    Math.min(MOVES_PER_CELL * openCells.length, MAX_MOVES_TIMES_CELLS / openCells.length) / boards.length;
  for (const near of boards) {
    const found = near.anneal(moves, random(1));
    if (!found || found.cost >= bound) continue;
    bound = found.cost;
    collected.restart(bound);
    collected.add(near, near.boardOf(found.ways));
    yield report(false);
  }
  if (bound === Infinity) return report(true);
  const search = deepen(boards, collected, bound, effort);
  for (;;) {
    const { done, value } = search.next();
    if (done) return report(value);
    yield report(false);
  }
}

/**
 * Searches boards with 1, 2, … edges to repaint, up to `bound`. Returns true if it proves that no repair repaints
 * fewer edges than the collected proposals.
 */
function* deepen(
  boards: readonly NearBoards[],
  collected: Repairs,
  bound: number,
  effort: number,
): Generator<void, boolean, void> {
  let found = bound;
  for (let most = 1; most <= found; most++) {
    for (const near of boards) {
      for (const ways of near.upTo(most, NODES_PER_SLICE)) {
        if (ways) {
          if (most < found) collected.restart(most);
          found = most;
          collected.add(near, near.boardOf(ways));
        }
        const nodes = boards.reduce((sum, each) => sum + each.nodes, 0);
        // At this point, no board has fewer mismatches than `most`. So stop if there are enough boards with `most`
        // mismatches, or if the effort is used up.
        if ((collected.full && most === found) || nodes >= effort) return most === found;
        yield;
      }
    }
  }
  return true;
}

/** Returns the possible colours of the rim, or `[undefined]` if every side on the rim may show any label. */
function rimsOf(puzzle: EdgePuzzle): (EdgeLabel | undefined)[] {
  if (puzzle.rim.kind === 'colour') return [puzzle.rim.colour];
  if (puzzle.rim.kind === 'free' || openBoardOf(puzzle).rim.length === 0) return [undefined];
  return [...new Set(puzzle.tiles.flatMap(labelsOf))].sort((a, b) => a - b);
}

class Repairs {
  readonly #puzzle: EdgePuzzle;
  readonly #wanted: number;
  readonly #twins: number;
  #clean = new Map<string, Proposal>();
  /** proposals that make two tiles identical; used only if there are no others */
  #identical = new Map<string, Proposal>();
  #size = 0;
  #tried = 0;

  constructor(puzzle: EdgePuzzle, wanted: number) {
    this.#puzzle = puzzle;
    this.#wanted = wanted;
    this.#twins = twinCount(puzzle);
  }

  get full(): boolean {
    return this.#clean.size >= this.#wanted;
  }

  /** Discards all proposals to make room for ones that repaint only `size` edges. */
  restart(size: number): void {
    this.#size = size;
    this.#clean.clear();
    this.#identical.clear();
  }

  report(): Pick<EditReport, 'proposals' | 'tried'> {
    const proposals = this.#clean.size > 0 ? this.#clean : this.#identical;
    return { proposals: [...proposals.values()].slice(0, this.#wanted), tried: this.#tried };
  }

  add(near: NearBoards, board: PartialBoard): void {
    this.#tried++;
    for (const shown of repainted(this.#puzzle, near, board)) {
      if (this.full) return;
      const tiles = differingTiles(this.#puzzle, tilesShowing(this.#puzzle, board, shown));
      const changed = changedPuzzle(this.#puzzle, tiles);
      const found = twinCount(changed) > this.#twins ? this.#identical : this.#clean;
      found.set(JSON.stringify(tiles), { tiles, changed: this.#size, solution: board });
    }
  }
}

/** Yields the labels on all sides of a board, for each choice of which side to repaint at every mismatch. */
function* repainted(puzzle: EdgePuzzle, near: NearBoards, board: PartialBoard): Generator<Int32Array, void> {
  const { edges, rim } = openBoardOf(puzzle);
  const mate = (label: EdgeLabel): EdgeLabel => mateOf(puzzle.mating, label);
  const base = shownLabels(puzzle, board);
  const choices: (readonly [number, number])[] = [];
  if (near.rim !== undefined) for (const side of rim) base[side] = near.rim;
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i]!, edges[i + 1]!];
    if (near.pairCost(base[a]!, base[b]!) === 0) continue;
    const [fixedA, fixedB] = [near.isOutside(base[a]!), near.isOutside(base[b]!)];
    if (fixedA && fixedB) base[a] = near.inside[0]!;
    if (fixedA && !fixedB) base[a] = mate(base[b]!);
    else if (fixedB) base[b] = mate(base[a]!);
    else choices.push([a, b]);
  }
  for (let ways = 0; ways < 2 ** Math.min(choices.length, MAX_FULLY_TRIED_MISMATCHES); ways++) {
    const shown = base.slice();
    choices.forEach(([a, b], i) => {
      if (ways & (1 << i)) shown[b] = mate(base[a]!);
      else shown[a] = mate(base[b]!);
    });
    yield shown;
  }
}
