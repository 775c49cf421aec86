/**
 * Finds tiles in texts that name their edges or put them in brackets: `N=1 E=2`, `north: 1`, `edges="1 2 3 4"`,
 * `tiles = [(1, 2, 3, 4), …]`.
 */
import { factsOf, rowsOfLists, type Scalar, type StructuredRows } from './facts.ts';

/** Maximum length of a text in characters; 4,096 tiles in XML take 400,000. */
export const MAX_KEYED = 600_000;

const SIDE =
  /(?<![\p{L}\d])(?:edge|side|colou?r)?[ _-]?(north|top|up|n|east|right|e|south|bottom|down|s|west|left|w)["']?\s*[=:]\s*["']?([^\s"',;:=<>/[\](){}]+)/giu;
const SIDE_LETTER = /(?<![\p{L}\d])([NESW])(\d+)(?![\p{L}\d])/gu;
const EDGES =
  /(?<![\p{L}\d])(?:edges|sides|labels|colou?rs|tile|piece)["']?\s*[=:]\s*(?:"([^"\n]*)"|'([^'\n]*)'|[[({]([^\])}\n]*)[\])}]|([^\n"'[({]+))/giu;
const GROUP = /[[({]([^[\](){}]*)[\])}]/g;
const QUOTED_GROUP = /"([^"\n]*)"/g;
const FIELD =
  /(?:^|[\s{,;<"'])([\p{L}_][\p{L}\d_]{0,20})["']?\s*[=:]\s*["']?(-?[\p{L}\d_]+)["']?(?=\s*(?:[,;}>\n\r]|$|\s[\p{L}_]))/giu;

/**
 * Returns the rows of a text that names each tile's edges or, if `bracketed`, puts each tile in brackets or
 * quotes. Returns null for other texts.
 */
export function keyedRows(text: string, bracketed: boolean): StructuredRows | null {
  if (text.length > MAX_KEYED) return null;
  const bare = text.replace(/^[ \t]*(?:#(?![ \t]*\d).*|\/\/.*)$/gm, '');
  const named = directedRows(bare) ?? listedRows(bare);
  const lists = named ?? (bracketed ? groupedRows(bare) : null);
  if (!lists) return null;
  // N, E, S and W are edges here, not sizes.
  const head = named && lists[0]?.[0] === 'n' ? bare.slice(0, bare.search(SIDE)) : bare;
  return { ...rowsOfLists(lists), facts: factsOf(fieldsOf(head)) };
}

const DIRECTION: Readonly<Record<string, number>> = {
  n: 0,
  t: 0,
  u: 0,
  e: 1,
  r: 1,
  s: 2,
  b: 2,
  d: 2,
  w: 3,
  l: 3,
};

/** Reads named edges, four for each tile. */
function directedRows(text: string): Scalar[][] | null {
  return inFours(text.matchAll(SIDE)) ?? inFours(text.matchAll(SIDE_LETTER));
}

function inFours(matches: Iterable<RegExpMatchArray>): Scalar[][] | null {
  const tiles: string[][] = [];
  let tile: (string | undefined)[] = [];
  for (const [, side = '', label = ''] of matches) {
    const at = DIRECTION[side.charAt(0).toLowerCase()]!;
    if (tile[at] !== undefined) return null;
    tile[at] = label;
    const labels = tile.filter((each) => each !== undefined);
    if (labels.length === 4) {
      tiles.push(labels);
      tile = [];
    }
  }
  return tile.length === 0 && tiles.length >= 2 ? [['n', 'e', 's', 'w'], ...tiles] : null;
}

/** Reads tiles from values of keys such as `edges`. */
function listedRows(text: string): Scalar[][] | null {
  const lists = Array.from(
    text.matchAll(EDGES),
    ([, double, single, brackets, bare]) => double ?? single ?? brackets ?? bare ?? '',
  );
  return evenLists(lists.map(wordsOf).filter((words) => words.length > 1));
}

/** Reads tiles from the innermost brackets or, failing that, quotes, if all have equally many labels. */
function groupedRows(text: string): Scalar[][] | null {
  for (const pattern of [GROUP, QUOTED_GROUP]) {
    const groups = Array.from(text.matchAll(pattern), ([, inside = '']) => wordsOf(inside)).filter(
      (words) => words.length >= 3,
    );
    const lists = evenLists(groups);
    if (lists) return lists;
  }
  return null;
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,;|]+/)
    .map((word) => word.replace(/^["']|["']$/g, ''))
    .filter((word) => word !== '');

function evenLists(lists: readonly string[][]): string[][] | null {
  const [first] = lists;
  if (!first || lists.length < 4 || first.length < 3 || first.length > 7) return null;
  return lists.every(({ length }) => length === first.length) ? [...lists] : null;
}

const fieldsOf = (text: string): [string, string][] =>
  Array.from(text.slice(0, 10_000).matchAll(FIELD), ([, key = '', value = '']) => [key, value]);
