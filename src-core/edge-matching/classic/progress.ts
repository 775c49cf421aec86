/**
 * Returns the fraction of a search tree that has been searched, assuming that all branches of a node are equally large.
 * `levels` gives, for each level, the number of choices tried so far and the total number of choices.
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
