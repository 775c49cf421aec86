/** Decides which positions in the text are puzzles and which are goals or examples, if the text makes this clear. */
import { canReach } from '../../puzzle/sliding-goal.ts';
import { isPath } from './drawn-pairs.ts';
import { sizeName } from '../written.ts';
import type { SlidingText } from './positions.ts';
import { isUsualGoal } from './position-notations.ts';
import { keyOf, type Stated } from './stated-positions.ts';

export interface PuzzleStated {
  readonly start: SlidingText;
  /** null if the text doesn't give the goal */
  readonly goal: readonly number[] | null;
}

export interface Roles {
  /** the puzzles; null if the text doesn't say which positions are puzzles */
  readonly puzzles: readonly PuzzleStated[] | null;
  /** all positions that may be starts, without duplicates, with the goal that the text gives */
  readonly possible: readonly PuzzleStated[];
}

/** In a list of puzzles, at most one position in this many has its tiles in order. If more do, they may be goals. */
const MIN_POSITIONS_PER_ORDERED = 6;

/** Returns the roles of the positions in a text. `all` lists them in the order of the text. */
export function rolesOf(all: readonly Stated[]): Roles {
  const { puzzles, possible } = rolesInCode(all);
  const [puzzle, more] = puzzles ?? [];
  // If the start is in order and the goal is shuffled, their titles may be swapped.
  const turned = puzzle && !more ? turnedAround(puzzle) : null;
  return turned ? { puzzles: null, possible: [puzzle!, turned] } : { puzzles, possible };
}

function turnedAround({ start, goal }: PuzzleStated): PuzzleStated | null {
  if (!goal || !isUsualGoal(start) || isUsualGoal({ ...start, start: goal })) return null;
  return { start: { ...start, start: goal }, goal: start.start };
}

function rolesInCode(all: readonly Stated[]): Roles {
  const code = all.filter(({ isAside }) => !isAside);
  if (code.some(({ isInOrder }) => !isInOrder)) return rolesAmong(code);
  return { ...rolesAmong(all), ...(code.length < all.length ? { puzzles: null } : {}) };
}

function rolesAmong(all: readonly Stated[]): Roles {
  const stated = withoutLoneTitles(all);
  const pairs = pairsIn(stated);
  if (pairs) return { puzzles: pairs, possible: pairs };
  const goals = distinct(stated.filter(({ title }) => title === 'Goal'));
  const isTitled = ({ title, isInOrder, key }: Stated): boolean =>
    title === 'Start' && (!isInOrder || goals.some((goal) => goal.key !== key));
  const titled = distinct(stated.filter(isTitled));
  const named = titled.filter(({ isNamedStart }) => isNamedStart);
  const others = distinct(stated.filter(({ title, isInOrder }) => !isInOrder && title !== 'Goal'));
  const titledKeys = new Set(titled.map(({ key }) => key));
  const starts = others.every(({ key }) => titledKeys.has(key)) ? titled : others;
  const inOrder = distinct(stated.filter(({ isInOrder, key }) => isInOrder && !titledKeys.has(key)));
  const goalOf = (start: SlidingText): readonly number[] | null => {
    const [goal, more] = goals.length > 0 ? goals : inOrder;
    const isUsable =
      goal && !more && goal.position.start.length === start.start.length && goal.key !== keyOf(start);
    return isUsable && (goals.length > 0 || canReach(start.size, start.start, goal.position.start))
      ? goal.position.start
      : null;
  };
  const puzzlesOf = (list: readonly Stated[]): PuzzleStated[] =>
    list.map(({ position }) => ({ start: position, goal: goalOf(position) }));
  const possible = puzzlesOf(starts.length > 0 ? [...new Set([...named, ...starts])] : inOrder);
  if (goals.length > 1) return { puzzles: null, possible };
  if (named.length === 1) return { puzzles: puzzlesOf(named), possible };
  const path = pathOf(stated);
  if (path?.isSolved) return { puzzles: [path], possible };
  if (path) return { puzzles: null, possible: [{ start: path.start, goal: null }, path] };
  if (starts.length === 1) return { puzzles: puzzlesOf(starts), possible };
  const isOther = ({ key }: Stated): boolean => goals.every((goal) => goal.key !== key);
  const kinds = new Set(starts.map(({ kind }) => kind));
  const solved = inOrder.filter((each) => isOther(each) && (goals.length === 0 || kinds.has(each.kind)));
  const list = collectionOf(stated.filter(isOther), starts, solved.length > 0);
  return { puzzles: list && puzzlesOf(list), possible };
}

/**
 * Removes the title of a shuffled position if the text has no different position of the same size. Whatever its title
 * says, such a position could be the start or the goal.
 */
function withoutLoneTitles(all: readonly Stated[]): readonly Stated[] {
  const bySize = Map.groupBy(all, ({ position }) => sizeName(position.size));
  const lone = [...bySize.values()].filter((stated) => new Set(stated.map(({ key }) => key)).size === 1);
  const loneKeys = new Set(lone.map(([first]) => first!.key));
  return all.map((each) => (!each.isInOrder && loneKeys.has(each.key) ? { ...each, title: null } : each));
}

const distinct = (stated: readonly Stated[]): Stated[] => firstOfEach(stated, ({ key }) => key);

function firstOfEach<T>(items: readonly T[], key: (item: T) => string): T[] {
  const firsts = new Map<string, T>();
  for (const item of items) if (!firsts.has(key(item))) firsts.set(key(item), item);
  return [...firsts.values()];
}

/** Returns the different puzzles if each start in the text is followed by its goal; otherwise null. */
function pairsIn(stated: readonly Stated[]): PuzzleStated[] | null {
  const isGoal = ({ title, isInOrder }: Stated): boolean => title === 'Goal' || (isInOrder && title === null);
  const isPair = (each: Stated, i: number): boolean => isGoal(each) === (i % 2 === 1);
  if (stated.length < 4 || stated.length % 2 === 1 || !stated.every(isPair)) return null;
  const named = stated.filter(({ isNamedStart }) => isNamedStart).length;
  if (named > 0 && named < stated.length / 2) return null;
  const pairs = stated.flatMap(({ position }, i) =>
    i % 2 === 0 ? [{ start: position, goal: stated[i + 1]!.position.start }] : [],
  );
  const different = firstOfEach(pairs, ({ start, goal }) => `${keyOf(start)}:${goal.join()}`);
  return different.every(({ start, goal }) => start.start.length === goal.length) ? different : null;
}

/** Returns the first and last position of a solution. `isSolved` is true if the last one is a goal. */
function pathOf(stated: readonly Stated[]): (PuzzleStated & { isSolved: boolean }) | null {
  const isNew = ({ key }: Stated, i: number): boolean => i === 0 || key !== stated[i - 1]!.key;
  const positions = stated.filter(isNew).map(({ position }) => position);
  const last = stated.at(-1);
  if (!last || !isPath(positions)) return null;
  const isSolved = last.isInOrder || last.title === 'Goal';
  return { start: positions[0]!, goal: last.position.start, isSolved };
}

const isBlankHighest = ({ position: { blank, start } }: Stated): boolean => blank === String(start.length);

/**
 * Returns the positions of a collection: all are written in the same way, and at most a third are one move from the
 * previous one. Returns null for other positions. `isMixed` is true if some are in order and may be goals.
 */
function collectionOf(
  stated: readonly Stated[],
  starts: readonly Stated[],
  isMixed: boolean,
): readonly Stated[] | null {
  const all = isMixed ? stated : starts;
  const [first, ...rest] = all;
  if (starts.length < 2 || rest.some(({ kind }) => kind !== first!.kind)) return null;
  // If the empty space is the highest number in only some positions, the others may be faulty input in a test.
  if (new Set(starts.map(isBlankHighest)).size > 1) return null;
  const steps = rest.filter((each, i) => isPath([all[i]!.position, each.position, each.position]));
  if (steps.length > rest.length / 3) return null;
  if (!isMixed) return starts;
  const inOrder = all.filter((each) => each.isInOrder).length;
  const isList =
    first!.kind === '' ? all.length >= MIN_POSITIONS_PER_ORDERED * inOrder : first!.kind.includes('(');
  return isList ? distinct(stated) : null;
}
