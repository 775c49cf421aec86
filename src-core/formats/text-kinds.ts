/** Describes text that is not a puzzle, for error messages. */
import { gridKindOf, namedKindOf, sizedGridOf } from './grid-kinds.ts';
import { COPY_ONLY_TILES, OTHER_BEGINNINGS, OTHER_LINES, type LineKind } from './other-texts.ts';
import type { TextKind, FoundKind } from './text-kind.ts';
import { isProse, type Line, type Source } from './text.ts';

const SEPARATE_WITH_SPACES = 'If they are tiles, separate the labels with spaces.';
const CODE_LINE =
  /^\s*(?:import|from|#include|using|package|public|private|protected|static|class|struct|enum|def|function|fn|func|const|let|var|int|char|return|for|while|if|else|elif|print\w*|template|typedef|\(def\w+)\b|[{};]\s*$|\);/;
const STEP_LINE =
  /\b(?:step|mov(?:e|ed|ing)|plac(?:e|ed|ing)|put|try|trying|backtrack\w*|remov(?:e|ed|ing))\b.*\d/i;
const MOVES_LINE = /^[\s,;]*(?:(?:up|down|left|right|[udlr]+)(?:[\s,;]+|$))+$/i;

/** Notations that Edgewise doesn't read, because reading them could make it misread other notations */
const UNSUPPORTED_NOTATIONS: readonly LineKind[] = [
  {
    what: 'positions next to each other, with arrows between them',
    fix: 'Write the positions below each other, with a blank line between them.',
    line: /^[\d\s_.,|=>→⇒-]+$/,
    least: 1,
    and: (lines) =>
      lines.length > 1 && lines.some((line) => /\d[\s|]*(?:[-=]{1,3}>|[→⇒])[\s|]*[\d_.]/.test(line)),
  },
  {
    what: 'numbers in brackets after the tiles',
    fix: 'Remove the numbers if they number the tiles. If they count copies, repeat each tile that many times.',
    line: /^\s*[^\s()[\]].*[\s,;](?:\(\d{1,4}\)|\[\d{1,4}\])\s*$/,
    least: 0.8,
    and: (lines) => lines.length > 2,
  },
  {
    what: 'facts about tiles and places, as in PDDL or Prolog',
    fix: 'Write the position in rows, with 0 for the empty space.',
    line: /^\s*(?:\([a-z][\w-]* \w+(?: \w+)?\)|[a-z]\w*\(\w+(?:, ?\w+){1,2}\)\.?)\s*$/i,
    least: 0.8,
    and: (lines) => lines.length > 3,
  },
  {
    what: 'a MiniZinc array',
    fix: 'Copy only the rows of numbers, one tile per line, and paste them.',
    line: /array[12]d\(/,
    least: 0.001,
  },
  {
    what: 'lines of dashes between the labels',
    fix: 'Remove these lines, and write one tile per line.',
    line: /^\s*[-=_+|][-=_+|\s]+$/,
    least: 0.25,
    and: (lines) => lines.length > 2,
  },
];

const KINDS_BY_BEGINNING: readonly (TextKind & { readonly start: RegExp })[] = [
  { what: 'a web page', fix: COPY_ONLY_TILES, start: /^\s*<(?:!doctype|html|head|body)\b/i },
  { what: 'XML', fix: COPY_ONLY_TILES, start: /^\s*<[?\w!]/ },
  ...OTHER_BEGINNINGS,
];

/** Kinds of text that the first line alone reveals */
const KINDS_BY_FIRST_LINE: readonly (TextKind & { readonly line: RegExp })[] = [
  {
    what: 'a formula in DIMACS CNF',
    fix: 'Open the puzzle that the formula was made from.',
    line: /^p cnf \d/,
  },
  { what: 'a sudoku', fix: COPY_ONLY_TILES, line: /^[\d.]{81}$/ },
  { what: 'a picture (PNM)', fix: 'Save the picture as PNG or JPEG, and scan it.', line: /^P[1-6]$/ },
  { what: 'a 3D model (OFF)', fix: COPY_ONLY_TILES, line: /^OFF$/ },
  { what: 'a bingo card', fix: COPY_ONLY_TILES, line: /^B[\s,;|]*I[\s,;|]*N[\s,;|]*G[\s,;|]*O$/i },
];

const KINDS_BY_LINES: readonly LineKind[] = [
  {
    what: 'IP addresses',
    fix: SEPARATE_WITH_SPACES,
    line: /^\W*(?:\d{1,3}\.){3}\d{1,3}(?!\d|\.)/,
    least: 0.9,
    isSure: true,
    and: (lines) => {
      const firsts = lines.map((line) => Number(numbersIn(line)[0]));
      return firsts.some((first) => first > 99) || (new Set(firsts).size === 1 && firsts[0]! > 9);
    },
  },
  {
    what: 'IP addresses',
    fix: 'If they are tiles, give the size of the board.',
    line: /^\s*(?:192[\s,;]+168|172[\s,;]+(?:1[6-9]|2\d|3[01])|127[\s,;]+0|10[\s,;]+\d{1,3})(?:[\s,;]+\d{1,3}){2}$/,
    least: 1,
    isSure: true,
    and: (lines) => lines.some((line) => Number(numbersIn(line)[0]) > 99),
  },
  {
    what: 'dates',
    fix: COPY_ONLY_TILES,
    line: /^\W*(?:(?:19|20)\d\d-[01]\d-[0-3]\d|\d{1,2}([./])\d{1,2}\1(?:19|20)\d\d)(?!\d)/,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'version numbers',
    fix: SEPARATE_WITH_SPACES,
    line: /^\W*v?\d{1,4}(?:\.\d{1,4}){2,3}(?![\d.])/i,
    least: 0.9,
    isSure: true,
    and: (lines) => /^\W*v/i.test(lines[0]!) || areSorted(lines.map(numbersIn)),
  },
  {
    what: 'times',
    fix: COPY_ONLY_TILES,
    line: /^\W*(?:\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?(?: ?[ap]m)?(?:[\s,;>-]+|$))+/i,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'times',
    fix: SEPARATE_WITH_SPACES,
    line: /^\s*(?:(?:[01]\d|2[0-3])[0-5]\d(?:[\s,;|]+|$)){2,}$/,
    least: 1,
    isSure: true,
    // Tiles in sorted order can look like times, but they usually have only small digits.
    and: (lines) =>
      /[6-9]/.test(lines.join('')) &&
      lines.every((line) => areSorted((line.match(/\d{4}/g) ?? []).map((time) => [Number(time)]))),
  },
  {
    what: 'phone numbers',
    fix: COPY_ONLY_TILES,
    line: /^\W*(?:\+\d{1,3}[ -]?\(?\d{2,4}\)?(?:[ /-]\d{2,})+|\(0?\d{2,4}\)[ -]?\d{3,}(?:[ -]\d{2,})*|(?:\d{3}-)?\d{3}-\d{4})$/,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'hardware (MAC) addresses',
    fix: SEPARATE_WITH_SPACES,
    line: /^\W*(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\da-f])/i,
    least: 0.9,
    isSure: true,
    and: (lines) => lines.some((line) => /[a-f]/i.test(line)),
  },
  {
    what: 'coordinates',
    fix: COPY_ONLY_TILES,
    line: /^\W*-?\d{1,3}\.\d{3,}[\s,;]+-?\d{1,3}\.\d{3,}(?![\d.])/,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'colours in CSS notation',
    fix: COPY_ONLY_TILES,
    line: /^\W*(?:rgb|hsl)a?\(/i,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'a hex dump',
    fix: COPY_ONLY_TILES,
    line: /^[\da-f]{6,8}:?[ \t]+(?:(?:[\da-f]{2}){1,4}[ \t]+){7}/i,
    least: 0.6,
    isSure: true,
  },
  {
    what: 'consecutive numbers',
    fix: SEPARATE_WITH_SPACES,
    line: /^\s*[1-9]\d{2,8}$/,
    least: 1,
    isSure: true,
    and: (lines) => lines.every((line, i) => Number(line) === Number(lines[0]) + i),
  },
  {
    what: 'a chess position',
    fix: COPY_ONLY_TILES,
    line: /^\s*(?:\d\s+)?(?:[rnbqkp.][ |]?){8}\s*$/i,
    least: 0.9,
    isSure: true,
    and: (lines) => lines.length <= 10 && /[kK]/.test(lines.join('')),
  },
  {
    what: 'a chess position',
    fix: COPY_ONLY_TILES,
    line: /^(?:[rnbqkp1-8]+\/){7}[rnbqkp1-8]+(?: |$)/i,
    least: 1,
  },
  {
    what: 'a list of files',
    fix: COPY_ONLY_TILES,
    line: /^[-bcdlps](?:[-r][-w][-sStTx]){3}/,
    least: 0.6,
    isSure: true,
  },
  { what: 'a DNA sequence', fix: COPY_ONLY_TILES, line: /^[acgtun]{10,}$/i, least: 0.9, isSure: true },
  {
    what: 'a 3D model (OBJ)',
    fix: COPY_ONLY_TILES,
    line: /^\s*(?:v[nt]?|f)(?:\s+-?\d+(?:[./]\d+)*){3,}/,
    least: 0.9,
    isSure: true,
  },
  {
    what: 'sports results',
    fix: COPY_ONLY_TILES,
    line: /^\p{L}[^\d:]{2,60}\d{1,3}\s?[:–-]\s?\d{1,3}(?:\s[^\d:]*)?$/u,
    least: 0.9,
  },
  {
    what: 'moves of a sliding puzzle',
    fix: 'Give the position that the moves start from.',
    line: MOVES_LINE,
    least: 1,
    and: (lines) => lines.join('').replace(/[\s,;]/g, '').length > 3,
  },
  { what: 'a program', fix: COPY_ONLY_TILES, line: CODE_LINE, least: 0.3 },
  ...OTHER_LINES,
  {
    what: 'a log of steps',
    fix: 'Replace the log with the final board: one line for each tile, with row, column, tile and turns.',
    line: STEP_LINE,
    least: 0.6,
    and: (lines) => lines.length > 1,
  },
];

const MAX_SAMPLED_LINES = 200;
/** Minimum number of lines of a text that is refused before any format reads it */
const MIN_LINES_TO_REFUSE = 3;

/** Returns the kind of the text if it is certainly not a puzzle; otherwise null. */
export function certainKindOf({ lines }: Source): FoundKind | null {
  const [first] = lines;
  if (!first) return null;
  const begun = KINDS_BY_FIRST_LINE.find(({ line }) => line.test(first.text.trim()));
  if (begun) return { kind: begun, line: first };
  if (lines.length < MIN_LINES_TO_REFUSE) return null;
  return lineKindOf(lines, true) ?? gridKindOf(lines);
}

/** Returns the kind of a text that no format reads, or null if it is unknown. */
export function textKindOf({ text, lines }: Source): FoundKind | null {
  // `lines` is empty for text that looks like JSON.
  const start = text.slice(0, 1_000);
  const line = lines[0] ?? { text: /\S.*/.exec(start)?.[0] ?? '', number: 1 };
  if (line.text === '') return null;
  const seen = (kind: TextKind | undefined | null): FoundKind | null => (kind ? { kind, line } : null);
  const begun = KINDS_BY_BEGINNING.find((each) => each.start.test(start));
  // In a maze or a crossword, # is a wall, not the start of a comment.
  const written = start.split('\n').slice(0, lines.length);
  const raw = written.map((each, i): Line => ({ text: each.trim(), number: i + 1 }));
  return seen(begun) ?? lineKindOf(lines, false) ?? kindOf(raw, OTHER_LINES) ?? seen(proseOrTable(lines));
}

/**
 * Returns the kind of the text if it names another puzzle or is in a notation that Edgewise doesn't read; otherwise
 * null.
 */
export const notationKindOf = ({ lines }: Source): FoundKind | null =>
  namedKindOf(lines) ?? sizedGridOf(lines) ?? kindOf(lines, UNSUPPORTED_NOTATIONS);

const lineKindOf = (lines: readonly Line[], sure: boolean): FoundKind | null =>
  kindOf(lines, sure ? KINDS_BY_LINES.filter(({ isSure }) => isSure) : KINDS_BY_LINES);

function kindOf(lines: readonly Line[], kinds: readonly LineKind[]): FoundKind | null {
  const some = lines.slice(0, MAX_SAMPLED_LINES);
  for (const kind of kinds) {
    const found = some.filter(({ text }) => kind.line.test(text));
    const isMet = found.length > 0 && found.length >= kind.least * some.length;
    if (isMet && (kind.and?.(found.map(({ text }) => text)) ?? true)) return { kind, line: found[0]! };
  }
  return null;
}

function proseOrTable(lines: readonly Line[]): TextKind | null {
  const some = lines.slice(0, MAX_SAMPLED_LINES).map(({ text }) => text);
  if (some.length > 1 && some.filter(isProse).length > 0.6 * some.length)
    return { what: 'prose', fix: COPY_ONLY_TILES, mayHoldTiles: true };
  return isTable(some)
    ? {
        what: 'a table',
        fix: 'Name its columns north, east, south and west, or keep only the columns of labels.',
      }
    : null;
}

function isTable(lines: readonly string[]): boolean {
  const plain = lines.map((line) => line.trim().replaceAll(/ {2,}/g, ' '));
  return [',', ';', '\t', ' '].some((separator) => {
    const counts = new Set(plain.map((line) => line.split(separator).length));
    return lines.length > 2 && counts.size === 1 && !counts.has(1) && !counts.has(2);
  });
}

const numbersIn = (line: string): number[] => Array.from(line.match(/\d+/g) ?? [], Number).slice(0, 4);

function areSorted(lists: readonly (readonly number[])[]): boolean {
  const signs = lists.slice(1).map((list, i) => {
    const at = list.findIndex((number, j) => number !== lists[i]![j]);
    return at === -1 ? 0 : Math.sign(list[at]! - (lists[i]![at] ?? 0));
  });
  return signs.every((sign) => sign >= 0) || signs.every((sign) => sign <= 0);
}
