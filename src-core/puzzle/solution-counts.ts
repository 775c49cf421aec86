/**
 * A puzzle with at least this many solutions is not repaired edge by edge, because changing one or two edges never
 * removes that many solutions.
 */
export const TOO_MANY_SOLUTIONS = 1000;
