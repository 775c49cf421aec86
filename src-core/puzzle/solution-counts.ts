/**
 * If a puzzle has at least this many solutions, no edits are tried. Changing one or two edges would not remove all but
 * one of so many solutions.
 */
export const TOO_MANY_SOLUTIONS_TO_EDIT = 1000;
