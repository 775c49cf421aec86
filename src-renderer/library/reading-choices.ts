/** The choices that the import dialog offers about how to read the text. */
import { knownOrders } from '../../src-core/formats/edge-order.ts';
import type { Choice, ReadOptions } from '../../src-core/formats/format.ts';
import { formats } from '../../src-core/formats/formats.ts';
import type { Reading } from '../../src-core/formats/read-puzzle.ts';
import { rimText } from '../../src-core/formats/meaning.ts';
import { sizesOf, type Size } from '../../src-core/formats/size.ts';
import { labelName } from '../../src-core/puzzle/labels.ts';
import type { EdgePuzzle, SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import {
  canReach,
  goalNameOf,
  goalNames,
  goalPosition,
  hasEqualTiles,
  shownOn,
} from '../../src-core/puzzle/sliding-goal.ts';

/** Something that the text doesn't specify: the assumed value and the other possible values. */
export interface ReadingChoice {
  readonly option: keyof ReadOptions;
  readonly title: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** returns the options for reading the text if the user chooses `value` */
  readonly optionsOf: (value: string) => Choice['options'];
}

/** If a puzzle has more labels than this, the dialog doesn't ask which of them is the frame label. */
const MAX_FRAME_LABELS = 40;

/**
 * Returns the choices left to the user after a list of tiles has been read. There are none if the format specifies
 * everything.
 */
export function tileChoices({ format, puzzle, assumptions }: Reading, answers: ReadOptions): ReadingChoice[] {
  if (puzzle.kind === 'sliding') return [];
  const usesOptions = formats.find(({ name }) => name === format)?.usesOptions ?? [];
  const isOpen = (option: keyof ReadOptions): boolean =>
    usesOptions.includes(option) &&
    (answers[option] !== undefined || assumptions.some((each) => each.option === option));
  return [
    ...(isOpen('rim') ? [rimChoice(puzzle)] : []),
    ...(isOpen('mating') ? [matingChoice(puzzle)] : []),
    ...(isOpen('edgeOrder') ? [orderChoice(assumptions, answers)] : []),
    ...(isOpen('turns') ? [turnsChoice(puzzle)] : []),
  ];
}

function rimChoice(puzzle: EdgePuzzle): ReadingChoice {
  const nameOf = (label: number): string => labelName(puzzle, label);
  const used = new Set(puzzle.tiles.flatMap(({ edges }) => edges));
  const frames =
    puzzle.mating === 'same' && used.size <= MAX_FRAME_LABELS ? [...used].sort((a, b) => a - b) : [];
  const own = rimText(puzzle.rim, nameOf);
  const known = ['free', 'uniform', ...frames.map((label) => `frame:${nameOf(label)}`)];
  return {
    option: 'rim',
    title: 'Rim',
    value: own,
    choices: (known.includes(own) ? known : [own, ...known]).map((value) => ({
      value,
      label:
        value === 'free'
          ? 'Free'
          : value === 'uniform'
            ? 'The same colour all around'
            : `Framed by ${value.replace(/^\w+:/, '')}`,
    })),
    optionsOf: (rim) => ({ rim }),
  };
}

const matingChoice = ({ mating }: EdgePuzzle): ReadingChoice => ({
  option: 'mating',
  title: 'Touching edges',
  value: mating,
  choices: [
    { value: 'same', label: 'Equal labels' },
    { value: 'opposite', label: 'Two halves of a symbol' },
  ],
  optionsOf: (value) => ({ mating: value === 'same' ? 'same' : 'opposite' }),
});

function orderChoice(assumptions: Reading['assumptions'], answers: ReadOptions): ReadingChoice {
  const assumed = assumptions.find(({ option }) => option === 'edgeOrder')?.options.edgeOrder;
  return {
    option: 'edgeOrder',
    title: 'Edges are listed',
    value: answers.edgeOrder ?? assumed ?? 'NESW',
    choices: knownOrders.map(({ order, title }) => ({ value: order, label: title })),
    optionsOf: (edgeOrder) => ({ edgeOrder }),
  };
}

const turnsChoice = ({ turns, tiles }: EdgePuzzle): ReadingChoice => ({
  option: 'turns',
  title: 'Tiles may be',
  value: turns,
  choices: [
    { value: 'rotate', label: 'Rotated' },
    { value: 'fixed', label: 'Placed only as drawn' },
    ...(tiles.some(({ back }) => back) || turns === 'flip'
      ? [{ value: 'flip', label: 'Rotated and flipped over' }]
      : []),
  ],
  optionsOf: (value) => ({ turns: value === 'fixed' || value === 'flip' ? value : 'rotate' }),
});

/**
 * Returns the other sizes that have exactly one cell for each tile and at least two rows. There are none if the text
 * specifies the size.
 */
export function otherSizes({ puzzle, assumptions }: Reading): Size[] {
  if (puzzle.kind === 'sliding' || puzzle.board.kind !== 'rectangle') return [];
  if (!assumptions.some(({ option }) => option === 'size')) return [];
  const { width } = puzzle.board;
  return sizesOf(puzzle.tiles.length).filter((size) => size.height > 1 && size.width !== width);
}

/**
 * Returns the possible goals of a sliding puzzle. Each comes with a puzzle that starts at this goal, for drawing a
 * picture of it.
 */
export function goalChoices(
  puzzle: SlidingPuzzle,
): { name: string; picture: SlidingPuzzle; isChosen: boolean; isReachable: boolean; options: ReadOptions }[] {
  const current = goalNameOf(puzzle);
  const own = goalPosition(puzzle, puzzle.goal);
  if (hasEqualTiles(puzzle)) {
    const picture = { ...puzzle, start: own };
    const options = { goal: own.map((tile) => shownOn(puzzle, tile)) };
    return [{ name: 'As given in the text', picture, isChosen: true, isReachable: true, options }];
  }
  const goals = [
    ...goalNames.map((name) => ({
      name: GOAL_TITLES[name],
      key: name,
      position: goalPosition(puzzle, name),
    })),
    ...(current === 'custom'
      ? [{ name: 'As given in the text', key: 'custom' as const, position: own }]
      : []),
  ];
  return goals.map(({ name, key, position }) => ({
    name,
    picture: { ...puzzle, start: position },
    isChosen: key === current,
    isReachable: canReach(puzzle, puzzle.start, position),
    options: { goal: key === 'custom' ? position : key },
  }));
}

const GOAL_TITLES = {
  'blank-last': 'Empty space last',
  'blank-first': 'Empty space first',
  snail: 'Snail',
} as const;
