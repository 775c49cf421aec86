/**
 * Share of a search tree that is done, weighted by branching: each level, from the first tile on, gives
 * how many of its choices are behind us and how many there are.
 */
export function fractionOf(levels: Iterable<readonly [behind: number, choices: number]>): number {
  let done = 0;
  let share = 1;
  for (const [behind, choices] of levels) {
    if (choices === 0) break;
    share /= choices;
    done += share * Math.max(0, behind);
  }
  return done;
}
