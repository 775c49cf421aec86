/**
 * Ids of the runs that are shown in an open view. The user sees when one of these ends, so no message is needed.
 */
export const runsOnScreen = new Set<number>();
