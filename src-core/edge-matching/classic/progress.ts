/**
 * Returns how much of a search tree is done, from 0 to 1, if all branches of a node are equally large. `levels`
 * gives, for each level, the number of choices already tried and the number of all choices.
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
