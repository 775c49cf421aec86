import { boardOf } from '../../puzzle/board.ts';
import { mateOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { firstIdentical } from '../../puzzle/appearance.ts';
import { EMPTY, flippedOf, rotationOf, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle, Tile } from '../../puzzle/puzzle.ts';
import { shownLabels } from '../../puzzle/score.ts';
import { random, type Random } from '../../random.ts';
import { generate, shapeOf, suggestedLabels, type Generated } from './generate.ts';
import type { Recipe } from '../../run/recipe.ts';
import { DistinctSearch } from '../distinct-search/distinct-search.ts';

export interface UniqueProgress {
  /** number of puzzles whose solutions were counted */
  readonly tried: number;
  /** number of tiles placed while counting solutions */
  readonly nodes: number;
}

/** number of nodes that can be searched in about ten seconds */
const DEFAULT_MAX_NODES = 60_000_000;

/**
 * Returns a random puzzle with exactly one solution, not counting rotations of the board. Returns null if `effort`
 * nodes are not enough to find one: with few labels, nearly every set of tiles has many solutions. Effort is measured
 * in nodes, so that the same recipe gives the same puzzle on every machine.
 *
 * Method: generate a puzzle and count its solutions. As long as there are several, swap two labels in the intended
 * solution, and keep the swap if the number of solutions doesn't grow.
 */
export function* makeUnique(
  recipe: Recipe,
  effort = DEFAULT_MAX_NODES,
): Generator<UniqueProgress, Generated | null, void> {
  const budget = new Budget(effort);
  for (let attempt = 0; !budget.spent; attempt++) {
    const whole = withLabels(recipe, Math.floor(attempt / ATTEMPTS_PER_LABEL_COUNT));
    const frame = recipe.family === 'framed' ? whole.frameLabels : 0;
    const first = generate({ ...whole, seed: recipe.seed + attempt * SEED_STRIDE });
    const chance = random(recipe.seed, attempt + 1);
    let best = first;
    let solutions = yield* count(first.puzzle, MAX_COUNTED_SOLUTIONS, budget);
    for (let i = 0; solutions !== null && solutions > 1 && i < MAX_SWAPS; i++) {
      const next = exchanged(best, frame, chance);
      if (!next) continue;
      const fewer = yield* count(next.puzzle, solutions + 1, budget);
      if (fewer !== null && fewer <= solutions) [best, solutions] = [next, fewer];
    }
    if (solutions === 1) {
      const { name, notes } = generate(whole).puzzle;
      return {
        ...best,
        puzzle: { ...best.puzzle, name: `${name}, unique`, notes: `${notes} Exactly one solution.` },
      };
    }
  }
  return null;
}

/**
 * Fills in the numbers of labels that the recipe doesn't give: the suggested numbers, plus `extra` after failed
 * attempts. If the board has more than 16 cells, adds another inner label, so that proving uniqueness doesn't take
 * long.
 */
function withLabels(recipe: Recipe, extra: number) {
  const suggested = suggestedLabels(recipe);
  const inner = suggested.inner + (boardOf(shapeOf(recipe)).cells > 16 ? 1 : 0);
  return {
    ...recipe,
    frameLabels: recipe.frameLabels ?? suggested.frame + extra,
    innerLabels: recipe.innerLabels ?? inner + extra,
  };
}

/** number of attempts before a label is added */
const ATTEMPTS_PER_LABEL_COUNT = 5;
/**
 * Difference between the seeds of two attempts. It is large so that nearby seeds, which users are likely to try next,
 * don't repeat an attempt.
 */
const SEED_STRIDE = 1_000_003;
const MAX_SWAPS = 60;
/** Counting stops at this number of solutions, because hill climbing doesn't need exact counts above it. */
const MAX_COUNTED_SOLUTIONS = 30;
/** cost of starting a count of solutions, in nodes */
const COUNT_START_NODES = 2000;
/** number of nodes between two yields, where the caller can check the time */
const NODES_PER_SLICE = 100_000;

class Budget {
  nodes = 0;
  tried = 0;
  readonly effort: number;
  constructor(effort: number) {
    this.effort = effort;
  }
  get spent(): boolean {
    return this.nodes >= this.effort;
  }
}

/** Returns the number of distinct solutions, at most `limit`, or null if the budget is used up. */
function* count(
  puzzle: EdgePuzzle,
  limit: number,
  budget: Budget,
): Generator<UniqueProgress, number | null, void> {
  const search = new DistinctSearch(puzzle, limit);
  budget.tried++;
  budget.nodes += COUNT_START_NODES;
  while (!search.done && !budget.spent) {
    const before = search.nodes;
    search.step(NODES_PER_SLICE);
    budget.nodes += search.nodes - before;
    yield { tried: budget.tried, nodes: budget.nodes };
  }
  return search.done ? search.solutions.length : null;
}

/**
 * Returns the puzzle with the labels of two random edges of its solution exchanged. Frame colours are exchanged only
 * with each other. Returns null if two tiles become identical.
 */
function exchanged({ puzzle, solution }: Generated, frame: number, chance: Random): Generated | null {
  const { edges, rim } = openBoardOf(puzzle);
  const labels = shownLabels(puzzle, solution);
  const slots: [number, number][] = [];
  for (let i = 0; i < edges.length; i += 2) slots.push([edges[i]!, edges[i + 1]!]);
  if (puzzle.rim.kind === 'free') for (const side of rim) slots.push([side, -1]);

  const set = ([side, across]: [number, number], label: number): void => {
    labels[side] = label;
    if (across !== -1) labels[across] = mateOf(puzzle.mating, label);
  };
  const alongFrame = ([side]: [number, number]): boolean => labels[side]! <= frame;
  const one = slots[chance.below(slots.length)]!;
  const like = slots.filter(
    (slot) => labels[slot[0]] !== labels[one[0]] && alongFrame(slot) === alongFrame(one),
  );
  if (like.length === 0) return null;
  const other = like[chance.below(like.length)]!;
  const [label, otherLabel] = [labels[one[0]]!, labels[other[0]]!];
  set(one, otherLabel);
  set(other, label);

  const changed = { ...puzzle, tiles: tilesShowing(puzzle, solution, labels) };
  return firstIdentical(changed).every((twin, tile) => twin === tile) ? { puzzle: changed, solution } : null;
}

/**
 * Returns the puzzle's tiles, changed to show `labels` on the sides of `board`. Faces that don't show stay as they
 * are.
 */
export function tilesShowing(puzzle: EdgePuzzle, board: PartialBoard, labels: Int32Array): Tile[] {
  const { sides } = openBoardOf(puzzle).board;
  const tiles = [...puzzle.tiles];
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    const shown = Array.from(
      { length: sides },
      (_, i) => labels[cell * sides + ((i + rotationOf(code)) % sides)]!,
    );
    const tile = tiles[tileOf(code)]!;
    if (!flippedOf(code)) tiles[tileOf(code)] = { ...tile, edges: shown };
    else if (tile.back) tiles[tileOf(code)] = { ...tile, back: shown };
    else tiles[tileOf(code)] = { ...tile, edges: shown.map((_, i) => shown[(sides - i) % sides]!) };
  });
  return tiles;
}
