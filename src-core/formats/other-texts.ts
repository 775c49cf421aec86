/** Describes text that people paste by mistake, so that the error message can name it. */
import type { TextKind } from './text-kind.ts';

/** A kind of text that is recognised line by line. */
export interface LineKind extends TextKind {
  readonly line: RegExp;
  /** minimum fraction of the lines that must match `line` */
  readonly least: number;
  /** true if lines of this kind are never tiles, so the text is refused before any format reads it */
  readonly isSure?: true;
  /** a further condition, on all matching lines together */
  readonly and?: (lines: readonly string[]) => boolean;
}

export const COPY_ONLY_TILES =
  'Copy only the tiles or, for a sliding puzzle, the rows of numbers, and paste them.';

export const OTHER_BEGINNINGS: readonly (TextKind & { readonly start: RegExp })[] = [
  { what: 'a chess game (PGN)', fix: COPY_ONLY_TILES, start: /^\s*\[(?:Event|Site|White) "/ },
  { what: 'a bibliography entry', fix: COPY_ONLY_TILES, start: /^\s*@\w{3,20}\{/ },
  { what: 'a DNA sequence', fix: COPY_ONLY_TILES, start: /^>.{0,100}\n[acgtun]{4,}\s*$/im },
  { what: 'a calendar or an address book', fix: COPY_ONLY_TILES, start: /^BEGIN:V\w+/ },
  { what: 'music', fix: COPY_ONLY_TILES, start: /^X:\s*\d+\s*\n[A-Z]:/ },
  { what: 'subtitles', fix: COPY_ONLY_TILES, start: /^\d+\s*\n\d\d:\d\d:\d\d[,.]\d{3} -->/ },
  {
    what: 'encoded data (base64)',
    fix: COPY_ONLY_TILES,
    start: /^(?=[^\n]*[a-z])(?=[^\n]*[A-Z])(?=[^\n]*\d)[A-Za-z\d+/]{40,}={0,2}\s*$/,
  },
];

/** Kinds of text that are checked only after every format has failed, so that the error can name the kind. */
export const OTHER_LINES: readonly LineKind[] = [
  {
    what: 'answers to questions',
    fix: COPY_ONLY_TILES,
    line: /^\s*\d{1,3}\s?[.):]?\s+[A-Ea-e]$/,
    least: 0.9,
  },
  { what: 'a list of items', fix: COPY_ONLY_TILES, line: /^\s*(?:[-*•]|\[[ x]\])\s+\S/, least: 0.8 },
  {
    what: 'phone numbers',
    fix: COPY_ONLY_TILES,
    line: /^\p{L}.{0,40}\s\+?[\d() -]{0,12}\d{3}-\d{3,4}$/u,
    least: 0.9,
  },
  { what: 'a timetable', fix: COPY_ONLY_TILES, line: /^.{0,40}(?:\s\d{1,2}:[0-5]\d){2,}\s*$/, least: 0.7 },
  {
    what: 'playing cards',
    fix: COPY_ONLY_TILES,
    line: /^(?:[NESW]: )?(?:(?:10|[2-9TJQKA])[SHDC♠♥♦♣](?:[\s,;]+|$))+$/iu,
    least: 1,
  },
  {
    what: 'a bridge hand',
    fix: COPY_ONLY_TILES,
    line: /^[NESW]:(?:\s+[SHDC♠♥♦♣]\s*[\dAKQJTx-]+){4}$/iu,
    least: 0.5,
  },
  {
    what: 'music for guitar',
    fix: COPY_ONLY_TILES,
    line: /^[eBGDAE]?\|[-\d|hpbr/\\~x]{6,}\|?\s*$/,
    least: 0.6,
  },
  {
    what: 'a Dockerfile, a Makefile or a list of settings',
    fix: COPY_ONLY_TILES,
    line: /^(?:FROM|RUN|CMD|COPY|ADD|WORKDIR|ENTRYPOINT|EXPOSE|ENV) \S|^\t\S|^[\w.-]+\s?:(?: [\w.-]+)*$|^[A-Z_]+ ?:?= ?\S+$/,
    least: 0.7,
  },
  {
    what: 'a grid of symbols, such as a maze or a crossword',
    fix: COPY_ONLY_TILES,
    line: /^[.#*@$+_\-|OoXxSEGF ]{3,}$/,
    least: 0.9,
  },
  {
    what: 'a grid of letters, such as a crossword',
    fix: COPY_ONLY_TILES,
    line: /^[A-Z#.*]{3,}$/,
    least: 1,
    and: (lines) => lines.length > 2 && new Set(lines.map(({ length }) => length)).size === 1,
  },
];
