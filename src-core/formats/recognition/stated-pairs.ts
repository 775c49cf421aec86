/** Finds the pairs of matching labels if the text lists the pairs or gives the sum of two matching labels. */
import type { RawLine, TextRow } from './line-labels.ts';

/** Matches words such as “add up to 9”, which give the sum of two matching labels. */
const STATED_SUM =
  /\b(?:add(?:s|ing)? (?:up )?to|sum(?:s|ming)? (?:up )?to|sum (?:is|of|equals)|summe (?:ist|von)|ergeben)\s+(?:the number )?(\d{1,3}|seven|eight|nine|ten|eleven|twelve)\b/i;
const NUMBER_WORDS = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** How many characters at the start of the text are searched for pairs of labels that match */
const SEARCH_LENGTH = 20_000;

/** Returns the sum that the text gives for two matching labels, as in “touching digits add up to 9”, or null. */
export function statedSum(text: string): number | null {
  const [, said] = STATED_SUM.exec(text.slice(0, SEARCH_LENGTH)) ?? [];
  if (said === undefined) return null;
  const word = NUMBER_WORDS.indexOf(said.toLowerCase());
  return word === -1 ? Number(said) : word + 7;
}

/** Matches words such as “a and A are different colours, not halves”. */
const STATED_SAME =
  /\bnot (?:\w+ )?halves\b|\bare (?:two |all )?different colou?rs\b|\b(?:equal|same|identical) (?:labels?|colou?rs?|letters?|numbers?|edges?) (?:must )?(?:match|touch|meet)\b/i;

/** Returns whether the text says that equal labels match. */
export const statesSame = (text: string): boolean => STATED_SAME.test(text.slice(0, SEARCH_LENGTH));

function pairsOfSum(rows: readonly TextRow[], sum: number): Pairs {
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const partner = (label: string): string => String(sum - Number(label));
  if (![...labels].every((label) => partner(label) !== label && labels.has(partner(label)))) return [];
  return [...labels].flatMap((label): Pairs =>
    Number(label) < Number(partner(label)) ? [[label, partner(label)]] : [],
  );
}

type Pairs = [string, string][];

/** Returns the two labels of a pair such as `a=b`, or an empty list for any other text. */
function pairOf(text: string): Pairs {
  const parts = text.split(/[=:/~<>–-]+/);
  return parts.length === 2 && parts[0] !== '' && parts[1] !== '' ? [[parts[0]!, parts[1]!]] : [];
}

/** Returns the pairs in a list of labels such as `1=5 2=6` or `1 5 2 6`, or null if one label is left over. */
function pairsListed(said: string): Pairs | null {
  const words = said.split(/[\s,;]+/).filter((word) => word !== '');
  const pairs = words.flatMap(pairOf);
  if (pairs.length === words.length) return pairs;
  return words.length % 2 === 0
    ? words.flatMap((word, i): Pairs => (i % 2 === 0 ? [[word, words[i + 1]!]] : []))
    : null;
}

/** Matches what stands between two labels that match: `-`, `=`, `<->` or words such as `goes with`. */
const BETWEEN_MATES =
  / ?(?:<?[-=]{1,3}>|[=:~/&+↔–—-]) ?| (?:(?:fits|matches|meets|joins|touches)(?: with)?|(?:(?:goes|pairs|mates) )?(?:with|to)|passt zu|gehört zu) /iu;
/** Matches a pair such as `(1, 6)` or `[A, B]`. */
const PAIR_IN_BRACKETS = /[([{] ?([^\s,;()[\]{}]{1,20}) ?[,;] ?([^\s,;()[\]{}]{1,20}) ?[)\]}]/g;
/** Matches what stands between two pairs. */
const BETWEEN_PAIRS = / ?[,;] ?(?:(?:and|und) )?| (?:and|und) |\. /iu;
/** Matches a sign or a word between two labels. Lines without any are not examined further. */
const POSSIBLE_PAIR = /[-=:~/&+,↔–—]|\s\p{L}{2}/u;
/** Maximum length, in characters, of a line that may list pairs */
const MAX_PAIR_LINE_LENGTH = 2_000;
/** Maximum length, in characters, of a label in a pair */
const MAX_PAIR_LABEL_LENGTH = 20;

/** Returns the pairs on a line such as `matching: 1-6, 2-7` or `A fits E`, or an empty list for any other line. */
export function pairsOnLine(line: string): Pairs {
  if (line.length > MAX_PAIR_LINE_LENGTH || !POSSIBLE_PAIR.test(line)) return [];
  const spaced = line.trim().replaceAll(/\s+/g, ' ').replaceAll(PAIR_IN_BRACKETS, '$1=$2');
  const listed = spaced.replace(/^\p{L}[\p{L} _]{3,40}(?:: ?|\bare )|\.$/gu, '');
  return pairsAmong(listed.split(BETWEEN_PAIRS)) ?? pairsAmong(listed.split(/[ ,;]+/)) ?? [];
}

function pairsAmong(texts: readonly string[]): Pairs | null {
  const pairs = texts.map(pairAt);
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

function pairAt(text: string): [string, string] | null {
  const labels = text.split(BETWEEN_MATES);
  const areLabels = labels.every((label) => /^\S+$/.test(label) && label.length <= MAX_PAIR_LABEL_LENGTH);
  return labels.length === 2 && areLabels && labels[0] !== labels[1] ? [labels[0]!, labels[1]!] : null;
}

/**
 * Moves lines that list matching labels from the rows to `fields`. Together, these lines must contain nearly every
 * label of the other rows exactly once.
 */
export function withoutPairLines(
  lines: readonly RawLine[],
  rows: (TextRow | null)[],
  fields: Map<string, string>,
): void {
  const listed = lines.map(({ text }) => pairsOnLine(text));
  const pairs = listed.flat();
  if (pairs.length < 2 || fields.has('pairs')) return;
  const others = rows.filter((row, i) => row !== null && row.tokens.length > 0 && listed[i]!.length === 0);
  if (
    !listNearlyAll(
      pairs,
      others.map((row) => withLetters(row!)),
    )
  )
    return;
  fields.set('pairs', pairs.map((pair) => pair.join('=')).join(' '));
  listed.forEach((own, i) => {
    if (own.length > 0) rows[i] = null;
  });
}

/** Splits a row that is a single word, such as `ABCD`, into letters. */
function withLetters(row: TextRow): TextRow {
  const [word] = row.tokens;
  if (row.tokens.length > 1 || word!.text.length < 3) return row;
  return { ...row, tokens: Array.from(word!.text, (text) => ({ ...word!, text })) };
}

/** Separates the tiles from the pairs of matching labels, which are in a field or in rows of two labels. */
export function withoutPairs(
  rows: readonly TextRow[],
  fields: ReadonlyMap<string, string>,
): { pairs: Pairs; rest: readonly TextRow[] } {
  const said =
    fields.get('pairs') ?? fields.get('mates') ?? fields.get('mating pairs') ?? fields.get('matching pairs');
  const sum = /^sum (\d+)$/.exec(said ?? '')?.[1];
  const listed =
    said === undefined ? null : sum === undefined ? pairsListed(said) : pairsOfSum(rows, Number(sum));
  if (listed && (sum === undefined || listed.length > 0)) return { pairs: listed, rest: rows };
  // Rows of two labels are a list of matching labels, provided that together they contain nearly every label of the
  // tiles exactly once.
  const isPair = ({ tokens }: TextRow): boolean => tokens.length === 2 && tokens[0]!.text !== tokens[1]!.text;
  const rest = rows.filter((row) => !isPair(row));
  const pairs = rows.filter(isPair).map(({ tokens }): [string, string] => [tokens[0]!.text, tokens[1]!.text]);
  // a single row of two numbers is probably a size
  return pairs.length >= 2 && rest.length >= 4 && listNearlyAll(pairs, rest)
    ? { pairs, rest }
    : { pairs: [], rest: rows };
}

/**
 * Returns whether the pairs list nearly all labels of the rows once. Returns false for a legend such as `R = red`, in
 * which only half of the words are labels.
 */
function listNearlyAll(pairs: Pairs, rows: readonly TextRow[]): boolean {
  const named = pairs.flat();
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const inLabels = named.filter((label) => labels.has(label)).length;
  return new Set(named).size === named.length && labels.size - inLabels <= 1 && inLabels > 0.5 * named.length;
}
