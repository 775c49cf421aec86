/** Ids of the runs shown in an open view. When one of these runs ends, no message is needed. */
export const runsOnScreen = new Set<number>();
