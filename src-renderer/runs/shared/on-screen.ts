/** Runs shown in an open view. Their end needs no toast. */
export const runsOnScreen = new Set<number>();
