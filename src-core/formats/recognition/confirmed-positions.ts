/**
 * Compares the readings of a text with all the positions in it, if the text contains words. If the text doesn't confirm
 * the readings, the user is asked a question.
 */
import { inRows } from '../../puzzle/rectangle.ts';
import { goalPosition } from '../../puzzle/sliding-goal.ts';
import { FormatError } from '../format-error.ts';
import type { Choice, Question, ReadOptions } from '../format.ts';
import type { Source } from '../text.ts';
import type { Candidate } from './candidate.ts';
import { isAboutSliding, isOtherPuzzle, namesSliding, SLIDING_NAME, WORD } from './doubtful-positions.ts';
import { withRowsOfMatrices } from './matrices.ts';
import { isUsualGoal } from './position-notations.ts';
import { rolesOf, type PuzzleStated, type Roles } from './position-roles.ts';
import type { SlidingText } from './positions.ts';
import { positionReader } from './sliding-candidates.ts';
import { withGoalInText } from './stated-goal.ts';
import { keyOf, statedPositions, type Stated } from './stated-positions.ts';

export interface Confirmed {
  readonly texts: readonly (readonly Candidate[])[];
  /** null if the text confirms the readings */
  readonly question: Question | null;
}

/** Maximum number of positions offered in a question */
const MAX_OFFERED = 12;

/** Returns the readings that the text confirms, or else the readings with a question. */
export function confirmedPositions(
  texts: readonly (readonly Candidate[])[],
  source: Source,
  options: ReadOptions,
): Confirmed {
  const about = `${options.name ?? ''}\n${source.text}`;
  const isSliding = texts.length > 0 && texts.every(([first]) => first?.puzzle.kind === 'sliding');
  if (!WORD.test(source.text) || (isSliding && isOtherPuzzle(about))) return { texts, question: null };
  const stated = positionsIn(source.text);
  const reader = positionReader(source, options);
  const candidates = (puzzle: PuzzleStated): Candidate[] => withGoalInText(reader(puzzle), source.text);
  if (isSliding && areBlanksMixed(texts))
    return withRoles(texts, { puzzles: null, possible: puzzlesOf(texts) }, candidates);
  if (isSliding)
    return isAboutSliding(about)
      ? confirmedReadings(texts, stated, candidates)
      : doubtful(texts, rolesOf(stated).puzzles, candidates);
  return stated.length > 0 && mayBePositions(stated, texts, about)
    ? withRoles([], rolesOf(stated), candidates)
    : { texts, question: null };
}

type Candidates = (puzzle: PuzzleStated) => Candidate[];

function confirmedReadings(
  texts: Confirmed['texts'],
  stated: readonly Stated[],
  candidates: Candidates,
): Confirmed {
  const own = puzzlesOf(texts);
  const [first, more] = own;
  const isLone = first !== undefined && !more && !isAmong(first.start, stated);
  // Positions that are drawn, or listed by place, are not among the positions in `stated`.
  if (isExplained(stated, own) || (stated.length === 0 && !(isLone && isUsualGoal(first.start))))
    return { texts, question: null };
  const roles = rolesOf(stated);
  return withRoles(
    texts,
    isLone ? { puzzles: null, possible: [first, ...roles.possible] } : roles,
    candidates,
  );
}

/** Returns the puzzles that the text describes, or a question about its positions. `texts` are the readings so far. */
function withRoles(
  texts: Confirmed['texts'],
  { puzzles, possible }: Roles,
  candidates: Candidates,
): Confirmed {
  if (puzzles) return { texts: areEqual(texts, puzzles) ? texts : puzzles.map(candidates), question: null };
  const asked = possible.slice(0, MAX_OFFERED);
  const choices = asked.map((puzzle) => choiceOf(puzzle, candidates(puzzle)[0]!));
  return {
    texts: texts.length > 0 ? texts : possible.slice(0, 1).map(candidates),
    question: { text: questionText(asked), choices: [...choices, ...choiceOfAll(possible, choices)] },
  };
}

const puzzlesOf = (texts: Confirmed['texts']): PuzzleStated[] =>
  texts.flatMap(([first]) => {
    if (first?.puzzle.kind !== 'sliding') return [];
    const { start, width, height, goal } = first.puzzle;
    const size = { width, height };
    return [{ start: { start, size, blank: '0', sizeFrom: 'rows' }, goal: goalPosition(size, goal) }];
  });

/**
 * Returns whether the empty space is the highest number in some puzzles, but not in all. Then some of the positions are
 * probably something else, such as the faulty input of a test.
 */
function areBlanksMixed(texts: Confirmed['texts']): boolean {
  const areHighest = texts.map(([first]) =>
    first!.assumptions.some(({ text }) => /^the empty space is written \d\d?$/.test(text)),
  );
  return areHighest.includes(true) && areHighest.includes(false);
}

const isAmong = (position: SlidingText, stated: readonly Stated[]): boolean =>
  stated.some(({ key }) => key === keyOf(position));

/** Returns whether the only positions in the text are the start and the goal of a single puzzle. */
function isExplained(stated: readonly Stated[], [puzzle, more]: readonly PuzzleStated[]): boolean {
  if (!puzzle?.goal || more || isUsualGoal(puzzle.start)) return false;
  const keys = [keyOf(puzzle.start), keyOf({ ...puzzle.start, start: puzzle.goal })];
  return stated.every(({ key }) => keys.includes(key));
}

/**
 * Asks whether a start and a goal are a sliding puzzle, in text that doesn't mention sliding puzzles. If there is no
 * goal, the user is asked later, by `doubtful-positions.ts`.
 */
function doubtful(
  texts: Confirmed['texts'],
  puzzles: readonly PuzzleStated[] | null,
  candidates: Candidates,
): Confirmed {
  const [puzzle, more] = puzzles ?? [];
  if (!puzzle?.goal || more || areEqual(texts, [puzzle])) return { texts, question: null };
  const readings = candidates(puzzle);
  const text = 'These numbers could be a matrix or a list. Are they a sliding puzzle?';
  return { texts: [readings], question: { text, choices: [choiceOf(puzzle, readings[0]!)] } };
}

/** Returns the positions in the text. Matrices listed by columns are first rewritten in rows. */
const positionsIn = (text: string): Stated[] => statedPositions(withRowsOfMatrices(text) ?? text);

/** Returns whether the positions in a text may be sliding puzzles although the text was refused or read as tiles. */
function mayBePositions(stated: readonly Stated[], texts: Confirmed['texts'], about: string): boolean {
  if (texts.length === 0 && stated.every(({ isInOrder }) => isInOrder)) return false;
  if (texts.some(([first]) => first?.puzzle.kind === 'sliding')) return false;
  if (texts.length === 0) {
    const isSquare = stated.length === 1 && isSquareWithBlank(stated[0]!);
    return isSquare || namesSliding(about) || stated.some(isGoal) || stated.some(hasBlankSign);
  }
  const numbers = about.match(/\d+/g)?.length ?? 0;
  const cells = stated.reduce((sum, { position }) => sum + position.start.length, 0);
  return SLIDING_NAME.test(about) || (namesSliding(about) && 2 * cells > numbers);
}

/** Returns whether a position is titled as a goal, and its empty space is not written as the highest number. */
const isGoal = ({ title, position }: Stated): boolean =>
  title === 'Goal' && position.blank !== String(position.start.length);

/** Returns whether a position is a square and its numbers start from 0. This is rare in lists that aren't positions. */
const isSquareWithBlank = ({ position: { size, blank } }: Stated): boolean =>
  blank === '0' && size.width === size.height;

/** Returns whether a sign such as `_` stands for the empty space. Lists that aren't positions rarely have one. */
const hasBlankSign = ({ position }: Stated): boolean => /^[_*xX·□-]/.test(position.blank);

/** Returns the readings of the positions selected by `options.position`. Throws FormatError. */
export function positionsChosen(source: Source, options: ReadOptions): Candidate[][] {
  const { position: chosen } = options;
  const stated = positionsIn(source.text);
  const isChosen = ({ position }: Stated): boolean => position.start.join() === chosen?.toString();
  const found = stated.find(isChosen)?.position ?? positionGiven(options);
  const puzzles = chosen === 'all' ? rolesOf(stated).possible : found ? [{ start: found, goal: null }] : [];
  if (puzzles.length > 0) return puzzles.map(positionReader(source, options));
  throw new FormatError({
    found: chosen === 'all' ? 'no position' : `no position ${chosen?.join(' ') ?? ''}`,
    expected: 'a position of a sliding puzzle',
    fix: 'Choose a position that is in the text.',
  });
}

/**
 * Returns the position in the options if they also give its size. This is needed for a position that is drawn or listed
 * by place.
 */
const positionGiven = ({ position: start, size }: ReadOptions): SlidingText | null =>
  typeof start === 'object' && size?.width === start.length / (size?.height ?? 1)
    ? { start, size, blank: '0', sizeFrom: 'rows' }
    : null;

/**
 * Returns whether the readings have the same start positions as `puzzles` and, for each puzzle whose goal the text
 * gives, the same goal.
 */
function areEqual(texts: readonly (readonly Candidate[])[], puzzles: readonly PuzzleStated[]): boolean {
  const goals = new Map(puzzles.map(({ start, goal }) => [keyOf(start), goal]));
  // `puzzles` never contains positions of four cells, because few of those are puzzles.
  const large = texts.filter(([first]) => first?.puzzle.kind !== 'sliding' || first.puzzle.start.length > 4);
  return (
    large.length === puzzles.length &&
    large.every(([first]) => {
      if (first?.puzzle.kind !== 'sliding') return false;
      const { puzzle } = first;
      const goal = goals.get(`${puzzle.width}:${puzzle.start.join()}`);
      return goal === null || goal?.join() === goalPosition(puzzle, puzzle.goal).join();
    })
  );
}

function questionText([first, more]: readonly PuzzleStated[]): string {
  if (more) return 'The text doesn’t say which of these positions is the puzzle. Which is it?';
  return first && isUsualGoal(first.start)
    ? 'The only position in this text is in order, so it may be the goal, not the start. Is it the start?'
    : 'The text doesn’t say whether this position is the start of the puzzle. Is it?';
}

function choiceOf({ start: { start, size }, goal }: PuzzleStated, { puzzle }: Candidate): Choice {
  const rowsText = (position: readonly number[]): string =>
    inRows(position, size.width)
      .map((row) => row.map((tile) => (tile === 0 ? '_' : tile)).join(' '))
      .join(' / ');
  const title = `${rowsText(start)}${goal ? `, goal ${rowsText(goal)}` : ''}`;
  return { options: { position: start, size, ...(goal ? { goal } : {}) }, title, preview: puzzle };
}

const choiceOfAll = (possible: readonly PuzzleStated[], [first]: readonly Choice[]): Choice[] =>
  possible.length > 1
    ? [
        {
          options: { position: 'all' },
          title: `all ${possible.length} positions, one puzzle each`,
          preview: first!.preview,
        },
      ]
    : [];
