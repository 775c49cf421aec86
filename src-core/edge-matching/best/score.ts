/** Matched joints of a full or partial board of orientations, in a view's own terms. */
import { BOTTOM, LEFT, RIGHT, TOP, type Instance } from './instance.ts';

export function matchedJoints(instance: Instance, board: ArrayLike<number>): number {
  const { width, cells, sides, mate } = instance;
  let matched = 0;
  for (let cell = 0; cell < cells; cell++) {
    const here = board[cell]!;
    if (here < 0) continue;
    const right = cell % width < width - 1 ? board[cell + 1]! : -1;
    const below = cell + width < cells ? board[cell + width]! : -1;
    if (right >= 0 && mate[sides[here * 4 + RIGHT]!] === sides[right * 4 + LEFT]) matched++;
    if (below >= 0 && mate[sides[here * 4 + BOTTOM]!] === sides[below * 4 + TOP]) matched++;
  }
  return matched;
}
