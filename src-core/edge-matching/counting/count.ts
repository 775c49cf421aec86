/**
 * Counts solutions. A search doesn't distinguish identical tiles, and it may skip symmetric images, so each solution
 * that it finds can represent several.
 */
import type { BoardSymmetry } from '../../puzzle/board.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { emptyBoard, type PartialBoard } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import { CanonicalAssignment } from './canonical-assignment.ts';
import type { Candidates } from './candidates.ts';
import { kindsOf } from './kinds.ts';

/**
 * Maximum number of boards listed for one solution that the search finds. Such a solution may represent more boards.
 * The counts include all of them.
 */
export const MAX_LISTED_BOARDS = 10_000;

/**
 * Totals over all solutions found. Some of them count pairs of a solution and a symmetry that maps the solution to
 * itself. Such a total, divided by the number of symmetries, is the number of solutions up to symmetry (Burnside's
 * lemma).
 */
export interface SolutionCounts {
  readonly raw: number;
  /** number of solutions that look different; rotations of a board count separately */
  readonly looks: number;
  /** number of pairs of a solution and a symmetry that maps it to itself; identical tiles count as different */
  readonly rawKept: number;
  /** like `rawKept`, but identical tiles count as equal, so solutions that look alike are counted only once */
  readonly looksKept: number;
}

export class Counter {
  readonly #tree: Candidates;
  readonly #merged: boolean;
  /** number of symmetric images that each solution of the search represents; 1 if the search visits every image */
  readonly #images: number;
  /** symmetries of the board, except the identity, that may map a solution to itself */
  readonly #suspects: readonly BoardSymmetry[];
  readonly #inPlace: readonly boolean[];
  readonly #twins: readonly (readonly number[])[];
  readonly #canonical: CanonicalAssignment;

  constructor(tree: Candidates, merged: boolean, brokenSymmetry: boolean) {
    const { puzzle } = tree;
    const symmetries = symmetriesOf(puzzle);
    const { openCells } = openBoardOf(puzzle);
    this.#tree = tree;
    this.#merged = merged;
    this.#images = brokenSymmetry ? symmetries.length : 1;
    this.#suspects = brokenSymmetry ? [] : symmetries.slice(1).filter((s) => canKeep(tree, s));
    this.#inPlace = this.#suspects.map(({ to }) => openCells.every((cell) => to[cell] === cell));
    this.#canonical = new CanonicalAssignment(tree);
    this.#twins = merged ? [] : kindsOf(puzzle, true).map(({ tiles }) => tiles);
  }

  /** Returns the amounts that one solution of the search adds to the counts. */
  count(assignment: Int32Array): SolutionCounts {
    const weight = this.#merged ? this.#numberings(assignment) : 1;
    const isRepresentative =
      (this.#merged || this.#isFirstNumbering(assignment)) && this.#canonical.is(assignment);
    const first = isRepresentative ? 1 : 0;
    let keptInPlace = 1;
    let kept = 1;
    if (this.#suspects.length > 0) {
      const { puzzle } = this.#tree;
      const { shared } = appearanceOf(puzzle);
      const board = this.board(assignment);
      const appearance = board.map((code) => (code < 0 ? code : shared[code]!));
      this.#suspects.forEach((symmetry, i) => {
        const image = applySymmetry(puzzle, symmetry, board);
        if (!image.every((code, cell) => (code < 0 ? code : shared[code]!) === appearance[cell])) return;
        kept++;
        if (this.#inPlace[i]) keptInPlace++;
      });
    }
    const images = this.#images;
    return {
      raw: weight * images,
      looks: first * images,
      rawKept: weight * keptInPlace * images,
      looksKept: first * kept * images,
    };
  }

  /**
   * Returns the board of a complete or partial solution. Among identical tiles, the one with the lowest number is
   * placed first.
   */
  board(assignment: Int32Array): PartialBoard {
    const { kinds, candidateKind, candidateOrientation, variables, cells } = this.#tree;
    const board = emptyBoard(cells);
    const used = new Int32Array(kinds.length);
    assignment.forEach((candidate, depth) => {
      const kind = candidateKind[candidate]!;
      board[variables[depth]!.cell] =
        kinds[kind]!.orientations[candidateOrientation[candidate]!]!.codes[used[kind]!++]!;
    });
    return board;
  }

  /**
   * Returns at most `limit` of the boards that one solution of the search represents. Each way to exchange identical
   * tiles gives another board. Symmetric images are included if the search skips them.
   */
  boards(assignment: Int32Array, limit: number): PartialBoard[] {
    const { kinds, candidateKind, candidateOrientation, variables, cells, puzzle } = this.#tree;
    const boards: PartialBoard[] = [];
    const board = emptyBoard(cells);
    const taken = kinds.map(({ tiles }) => new Uint8Array(tiles.length));
    const symmetries = this.#images > 1 ? symmetriesOf(puzzle) : symmetriesOf(puzzle).slice(0, 1);
    const number = (depth: number): void => {
      if (boards.length >= limit) return;
      if (depth === assignment.length) {
        for (const symmetry of symmetries) boards.push(applySymmetry(puzzle, symmetry, board));
        return;
      }
      const kind = candidateKind[assignment[depth]!]!;
      const { codes } = kinds[kind]!.orientations[candidateOrientation[assignment[depth]!]!]!;
      codes.forEach((code, i) => {
        if (taken[kind]![i]) return;
        taken[kind]![i] = 1;
        board[variables[depth]!.cell] = code;
        number(depth + 1);
        taken[kind]![i] = 0;
      });
    };
    number(0);
    return boards.slice(0, limit);
  }

  #numberings(assignment: Int32Array): number {
    const { candidateKind, stock } = this.#tree;
    const left = stock.slice();
    let orientations = 1;
    for (const candidate of assignment) orientations *= left[candidateKind[candidate]!]!--;
    return orientations;
  }

  /**
   * Returns whether identical tiles are placed in ascending order. Of all ways to exchange identical tiles, exactly
   * one is in this order.
   */
  #isFirstNumbering(assignment: Int32Array): boolean {
    const { kinds, candidateKind, variables } = this.#tree;
    const cellOf = new Map<number, number>();
    assignment.forEach((candidate, depth) =>
      cellOf.set(kinds[candidateKind[candidate]!]!.tiles[0]!, variables[depth]!.cell),
    );
    return this.#twins.every((tiles) => {
      let before = -1;
      for (const tile of tiles) {
        const cell = cellOf.get(tile) ?? Infinity;
        if (cell < before || (cell === before && cell !== Infinity)) return false;
        before = cell;
      }
      return true;
    });
  }
}

/**
 * Returns false if there are too few identical tiles for the symmetry to map a solution to itself. Cells that the
 * symmetry maps to each other would have to hold identical tiles.
 */
function canKeep({ puzzle, kinds }: Candidates, { to }: BoardSymmetry): boolean {
  const orbits: number[] = [];
  const seen = new Set<number>();
  for (const cell of openBoardOf(puzzle).openCells) {
    let size = 0;
    for (let at = cell; !seen.has(at); at = to[at]!) {
      seen.add(at);
      size++;
    }
    if (size > 1) orbits.push(size);
  }
  const stock = new Map<number, number>();
  for (const { twin, tiles } of kinds) stock.set(twin, (stock.get(twin) ?? 0) + tiles.length);
  const largest = Math.max(0, ...stock.values());
  const available = [...stock.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  const moved = orbits.reduce((sum, size) => sum + size, 0);
  return moved <= available && orbits.every((size) => size <= largest);
}
