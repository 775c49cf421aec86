/** Runs that a view on screen follows: how they end is seen there, and need not be told. */
export const runsOnScreen = new Set<number>();
