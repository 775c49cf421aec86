/**
 * Minimum number of solutions at which no edits are tried. Changing one or two edges never leaves a single one of so
 * many solutions.
 */
export const TOO_MANY_SOLUTIONS_TO_EDIT = 1000;
