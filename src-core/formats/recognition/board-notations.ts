/** Rewrites three notations as one record per line: logs of steps, Lisp lists, and chess coordinates. */

/** The time at the start of a line of a log: `[12:03:10] `, `2026-11-26T12:03:10 ` */
const TIME = /^\s*\[?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?Z?\]?\s+(?=\p{L})/u;
/** `Step 12: ` */
const STEP = /^\W{0,3}(?:step|move)?\s{0,3}#?\d{1,7}\s?[:.)]\s/i;
const PLACES =
  /\b(?:plac(?:e|ed|es|ing)|puts?|putting|sets?|setting|add(?:s|ed|ing)?|try|tries|tried|trying|push(?:ed)?)\b.*\d/i;
const REMOVES =
  /\b(?:remov(?:ed?|es|ing)|unplaced?|un-?set|undo|undone|backtrack\w*|retract\w*|popped|pop|takes? (?:back|off))\b/i;

/**
 * Returns those steps of a log that were not undone, without their times. Returns null if the log removes a tile other
 * than the last one placed.
 */
export function stepsLeft(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(TIME, ''));
  const left: string[] = [];
  for (const line of lines) {
    if (!REMOVES.test(line)) {
      left.push(line);
      continue;
    }
    const numbers = numbersIn(line);
    const last = left.findLastIndex((each) => /\d/.test(each));
    // If no step comes before it, the line is a remark, such as “I removed the frame”.
    if (!PLACES.test(left[last] ?? '')) {
      left.push(line);
      continue;
    }
    if (!` ${numbersIn(left[last] ?? '')} `.includes(` ${numbers} `) && numbers !== '') return null;
    left.splice(last, 1);
  }
  return left.join('\n');
}

const numbersIn = (line: string): string => (line.replace(STEP, '').match(/[A-Za-z]?\d+/g) ?? []).join(' ');

const LISP_NAME = /^\s*\((?:setq|setf|set!|def\w{0,12})\s+[^\s()']{1,40}/;
const LISP_WORD = /\((?:list|vector|cons|quote)\s+/g;

/**
 * Removes quotes, dots and the variable's name from Lisp lists, and puts each record on its own line. Returns other texts
 * unchanged.
 */
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

/** Pattern: a tile and its turns */
const TILE = String.raw`\d{1,4}(?:[NESWURDLT](?![\p{L}\d])|\D{1,3}\d)`;
const CHESS_PLACE = new RegExp(String.raw`^\s*([A-Z])(\d{1,2})(?:\s*[:=]\s*|\s\s*)(?=${TILE})`, 'iu');
/** Pattern: the separator between two cells on one line, `B3=7/1, C3=12/0` */
const NEXT_CHESS_PLACE = new RegExp(String.raw`[,;\s](?=[A-Z]\d{1,2}\s?[:=]?\s?${TILE})`, 'iu');
/** `7E@b3` */
const CHESS_PLACE_LAST = /^(\d{1,4}(?:[NESWURDLT]|[:/]\d))\s?@\s?([A-Z]\d{1,2})$/i;

/** Replaces places such as `B3` before or after each tile by two numbers, each cell on its own line. */
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
