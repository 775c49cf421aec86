/** Ids of the runs that an open view is showing. The user sees when one of them ends, so no message is needed. */
export const runsOnScreen = new Set<number>();
