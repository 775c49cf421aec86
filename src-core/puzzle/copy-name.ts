/** What a copy of a puzzle is called; a copy of a copy is a copy of the same. */
export const copyName = (name: string): string =>
  `${name.replace(/ copy( \(\d+\))?$/, '').slice(0, 105)} copy`;
