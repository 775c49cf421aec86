/** Degrees of help: none; cells where nothing fits; where the tile in hand fits; the next tile on request. */
export const helps = ['none', 'fits', 'where', 'next'] as const;
export type Help = (typeof helps)[number];
