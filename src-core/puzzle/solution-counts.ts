/** Number of different solutions from which on a puzzle isn't repaired edge by edge: one or two edges never end so many. */
export const TOO_MANY_SOLUTIONS = 1000;
