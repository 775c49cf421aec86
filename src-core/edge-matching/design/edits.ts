/**
 * Finds small changes to a puzzle's tiles that leave it with exactly one solution. `relabel` repaints edges.
 * `rearrange` permutes the labels within a tile, which answers the second question of Brandt et al. (2002): "By
 * rearranging the images on the squares, is it possible to construct a puzzle that has a unique solution?"
 */
import { labelCount, labelsOf, mateOf, turned } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { firstIdentical } from '../../puzzle/appearance.ts';
import type { PartialBoard } from '../../puzzle/partial-board.ts';
import { TOO_MANY_SOLUTIONS_TO_EDIT } from '../../puzzle/solution-counts.ts';
import type { EdgePuzzle, Tile } from '../../puzzle/puzzle.ts';
import { shownLabels } from '../../puzzle/score.ts';
import { random } from '../../random.ts';
import { DistinctSearch } from '../distinct-search/distinct-search.ts';
import { tilesShowing } from '../generate/unique.ts';

export type EditKind = 'relabel' | 'rearrange';

interface ChangedTile extends Tile {
  readonly tile: number;
}

/** The changed tiles, and the only solution of the changed puzzle. */
export interface Proposal {
  readonly tiles: readonly ChangedTile[];
  /** number of edges that get a different label */
  readonly changed: number;
  readonly solution: PartialBoard;
}

export interface EditProgress {
  readonly tried: number;
  readonly size: number;
  readonly nodes: number;
  readonly proposal: Proposal | null;
}

export interface EditReport {
  /** proposals, ordered by the size of the change */
  readonly proposals: readonly Proposal[];
  /** true if all smaller changes were tried without success */
  readonly smallest: boolean;
  /**
   * true if no change was skipped. If there is also no proposal, this proves that none of the changes tried leads to
   * exactly one solution.
   */
  readonly complete: boolean;
  /** true if the puzzle has at least `TOO_MANY_SOLUTIONS_TO_EDIT` solutions, in which case no changes are tried */
  readonly tooMany: boolean;
  readonly tried: number;
}

type Changes = readonly ChangedTile[];

/** Maximum number of nodes for counting the solutions after one change. Changes that need more are skipped. */
const MAX_NODES_PER_CHANGE = 3_000_000;
const NODES_PER_SLICE = 100_000;
/** cost of starting a count of solutions, in nodes */
const COUNT_START_NODES = 500;

/**
 * Tries changes, smallest first. Stops at `wanted` proposals of the same size, or after `effort` nodes. A puzzle with
 * `TOO_MANY_SOLUTIONS_TO_EDIT` solutions is left unchanged.
 *
 * With `relabel`, a change of size 1 repaints one edge. A change of size 2 repaints two edges that touch or are both
 * on the rim, in a way that keeps a known solution. If there is still no proposal, hill climbing repaints more edges.
 *
 * With `rearrange`, a change of size 1 rearranges one tile, and a change of size 2 rearranges two.
 */
export function* proposeEdits(
  puzzle: EdgePuzzle,
  kind: EditKind,
  wanted = 6,
  effort = 200_000_000,
): Generator<EditProgress, EditReport, void> {
  const sizes = kind === 'relabel' ? relabellings(puzzle) : rearrangements(puzzle);
  const trials = new Trials(puzzle, wanted, effort);
  const solutions = new DistinctSearch(puzzle, TOO_MANY_SOLUTIONS_TO_EDIT);
  yield* searchUntil(solutions, MAX_NODES_PER_CHANGE, trials.progress());
  if (solutions.solutions.length >= TOO_MANY_SOLUTIONS_TO_EDIT)
    return { ...trials.report(false, false), tooMany: true };
  for (const candidates of sizes) {
    if (!(yield* trials.tryAll(candidates()))) return trials.report(false, false);
    if (trials.proposals.length > 0) break;
  }
  const { proposals, missed } = trials;
  if (proposals.length > 0 || kind === 'rearrange')
    return trials.report(!missed && proposals.length > 0, !missed);
  const proposal = yield* climb(puzzle, trials.progress(), effort);
  if (proposal) proposals.push(proposal);
  return trials.report(false, false);
}

class Trials {
  readonly proposals: Proposal[] = [];
  /** true if a change was skipped because counting its solutions would take too many nodes */
  missed = false;
  readonly #puzzle: EdgePuzzle;
  readonly #wanted: number;
  readonly #effort: number;
  readonly #twins: number;
  #size = 0;
  #tried = 0;
  #nodes = 0;

  constructor(puzzle: EdgePuzzle, wanted: number, effort: number) {
    this.#puzzle = puzzle;
    this.#wanted = wanted;
    this.#effort = effort;
    this.#twins = twinCount(puzzle);
  }

  progress(proposal: Proposal | null = null): EditProgress {
    return { tried: this.#tried, size: this.#size, nodes: this.#nodes, proposal };
  }

  report(smallest: boolean, complete: boolean): EditReport {
    const proposals = sorted(this.proposals);
    return { proposals, smallest, complete, tooMany: false, tried: this.#tried };
  }

  /** Tries all changes of one size. Returns false if the effort runs out first. */
  *tryAll(candidates: Iterable<Changes>): Generator<EditProgress, boolean, void> {
    this.#size++;
    for (const changes of candidates) {
      if (this.proposals.length >= this.#wanted) break;
      if (this.#nodes >= this.#effort) return false;
      const proposal = yield* this.#try(changes);
      if (!proposal) continue;
      this.proposals.push(proposal);
      yield this.progress(proposal);
    }
    return true;
  }

  *#try(changes: Changes): Generator<EditProgress, Proposal | null, void> {
    const puzzle = changedPuzzle(this.#puzzle, changes);
    this.#tried++;
    this.#nodes += COUNT_START_NODES;
    if (twinCount(puzzle) > this.#twins) return null;
    const search = new DistinctSearch(puzzle, 2);
    this.#nodes = yield* searchUntil(search, MAX_NODES_PER_CHANGE, this.progress());
    this.missed ||= !search.done;
    const [solution] = search.solutions;
    if (!search.done || search.solutions.length !== 1 || !solution) return null;
    return { tiles: changes, changed: changedEdges(this.#puzzle, changes), solution };
  }
}

/**
 * Continues a search until it is complete or `effort` nodes are used up. Returns the total number of nodes:
 * `start.nodes` plus those of this search.
 */
function* searchUntil(
  search: DistinctSearch,
  effort: number,
  start: EditProgress,
): Generator<EditProgress, number, void> {
  while (!search.done && search.nodes < effort) {
    search.step(NODES_PER_SLICE);
    yield { ...start, nodes: start.nodes + search.nodes };
  }
  return start.nodes + search.nodes;
}

/**
 * Changes more than two edges by hill climbing. Each step changes the puzzle so that a known solution remains a
 * solution. If this increases the number of solutions, the step is undone.
 */
function* climb(
  puzzle: EdgePuzzle,
  start: EditProgress,
  effort: number,
): Generator<EditProgress, Proposal | null, void> {
  const chance = random(1);
  const labels = paintable(puzzle);
  const twins = twinCount(puzzle);
  let { tried, nodes } = start;
  let best = puzzle;
  let count = MAX_COUNTED_SOLUTIONS;
  const first = new DistinctSearch(puzzle, 1);
  first.step(MAX_NODES_PER_CHANGE);
  let solution = first.solutions[0];
  while (solution && nodes < effort) {
    const ways = waysKeeping(best, solution, labels);
    if (ways.length === 0) return null;
    const next = changedPuzzle(best, changesBy(best, solution, ways[chance.below(ways.length)]!));
    nodes += COUNT_START_NODES;
    if (twinCount(next) > twins) continue;
    const search = new DistinctSearch(next, count + 1);
    tried++;
    const size = start.size + 1;
    nodes = yield* searchUntil(search, effort - nodes, { tried, size, nodes, proposal: null });
    if (!search.done || search.solutions.length > count) continue;
    best = next;
    count = search.solutions.length;
    solution = search.solutions[0]!;
    if (count > 1) continue;
    const tiles = differingTiles(puzzle, best.tiles);
    const proposal = { tiles, changed: changedEdges(puzzle, tiles), solution };
    yield { tried, size, nodes, proposal };
    return proposal;
  }
  return null;
}

/** Counting stops at this number of solutions, because hill climbing doesn't need exact counts above it. */
const MAX_COUNTED_SOLUTIONS = 60;

/** Returns the puzzle with some tiles replaced. */
export function changedPuzzle(puzzle: EdgePuzzle, changes: Changes): EdgePuzzle {
  const tiles: Tile[] = [...puzzle.tiles];
  for (const { tile, edges, back } of changes)
    tiles[tile] = { ...tiles[tile], edges, ...(back ? { back } : {}) };
  return { ...puzzle, tiles };
}

const sorted = (proposals: Proposal[]): Proposal[] => proposals.sort((a, b) => a.changed - b.changed);

/** Returns the number of tiles that are identical to an earlier tile. */
export const twinCount = (puzzle: EdgePuzzle): number =>
  firstIdentical(puzzle).filter((twin, tile) => twin !== tile).length;

const changedEdges = (puzzle: EdgePuzzle, changes: Changes): number =>
  changes.reduce((sum, changed) => {
    const before = labelsOf(puzzle.tiles[changed.tile]!);
    return sum + labelsOf(changed).filter((label, i) => label !== before[i]).length;
  }, 0);

type Sizes = readonly (() => Iterable<Changes>)[];

function relabellings(puzzle: EdgePuzzle): Sizes {
  const labels = paintable(puzzle);
  const one = (): Iterable<Changes> =>
    random(1).shuffle(
      puzzle.tiles.flatMap(({ edges, back }, tile) =>
        (['edges', 'back'] as const).flatMap((face) =>
          ((face === 'edges' ? edges : back) ?? []).flatMap((old, side) =>
            labels
              .filter((label) => label !== old)
              .map((label) => [withFace(tile, { edges, ...(back && { back }) }, face, side, label)]),
          ),
        ),
      ),
    );
  const two = function* (): Iterable<Changes> {
    const search = new DistinctSearch(puzzle, 4);
    search.step(MAX_NODES_PER_CHANGE);
    for (const solution of search.solutions) {
      for (const way of random(1).shuffle(waysKeeping(puzzle, solution, labels))) {
        const changes = changesBy(puzzle, solution, way);
        if (changes.length > 0) yield changes;
      }
    }
  };
  return [one, two];
}

const withFace = (
  number: number,
  tile: Tile,
  face: 'edges' | 'back',
  side: number,
  label: number,
): ChangedTile => ({ tile: number, ...tile, [face]: tile[face]!.with(side, label) });

type Relabelling = readonly [side: number, label: number, other: number, otherLabel: number];

/**
 * Returns all changes of two labels that keep `solution` a solution. The two labels are on both sides of an edge, or
 * on two sides of a free rim.
 */
function waysKeeping(puzzle: EdgePuzzle, solution: PartialBoard, labels: readonly number[]): Relabelling[] {
  const { edges, rim } = openBoardOf(puzzle);
  const shown = shownLabels(puzzle, solution);
  const ways: Relabelling[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i]!, edges[i + 1]!];
    for (const label of labels) {
      if (label !== shown[a]) ways.push([a, label, b, mateOf(puzzle.mating, label)]);
    }
  }
  const listsRim = puzzle.rim.kind === 'free' && rim.length * labels.length <= MAX_RIM_CHANGES;
  return listsRim ? [...ways, ...rimWays(rim, labels)] : ways;
}

function rimWays(rim: Int32Array, labels: readonly number[]): Relabelling[] {
  const ways: Relabelling[] = [];
  for (const [i, a] of rim.entries()) {
    for (const b of rim.subarray(i + 1)) {
      for (const label of labels) for (const other of labels) ways.push([a, label, b, other]);
    }
  }
  return ways;
}

/**
 * A free rim is changed only if the number of rim sides times the number of labels is at most this. Larger puzzles
 * have enough possible changes inside the board.
 */
const MAX_RIM_CHANGES = 500;

function changesBy(puzzle: EdgePuzzle, solution: PartialBoard, [a, label, b, other]: Relabelling): Changes {
  const shown = shownLabels(puzzle, solution);
  shown[a] = label;
  shown[b] = other;
  return differingTiles(puzzle, tilesShowing(puzzle, solution, shown));
}

export const differingTiles = (puzzle: EdgePuzzle, tiles: readonly Tile[]): Changes =>
  tiles.flatMap((changed, tile) => {
    const before = labelsOf(puzzle.tiles[tile]!);
    return labelsOf(changed).some((label, i) => label !== before[i]) ? [{ tile, ...changed }] : [];
  });

function paintable(puzzle: EdgePuzzle): number[] {
  const frame = puzzle.rim.kind === 'colour' && !puzzle.rim.inside ? puzzle.rim.colour : -1;
  return Array.from({ length: labelCount(puzzle) }, (_, label) => label).filter((label) => label !== frame);
}

function rearrangements(puzzle: EdgePuzzle): Sizes {
  const ways = puzzle.tiles.map(({ edges, back }, tile): ChangedTile[] => {
    if (!back) return arrangements({ edges }, puzzle.turns !== 'fixed').map((way) => ({ tile, edges: way }));
    // A two-sided tile is rearranged one face at a time. Rotations of a face are tried too, because rotating only one
    // face gives a different tile.
    return [
      ...arrangements({ edges }, false).map((way) => ({ tile, edges: way, back })),
      ...arrangements({ edges: back }, false).map((way) => ({ tile, edges, back: way })),
    ];
  });
  const single = (tile: number): Changes[] => ways[tile]!.map((changed) => [changed]);
  const numbers = [...puzzle.tiles.keys()];
  const one = function* (): Iterable<Changes> {
    for (const tile of numbers) yield* single(tile);
  };
  const two = function* (): Iterable<Changes> {
    for (const a of numbers) {
      for (const b of numbers.slice(a + 1)) {
        for (const first of single(a)) for (const second of single(b)) yield [...first, ...second];
      }
    }
  };
  return [one, two];
}

/**
 * Returns the other ways to arrange a tile's labels on its edges. If the tile may rotate (`turns`), arrangements that
 * differ only by a rotation count as one, and the one that changes the fewest edges is returned.
 */
export function arrangements({ edges }: Tile, turns: boolean): number[][] {
  const distance = (way: readonly number[]): number =>
    way.filter((label, side) => label !== edges[side]).length;
  const name = (way: readonly number[]): string =>
    turns ? way.map((_, r) => turned({ edges: way }, r).join()).sort()[0]! : way.join();
  const best = new Map<string, number[]>();
  for (const way of permutations([...edges])) {
    const known = best.get(name(way));
    if (!known || distance(way) < distance(known)) best.set(name(way), way);
  }
  best.delete(name(edges));
  return [...best.values()].sort((a, b) => distance(a) - distance(b));
}

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
  );
}
