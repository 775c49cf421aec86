/**
 * The number of solutions that tiles would have by chance if their half-edges were paired at random:
 *
 * expected solutions = arrangements × matchings with equal labels / all matchings
 *
 * A matching pairs the half-edges, one pair per edge of the board. Half-edges along a frame meet only each other, so
 * they are a class of their own. The solution that the tiles were cut from is not included.
 */
import { isPlainRectangle } from './board.ts';
import { labelAt, mateOf } from './labels.ts';
import { openBoardOf } from './open-board.ts';
import { cellsByKind, tilesByKind } from './pieces.ts';
import type { EdgeLabel, EdgePuzzle, Tile } from './puzzle.ts';

export interface ExpectedSolutions {
  /** log10 of three numbers: the solutions, the arrangements, and the probability that all edges match */
  readonly log10: number;
  readonly arrangementsLog10: number;
  readonly chanceLog10: number;
  readonly edges: number;
}

/** A class of half-edges. Only half-edges of the same class can meet. */
interface HalfEdges {
  readonly count: Map<EdgeLabel, number>;
  edges: number;
}

/**
 * Returns the expected number of solutions, counting each rotation of the board separately. Returns null if the model
 * does not apply:
 * - The tiles may not be rotated, or may also be flipped.
 * - There are fewer tiles than cells.
 * - The whole rim must have one colour, but the rules don't say which.
 * - The whole rim must have a given colour, but that colour is also allowed inside.
 * - There is a frame, but the board is not a full rectangle of at least 2 × 2.
 * - There is a frame, but the tiles don't fit it.
 */
export function expectedSolutions(puzzle: EdgePuzzle): ExpectedSolutions | null {
  const { rim, turns, tiles } = puzzle;
  if (turns !== 'rotate' || tiles.length < openBoardOf(puzzle).openCells.length) return null;
  const framed = rim.kind === 'colour' && !rim.inside;
  if (rim.kind !== 'free' && !framed && openBoardOf(puzzle).rim.length > 0) return null;
  if (framed && !fitsFrame(puzzle)) return null;
  const frame = framed && openBoardOf(puzzle).rim.length > 0 ? rim.colour : null;
  const arrangements = arrangementsOf(puzzle, frame);
  let chance = 0;
  for (const half of classesOf(puzzle, frame))
    chance += matchingChance(half, (label) => mateOf(puzzle.mating, label));
  const edges = openBoardOf(puzzle).edges.length / 2;
  const [arrangementsLog10, chanceLog10] = [arrangements / Math.LN10, chance / Math.LN10];
  return { log10: arrangementsLog10 + chanceLog10, arrangementsLog10, chanceLog10, edges };
}

/**
 * Returns a rough expected number of solutions for any puzzle. Unlike `expectedSolutions`, it gives each edge of each
 * tile a random label, with the frequencies of the puzzle's labels. It ignores the frame, hints and equal tiles, and
 * counts spare tiles as if they were used.
 */
export function roughlyExpectedSolutions(puzzle: EdgePuzzle): number {
  const { tiles, turns, mating } = puzzle;
  const labels = tiles.flatMap(({ edges }) => edges);
  const counts = new Map<EdgeLabel, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const pairs = [...counts].reduce(
    (sum, [label, count]) => sum + count * (counts.get(mateOf(mating, label)) ?? 0),
    0,
  );
  const arrangements = tiles.reduce(
    (sum, { edges }, i) => sum + Math.log((i + 1) * (turns === 'fixed' ? 1 : edges.length)),
    0,
  );
  const edges = openBoardOf(puzzle).edges.length / 2;
  return Math.exp(arrangements + edges * Math.log(pairs / labels.length ** 2));
}

function fitsFrame(puzzle: EdgePuzzle): boolean {
  const { board, forbidden } = puzzle;
  if (!isPlainRectangle(board) || board.width < 2 || board.height < 2 || forbidden.length > 0) return false;
  const [cells, tiles] = [cellsByKind(board), tilesByKind(puzzle)!];
  return (
    cells.corners === tiles.corners && cells.borders === tiles.borders && cells.centres === tiles.centres
  );
}

function frameSides({ edges }: Tile, frame: EdgeLabel | null): number {
  let sides = 0;
  for (const label of edges) if (label === frame) sides++;
  return sides;
}

function rotationsOf({ edges }: Tile): number {
  const count = edges.length;
  let equal = 0;
  for (let by = 0; by < count; by++)
    if (edges.every((label, side) => label === edges[(side + by) % count])) equal++;
  return count / equal;
}

/** Returns the natural logarithm of the number of ways to arrange the tiles on the board. */
function arrangementsOf(puzzle: EdgePuzzle, frame: EdgeLabel | null): number {
  const { tiles, hints } = puzzle;
  const hinted = new Map(
    hints.flatMap(({ tile, rotation }) => (tile === undefined ? [] : [[tile, rotation] as const])),
  );
  let ways = 0;
  /** number of tiles, by the number of their sides with the frame's colour */
  const kinds = new Map<number, number>();
  let rotations = 0;
  let free = 0;
  tiles.forEach((tile, number) => {
    const kind = frameSides(tile, frame);
    // A tile with the frame's label has only one possible rotation.
    const own = kind > 0 ? 0 : Math.log(rotationsOf(tile));
    if (hinted.has(number)) {
      if (hinted.get(number) === undefined) ways += own;
      return;
    }
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    rotations += own;
    free++;
  });
  const cells = openBoardOf(puzzle).openCells.length - hinted.size;
  if (free === 0) return ways;
  if (frame === null)
    return ways + lnFactorial(free) - lnFactorial(free - cells) + (rotations * cells) / free;
  for (const number of kinds.values()) ways += lnFactorial(number);
  return ways + rotations;
}

function classesOf(puzzle: EdgePuzzle, frame: EdgeLabel | null): HalfEdges[] {
  const inner: HalfEdges = { count: new Map(), edges: openBoardOf(puzzle).edges.length / 2 };
  const along: HalfEdges = { count: new Map(), edges: 0 };
  for (const tile of puzzle.tiles) {
    const sides = tile.edges.length;
    for (let side = 0; side < sides; side++) {
      const label = labelAt(tile, side, 0, false);
      if (label === frame) continue;
      const beside =
        tile.edges[(side + 1) % sides] === frame || tile.edges[(side + sides - 1) % sides] === frame;
      const { count } = frame !== null && beside ? along : inner;
      count.set(label, (count.get(label) ?? 0) + 1);
    }
  }
  if (frame === null) return [inner];
  const total = [...along.count.values()].reduce((sum, number) => sum + number, 0);
  along.edges = total / 2;
  inner.edges -= along.edges;
  return [inner, along];
}

/** Returns the natural logarithm of the probability that randomly paired half-edges all match. */
function matchingChance({ count, edges }: HalfEdges, mate: (label: EdgeLabel) => EdgeLabel): number {
  const total = [...count.values()].reduce((sum, number) => sum + number, 0);
  // The table's index is the number of half-edges that stay unpaired: those on a free rim or on spare tiles. With a
  // frame and no spare tiles there are none, so the table is short.
  const unpaired = total - 2 * edges;
  // logarithm of the number of matchings, by number of unpaired half-edges
  let ways = new Float64Array(unpaired + 1).fill(-Infinity);
  ways[0] = 0;
  for (const [label, number] of count) {
    const other = mate(label);
    if (other < label && count.has(other)) continue; // already counted together with `other`
    const theirs = other === label ? 0 : (count.get(other) ?? 0);
    const terms = pairings(number, theirs, other === label);
    const next = new Float64Array(unpaired + 1).fill(-Infinity);
    ways.forEach((before, left) => {
      if (before === -Infinity) return;
      for (let pairs = terms.length - 1; pairs >= 0; pairs--) {
        const after = left + number + theirs - 2 * pairs;
        if (after > unpaired) break;
        next[after] = lnSum(next[after]!, before + terms[pairs]!);
      }
    });
    ways = next;
  }
  const all = lnFactorial(total) - edges * Math.LN2 - lnFactorial(edges) - lnFactorial(unpaired);
  return ways[unpaired]! - all;
}

/**
 * Returns, for each number of pairs, the logarithm of the number of matchings with that many pairs. `a` half-edges
 * have one label, and `b` half-edges have its mate.
 */
function pairings(a: number, b: number, same: boolean): number[] {
  const most = same ? Math.floor(a / 2) : Math.min(a, b);
  return Array.from({ length: most + 1 }, (_, pairs) =>
    same
      ? lnFactorial(a) - pairs * Math.LN2 - lnFactorial(pairs) - lnFactorial(a - 2 * pairs)
      : lnFactorial(a) +
        lnFactorial(b) -
        lnFactorial(a - pairs) -
        lnFactorial(b - pairs) -
        lnFactorial(pairs),
  );
}

const lnSum = (a: number, b: number): number =>
  a === -Infinity ? b : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

const lnFactorials = [0, 0];
function lnFactorial(n: number): number {
  for (let i = lnFactorials.length; i <= n; i++) lnFactorials.push(lnFactorials[i - 1]! + Math.log(i));
  return lnFactorials[n]!;
}
