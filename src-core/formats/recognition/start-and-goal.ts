/** Finds the start and goal of a sliding puzzle. They follow words such as "goal", or are next to each other. */
import { canReach } from '../../puzzle/sliding-goal.ts';
import type { Size } from '../size.ts';
import { isNumbersOnly, type Source } from '../text.ts';
import { goalWithPlace, startAboveGoal } from './drawn-pairs.ts';
import { isNamed } from './facts.ts';
import { slidingOtherwise } from './position-notations.ts';
import { MAX_SIDE, slidingIn, spread, withGaps, type SlidingText, type StartAndGoal } from './positions.ts';
import type { TextRow } from './line-labels.ts';
import { textRows, type TextRows } from './text-rows.ts';

const START_WORDS =
  'start|initial|begin|from|puzzle|anfang|ausgang|inicio|inicial|estado inicial|stato iniziale|départ|[eé]tat initial|partenza|初始|起始|开始|開始';
const GOAL_WORDS =
  'to(?=[ \\t]*:[ \\t]*(?:\\d|\\r?$))|goal|target|final|end|desired|ziel|meta|objetivo|estado (?:final|objetivo|meta)|stato (?:finale|obiettivo)|objectif|but|[eé]tat (?:final|but)|arrivée|obiettivo|目标|目標|终止|終止';
/** Matches titles such as `Goal:`, `goal state =`, `Zielzustand:` or `int goal[3][3] =`. */
const headed = (words: string): string =>
  String.raw`[ \t]*(?:(?:int|char|const|let|var|auto|(?:std::)?string|the|my|our|der|die|das|la|le|el|il|lo)[ \t]+)?["']?(?:${words})(?!\p{L}{8})[^\n:=\d]*(?:\d\][^\n:=\d]*){0,2}[:=]?`;
/** Matches a title of a goal within a sentence, such as `and the goal state:`. */
const GOAL_IN_LINE = String.raw`[^\n:=\d]{0,60}[ \t](?:goal|target|desired|final|solved|(?:should|must) (?:end|look|be|become)|soll|ziel\p{L}*|objetivo)(?!\p{L})[^\n:=\d]{0,60}:[ \t]*\r?$`;
const GOAL_LINE = new RegExp(`^(?:${headed(GOAL_WORDS)}|${GOAL_IN_LINE})`, 'imu');
const START_LINE = new RegExp(`^${headed(START_WORDS)}`, 'imu');
const GAP_BEFORE_TITLE = new RegExp(
  String.raw`([\d\])}_])[ \t,;.|]*(?=(?:${START_WORDS}|${GOAL_WORDS})[^\n:=\d]{0,12}[:=])`,
  'giu',
);
const ARROW_BETWEEN_POSITIONS = /([\d\])}_])[ \t]*(?:[-=]+>|→|(?<=[ \t])to(?=[ \t]))[ \t]*(?=[\d[({_])/giu;
const ARROW_LINE = /^[ \t]*(?:[-=]+>|→|⇒|↓)[ \t]*$/gm;
const POSITION_TAG = new RegExp(
  String.raw`<((?:${START_WORDS}|goal|target|final)[\p{L}_]*)>(?=\s*\d)`,
  'giu',
);
const GOAL_THEN_START = new RegExp(String.raw`^([\s\S]*?)\n(?=${headed(START_WORDS)})([\s\S]*)$`, 'iu');

/** Returns the start and the goal if the text says which is which; otherwise null. */
export function startAndGoal(source: Source, own: TextRows, size: Size | null): StartAndGoal | null {
  if (isNamed(own)) {
    const { goal } = own.facts;
    const start = goal && slidingIn(own.rows, size);
    const rows = goal?.map((item): TextRow => ({
      tokens: [{ text: String(item), line: 0, column: 0 }],
      line: 0,
    }));
    const reached = start && slidingIn(rows!, start.size);
    return reached ? { start, goal: reached.start } : null;
  }
  const beside = sideBySide(own.rows) ?? startAboveGoal(source.text) ?? goalWithPlace(source.text);
  if (beside) return beside;
  const positionIn = (text: string): SlidingText | null => {
    const part = { text, lines: source.lines };
    return slidingIn(textRows(part).rows, size) ?? slidingOtherwise(part, size);
  };
  for (const [first, second] of goalsAndStarts(source.text)) {
    const goal = positionIn(first);
    const start = goal && positionIn(second);
    if (start && start.start.length === goal.start.length) return { start, goal: goal.start };
  }
  return null;
}

/** Returns the ways to split the text into a goal and a start, or none if the text names no goal. */
export function goalsAndStarts(text: string): [goal: string, start: string][] {
  if (isNumbersOnly(text)) return [];
  const spread = inLines(text);
  const [found] = GOAL_LINE.exec(spread) ?? [];
  if (found === undefined) return [];
  const at = spread.indexOf(found);
  const before = spread.slice(0, at).replace(START_LINE, '');
  return divided(before, spread.slice(at)).map(([goal, start]) => [
    goal.replace(found, ''),
    start.replace(START_LINE, ''),
  ]);
}

/** Matches a word for a goal. */
export const GOAL_WORD = new RegExp(String.raw`(?<!\p{L})(?:${GOAL_WORDS})(?!\p{L}{8})`, 'iu');

function inLines(text: string): string {
  if (text.length > 4_000) return text;
  if (POSITION_TAG.test(text)) return text.replace(POSITION_TAG, '\n$1: ').replace(/<[^<>]*>/g, '\n');
  if (text.match(ARROW_LINE)?.length === 1) return text.replace(ARROW_LINE, 'Goal:');
  const arrows = text.match(ARROW_BETWEEN_POSITIONS)?.length ?? 0;
  return (arrows === 1 ? text.replace(ARROW_BETWEEN_POSITIONS, '$1\nGoal: ') : text).replace(
    GAP_BEFORE_TITLE,
    '$1\n',
  );
}

/**
 * Returns the ways to split a text into a goal and a start. `before` is the text before the first word for a goal, and
 * `after` is the text after that word.
 */
function divided(before: string, after: string): [goal: string, start: string][] {
  if (START_LINE.test(after)) {
    const [, first = '', second = ''] = GOAL_THEN_START.exec(after) ?? [];
    return [[first, second]];
  }
  if (before.trim() !== '') return [[after, before]];
  // The text after the word is the goal and then, without a title, the start. Try each of the first lines as the last
  // line of the goal.
  const lines = after.split('\n');
  return lines
    .slice(1, 2 * MAX_SIDE)
    .map((_, i) => [lines.slice(0, i + 1).join('\n'), lines.slice(i + 1).join('\n')]);
}

function sideBySide(rows: readonly TextRow[]): StartAndGoal | null {
  const half = rows.length;
  if (half < 2 || half > MAX_SIDE || rows.some(({ back }) => back)) return null;
  // In a spreadsheet, an empty column may separate the start from the goal.
  const isApart = rows.every(({ tokens }) => tokens.length > half + 1 && tokens[half]!.text === '');
  const bare = rows.map(({ tokens, line }): TextRow => ({
    tokens: tokens.filter(({ text }, i) => !/^[-=]+>$/.test(text) && !(isApart && i === half)),
    line,
  }));
  const whole = bare.filter(({ tokens }) => tokens.length === 2 * half);
  const filled = bare.map((row) => (whole.includes(row) ? row : withGaps(row, whole)));
  if (filled.some(({ tokens }) => tokens.length !== 2 * half)) return null;
  const part = (from: number): SlidingText | null =>
    slidingIn(
      filled.map((row) => ({ ...row, tokens: row.tokens.slice(from, from + half) })),
      null,
    );
  const [start, goal] = [part(0), part(half)];
  return start && goal ? { start, goal: goal.start } : null;
}

/** Reads a table with a start and its goal in each row. Returns null for other tables. */
export function startsAndGoals(rows: readonly TextRow[]): StartAndGoal[] | null {
  const pairs = rows.map((row) => pairOfFields(row) ?? pairOfNumbers(row));
  return pairs.length > 0 && pairs.every((pair) => pair !== null) ? pairs : null;
}

function pairOfFields(row: TextRow): StartAndGoal | null {
  const [start, goal, more] = row.tokens
    .filter(({ text }) => text.includes(' ') || text.length >= 9)
    .map((token) => slidingIn([spread({ ...row, tokens: [token] })], null));
  return start && goal && more === undefined && start.start.length === goal.start.length
    ? { start, goal: goal.start }
    : null;
}

/**
 * Reads a row with a start and its goal. The row may begin with the board's side length, here 3: `3 5 0 8 4 2 1 7 3 6
 * 1 2 3 4 5 6 7 8 0`.
 */
function pairOfNumbers({ tokens, line, back }: TextRow): StartAndGoal | null {
  const hasSide = tokens.length % 2 === 1;
  const cells = (tokens.length - (hasSide ? 1 : 0)) / 2;
  const side = hasSide ? Number(tokens[0]!.text) : Math.sqrt(cells);
  if (back || cells < 9 || side * side !== cells) return null;
  const part = (from: number): SlidingText | null =>
    slidingIn([{ tokens: tokens.slice(from, from + cells), line }], { width: side, height: side });
  const first = hasSide ? 1 : 0;
  const [start, goal] = [part(first), part(first + cells)];
  if (!start || !goal || (!hasSide && !canReach(start.size, start.start, goal.start))) return null;
  return { start, goal: goal.start, note: 'on each line, the second position is the goal of the first' };
}
