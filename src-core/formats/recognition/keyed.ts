/**
 * Finds tiles that name each edge or are in brackets: `N=1 E=2`, `north: 1`, `edges="1 2 3 4"`, `tiles = [(1, 2, 3,
 * 4), …]`.
 */
import { isNumbersOnly } from '../text.ts';
import { factsOf, rowsOfLists, type Scalar, type StructuredRows } from './facts.ts';
import { withJoinedPairs } from './markup.ts';
import { sideNamed, sidePattern } from './side-names.ts';

/** Maximum length, in characters, of text that is searched for tiles. In XML, 4,096 tiles take 400,000. */
export const MAX_SEARCH_LENGTH = 600_000;

const SIDE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:edge|side|colou?r|tile|piece|card)(?!s["']?\s*[=:]))?[ _-]?(${sidePattern(true)})(?:[ _-]?(?:edge|side|colou?r|label|pattern|motif))?["']?\s*(?:=>|[=:])\s*["']?([^\s"',;:=<>/[\](){}]+)`,
  'giu',
);
/** Matches an edge and its label in brackets, such as `(north 0)`. */
const SIDE_IN_BRACKETS = new RegExp(String.raw`\((${sidePattern(true)})[ \t]+([^\s()]+)\)`, 'giu');
/** Matches an edge with its label in Prolog, such as `top(0)`. */
const SIDE_CALLED = new RegExp(
  String.raw`(?<![\p{L}\d])(${sidePattern(true)})\(\s*["']?([^\s"',;()]+)["']?\s*\)`,
  'giu',
);
/** Matches an edge and its label in words, such as `top red, right blue`. */
const SIDE_IN_WORDS = new RegExp(
  String.raw`(?<![\p{L}\d])(${sidePattern(false)})[ \t]+([\p{L}\d]+)(?=[ \t]*(?:[,;.|]|\r?$))`,
  'gimu',
);
/** Matches an edge and its label on a line of their own, such as `N 3`. */
const SIDE_ON_LINE = new RegExp(String.raw`^[ \t]*(${sidePattern(true)})[ \t]+(\w+)[ \t]*$`, 'gim');
/** Matches a fact with a tile, an edge and its label, such as `edge(1, n, 0)`. */
const SIDE_FACT = new RegExp(String.raw`\(\s*\w+\s*,\s*(${sidePattern(true)})\s*,\s*(\w+)\s*\)`, 'giu');
/** Match labels after the letters of their edges, as in `N1 E2 S3 W4`, `T1 R2 B3 L4` or `U1 R2 D3 L4`. */
const SIDE_LETTERS = ['NESW', 'TRBL', 'URDL'].map(
  (letters) => new RegExp(String.raw`(?<![\p{L}\d])([${letters}])(\d+)(?![\p{L}\d])`, 'gu'),
);
/**
 * Matches an edge followed by its labels on all tiles, `n = c(0, 1, 2)`, `"north": [0, 1, 2]` or `top <- list(0, 1,
 * 2)`.
 */
const SIDE_LIST = new RegExp(
  String.raw`(?<![\p{L}\d])["']?(?:(?:edge|side|colou?r|tile|piece|card)s?[ _.-]?)?(${sidePattern(true)})s?["']?\s*(?:[=:]|<-|=>)\s*(?:(?:c|list|vector|np\.array|array)\s*)?[[({]([^[\](){}]*)[\])}]`,
  'giu',
);
/** Matches edges and their labels as Lisp keyword arguments, such as `:n 0 :e 1`. */
const SIDE_KEYWORD = new RegExp(String.raw`:(${sidePattern(true)})\s+:?([^\s,():[\]{}]+)`, 'giu');
/** Match the initial of an edge and its label, such as `t: 'r'` or `u=1`. */
const SIDE_INITIALS = ['trbl', 'urdl'].map(
  (letters) =>
    new RegExp(
      String.raw`(?<![\p{L}\d])["']?([${letters}])["']?\s*(?:=>|[=:])\s*["']?([^\s"',;:=<>/[\](){}]+)`,
      'giu',
    ),
);
/** Matches a line of four edges and labels without separators, such as `N0E1S2W3`. */
const JOINED_SIDES = /^[ \t]*(?:[NTU]\d+|[ER]\d+|[SBD]\d+|[WL]\d+){4}[ \t\r]*$/gm;
const EDGES =
  /(?<![\p{L}\d])(?:edges|sides|labels|colou?rs|tile|piece)["']?\s*[=:]\s*(?:"([^"\n]*)"|'([^'\n]*)'|[[({]([^\])}\n]*)[\])}]|([^\n"'[({]+))/giu;
const GROUP = /[[({]([^[\](){}]*)[\])}]/g;
const QUOTED_GROUP = /"([^"\n]*)"/g;
/** Matches an edge as an XML element, such as `<top>1</top>`. */
const ELEMENT = /<(\w+)>([^<>\n]*)<\/\w+>/g;
/** Matches all words after the first in a label of several words. */
const LATER_WORDS = /^[ \t]+([\p{L}\d][^\n,;|=:<>"'()[\]{}]*)(?=[\n,;|"')\]}]|$)/u;
/** Minimum length of a flat list that holds the labels of all tiles */
const MIN_FLAT_LIST_LENGTH = 36;
const FIELD =
  /(?:^|[\s{,;<"'])([\p{L}_][\p{L}\d_]{0,20})["']?\s*[=:]\s*["']?(-?[\p{L}\d_]+)["']?(?=\s*(?:[,;}>\n\r]|$|\s[\p{L}_]))/giu;

/**
 * Returns the rows of text that names each tile's edges, or null for any other text. If `bracketed` is true, also
 * accepts tiles in brackets or quotes.
 */
export function keyedRows(text: string, bracketed: boolean): StructuredRows | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  // Drop comments and type declarations.
  const code = text.replace(
    /^[ \t]*(?:#(?![ \t]*\d).*|\/\/.*|\w{1,30} ::.*|(?:type|data|newtype) \p{L}[^=\n]*=.*)$/gmu,
    '',
  );
  const bare = withArrowNames((code.trim() === '' ? text : code).replace(ELEMENT, '\n$1="$2"\n'));
  const named = isNumbersOnly(bare)
    ? null
    : (columnRows(bare) ?? directedRows(withoutSizes(bare)) ?? listedRows(bare));
  const lists = named ?? (bracketed ? groupedRows(bare) : null);
  if (!lists) return null;
  // In a text that names edges by letters, `w` is west rather than the width, so facts are read only from the text
  // before the first edge.
  const head = named && lists[0]?.[0] === 'n' ? bare.slice(0, withoutSizes(bare).search(SIDE)) : bare;
  return { ...rowsOfLists(lists), facts: factsOf(fieldsOf(head)) };
}

const ARROW_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '↑': 'n', '→': 'e', '↓': 's', '←': 'w' }),
);

/** Replaces arrows with the names of the edges they point at: `↑3 →1` becomes `n=3 e=1`. */
const withArrowNames = (text: string): string =>
  /↑[^↑]*↓|↓[^↓]*↑/.test(text)
    ? text.replace(/([↑→↓←]) ?[=:]? ?(?=[\p{L}\d])/gu, (_, arrow: string) => ` ${ARROW_NAMES.get(arrow)!}=`)
    : text;

/** Returns the tiles of a data frame that has a list of labels for each of the four edges. */
function columnRows(text: string): Scalar[][] | null {
  const lists = Array.from(text.matchAll(SIDE_LIST), ([, side = '', list = '']) => ({
    side: sideNamed(side),
    words: wordsOf(list),
  }));
  const columns = [0, 1, 2, 3].map((side) => lists.find((list) => list.side === side)?.words ?? []);
  const length = columns[0]!.length;
  if (lists.length !== 4 || length < 4 || columns.some((column) => column.length !== length)) return null;
  return [['n', 'e', 's', 'w'], ...columns[0]!.map((_, i) => columns.map((column) => column[i]!))];
}

/** Blanks out the sizes, because the `w` in `w="4" h="4"` would be read as the west edge. */
const withoutSizes = (text: string): string =>
  text.replace(/(?<![\p{L}\d])w\s*[=:]\s*["']?\d+["']?[\s,;]+h\s*[=:]\s*["']?\d+["']?/iu, (size) =>
    ' '.repeat(size.length),
  );

function directedRows(written: string): Scalar[][] | null {
  const text = written.replace(JOINED_SIDES, (line) => line.replace(/(\d)(?=[A-Z])/g, '$1 '));
  const patterns = [
    SIDE,
    SIDE_IN_BRACKETS,
    SIDE_CALLED,
    SIDE_IN_WORDS,
    SIDE_ON_LINE,
    SIDE_FACT,
    SIDE_KEYWORD,
  ];
  for (const pattern of [...patterns, ...SIDE_LETTERS, ...SIDE_INITIALS]) {
    const matches = Array.from(text.matchAll(pattern));
    const tiles = inFours(matches.map(([, side = '', label = '']) => [side, label] as const));
    if (tiles && pattern === SIDE) return inFours(withWholeLabels(text, matches)) ?? tiles;
    if (tiles) return tiles;
  }
  return null;
}

function withWholeLabels(
  text: string,
  matches: readonly RegExpExecArray[],
): (readonly [side: string, label: string])[] {
  const rests = matches.map(({ index, 0: all }, i) => {
    const end = index + all.length;
    return LATER_WORDS.exec(text.slice(end, matches[i + 1]?.index))?.[1]?.trim() ?? '';
  });
  const isMost = rests.filter((rest) => rest !== '').length > 0.5 * rests.length;
  return matches.map(([, side = '', label = ''], i) => [
    side,
    isMost && rests[i] !== '' ? `${label} ${rests[i]!}` : label,
  ]);
}

function inFours(labelled: Iterable<readonly [side: string, label: string]>): Scalar[][] | null {
  const tiles: string[][] = [];
  let tile: (string | undefined)[] = [];
  for (const [side, label] of labelled) {
    const at = sideNamed(side);
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

function listedRows(text: string): Scalar[][] | null {
  const lists = Array.from(
    text.matchAll(EDGES),
    ([, double, single, brackets, bare]) => double ?? single ?? brackets ?? bare ?? '',
  );
  return evenLists(lists.map(wordsOf).filter((words) => words.length > 1));
}

function groupedRows(text: string): Scalar[][] | null {
  for (const pattern of [GROUP, QUOTED_GROUP]) {
    const groupsIn = (from: string): string[][] =>
      Array.from(from.matchAll(pattern), ([, inside = '']) => wordsOf(inside)).filter(
        (words) => words.length >= 3,
      );
    const groups = groupsIn(text);
    // A single list can hold all tiles of a puzzle.
    if (groups.length === 1 && groups[0]!.length >= MIN_FLAT_LIST_LENGTH) return groups;
    const lists = evenLists(groups) ?? evenLists(groupsIn(withJoinedPairs(text)));
    // Words such as `key: value` are not labels.
    if (lists)
      return lists.some((words) => words.every((word) => /\p{L}["']?[:=]/u.test(word))) ? null : lists;
  }
  return wordsInQuotes(text);
}

/** Returns the words of a list such as `["1297", "9131", …]`, or null if their lengths differ. */
function wordsInQuotes(text: string): Scalar[][] | null {
  const words = Array.from(text.matchAll(/(["'])([^\s"']{3,24})\1/g), ([, , word = '']) => word);
  const isEven = words.every(({ length }) => length === words[0]!.length);
  return words.length >= 4 && isEven ? words.map((word) => [word]) : null;
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
