/**
 * If a puzzle has at least this many solutions, no edits are tried, because changing one or two edges never leaves only
 * one.
 */
export const TOO_MANY_SOLUTIONS = 1000;
