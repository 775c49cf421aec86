/** Reads tiles in text that also shows their solution, such as a solver's log. */
import { startBoard } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { scoreOf } from '../../puzzle/score.ts';
import { FormatError } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import type { Size } from '../size.ts';
import { sourceOf, type Source } from '../text.ts';
import { sizeName } from '../written.ts';
import type { Assumption, Candidate } from './candidate.ts';
import { beforeAndAfter, withoutTileNumbers, type Split } from './printed-solution.ts';

type Read = (source: Source, options: ReadOptions) => Candidate[][];

/**
 * If the text lists tiles and also shows a solution made of these tiles, returns the readings of the tiles. Otherwise,
 * returns null. `read` reads a part of the text.
 */
export function besideSolution(text: string, options: ReadOptions, read: Read): Candidate[][] | null {
  if (options.goal !== undefined) return null;
  return besideTileNumbers(text, options, read) ?? besideLabels(text, options, read);
}

function besideTileNumbers(text: string, options: ReadOptions, read: Read): Candidate[][] | null {
  const found = withoutTileNumbers(text);
  if (!found) return null;
  const sized = withSize(found.size, options);
  const texts = attempt(read, found.text, sized.options);
  if (onlyPuzzle(texts)?.tiles.length !== found.cells) return null;
  const [from, to] = found.lines;
  return [
    noted(texts[0]!, [
      { option: 'format', text: `lines ${from} to ${to} taken as the solution and skipped`, options: {} },
      ...sized.notes,
    ]),
  ];
}

function besideLabels(text: string, options: ReadOptions, read: Read): Candidate[][] | null {
  for (const split of beforeAndAfter(text)) {
    const found = besideTiles(split, options, read);
    if (found) return [found];
  }
  return null;
}

/** Returns the readings of the first part of a text if the second part shows the same tiles as a solution. */
function besideTiles(
  { isTitled, before, after }: Split,
  options: ReadOptions,
  read: Read,
): Candidate[] | null {
  const laid = onlyPuzzle(attempt(read, after, options));
  if (laid?.mating !== 'same') return null;
  // If no title says that the second part is a solution, the parts may be two puzzles with the same tiles. But if only
  // the second part is a solved board, it is the solution of the first.
  if (!isTitled && !isLaid(laid)) return null;
  const sized = withSize(isLaid(laid) ? laid.board : null, options);
  const texts = attempt(read, before, sized.options);
  const puzzle = onlyPuzzle(texts);
  if (!puzzle || !haveSameTiles(puzzle, laid)) return null;
  if (!isTitled && isLaid(puzzle)) return null;
  const note: Assumption = {
    option: 'format',
    text: 'second list of the same tiles taken as the solution and skipped',
    options: {},
  };
  return noted(texts[0]!, [note, ...sized.notes]);
}

/** Returns the first reading of a text if the text has only one puzzle, and it consists of tiles. */
function onlyPuzzle(texts: readonly (readonly Candidate[])[]): EdgePuzzle | null {
  const puzzle = texts.length === 1 ? texts[0]![0]?.puzzle : undefined;
  return puzzle?.kind === 'edge-matching' ? puzzle : null;
}

type Laid = EdgePuzzle & { readonly board: { readonly kind: 'rectangle' } };

/** Returns whether the tiles of a rectangle are listed in the order of a solution. */
const isLaid = (puzzle: EdgePuzzle): puzzle is Laid =>
  puzzle.board.kind === 'rectangle' && scoreOf(puzzle, startBoard(puzzle)).solved;

/** Returns the options with the size of the solution unless they already have one. */
function withSize(
  size: Size | null,
  options: ReadOptions,
): { options: ReadOptions; notes: readonly Assumption[] } {
  if (size === null || options.size !== undefined || options.board !== undefined)
    return { options, notes: [] };
  const own = { width: size.width, height: size.height };
  return {
    options: { ...options, size: own },
    notes: [{ option: 'size', text: `${sizeName(own)} as in the solution`, options: { size: own } }],
  };
}

function attempt(read: Read, text: string, options: ReadOptions): Candidate[][] {
  try {
    return read(sourceOf(text), options);
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

const noted = (readings: readonly Candidate[], notes: readonly Assumption[]): Candidate[] =>
  readings.map((each) => ({ ...each, assumptions: [...notes, ...each.assumptions] }));

/** Returns whether two puzzles have the same tiles, perhaps rotated and in a different order. */
function haveSameTiles(one: EdgePuzzle, other: EdgePuzzle): boolean {
  return one.mating === other.mating && listed(one) === listed(other);
}

const listed = ({ tiles, labels }: EdgePuzzle): string =>
  tiles
    .map(({ edges }) => {
      const names = edges.map((label) => labels[label]!.name);
      return names.map((_, at) => [...names.slice(at), ...names.slice(0, at)].join()).sort()[0]!;
    })
    .sort()
    .join('\n');
