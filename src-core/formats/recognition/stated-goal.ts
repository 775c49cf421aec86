/** Finds the goal of a sliding puzzle in words such as “blank top left”, or in code such as `goal = range(9)`. */
import {
  canReach,
  goalNameOf,
  goalOf,
  goalPosition,
  goalText,
  reachableGoals,
  type GoalName,
} from '../../puzzle/sliding-goal.ts';
import type { Puzzle, SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { Question } from '../format.ts';
import type { Assumption, Candidate } from './candidate.ts';
import type { SlidingText } from './positions.ts';
import { GOAL_WORD } from './start-and-goal.ts';
import { BLANK_SYMBOL } from './vocabulary.ts';

/** Maximum length, in characters, of text that is searched for a goal */
const MAX_SEARCH_LENGTH = 20_000;
/** Maximum number of values of a range; a board has at most 64 cells */
const MAX_RANGE_VALUES = 65;

/** Returns the assumption that names a puzzle's goal. */
export function goalAssumption(puzzle: SlidingPuzzle): Assumption {
  const name = goalNameOf(puzzle);
  return {
    option: 'goal',
    text: `goal ${name} (${goalText(puzzle)})`,
    options: { goal: name === 'custom' ? goalPosition(puzzle, puzzle.goal) : name },
  };
}

/**
 * If the text states a goal, returns the readings whose goal was assumed, with the stated goal instead. Otherwise
 * returns all readings unchanged.
 */
export function withGoalInText(readings: readonly Candidate[], text: string): Candidate[] {
  const stated = readings.flatMap((reading) => {
    const { puzzle, position } = reading;
    if (puzzle.kind !== 'sliding' || !position || !reading.isGoalAssumed || reading.penalty > 0) return [];
    const goal = goalIn(text, position);
    if (goal === null || goal === 'unread') return [];
    const others = typeof goal === 'string' ? otherGoals(position, goal) : [];
    return [
      withGoal(reading, puzzle, goal),
      ...others.map((other) => ({ ...withGoal(reading, puzzle, other), penalty: UNSTATED_GOAL_PENALTY })),
    ];
  });
  return stated.length > 0 ? stated : [...readings];
}

const UNSTATED_GOAL_PENALTY = 2;

/**
 * If the goal that the text states can't be reached, returns the usual goals that can, because the text may have been
 * misunderstood. Otherwise returns an empty list.
 */
const otherGoals = ({ size, start }: SlidingText, goal: GoalName): GoalName[] =>
  canReach(size, start, goalPosition(size, goal)) ? [] : reachableGoals(size, start);

function withGoal(reading: Candidate, old: SlidingPuzzle, goal: GoalName | readonly number[]): Candidate {
  const { isGoalAssumed: _, ...rest } = reading;
  const puzzle = { ...old, goal: goalOf(old, goal) };
  const others = reading.assumptions.filter(({ option }) => option !== 'goal');
  return { ...rest, puzzle, assumptions: [...others, goalAssumption(puzzle)] };
}

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly questions: readonly Question[];
}

/** Adds a question if the text mentions a goal that was not understood. `position` is the start as written. */
export function askIfGoalUnread<Read extends AskedReading>(
  reading: Read,
  position: SlidingText,
  text: string,
): Read {
  const { puzzle, questions } = reading;
  if (puzzle.kind !== 'sliding' || questions.length > 0 || goalIn(text, position) !== 'unread')
    return reading;
  const { start, size } = position;
  const choices = reachableGoals(size, start).map((goal) => ({
    options: position.isAmongWords ? { position: start, size, goal } : { goal },
    title: `${goal}: ${goalText({ ...size, goal: goalPosition(size, goal) })}`,
    preview: { ...puzzle, goal: goalOf(size, goal) },
  }));
  if (choices.length === 0) return reading;
  const these = choices.length > 1 ? 'one of these' : 'this one';
  const ask = `The text states a goal that Edgewise can’t read. Is it ${these}? If not, give its numbers.`;
  return { ...reading, questions: [{ text: ask, choices }] };
}

/** Returns the goal that the text states, `unread` if it mentions one that is not understood, or null. */
function goalIn(text: string, found: SlidingText): GoalName | readonly number[] | 'unread' | null {
  if (text.length > MAX_SEARCH_LENGTH || !/\p{L}{3}/u.test(text)) return null;
  const lines = text.split('\n').slice(0, MAX_LINES);
  for (const line of lines) {
    const goal = numbersAfterWord(line, found);
    if (goal) return goal;
  }
  const plain = lines.map(inPlainWords);
  const [place, more] = new Set(plain.flatMap((line) => placeIn(line, found)));
  if (place !== undefined && more === undefined) return place;
  return place !== undefined || mentionsGoal(lines, plain) ? 'unread' : null;
}

const MAX_LINES = 2_000;

const mentionsGoal = (lines: readonly string[], plain: readonly string[]): boolean =>
  lines.some((line) => GOAL_STATED.test(withWords(line))) ||
  plain.some((line) => OTHER_PLACE.test(line) && ABOUT_END.test(line));

/** Returns the goal that follows a word such as `goal` on a line, as in `# goal: 0 1 2 / 3 4 5 / 6 7 8`, or null. */
function numbersAfterWord(line: string, { start, blank }: SlidingText): number[] | null {
  const word = GOAL_WORD.exec(line);
  if (word === null) return null;
  const after = line.slice(word.index + word[0].length, word.index + MAX_GOAL_LENGTH);
  for (const text of [after, ...withRanges(after)]) {
    const words = text.split(/[\s,;/|()[\]{}:"'=.+]+/);
    for (const list of [words, ...words.map((each) => Array.from(each))]) {
      const goal = permutationAmong(list, start.length, blank);
      if (goal && goal.join() !== start.join()) return goal;
    }
  }
  return null;
}

const MAX_GOAL_LENGTH = 400;

function permutationAmong(words: readonly string[], cells: number, blank: string): number[] | null {
  const numbers = words.map((word) =>
    word !== '' && (word === blank || BLANK_SYMBOL.test(word))
      ? 0
      : /^\d{1,2}$/.test(word)
        ? Number(word)
        : NaN,
  );
  for (let from = 0; from + cells <= numbers.length; from++) {
    const run = numbers.slice(from, from + cells);
    if (new Set(run).size === cells && run.every((number) => number < cells)) return run;
  }
  return null;
}

/** Matches a range with its end excluded: `range(9)`, `range(15, -1, -1)`, `Array(9).keys()`. */
const CALLED_RANGE =
  /range\(\s*(-?\d{1,2})(?:\s*,\s*(-?\d{1,2}))?(?:\s*,\s*(-?\d{1,2}))?\s*\)|Array\(\s*(\d{1,2})\s*\)\.keys\(\)/g;
/** Matches a range whose end may be excluded: `0..8`, `1, 2, …, 15`, `0:8`. */
const DOTTED_RANGE =
  /(?:(?<!\d)(\d{1,2})\s*,\s*)?(?<!\d)(\d{1,2})[\s,]{0,4}(?:\.{2,3}|…|:(?=\d))[=<]?[\s,]{0,4}(\d{1,2})(?!\d)/g;

/** Returns the text with its ranges written as numbers. Languages differ in whether a range includes its end. */
function withRanges(text: string): string[] {
  const called = text.replace(
    CALLED_RANGE,
    (_, first?: string, second?: string, step?: string, count?: string) =>
      valuesOf(
        second === undefined ? 0 : Number(first),
        Number(count ?? second ?? first),
        Number(step ?? 1),
        false,
      ),
  );
  const dotted = (isIncluded: boolean): string =>
    called.replace(DOTTED_RANGE, (_, before: string | undefined, from: string, to: string) => {
      const step =
        before === undefined ? Math.sign(Number(to) - Number(from)) : Number(from) - Number(before);
      return `${before ?? ''} ${valuesOf(Number(from), Number(to), step, isIncluded)}`;
    });
  const isPlain = dotted(true) === text;
  return isPlain ? [] : [dotted(true), dotted(false)];
}

function valuesOf(from: number, to: number, step: number, isIncluded: boolean): string {
  const values: number[] = [];
  const isInside = (value: number): boolean =>
    (step > 0 ? value < to : value > to) || (isIncluded && value === to);
  for (let value = from; step !== 0 && isInside(value) && values.length < MAX_RANGE_VALUES; value += step)
    values.push(value);
  return values.join(' ');
}

const withWords = (line: string): string =>
  line.slice(0, MAX_GOAL_LENGTH).replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');

/** Returns a line in lower case, with names such as `goalBlank` and `blank_first` divided into words. */
const inPlainWords = (line: string): string =>
  withWords(line)
    .replace(/[\s_"':=-]+/g, ' ')
    .toLowerCase();

const BLANK_WORD = String.raw`(?<!\p{L})(?:blank|empty|gap|hole|lücke|loch|leer\p{L}*|vide|trou|hueco|vac[ií]o|vuoto)`;
const GOAL = String.raw`(?<!\p{L})(?:goal|target|desired|ziel(?:zustand|stellung)?|objetivo|objectif|obiettivo)(?!\p{L})|目标|目標`;
/** Matches a statement about the goal, such as `goal = `, but not a test such as `isGoal` or a number of moves. */
const GOAL_STATED = new RegExp(
  String.raw`(?<!\bis[ _]?)(?:${GOAL})[\p{L}_ "'\])]{0,20}(?:=(?![=>]| ?(?:none|null|nil)\b)|:(?!:)|(?<= )(?:is|must|should|ist|soll)(?= )(?! to ))(?! *\d{1,3}(?: *moves| *steps| *$))`,
  'iu',
);
/** Matches a word that shows that a line describes the end, not the start. */
const ABOUT_END = new RegExp(
  String.raw`${GOAL}|(?<!\p{L})(?:end|final|finally|finish\p{L}*|must|should|wanted|solved|soll|muss|am ende|à la fin|al final)(?!\p{L})`,
  'u',
);
const near = (words: string): RegExp =>
  new RegExp(
    String.raw`${BLANK_WORD}[^,;.]{0,30} (?:${words})|(?:${words})[^,;.\d]{0,30} ${BLANK_WORD}`,
    'u',
  );
const after = (word: string): RegExp =>
  new RegExp(
    String.raw`${BLANK_WORD}(?: (?:space|square|tile|is|goes|comes|the)){0,3} ${word}(?! \p{L}*(?:row|col|line|num|tile))`,
    'u',
  );
/** Patterns of phrases that identify a usual goal, most of them by the place of its empty space. */
const PLACES: readonly (readonly [place: RegExp, goal: GoalName])[] = [
  [
    near('(?:top|upper) left|oben links|links oben|haut (?:à )?gauche|arriba (?:a la )?izquierda'),
    'blank-first',
  ],
  [
    near('(?:bottom|lower) right|unten rechts|rechts unten|bas (?:à )?droite|abajo (?:a la )?derecha'),
    'blank-last',
  ],
  [/(?<!\p{L})(?:snail|spiral)(?!\p{L})/u, 'snail'],
  [after('first'), 'blank-first'],
  [after('last'), 'blank-last'],
];
/** Matches a phrase that puts the empty space in a place that isn't in `PLACES`, such as the middle. */
const OTHER_PLACE = near(
  '(?:top|upper) right|(?:bottom|lower) left|cent(?:re|er)|middle|oben rechts|unten links|mitte|au centre',
);

/**
 * Returns the usual goals that the line identifies (see `PLACES`). If the empty space of the start is in the same place
 * as the goal's, the line may describe the start. So such a goal is returned only if the line is clearly about the end.
 */
function placeIn(line: string, { start, size }: SlidingText): GoalName[] {
  const isAboutEnd = ABOUT_END.test(line);
  return PLACES.flatMap(([place, goal]) => {
    const isStart = start[goalPosition(size, goal).indexOf(0)] === 0;
    return place.test(line) && (isAboutEnd || !isStart) ? [goal] : [];
  });
}
