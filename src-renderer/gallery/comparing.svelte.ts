/** The boards being compared. The address lists each of them, by its id in the gallery or as text. */
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import { readTrustedBoard } from '../../src-core/formats/read-board.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import { alignedTo, inCommon, inTilesOf, turnName, type InCommon } from '../../src-core/puzzle/compare.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf, type Score } from '../../src-core/puzzle/score.ts';
import { client, messageOf } from '../base/client.svelte.ts';
import type { Query } from '../base/route.svelte.ts';

/** The parameters of the address: `#/compare?a=12&b=34`. */
const places = ['a', 'b', 'c', 'd'] as const;
export const MAX_COMPARED = places.length;

/** Returns the query parameters in the address of a comparison. */
export const compareQuery = (boards: readonly (number | string)[]): Query =>
  Object.fromEntries(boards.slice(0, MAX_COMPARED).map((board, i) => [places[i]!, board]));
export const comparedIn = (query: Readonly<Record<string, string>>): string[] =>
  places.flatMap((place) => query[place] ?? []);

/** A board of the comparison after loading. It is a saved board or one pasted as text. */
export interface Loaded {
  /** id or text of the board, as in the address */
  readonly name: string;
  /** the board's puzzle; null if the board can't be shown, and `problem` then says why */
  readonly puzzle: EdgePuzzle | null;
  readonly puzzleId: number;
  readonly board: PartialBoard | null;
  /** the saved board; null for a pasted board */
  readonly solution: SavedBoard | null;
  readonly problem: string;
}

export async function load(names: readonly string[]): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const name of names) {
    const reference = loaded.find(({ puzzle }) => puzzle !== null);
    loaded.push(
      await (/^\d+$/.test(name) ? stored(Number(name)) : pasted(name, reference)).catch(
        (error: unknown): Loaded => ({
          name,
          puzzle: null,
          puzzleId: 0,
          board: null,
          solution: null,
          problem: messageOf(error),
        }),
      ),
    );
  }
  return loaded;
}

async function stored(id: number): Promise<Loaded> {
  const solution = await client.call('boards.get', { id });
  const { puzzle } = await client.call('library.get', { id: solution.puzzleId });
  if (puzzle.kind !== 'edge-matching' || !solution.board)
    throw new Error(`Gallery entry ${id} is a solution of a sliding puzzle. Only boards can be compared.`);
  return {
    name: String(id),
    puzzle,
    puzzleId: solution.puzzleId,
    board: solution.board,
    solution,
    problem: '',
  };
}

async function pasted(text: string, reference: Loaded | undefined): Promise<Loaded> {
  const about = { name: text, solution: null, problem: '' };
  if (reference?.puzzle) {
    const { puzzle, puzzleId } = reference;
    return { ...about, puzzle, puzzleId, board: readTrustedBoard(puzzle, text) };
  }
  const [match] = await client.call('library.matchingPuzzles', { text });
  const saved = match && (await client.call('library.get', { id: match.id }));
  if (saved?.puzzle.kind !== 'edge-matching')
    throw new Error('No puzzle in the library has these tiles. Import the puzzle first.');
  return { ...about, puzzle: saved.puzzle, puzzleId: saved.id, board: match!.board };
}

/**
 * A board, prepared for comparison with the first one. It has the tile numbers of the first board's puzzle and is
 * rotated to line up with the first board.
 */
export interface Compared extends Loaded {
  readonly shown: PartialBoard | null;
  readonly score: Score | null;
  /** how the board was rotated, such as "rotated by 90°"; empty if it wasn't */
  readonly turned: string;
  /** what the board has in common with the first one; null for the first one itself */
  readonly common: InCommon | null;
}

export function compare(loaded: readonly Loaded[]): Compared[] {
  const first = loaded.find(({ board }) => board !== null);
  return loaded.map((each): Compared => {
    const nothing = { ...each, shown: null, score: null, turned: '', common: null };
    if (!first?.puzzle || !first.board || !each.puzzle || !each.board) return nothing;
    const score = scoreOf(each.puzzle, each.board);
    if (each === first) return { ...nothing, shown: each.board, score };
    const told = inTilesOf(first.puzzle, each.puzzle, each.board);
    if (!told) {
      return { ...nothing, problem: 'The board’s shape or tiles differ from those of the first board.' };
    }
    const aligned = alignedTo(first.puzzle, first.board, told);
    return {
      ...each,
      shown: aligned.board,
      score,
      turned: aligned.turned ? turnName(aligned.symmetry, boardOf(first.puzzle.board).sides) : '',
      common: inCommon(first.puzzle, first.board, aligned.board),
    };
  });
}
