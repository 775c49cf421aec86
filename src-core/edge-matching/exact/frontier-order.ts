/**
 * Computes an order of cells that keeps the frontier small, for any board. The frontier consists of the sides of
 * placed tiles that face an unfilled cell. A beam search over sets of filled cells finds the order.
 *
 * Of two sets of the same size, the one with the smaller frontier has more sides that touch each other. More labels
 * were known when its cells were filled, so the search has fewer nodes at that depth.
 */
import { labelsOf } from '../../puzzle/labels.ts';
import { openBoardOf, type OpenBoard } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { symmetriesOf } from '../../puzzle/symmetry.ts';
import { random } from '../../random.ts';

interface Laid {
  readonly before: Laid | null;
  /** cell filled last; -1 if no cell is filled */
  readonly cell: number;
  /**
   * logarithm of the probability that all edges between filled cells match and that all labels on the rim are allowed
   */
  readonly chance: number;
  /** number of sides of filled cells that face an unfilled cell */
  readonly frontier: number;
  /** logarithm of the expected number of search nodes until all cells of the set are filled */
  readonly nodes: number;
  readonly hash: number;
}

/**
 * Returns how many sets of filled cells the beam search keeps at each depth. On a large board, each set takes longer to
 * process, so fewer sets are kept.
 */
const widthFor = (cells: number): number => (cells <= 64 ? 200 : cells <= 256 ? 40 : cells <= 1024 ? 6 : 1);

/**
 * Returns all open cells in the order in which they should be filled. Runs the beam search twice, with two different
 * rankings of the sets of filled cells, and returns the order with fewer expected nodes.
 */
export function frontierOrder(puzzle: EdgePuzzle): number[] {
  const byFrontier = beam(puzzle, (a, b) => a.frontier - b.frontier || a.nodes - b.nodes);
  const byChance = beam(puzzle, (a, b) => a.chance - b.chance || a.nodes - b.nodes);
  return cellsOf(byChance.nodes < byFrontier.nodes ? byChance : byFrontier);
}

function beam(puzzle: EdgePuzzle, rank: (a: Laid, b: Laid) => number): Laid {
  const openBoard = openBoardOf(puzzle);
  const { board, openCells } = openBoard;
  const beside = neighboursIn(openBoard);
  const width = widthFor(openCells.length);
  const chance = random(1);
  const hashes = Float64Array.from({ length: board.cells }, () => chance.next());
  const { ways, chanceOf } = model(puzzle, openBoard);

  let sets: Laid[] = [{ before: null, cell: -1, chance: 0, frontier: 0, nodes: -Infinity, hash: 0 }];
  for (let depth = 0; depth < openCells.length; depth++) {
    const grown: Laid[] = [];
    const seen = new Set<number>();
    for (const before of sets) {
      const isLaid = new Uint8Array(board.cells);
      for (let set: Laid | null = before; set && set.cell !== -1; set = set.before) isLaid[set.cell] = 1;
      for (const cell of depth === 0 ? firstCells(puzzle, openCells) : nextCells(openBoard, beside, isLaid)) {
        const hash = before.hash + hashes[cell]!;
        if (seen.has(hash)) continue;
        seen.add(hash);
        const { met, ahead } = around(beside[cell]!, isLaid);
        const likelihood = before.chance + chanceOf(cell, met);
        const nodes = logSum(before.nodes, ways[depth + 1]! + likelihood);
        grown.push({
          before,
          cell,
          chance: likelihood,
          frontier: before.frontier + ahead - met,
          nodes,
          hash,
        });
      }
    }
    sets = grown.sort(rank).slice(0, width);
  }
  return sets.reduce((best, set) => (set.nodes < best.nodes ? set : best));
}

function cellsOf(last: Laid): number[] {
  const cells: number[] = [];
  for (let set: Laid | null = last; set && set.cell !== -1; set = set.before) cells.push(set.cell);
  return cells.reverse();
}

/**
 * Returns the cells where an order may start, one per orbit. Starting at another cell of the same orbit would only
 * give a symmetric image of the same order.
 */
function firstCells(puzzle: EdgePuzzle, openCells: Int32Array): number[] {
  const symmetries = symmetriesOf(puzzle);
  return [...openCells].filter((cell) => symmetries.every(({ to }) => to[cell]! >= cell));
}

/** Returns the open neighbours of each cell. A neighbour that touches two sides of the cell is listed twice. */
const neighboursIn = ({ board: { across, sides, cells }, open }: OpenBoard): number[][] =>
  Array.from({ length: cells }, (_, cell) =>
    Array.from(across.subarray(cell * sides, (cell + 1) * sides), (side) => Math.floor(side / sides)).filter(
      (other) => other !== -1 && other !== cell && open[other],
    ),
  );

/**
 * Returns the cells that may be filled next: the unfilled cells that touch a filled cell. If there are no such cells,
 * which is possible on a board of several parts, returns all unfilled cells.
 */
function nextCells(
  { openCells }: OpenBoard,
  beside: readonly (readonly number[])[],
  isLaid: Uint8Array,
): Int32Array {
  const next = openCells.filter((cell) => !isLaid[cell] && beside[cell]!.some((other) => isLaid[other]));
  return next.length > 0 ? next : openCells.filter((cell) => !isLaid[cell]);
}

function around(neighbours: readonly number[], isLaid: Uint8Array): { met: number; ahead: number } {
  const met = neighbours.filter((other) => isLaid[other]).length;
  return { met, ahead: neighbours.length - met };
}

/**
 * Returns two estimates for random labels, as natural logarithms. `ways` is the number of ways to place a given number
 * of tiles regardless of labels. `chanceOf` is the probability that the tile in a cell matches the rim and `met`
 * filled neighbours.
 */
function model(puzzle: EdgePuzzle, { board }: OpenBoard) {
  const counts = new Map<number, number>();
  for (const tile of puzzle.tiles) {
    for (const label of labelsOf(tile)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const share = (label: number): number => Math.max(1, counts.get(label) ?? 0) / all;
  const match = Math.log([...counts.keys()].reduce((sum, label) => sum + share(label) ** 2, 0));
  const { rim } = puzzle;
  const onRim = rim.kind === 'free' ? 0 : rim.kind === 'colour' ? Math.log(share(rim.colour)) : match;
  const rimSides = Array.from({ length: board.cells }, (_, cell) =>
    board.across
      .subarray(cell * board.sides, (cell + 1) * board.sides)
      .reduce((sum, other) => sum + (other === -1 ? 1 : 0), 0),
  );
  const orientations = puzzle.turns === 'fixed' ? 1 : board.sides * (puzzle.turns === 'flip' ? 2 : 1);
  const ways = [0];
  for (let depth = 1; depth <= board.cells; depth++) {
    ways.push(ways[depth - 1]! + Math.log(Math.max(1, puzzle.tiles.length - depth + 1) * orientations));
  }
  const chanceOf = (cell: number, met: number): number => met * match + rimSides[cell]! * onRim;
  return { ways, chanceOf };
}

/** Returns log(exp(a) + exp(b)) without overflowing. */
const logSum = (a: number, b: number): number =>
  Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a === -Infinity ? Infinity : a - b)));
