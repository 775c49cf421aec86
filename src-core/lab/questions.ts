/**
 * The "Questions for further study" of Brandt, Burger, Downing and Kilzer (Using Backtracking to Solve the Scramble
 * Squares Puzzle, 2002), and the puzzles that are solved to answer them.
 */
import type { EdgePuzzle, Solid } from '../puzzle/puzzle.ts';
import type { RecipeShape } from '../run/recipe.ts';

export type QuestionNumber = 1 | 2 | 3 | 4 | 5 | 6;

export interface QuestionPuzzle {
  readonly question: QuestionNumber;
  /** the setup's name in tables; must be unique */
  readonly name: string;
  /** a changed sample, or a recipe for a new puzzle in each trial */
  readonly from:
    | { readonly sample: string; readonly change: (puzzle: EdgePuzzle) => EdgePuzzle }
    | RecipeShape;
}

export const questionTexts: Readonly<Record<QuestionNumber, string>> = {
  1: 'Are there more efficient ways to solve the Scramble Squares puzzle?',
  2: 'By rearranging the images on the squares, is it possible to construct a puzzle that has a unique solution?',
  3: 'Construct and solve a similar puzzle for a 4 × 4 grid. How long would it take to solve a 5 × 5 puzzle?',
  4: 'Construct and solve a two-sided puzzle.',
  5: 'Six squares on the faces of a cube: do any six of the nine existing pieces form a solution?',
  6: 'Triangles on the faces of an octahedron or an icosahedron, pentagons on the faces of a dodecahedron.',
};

const asItIs = (puzzle: EdgePuzzle): EdgePuzzle => puzzle;

/**
 * Swaps two edges of the first tile. For the puzzle in the paper of Brandt et al., this is the first change that
 * `edgewise unique --within-tiles` proposes.
 */
const rearranged = (puzzle: EdgePuzzle): EdgePuzzle => {
  const [first, ...others] = puzzle.tiles;
  const [top, right, bottom, left] = first!.edges as [number, number, number, number];
  return { ...puzzle, tiles: [{ ...first, edges: [top, bottom, right, left] }, ...others] };
};

const onCube = (puzzle: EdgePuzzle): EdgePuzzle => ({ ...puzzle, board: { kind: 'solid', solid: 'cube' } });
const halves = (size: number): RecipeShape => ({ family: 'scramble', width: size, height: size });
const halvesOn = (solid: Solid): RecipeShape => ({ family: 'scramble', board: { kind: 'solid', solid } });

/** Sets of nine squares. The question is how to cover a cube with six squares of a set. */
export const CUBE_SETS = ['Four Cyclists', 'Four Arrows', 'Nine Figures'] as const;
export const cubeName = (set: string): string => `Six of nine on a cube: ${set}`;

export const questionPuzzles: readonly QuestionPuzzle[] = [
  { question: 1, name: 'Four Cyclists', from: { sample: 'Four Cyclists', change: asItIs } },
  { question: 2, name: 'Four Cyclists, rearranged', from: { sample: 'Four Cyclists', change: rearranged } },
  { question: 2, name: 'Halves 3 × 3', from: halves(3) },
  { question: 3, name: 'Halves 4 × 4', from: halves(4) },
  { question: 3, name: 'Halves 5 × 5', from: halves(5) },
  { question: 4, name: 'Nine Two-Faced Squares', from: { sample: 'Nine Two-Faced Squares', change: asItIs } },
  { question: 4, name: 'Two-faced halves 3 × 3', from: { ...halves(3), turns: 'flip' } },
  ...CUBE_SETS.map((set) => ({
    question: 5 as const,
    name: cubeName(set),
    from: { sample: set, change: onCube },
  })),
  { question: 5, name: 'Halves on a cube', from: halvesOn('cube') },
  { question: 6, name: 'Halves on an octahedron', from: halvesOn('octahedron') },
  { question: 6, name: 'Halves on an icosahedron', from: halvesOn('icosahedron') },
  { question: 6, name: 'Halves on a dodecahedron', from: halvesOn('dodecahedron') },
];
