import { boardOf, shapeName, type Board } from '../../puzzle/board.ts';
import { letteredLabels, mateOf, numberedLabels, turned } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { firstIdentical } from '../../puzzle/appearance.ts';
import {
  emptyBoard,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../../puzzle/partial-board.ts';
import {
  MAX_LABELS,
  type BoardShape,
  type EdgeLabel,
  type EdgePuzzle,
  type Tile,
} from '../../puzzle/puzzle.ts';
import { random, type Random } from '../../random.ts';
import type { Family, Recipe, RecipeShape } from '../../run/recipe.ts';
import { counted } from '../../text/counted.ts';

export interface Generated {
  readonly puzzle: EdgePuzzle;
  /** the board from which the tiles were cut; it may not be the only solution */
  readonly solution: PartialBoard;
}

/**
 * Returns a random puzzle without identical tiles, and one of its solutions. All labels are used equally often, give
 * or take one pair. Throws RangeError if the size or the number of labels is impossible.
 */
export function generate(recipe: Recipe): Generated {
  const { family, seed } = recipe;
  const shape = shapeOf(recipe);
  const suggested = suggestedLabels(recipe);
  const inner = recipe.innerLabels ?? suggested.inner;
  const frame = family === 'framed' ? (recipe.frameLabels ?? suggested.frame) : 0;
  const rimLabels = family === 'framed' ? 1 : 0;
  const styles = rimLabels + frame + inner;
  if (!Number.isInteger(styles) || frame < 0 || inner < 0 || styles > MAX_LABELS) {
    throw new RangeError(
      `${counted(frame, 'frame label')} and ${counted(inner, 'inner label')} requested; together they may be at most ${MAX_LABELS}`,
    );
  }

  const empty: EdgePuzzle = {
    kind: 'edge-matching',
    name: `${familyName[family]} ${shapeName(shape)}, seed ${seed}`,
    board: shape,
    mating: family === 'scramble' ? 'opposite' : 'same',
    rim: family === 'framed' ? { kind: 'colour', colour: 0, inside: false } : { kind: 'free' },
    turns: recipe.turns === 'fixed' ? 'fixed' : 'rotate',
    tiles: [],
    labels: family === 'scramble' ? letteredLabels(styles) : numberedLabels(styles),
    hints: [],
    forbidden: [],
  };
  const chance = random(seed);
  const groups = groupsOf(empty);
  fill(groups.frame, 1, frame, empty, chance);
  fill(groups.inner, rimLabels + frame, inner, empty, chance);
  const tiles = separateTwins(empty, [groups.frame, groups.inner], chance);
  const made = shuffled({ ...empty, notes: notesOf(recipe, frame, inner) }, tiles, chance);
  return recipe.turns === 'flip' ? printedOnBothSides(made, groups.inner, chance) : made;
}

const familyName: Record<Family, string> = { framed: 'Framed', unframed: 'Unframed', scramble: 'Scramble' };

/** Returns the board of a recipe. Throws RangeError if the recipe gives no board or an unsuitable one. */
export function shapeOf({ family, board, width, height }: RecipeShape): BoardShape {
  if (board !== undefined) {
    if (width !== undefined || height !== undefined) {
      throw new RangeError('a recipe can have a board, or a width and height, but not both');
    }
    if (family === 'framed' && boardOf(board).across.every((other) => other !== -1)) {
      throw new RangeError(
        `a framed puzzle needs a rim, but the board “${shapeName(board)}” has none: choose the kind “unframed” or “scramble”`,
      );
    }
    return board;
  }
  const least = family === 'framed' ? 2 : 1;
  for (const [name, size] of Object.entries({ width, height })) {
    if (size === undefined || !Number.isInteger(size) || size < least || size > 64) {
      throw new RangeError(
        `${name} is ${size ?? 'not given'}; a ${family} puzzle needs a number from ${least} to 64`,
      );
    }
  }
  return { kind: 'rectangle', width: width!, height: height! };
}

/**
 * Returns the numbers of labels that make a puzzle hardest: those for which about one solution is expected by chance.
 * If the tiles can be arranged in t ways and two labels match with probability p, this means t · p^edges = 1.
 *
 * The number of frame colours is 1 + ⌈side / 4⌉, which gives 5 for Eternity II. For squares, the results agree with
 * Eternity II (16 × 16: 5 and 17) and with Brendan Owen's set 1 (3 × 3 to 10 × 10). For the nine squares of Scramble
 * Squares, the result is 4 symbols.
 */
export function suggestedLabels(recipe: RecipeShape): { frame: number; inner: number } {
  const { family } = recipe;
  const board = boardOf(shapeOf(recipe));
  const { cells, sides } = board;
  const edges = board.edges.length / 2;
  const faces = recipe.turns === 'flip' ? 2 : 1;
  const ways = recipe.turns === 'fixed' ? 0 : Math.log(sides * faces);
  if (family !== 'framed') {
    const labels = Math.exp((logFactorial(cells) + cells * ways) / Math.max(1, edges));
    const inner = Math.max(2, Math.round(family === 'scramble' ? labels / 2 : labels));
    return { frame: 0, inner: Math.min(inner, MAX_LABELS) };
  }
  const cellsBy = cellsByRimSides(board);
  const frameEdges = edgesAlongFrame(board);
  const frame = frameEdges === 0 ? 0 : 1 + Math.ceil(Math.sqrt(cells) / 4);
  const innerEdges = edges - frameEdges;
  if (innerEdges <= 0) return { frame, inner: 0 };
  const inside = cellsBy.get(0) ?? 0;
  const logWays = [...cellsBy.values()].reduce((sum, count) => sum + logFactorial(count), inside * ways);
  const inner = Math.round(Math.exp((logWays - frameEdges * Math.log(Math.max(1, frame))) / innerEdges));
  // On a narrow board, nearly all tiles are border tiles, so there must be enough labels for 1.5 times as many
  // different border tiles as the board needs.
  const least = frame === 0 ? 2 : Math.ceil((1.5 * (cellsBy.get(1) ?? 0)) / frame ** 2);
  return { frame, inner: Math.min(Math.max(inner, least), MAX_LABELS - 1 - frame) };
}

const rimSides = ({ across, sides }: Board, cell: number): number[] =>
  Array.from({ length: sides }, (_, side) => side).filter((side) => across[cell * sides + side] === -1);

function cellsByRimSides(board: Board): Map<number, number> {
  const counts = new Map<number, number>();
  for (let cell = 0; cell < board.cells; cell++) {
    const count = rimSides(board, cell).length;
    counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns whether an edge lies along the frame, which means that both of its cells have the same side on the rim (the
 * top side, for example).
 */
export function isAlongFrame(board: Board, side: number, across: number): boolean {
  const mine = rimSides(board, Math.floor(side / board.sides));
  return mine.length > 0 && rimSides(board, Math.floor(across / board.sides)).some((s) => mine.includes(s));
}

function edgesAlongFrame(board: Board): number {
  let count = 0;
  for (let i = 0; i < board.edges.length; i += 2) {
    if (isAlongFrame(board, board.edges[i]!, board.edges[i + 1]!)) count++;
  }
  return count;
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
}

/**
 * A place for one label: an edge between two cells, or a side of a free rim. `across` is the second side of the edge,
 * or -1 on the rim.
 */
interface Slot {
  readonly side: number;
  readonly across: number;
  label: EdgeLabel;
}

function groupsOf(puzzle: EdgePuzzle): { frame: Slot[]; inner: Slot[] } {
  const { board, edges, rim } = openBoardOf(puzzle);
  const frame: Slot[] = [];
  const inner: Slot[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const slot = { side: edges[i]!, across: edges[i + 1]!, label: 0 };
    const alongFrame = puzzle.rim.kind === 'colour' && isAlongFrame(board, slot.side, slot.across);
    (alongFrame ? frame : inner).push(slot);
  }
  if (puzzle.rim.kind === 'free') inner.push(...Array.from(rim, (side) => ({ side, across: -1, label: 0 })));
  return { frame, inner };
}

function fill(slots: Slot[], first: number, count: number, puzzle: EdgePuzzle, chance: Random): void {
  if (slots.length > 0 && count < 1)
    throw new RangeError(`no labels requested for ${counted(slots.length, 'edge')}: request at least 1`);
  chance.shuffle(slots);
  slots.forEach((slot, i) => {
    const style = first + (i % count);
    slot.label = puzzle.mating === 'same' ? style : 2 * style + chance.below(2);
  });
}

function cut(puzzle: EdgePuzzle, groups: readonly Slot[][]): Tile[] {
  const { board } = openBoardOf(puzzle);
  const labels = new Int32Array(board.cells * board.sides); // the rim already has colour 0
  for (const { side, across, label } of groups.flat()) {
    labels[side] = label;
    if (across !== -1) labels[across] = mateOf(puzzle.mating, label);
  }
  return Array.from({ length: board.cells }, (_, cell) => ({
    edges: Array.from(labels.subarray(cell * board.sides, (cell + 1) * board.sides)),
  }));
}

/** Swaps labels until no two tiles are identical. Labels along the frame are swapped only with each other. */
function separateTwins(puzzle: EdgePuzzle, groups: readonly Slot[][], chance: Random): Tile[] {
  const { sides } = openBoardOf(puzzle).board;
  const slots = groups.flatMap((group) => group.map((slot) => ({ slot, group })));
  for (let attempt = 0; attempt < MAX_SWAPS; attempt++) {
    const tiles = cut(puzzle, groups);
    const cell = firstTwin({ ...puzzle, tiles });
    if (cell === -1) return tiles;
    const touches = (side: number): boolean => Math.floor(side / sides) === cell;
    const mine = slots.filter(({ slot }) => touches(slot.side) || touches(slot.across));
    const { slot, group } = mine[chance.below(mine.length)]!;
    const other = group[chance.below(group.length)]!;
    [slot.label, other.label] = [other.label, slot.label];
  }
  throw tooFewLabels();
}

const firstTwin = (puzzle: EdgePuzzle): number =>
  firstIdentical(puzzle).findIndex((first, tile) => first !== tile);

const tooFewLabels = (): RangeError =>
  new RangeError(
    'found no set of tiles without duplicates: choose more colours or symbols, or a smaller board',
  );

/**
 * Maximum number of changes made to get rid of identical tiles. Far fewer are needed if there are many more possible
 * tiles than cells.
 */
const MAX_SWAPS = 2000;

function shuffled(empty: EdgePuzzle, cutTiles: readonly Tile[], chance: Random): Generated {
  const { board } = openBoardOf(empty);
  const cells = chance.shuffle(Array.from(cutTiles.keys()));
  const solution = emptyBoard(board.cells);
  const tiles = cells.map((cell, number) => {
    const turn = empty.turns === 'fixed' ? 0 : chance.below(board.sides);
    solution[cell] = placementCode(number, (board.sides - turn) % board.sides);
    return { edges: turned(cutTiles[cell]!, turn) };
  });
  return { puzzle: { ...empty, tiles }, solution };
}

/**
 * Prints random labels on the other face of every tile. They are drawn from the labels in `inner`. Whether a tile's
 * front or back shows in the solution is random. If two tiles become identical, one of them gets different random
 * labels.
 */
function printedOnBothSides(
  { puzzle, solution }: Generated,
  inner: readonly Slot[],
  chance: Random,
): Generated {
  const board = solution.slice();
  const tiles: Tile[] = [...puzzle.tiles];
  const drawn = (edges: readonly EdgeLabel[]): EdgeLabel[] =>
    edges.map(() => inner[chance.below(inner.length)]!.label);
  solution.forEach((code, cell) => {
    const { edges } = tiles[tileOf(code)]!;
    const other = drawn(edges);
    const turnedOver = chance.below(2) === 1;
    tiles[tileOf(code)] = turnedOver ? { edges: other, back: edges } : { edges, back: other };
    if (turnedOver) board[cell] = placementCode(tileOf(code), rotationOf(code), true);
  });
  for (let attempt = 0; attempt < MAX_SWAPS; attempt++) {
    const made: EdgePuzzle = { ...puzzle, turns: 'flip', tiles: [...tiles] };
    const twin = firstTwin(made);
    if (twin === -1) return { puzzle: made, solution: board };
    const { edges: shown } = puzzle.tiles[twin]!;
    const isFront = tiles[twin]!.edges === shown;
    tiles[twin] = isFront ? { edges: shown, back: drawn(shown) } : { edges: drawn(shown), back: shown };
  }
  throw tooFewLabels();
}

function notesOf(recipe: Recipe, frame: number, inner: number): string {
  const { family, board, width, height, turns, seed } = recipe;
  const size = board === undefined ? `${width}x${height}` : shapeName(board);
  return (
    `Made by Edgewise's generator: ${family} ${size}, turns ${turns ?? 'rotate'}, ` +
    (family === 'framed' ? `${counted(frame, 'frame colour')}, ` : '') +
    `${inner} ${family === 'scramble' ? 'symbols' : 'colours'}, seed ${seed}.`
  );
}
