/**
 * Number of solutions at which a puzzle is not repaired edge by edge. Changing one or two edges never removes so many.
 */
export const TOO_MANY_SOLUTIONS = 1000;
