/**
 * From this number of solutions on, a puzzle is not repaired edge by edge: changing one or two edges never removes so
 * many.
 */
export const TOO_MANY_SOLUTIONS = 1000;
