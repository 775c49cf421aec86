/** Names of a tile's edges in several languages, clockwise from the top. */
const SIDE_NAMES: readonly (readonly string[])[] = [
  ['top', 'north', 'up', 'oben', 'nord', 'haut', 'arriba', 'norte', 'sopra', 'alto', 'acima', 'boven', 'noord', 'góra', 'upp', 'верх', 'сверху', '上'],
  ['right', 'east', 'rechts', 'ost', 'droite', 'est', 'derecha', 'este', 'destra', 'direita', 'oost', 'prawo', 'höger', 'право', 'справа', '右'],
  ['bottom', 'south', 'down', 'unten', 'süd', 'bas', 'sud', 'abajo', 'sur', 'sotto', 'basso', 'abaixo', 'onder', 'zuid', 'dół', 'ner', 'низ', 'снизу', '下'],
  ['left', 'west', 'links', 'gauche', 'ouest', 'izquierda', 'oeste', 'sinistra', 'esquerda', 'ovest', 'lewo', 'vänster', 'лево', 'слева', '左'],
]; // oxfmt-ignore
const SIDE_LETTERS: readonly (readonly string[])[] = [
  ['n', 't', 'u'],
  ['e', 'r'],
  ['s', 'b', 'd'],
  ['w', 'l'],
];

/** Returns the side with this name or initial, clockwise from 0 at the top, or -1. */
export function sideNamed(name: string): number {
  const bare = name
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/^(edge|side|colou?r)(?=[a-z])|(edge|side|colou?r|label)$/g, '');
  return SIDE_NAMES.findIndex((names, side) => names.includes(bare) || SIDE_LETTERS[side]!.includes(bare));
}

/**
 * Returns a pattern for the names of edges, longest first. If `letters` is true, it also matches the initials N, E, S
 * and W.
 */
export const sidePattern = (letters: boolean): string =>
  [...SIDE_NAMES.flat(), ...(letters ? ['n', 'e', 's', 'w'] : [])]
    .sort((a, b) => b.length - a.length)
    .join('|');

const SIDE_BY_NAME = new Map(SIDE_NAMES.flatMap((names, side) => names.map((name) => [name, side] as const)));

/** Returns the side with this full name, clockwise from 0 at the top, or -1. Faster than `sideNamed`. */
export const sideOfWord = (word: string): number => SIDE_BY_NAME.get(word.toLowerCase()) ?? -1;
