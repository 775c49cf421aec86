/** Simplifies the notation of boards: logs of steps, Lisp lists, tables, and cells with chess coordinates. */
import { EMPTY_WORD } from './board-record.ts';

/** Matches the time at the start of a log line, such as `[12:03:10] ` or `2026-11-26T12:03:10 `. */
const LOG_TIME = /^\s*\[?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?Z?\]?\s+(?=\p{L})/u;
/** Matches the number before a step of a log, such as `Step 12: `. */
const LOG_STEP = /^\W{0,3}(?:step|move)?\s{0,3}#?\d{1,7}\s?[:.)]\s/i;
const PLACEMENT_VERB =
  /\b(?:plac(?:e|ed|es|ing)|puts?|putting|sets?|setting|add(?:s|ed|ing)?|try|tries|tried|trying|push(?:ed)?)\b.*\d/i;
const REMOVAL_VERB =
  /\b(?:remov(?:ed?|es|ing)|unplaced?|un-?set|undo|undone|backtrack\w*|retract\w*|popped|pop|takes? (?:back|off))\b/i;

/**
 * Returns the steps of a log that were not undone. Returns null if the log removes a tile other than the last one
 * placed.
 */
export function stepsLeft(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(LOG_TIME, ''));
  const left: string[] = [];
  for (const line of lines) {
    if (!REMOVAL_VERB.test(line)) {
      left.push(line);
      continue;
    }
    const numbers = numbersIn(line);
    const last = left.findLastIndex((each) => /\d/.test(each));
    // If no tile has been placed before this line, it is prose, such as “I removed the frame”.
    if (!PLACEMENT_VERB.test(left[last] ?? '')) {
      left.push(line);
      continue;
    }
    if (!` ${numbersIn(left[last] ?? '')} `.includes(` ${numbers} `) && numbers !== '') return null;
    left.splice(last, 1);
  }
  return left.join('\n');
}

const numbersIn = (line: string): string =>
  (line.replace(LOG_STEP, '').match(/[A-Za-z]?\d+/g) ?? []).join(' ');

const LISP_NAME = /^\s*\((?:setq|setf|set!|def\w{0,12})\s+[^\s()']{1,40}/;
const LISP_WORD = /\((?:list|vector|cons|quote)\s+/g;

/** Rewrites Lisp lists as one record per line. Returns other text unchanged. */
export function withoutLisp(text: string): string {
  const isLisp = LISP_NAME.test(text) || /^\s*(?:['#]\(|\[\s*[[(])|\((?:list|vector|cons)\s/.test(text);
  if (!isLisp || text.includes(',')) return text;
  return text
    .replace(LISP_NAME, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/\bnil\b/g, '(-1 0)')
    .replace(LISP_WORD, '(')
    .replace(/['#](?=\()/g, ' ')
    .replace(/(?<=\d) \. (?=\d)/g, ' ')
    .replace(/\) ?\((?=\d)/g, ')\n(');
}

const TABLE_TAG = /<t[dr]\b/i;
/** Matches the declaration before a list, such as `const solution = `, or the semicolon after the list. */
const DECLARATION = /^\s*(?:(?:const|let|var|val)\s+)?\w{1,40} ?= ?(?=[[{(])|;\s*$/g;
/** Matches the name before the cells of a row, such as `Row 2: `. */
const ROW_NAME = /^\s*(?:row|line|zeile|reihe|ligne|fila|linha|riga)\s*#?\d{1,2}\s*[:=.)-]\s*/i;
/** Matches the coordinates before the labels of a cell, such as `(0,3): `. */
const COORDINATES_PREFIX = /^ {0,8}[([]?\d{1,2} ?, ?\d{1,2}[)\]]? ?[:=] ?(?=\S)/;
/** Matches a cell of a Markdown table, such as `12 r3`. */
const TABLE_CELL = /^(\d{1,4})[ \p{L}@/:·*°]{1,6}(\d{1,3})°?$/u;
/** Matches a cell of a Markdown table with a compass letter or an arrow, such as `12N`. */
const COMPASS_CELL = /^(\d{1,4}) ?([NESW↑→↓←])$/u;
/** Matches cells with dashes between them, such as `1(1)-X-45(2)`. */
const CELLS_WITH_DASHES = /^\s*(?:\d{1,4}\(\d\)|[X.])(?:-(?:\d{1,4}\(\d\)|[X.]))+\s*$/;
/** Matches tiles with compass letters and without separators, such as `1N2E13S`. */
const JOINED_COMPASS_CELLS = /^\s*(?:\d{1,4}[NESW]){3,}\s*$/;
const TURNS_IN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:not|un-?)\s?(?:turned|rotated)\b|\bupright\b/gi, ' 0 '],
  [/\b(?:three|3)[- ]quarters?(?:[- ]turns?)?\b/gi, ' 3 '],
  [/\bhalf(?:[- ]a)?[- ]turn(?:ed)?\b|\bupside[- ]down\b/gi, ' 2 '],
  [/\b(?:a |one )?quarter(?:[- ]turn(?:ed)?)?\b/gi, ' 1 '],
];

/**
 * Simplifies the notation of a board: tables, row names, coordinates before labels, and turns given as words. Returns
 * other text unchanged.
 */
export function plainBoard(text: string): string {
  let plain = (TABLE_TAG.test(text) ? withoutTable(text) : text)
    .replace(DECLARATION, '')
    .replace(/(?<=\d) ?[/:@] ?(\d{1,3}) ?°/g, ':$1');
  for (const [words, turns] of TURNS_IN_WORDS) plain = plain.replace(words, turns);
  const lines = plain.split(/\r\n|\n|\r/);
  const written = lines.filter((line) => line.trim() !== '');
  if (written.filter((line) => ROW_NAME.test(line)).length > 1)
    return written.map((line) => cellsOfRow(line.replace(ROW_NAME, ''))).join('\n');
  if (written.every((line) => CELLS_WITH_DASHES.test(line)))
    return written.map((line) => line.replace(/(?<=[)X.])-(?=[\dX.])/g, ' ')).join('\n');
  if (written.every((line) => JOINED_COMPASS_CELLS.test(line)))
    return written.map((line) => line.replace(/(?<=[NESW])(?=\d)/g, ' ')).join('\n');
  const areLabels = written.every(
    (line) => COORDINATES_PREFIX.test(line) && line.split(/[\s,;]+/).length > 4,
  );
  if (written.length > 3 && areLabels)
    return written.map((line) => line.replace(COORDINATES_PREFIX, '')).join('\n');
  return withoutBars(written) ?? plain;
}

/** Returns the numbers in each cell of a row: `piece 3 rot 2, -, tile 12 @ 90` becomes `3:2 - 12:90`. */
const cellsOfRow = (row: string): string =>
  row
    .split(/[,;|]/)
    .map((cell) => (cell.match(/\d+/g) ?? ['-']).join(':'))
    .join(' ');

const withoutTable = (text: string): string =>
  text
    .replace(/\n/g, ' ')
    .replace(/<\/tr>/gi, '\n')
    .replace(/<t[dh]\b[^<>]*>(?:\s|&nbsp;)*(?=<)/gi, ' - ')
    .replace(/<[^<>]*>|&\w{1,8};/g, ' ');

function withoutBars(lines: readonly string[]): string | null {
  const rows = lines
    .filter((line) => /^\s*\|.*\|\s*$/.test(line) && !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const cellsOf = (row: readonly string[]): string[] =>
    row
      .map((cell) => cell.replace(TABLE_CELL, '$1:$2').replace(COMPASS_CELL, '$1$2'))
      .filter((cell) => /^(?:\d+(?::\d+|[NESW↑→↓←])|[-.·]*)$/u.test(cell));
  const cells = rows
    .map(cellsOf)
    .filter((row) => row.some((cell) => /\d./u.test(cell) && Number.isNaN(Number(cell))));
  if (cells.length < 2 || cells.length < rows.length - 1) return null;
  return cells.map((row) => row.map((cell) => cell || '-').join(' ')).join('\n');
}

/** Matches a compass letter before the number of its tile, as in `N12`. */
const COMPASS_FIRST_CELL = /^([NESW])(\d{1,4})$/;

/** Moves compass letters after the tile numbers: `N12` becomes `12N`. */
export function withCompassLast(line: string): string {
  const words = line.split(/[\s,;|]+/).filter((word) => word !== '');
  const isCell = (word: string): boolean => COMPASS_FIRST_CELL.test(word) || EMPTY_WORD.test(word);
  return words.length > 1 && words.every(isCell) && words.some((word) => COMPASS_FIRST_CELL.test(word))
    ? words.map((word) => word.replace(COMPASS_FIRST_CELL, '$2$1')).join(' ')
    : line;
}

/** Matches a tile number and its turns, as in `12N` and `7/1`. */
const TILE_WITH_TURNS = String.raw`\d{1,4}(?: ?[NESWURDLT](?![\p{L}\d])|\D{1,3}\d)`;
/** Matches a place such as `B3` before its tile. */
const CHESS_PLACE = new RegExp(
  String.raw`^\s*([A-Z])(\d{1,2})(?:\s*[:=]\s*|\s\s*)(?=${TILE_WITH_TURNS})`,
  'iu',
);
/** Matches the separator between two cells on one line, as in `B3=7/1, C3=12/0`. */
const NEXT_CHESS_PLACE = new RegExp(String.raw`[,;\s](?=[A-Z]\d{1,2}\s?[:=]?\s?${TILE_WITH_TURNS})`, 'iu');
/** Matches a tile, its turns, and then its cell: `7E@b3`. */
const CHESS_PLACE_LAST = /^(\d{1,4}(?:[NESWURDLT]|[:/]\d))\s?@\s?([A-Z]\d{1,2})$/i;

/** Rewrites places such as `B3` as two numbers before the tile, and puts each cell on its own line. */
export function withoutChessPlaces(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => {
      const words = line.split(/[,;\s]/).filter((word) => word !== '');
      if (words.length > 0 && words.every((word) => CHESS_PLACE_LAST.test(word)))
        return words.map((word) => word.replace(CHESS_PLACE_LAST, '$2 $1'));
      return CHESS_PLACE.test(line) ? line.split(NEXT_CHESS_PLACE) : [line];
    })
    .map((line) => {
      const [place, column, row] = CHESS_PLACE.exec(line) ?? [];
      if (place === undefined) return line;
      const tile = line.slice(place.length).replace(/(?<=\d)[NESWURDLT](?![\p{L}\d])/iu, ' $&');
      return `${column!.toUpperCase().charCodeAt(0) - 64} ${row!} ${tile}`;
    });
}
