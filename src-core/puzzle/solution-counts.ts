/**
 * From this number of solutions on, no edits are tried, because changing one or two edges never leaves only one of so
 * many solutions.
 */
export const TOO_MANY_SOLUTIONS_TO_EDIT = 1000;
