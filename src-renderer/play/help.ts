/** Names of the levels of help during play, from least to most help. */
export const helpNames = [
  ['none', 'None'],
  ['fits', 'Show cells that no tile fits'],
  ['where', 'Show where the tile in hand fits'],
  ['next', 'Place tiles for me'],
] as const;
export type Help = (typeof helpNames)[number][0];
