/**
 * Number of solutions from which on no edits are tried. Changes of one or two edges never reduce so many solutions to a
 * single one.
 */
export const TOO_MANY_SOLUTIONS = 1000;
