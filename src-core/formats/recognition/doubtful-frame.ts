/** If the label 0 looks like a frame, but the tiles with a 0 don't fill the rim, asks the user whether it is one. */
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { counted } from '../../text/counted.ts';
import type { Question } from '../format.ts';

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly questions: readonly Question[];
}

/** With fewer tiles, a label can look like a frame by chance. */
const MIN_TILES = 9;

/**
 * Returns the reading. If it has a free rim and the edges with label 0 nearly form a frame, adds a question that asks
 * the user whether there is a frame.
 */
export function askIfFramed<Read extends AskedReading>(reading: Read): Read {
  const { puzzle, questions } = reading;
  if (puzzle.kind === 'sliding' || questions.length > 0) return reading;
  const counts = nearFrame(puzzle);
  if (!counts) return reading;
  const [corners, border] = counts;
  const colour = zeroOf(puzzle);
  const framed: EdgePuzzle = { ...puzzle, rim: { kind: 'colour', colour, inside: false } };
  const question: Question = {
    text: `0 looks like a frame, but ${counted(corners, 'corner tile')} and ${counted(border, 'border tile')} don’t fill a rim.${oddTile(puzzle)} Correct the tiles, or read them without a frame.`,
    choices: [
      { title: 'free rim', options: { rim: 'free' }, preview: puzzle },
      { title: '0 as the frame (the tiles need corrections)', options: { rim: 'frame:0' }, preview: framed },
    ],
  };
  return { ...reading, questions: [question] };
}

const zeroOf = ({ labels }: EdgePuzzle): number => labels.findIndex(({ name }) => name === '0');

/**
 * Returns a sentence about the one border tile whose 0 is on a different edge from all the others; empty if there is
 * none.
 */
function oddTile(puzzle: EdgePuzzle): string {
  const zero = zeroOf(puzzle);
  const border = puzzle.tiles.flatMap(({ edges }, tile) =>
    edges.filter((label) => label === zero).length === 1 ? [{ tile, side: edges.indexOf(zero) }] : [],
  );
  const groups = [...Map.groupBy(border, ({ side }) => side).values()].sort((a, b) => a.length - b.length);
  const [odd, usual] = groups;
  return groups.length === 2 && odd!.length === 1 && usual!.length > 2
    ? ` Tile ${odd![0]!.tile + 1} has its 0 on a different edge than the other border tiles.`
    : '';
}

/**
 * Returns the numbers of corner and border tiles if they are close to what the rim of a rectangle needs; otherwise
 * null.
 */
function nearFrame(puzzle: EdgePuzzle): [number, number] | null {
  const { tiles, rim, mating, turns, board } = puzzle;
  const zero = zeroOf(puzzle);
  if (rim.kind !== 'free' || mating !== 'same' || turns !== 'rotate' || board.kind !== 'rectangle')
    return null;
  if (zero === -1 || tiles.length < MIN_TILES || tiles.some(({ edges }) => edges.length !== 4)) return null;
  const sides = tiles.map(({ edges }) => edges.flatMap((label, side) => (label === zero ? [side] : [])));
  const isCorner = ([first, second]: readonly number[]): boolean => (second! - first!) % 2 === 1;
  const corners = sides.filter(({ length }) => length === 2);
  const border = sides.filter(({ length }) => length === 1).length;
  if (sides.some(({ length }) => length > 2) || !corners.every(isCorner)) return null;
  const inner = tiles.length - corners.length - border;
  const isNear = (width: number, height: number): boolean => {
    const differences = [
      corners.length - 4,
      border - 2 * (width + height) + 8,
      inner - (width - 2) * (height - 2),
    ];
    return differences.every((each) => Math.abs(each) <= 1);
  };
  for (let width = 3; width * width <= tiles.length + 1; width++)
    for (let height = width; height * width <= tiles.length + 1; height++)
      if (isNear(width, height)) return [corners.length, border];
  return null;
}
