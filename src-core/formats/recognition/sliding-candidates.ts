/** Lists the ways to read the text as sliding puzzles. */
import { autoGoal, canReach, goalOf, goalPosition, reachableGoals } from '../../puzzle/sliding-goal.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import { counted } from '../../text/counted.ts';
import { FormatError } from '../format-error.ts';
import type { ReadOptions } from '../format.ts';
import { headGoal, normalGoal } from '../sliding-text.ts';
import type { Source } from '../text.ts';
import { sizeName } from '../written.ts';
import type { Assumption, Candidate } from './candidate.ts';
import { positionsAmongWords } from './among-words.ts';
import { withEqualTiles } from './equal-tiles.ts';
import { isPath, pathBesideArrows, pathIn } from './drawn-pairs.ts';
import { isNamed, sizeIn } from './facts.ts';
import {
  bracketedPositions,
  isUsualGoal,
  mayBeGoal,
  slidingOtherwise,
  type Bracketed,
  type BracketedText,
} from './position-notations.ts';
import {
  MAX_SIDE,
  slidingCollection,
  slidingIn,
  withoutColumnTitles,
  withoutLargeSquares,
  type SlidingText,
  type StartAndGoal,
} from './positions.ts';
import { startAndGoal, startsAndGoals } from './start-and-goal.ts';
import { goalAssumption } from './stated-goal.ts';
import type { TextRow } from './line-labels.ts';
import { textRows, type TextRows } from './text-rows.ts';

/** Returns the ways to read each sliding puzzle in the text. */
export function slidingCandidates(source: Source, own: TextRows, options: ReadOptions): Candidate[][] {
  const bracketed = isNamed(own) ? null : bracketedPositions(source);
  const readings = bracketed ? inBrackets(bracketed, options) : [];
  if (readings.length > 0) return readings;
  const { own: small, large, side } = withoutLargeSquares(own);
  const positions = withDifferentTiles(source, small, options);
  if (large === 0 && positions.length === 0) return amongOthers(source, own, options);
  if (large === 0)
    return (positions.length > 1 && !isNamed(own) && withGoalInOrder(source, own, options)) || positions;
  if (positions.length === 0) throw tooLarge(side);
  const text = `${counted(large, 'position')} larger than ${MAX_SIDE} × ${MAX_SIDE} left out`;
  const note: Assumption = { option: 'format', text, options: {} };
  return positions.map((readings) =>
    readings.map((each) => ({ ...each, assumptions: [...each.assumptions, note] })),
  );
}

/** Reads positions among words if the one called the goal has its tiles in order. Returns null for any other text. */
function withGoalInOrder(source: Source, own: TextRows, options: ReadOptions): Candidate[][] | null {
  const found = positionsAmongWords(source, own) ?? [];
  const goal = found.find(({ title }) => title === 'Goal');
  const pairs = goal && isUsualGoal(goal.position) ? withGoals(found) : null;
  return pairs && readingsOfPairs(pairs, source, { ...own, skipped: [], remarks: [] }, options);
}

/** Reads positions beside arrows or among words. */
function amongOthers(source: Source, own: TextRows, options: ReadOptions): Candidate[][] {
  const whole = { ...own, skipped: [], remarks: [] };
  const path = pathBesideArrows(source.text);
  if (path) return [withGoal(path, source, whole, options)];
  const found = positionsAmongWords(source, own);
  if (!found) {
    const readings = withCellsOnly(source, whole, options);
    return readings.length > 0 ? readings : withEqualTiles(source, own, options);
  }
  const positions = found.map(({ position }) => position);
  const solution = pathIn(positions);
  const pairs = solution ? [solution] : withGoals(found);
  if (!pairs) return positions.map((each, i) => readingsOf(each, source, whole, named(options, i)));
  return readingsOfPairs(pairs, source, whole, options);
}

/** Reads the solution in a log that also has rows of longer words, such as statistics. */
function withCellsOnly(source: Source, own: TextRows, options: ReadOptions): Candidate[][] {
  const areCells = ({ tokens }: TextRow): boolean => tokens.every(({ text }) => text.length <= 2);
  const rows = own.rows.filter(areCells);
  if (rows.length === own.rows.length || rows.length < 2 * MIN_LOG_POSITION_ROWS) return [];
  const blockOf = own.blockOf.filter((_, i) => areCells(own.rows[i]!));
  const path = pathIn(slidingCollection(rows, blockOf).map(({ found }) => found));
  return path ? [withGoal(path, source, own, options)] : [];
}

const readingsOfPairs = (
  pairs: readonly StartAndGoal[],
  source: Source,
  own: TextRows,
  options: ReadOptions,
): Candidate[][] =>
  pairs.map((each, i) => withGoal(each, source, own, pairs.length > 1 ? named(options, i) : options));

const MIN_LOG_POSITION_ROWS = 3;

const tooLarge = (side: number): FormatError =>
  new FormatError({
    found: `a sliding puzzle of size ${sizeName({ width: side, height: side })}`,
    expected: `at most ${MAX_SIDE} × ${MAX_SIDE}`,
    fix: 'Choose a smaller puzzle.',
  });

function inBrackets({ found, rest, only }: BracketedText, options: ReadOptions): Candidate[][] {
  // The rewritten text has different line numbers from the file, so skipped lines aren't reported.
  const rowsIn = (source: Source): TextRows => ({ ...textRows(source), skipped: [], remarks: [] });
  const rows = rowsIn(rest);
  const pairs = withGoals(found) ?? withPairs(found);
  if (pairs)
    return pairs.map((pair, i) => {
      const own = pairs.length > 1 ? named(options, i) : options;
      return 'goal' in pair ? withGoal(pair, rest, rows, own) : readingsOf(pair, rest, rows, own);
    });
  const positions = found.map(({ position }) => position);
  if (areEqual(positions)) return [readingsOf(positions[0]!, rest, rows, options)];
  const mayBeGoal = !areOfOneKind(found);
  const readings = withDifferentTiles(rest, rows, options, mayBeGoal);
  const isWhole = readings.length >= found.length || (readings.length === 1 && isPath(positions));
  if (!only || found.length < 2 || isWhole) return readings;
  const bare = rowsIn(only);
  const each = positions.map((position, i) => readingsOf(position, only, bare, named(options, i)));
  return mayBeGoal ? orStartAndGoal(each, positions, only, bare, options) : each;
}

const isSame = (one: Bracketed, other: Bracketed): boolean =>
  one.position.start.join() === other.position.start.join();

/**
 * Returns each start with its goal. If exactly one position is titled as a goal, all others are starts for it. If every
 * second position is titled as a goal, the position before it is its start. Otherwise returns null.
 */
function withGoals(found: readonly Bracketed[]): StartAndGoal[] | null {
  const [goal, second] = found.filter(({ title }) => title === 'Goal');
  if (!goal || found.length < 2) return null;
  const areAlternating =
    found.length % 2 === 0 && found.every(({ title }, i) => (title === 'Goal') === (i % 2 === 1));
  if (second && !areAlternating) return null;
  // If there are three positions and two of them are the same goal (an explanation may repeat it), the other one is the
  // start.
  const [start, more] = found.filter((each) => !isSame(each, goal));
  if (found.length === 3 && start && !more) return [{ start: start.position, goal: goal.position.start }];
  return found.flatMap((each, i) => {
    const own = second ? found[i + 1]! : goal;
    const isGoal = second ? i % 2 === 1 : each === goal;
    return isGoal ? [] : [{ start: each.position, goal: own.position.start }];
  });
}

/** Matches the start of a call before its first argument, such as `solve(` or `(solve '`. */
const CALL_START = /(?:[\w\])]\(\s*|\([\w!?*-]+\s+'?)$/;

/**
 * Pairs positions in the same call as a start and its goal, as in `solve("724506831", "123456780")`. Returns null if
 * there are none.
 */
function withPairs(found: readonly Bracketed[]): (SlidingText | StartAndGoal)[] | null {
  const goalOfCall = (start: Bracketed, i: number): Bracketed | null => {
    const [goal, more] = found.slice(i + 1, i + 3);
    if (!goal?.isNext || more?.isNext || start.isNext || !CALL_START.test(start.name)) return null;
    return canReach(start.position.size, start.position.start, goal.position.start) ? goal : null;
  };
  const goals = found.map(goalOfCall);
  if (goals.every((goal) => goal === null)) return null;
  return found.flatMap(({ position }, i) => {
    const goal = goals[i];
    // Leave out goals. If a position has its tiles in order and isn't paired with a goal, it is the program's goal, or
    // just a list of cell numbers.
    if ((i > 0 && goals[i - 1]) || (!goal && isUsualGoal(position))) return [];
    return goal
      ? {
          start: position,
          goal: goal.position.start,
          note: 'in each function call, the second position is the goal of the first',
        }
      : position;
  });
}

/** Returns whether the positions have the same name except for digits, such as `puzzle13` and `puzzle3`. */
const areOfOneKind = (found: readonly Bracketed[]): boolean =>
  found.length > 1 && /[\p{L}_]/u.test(found[0]!.name) && found.every(({ name }) => name === found[0]!.name);

/** Returns the readings of two positions, the second of which may be a goal or another puzzle. */
function orStartAndGoal(
  readings: Candidate[][],
  [start, goal, more]: readonly SlidingText[],
  source: Source,
  own: TextRows,
  options: ReadOptions,
): Candidate[][] {
  if (readings.length !== 2 || !start || !goal || more || isCount(own.rows[0])) return readings;
  const said = options.goal;
  const isGoal = Array.isArray(said) && said.join() === goal.start.join();
  if (sizeName(start.size) !== sizeName(goal.size) || (said !== undefined && !isGoal)) return readings;
  if (!isGoal && !(mayBeGoal(goal) && canReach(start.size, start.start, goal.start))) return readings;
  const pair = withGoal(
    { start, goal: goal.start, note: 'the second position is the goal' },
    source,
    own,
    options,
  );
  if (isGoal) return [pair];
  const two: Assumption = { option: 'goal', text: 'two puzzles', options: { goal: 'auto' } };
  const [one, other] = readings as [Candidate[], Candidate[]];
  return [[...one.map((each) => ({ ...each, assumptions: [...each.assumptions, two] })), ...pair], other];
}

const isCount = (row: TextRow | undefined): boolean =>
  row?.tokens.length === 1 && row.tokens[0]!.text === '2';

function withGoal(
  { start, goal, note }: StartAndGoal,
  source: Source,
  own: TextRows,
  options: ReadOptions,
): Candidate[] {
  const readings = readingsOf(start, source, own, { ...options, goal: options.goal ?? goal });
  const noted: Assumption[] = note === undefined ? [] : [{ option: 'goal', text: note, options: { goal } }];
  return readings.map((each) => ({ ...each, assumptions: [...each.assumptions, ...noted] }));
}

/** Returns a function that reads positions in text with words. `goal` is the goal given in the text, if any. */
export function positionReader(source: Source, options: ReadOptions) {
  let own: TextRows | undefined;
  return (stated: { readonly start: SlidingText; readonly goal: readonly number[] | null }): Candidate[] => {
    // The text can have thousands of positions, so its rows are found only once.
    own ??= { ...textRows({ ...source, lines: [] }), skipped: [], remarks: [] };
    const position = { ...stated.start, isAmongWords: true } as const;
    const note = 'the goal given in the text';
    const readings = stated.goal
      ? withGoal({ start: position, goal: stated.goal, note }, source, own, options)
      : readingsOf(position, source, own, options);
    return readings.map((each) => ({ ...each, position }));
  };
}

const named = (options: ReadOptions, i: number): ReadOptions => ({
  ...options,
  ...(options.name === undefined ? {} : { name: `${options.name} ${i + 1}` }),
});

/**
 * Returns a list of readings for each puzzle in a text with one or more positions. If `mayBeGoal` is true, the second
 * of two positions may be the goal of the first.
 */
function withDifferentTiles(
  source: Source,
  own: TextRows,
  options: ReadOptions,
  mayBeGoal = true,
): Candidate[][] {
  const size = options.size ?? null;
  const header = size ?? (isNamed(own) ? own.facts.size : null) ?? sizeIn(own.fields);
  const pair = startAndGoal(source, own, header);
  if (pair) return [withGoal(pair, source, own, options)];
  const rows = withoutColumnTitles(own.rows);
  const single = slidingIn(own.rows, header) ?? slidingIn(rows, header) ?? slidingOtherwise(source, header);
  if (single) return [bothWays(single).flatMap((each) => readingsOf(each, source, own, options))];
  return inCollection(source, own, rows, options, mayBeGoal);
}

function inCollection(
  source: Source,
  own: TextRows,
  rows: readonly TextRow[],
  options: ReadOptions,
  mayBeGoal: boolean,
): Candidate[][] {
  const pairs = startsAndGoals(rows);
  if (pairs) return pairs.map((each, i) => withGoal(each, source, own, named(options, i)));
  const found = slidingCollection(rows, own.blockOf.slice(own.rows.length - rows.length)).map(
    (each) => each.found,
  );
  const [start, goal] = found;
  const path = pathIn(found);
  if (path) return [withGoal(path, source, own, options)];
  if (mayBeGoal && found.length === 2 && isGoalOf(goal!, start!)) {
    const second = { start: start!, goal: goal!.start, note: 'the second position is the goal' };
    return [withGoal(second, source, own, options)];
  }
  if (areEqual(found)) return [readingsOf(start!, source, own, options)];
  const readings = found.map((each, i) => readingsOf(each, source, own, named(options, i)));
  return mayBeGoal && !isNamed(own) ? orStartAndGoal(readings, found, source, own, options) : readings;
}

/** Returns whether the text has the same position twice, for example as a grid and as a list in source code. */
const areEqual = ([first, second, more]: readonly SlidingText[]): boolean =>
  more === undefined && second !== undefined && first!.start.join() === second.start.join();

/**
 * Returns whether the second of two positions is probably the goal of the first, not another puzzle. It must be a
 * usual goal that the first position can reach.
 */
const isGoalOf = (goal: SlidingText, start: SlidingText): boolean =>
  sizeName(goal.size) === sizeName(start.size) &&
  isUsualGoal(goal) &&
  !isUsualGoal(start) &&
  canReach(start.size, start.start, goal.start);

const bothWays = (found: SlidingText): SlidingText[] =>
  found.mayBeTurned
    ? [found, { ...found, size: { width: found.size.height, height: found.size.width } }]
    : [found];

function assumptionsOf({ size, blank }: SlidingText, options: ReadOptions): Assumption[] {
  const empty = blank === 'left out' || blank === '' ? 'left out' : `written ${blank}`;
  return [
    ...(options.size
      ? []
      : [{ option: 'size' as const, text: `a sliding puzzle of size ${sizeName(size)}`, options: { size } }]),
    ...(blank === '0'
      ? []
      : [{ option: 'format' as const, text: `the empty space is ${empty}`, options: {} }]),
  ];
}

function readingsOf(found: SlidingText, source: Source, own: TextRows, options: ReadOptions): Candidate[] {
  const { start, size } = found;
  const make = (goal: SlidingPuzzle['goal'], penalty: number, said: boolean): Candidate => {
    const puzzle: SlidingPuzzle = {
      kind: 'sliding',
      name: options.name ?? own.fields.get('name') ?? `Sliding ${sizeName(size)}`,
      ...size,
      start,
      goal,
    };
    const assumptions = [...assumptionsOf(found, options), ...(said ? [] : [goalAssumption(puzzle)])];
    const { skipped, remarks } = own;
    const position = said ? {} : { position: found };
    return { format: 'sliding', puzzle, penalty, assumptions, skipped, remarks, ...position };
  };
  const stated = options.goal ?? headGoal(source);
  const goal = normalGoal(stated ?? 'auto');
  if (goal !== 'auto') {
    if (typeof goal !== 'string' && goal.length !== start.length) {
      throw new FormatError({
        found: `a goal of ${counted(goal.length, 'number')}`,
        expected: `${start.length}, one for each cell`,
        fix: 'Correct the goal.',
      });
    }
    return [make(goalOf(size, goal), 0, true)];
  }
  const reachable = reachableGoals(size, start);
  // A comment marks puzzles of the “N-puzzle” project at the coding school 42, whose goal is the spiral `snail`.
  const snailed = /^#\s*This puzzle is (un)?solvable/im.test(source.text) && found.sizeFrom === 'header';
  const first = snailed ? 'snail' : autoGoal(size, start);
  const isReached = canReach(size, start, goalPosition(size, first));
  return [
    { ...make(goalOf(size, first), 0, false), isGoalAssumed: stated === undefined && !snailed },
    ...(isReached ? [] : reachable.map((name) => make(goalOf(size, name), 2, false))),
  ];
}
