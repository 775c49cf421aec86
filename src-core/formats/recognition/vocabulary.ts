/** Tells rows of labels from prose by how often words occur. */
import type { TextRow } from './line-labels.ts';
import { sideNamed } from './side-names.ts';

const NUMBER = /^[+-]?\d+$/;
/** Matches a word or symbol for the empty space of a sliding puzzle, except the digit 0 and the highest number. */
export const BLANK_SYMBOL = /^(_+|-+|-1|\.|\*|x|X|b|B|#|blank|empty|space|none|None|null|nil|□|)$/;

/** Returns whether a word is the full name of an edge, such as "top". */
export const isSideName = (text: string): boolean => text.length > 1 && sideNamed(text) !== -1;

export interface Vocabulary {
  readonly words: ReadonlyMap<string, number>;
  /** how often each word occurs within labels of several words */
  readonly parts: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, number>;
  /** the usual length of a word that consists of several labels, such as `aqXX`; 0 if there are no such words */
  readonly joined: number;
  /** Cached results of `scoreOf` */
  readonly scores: Map<string, number>;
}

const MAX_SAMPLED_CHARACTERS = 80;

export function vocabularyOf(rows: readonly (TextRow | null)[]): Vocabulary {
  const words = new Map<string, number>();
  const parts = new Map<string, number>();
  const letters = new Map<string, number>();
  const lengths = new Map<number, number>();
  const joinedWords = new Set<string>();
  const count = <Key>(counts: Map<Key, number>, key: Key): unknown =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const row of rows) {
    if (!row) continue;
    for (const { text } of [...row.tokens, ...(row.back ?? [])]) {
      count(words, text);
      if (text.includes(' ')) for (const part of text.split(' ')) count(parts, part);
    }
    const text = joinedWordOf(row);
    if (text === null || (row.tokens.length > 1 && joinedWords.has(text))) continue;
    joinedWords.add(text);
    count(lengths, text.length);
    for (const letter of text.slice(0, MAX_SAMPLED_CHARACTERS)) count(letters, letter);
  }
  const joined = [...lengths].filter(([length]) => length >= 3).sort((a, b) => b[1] - a[1])[0];
  return { words, parts, letters, joined: joined && joined[1] > 2 ? joined[0] : 0, scores: new Map() };
}

/** Matches the name of a tile with its number, such as `P7`. */
export const TILE_NAME = /^\p{L}{1,6}[_-]?\d{1,4}$/u;

/** Returns the joined labels of a row such as `7 aqXX` or `P7 aqXX`, or null for other rows. */
function joinedWordOf({ tokens }: TextRow): string | null {
  const words =
    tokens.length === 1
      ? tokens
      : tokens.filter(({ text }, i) => !NUMBER.test(text) && (i > 0 || !TILE_NAME.test(text)));
  return words.length === 1 && tokens.length <= 3 ? words[0]!.text : null;
}

/** Removes the prefix `0x` from a position of 16 cells. */
export const withoutHexPrefix = (text: string): string => text.replace(/^0x(?=[\da-f]{16}$)/i, '');

/** Returns whether a word is a small sliding position with one character per cell. */
export function isJoinedPosition(word: string): boolean {
  const text = withoutHexPrefix(word);
  const areCells =
    /^[0-8xX_.*]{9}$|^[\da-fA-F_.]{16}$/.test(text) ||
    (/^[a-x]*[._][a-x]*$/i.test(text) && [9, 16, 25].includes(text.length));
  return areCells && new Set(text.toLowerCase()).size === text.length;
}

/** Returns whether a line is labels or numbers rather than prose. */
export function isData({ tokens, back = [] }: TextRow, vocabulary: Vocabulary): boolean {
  const areShared = (text: string): boolean => {
    if (text.length !== vocabulary.joined) return false;
    const counted = Array.from(text.slice(0, MAX_SAMPLED_CHARACTERS));
    return counted.filter((letter) => vocabulary.letters.get(letter)! > 1).length > 0.5 * counted.length;
  };
  if (/^hints?:?$/i.test(tokens[0]!.text)) return false;
  if (tokens.length === 1) {
    const { text } = tokens[0]!;
    if (NUMBER.test(text) || BLANK_SYMBOL.test(text) || isJoinedPosition(text)) return true;
    return areShared(text) || (text.length === vocabulary.joined && /^\d*[xX_.*-]\d*$/.test(text));
  }
  if (tokens.some(({ text }) => isSentence(text, vocabulary))) return false;
  const word = joinedWordOf({ tokens, line: 0 });
  if (word !== null && areShared(word)) return true;
  // A row with at least four names of edges holds column titles.
  if (tokens.filter(({ text }) => isSideName(text)).length >= 4) return true;
  const score = (text: string): number => {
    const own = vocabulary.scores.get(text) ?? scoreOf(text, vocabulary);
    vocabulary.scores.set(text, own);
    return own;
  };
  const known = [...tokens, ...back].reduce((sum, { text }) => sum + score(text), 0);
  return known > 0.5 * (tokens.length + back.length);
}

/**
 * Returns whether a field is part of a sentence: it has at least three words, some of which occur in no other field.
 */
const isSentence = (text: string, { words, parts }: Vocabulary): boolean =>
  words.get(text) === 1 &&
  /\p{Ll}{2}/u.test(text) &&
  text.split(' ').length > 2 &&
  text.split(' ').some((part) => parts.get(part) === 1);

/** Returns a score from -1 (a word of prose) to 1 (a label or a number). */
function scoreOf(text: string, { words, parts }: Vocabulary): number {
  if (NUMBER.test(text) || text.length <= 1 || BLANK_SYMBOL.test(text)) return 1;
  if (/[?!]$|[a-z]\.$/.test(text) && words.get(text)! < 4) return -1;
  if (words.get(text)! >= 3 || (words.get(text)! === 2 && words.size < 40)) return 1;
  if (text.includes(' ') && text.split(' ').every((part) => parts.get(part)! >= 2)) return 1;
  return /\p{Ll}{2}|\p{Lo}{2}/u.test(text) ? 0 : 0.7;
}
