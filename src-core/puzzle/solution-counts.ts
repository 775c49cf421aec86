/** With at least this many solutions, changing one or two edges never removes all but one, so it isn't tried. */
export const TOO_MANY_SOLUTIONS = 1000;
