/** Removes markup around rows: list markers, calls, LaTeX, HTML and wiki tables, and comments. */

/** A kind of markup is removed only if at least this fraction of the lines has it. */
const MIN_MARKED_FRACTION = 0.6;
const MIN_MARKED_LINES = 3;
const MAX_SAMPLED_LINES = 1_000;

/** Matches the quote marks at the start of an email line, such as `> > `. */
const QUOTE_MARK = /^\s*>[> ]*/;
/** Matches a C-style comment after a row. */
const LINE_COMMENT = /(?<=\S)\s+\/\/.*$/;
/** Matches a C-style comment within a line. The comment's text must begin with a space, a letter or a digit. */
const INLINE_COMMENT = /\/\*(?=[\s\p{L}\d])[^*\n]*\*\//gu;
/** Matches the opening brackets of a nested list, such as `(def tiles [[0 0 1 2]`. */
const NESTED_LIST_START = /[[({] ?[[({](?=[^[\](){}]+[\])}],?$)/;
/** Matches a name before the labels of a line, such as `corner: 0 0 1 2` or `Tile 3b: 0 0 1 2`. */
const NAME_BEFORE_LABELS = /^(?=[^:=]*\p{L})[\p{L}\p{M}\p{N}#№_ \t-]+[:=]\s(?=[^:=]*$)/u;
/** Matches a name before a list, such as `'p3': [` or `p3 => (`. */
const NAME_BEFORE_LIST = /^\s*(["']?)[\p{L}_][\p{L}\d_ .-]{0,30}\1\s*(?::|=>)\s*(?=[[({])/u;
/** Match parts of a wiki table: a line between rows, and the cell separator, as in `| 1 || 2` or `! N !! E`. */
const WIKI_RULE = /^(?:\{\||\|[-}]).*$/;
const WIKI_CELL = /\|\||!!|^!/g;
/** Matches a bold word in Markdown, such as `**8**`. */
const BOLD_WORD = /\*\*([^*\s]{1,20})\*\*/g;
/** Matches a remark at the end of a line, such as `8 1 3 … (14 moves)`. */
const FINAL_REMARK = /\s\(\d* ?\p{L}{3,}\)\s*$/u;

const LIST_MARKER = /^\s*[-*•][ \t]+(?=\S)/;
const BOX_BARS = /[│┃║┆┊╎]/g;
const BOX_LINES = /[\u2500-\u257F]/g;
const CELL_END = /<\/t[dh]>/gi;
const TAG = /<\/?(?:table|thead|tbody|tr|td|th|br|ul|ol|li|dl|dt|dd|p|pre|code|div|span|b|strong)\b[^<>]*>/gi;
const SPACED_SEPARATORS = [' / ', ' & ', ' · ', ' – ', ' — ', ' • ', ' - '];
/** Matches the arguments after the last row of a matrix, such as `), ncol = 4, byrow = TRUE)`. */
const KEYWORD_ARGUMENTS = /\)\s*,\s*[a-z_.]+\s*=[^=].*$/i;
/** Matches three or more emoji without spaces between them. */
const PICTOGRAMS = /\p{Emoji_Presentation}{3,}/gu;
/** Matches an SQL statement that contains no rows. */
const SQL_STATEMENT =
  /^\s*(?:CREATE|DROP|ALTER|BEGIN|COMMIT|USE|SET|DELETE|TRUNCATE|SELECT|LOCK|UNLOCK)\b.*$/i;
/** Matches a command before the labels of a line, such as `DATA 0,0,1,2` or `100 DATA 0,0,1,2`. */
const LINE_COMMAND = /^\s*(?:\d+\s+)?(\p{L}{2,})\s+(?=\S+\s*[,;])/u;
/** Matches a line that is an XML element, such as `<piece id="3">1 2 3 4</piece>`. */
const LINE_ELEMENT = /^\s*<(\w+)\b[^<>]*>([^<>]*)<\/\w+>\s*$/;
/** Matches a full stop at the end of a line of labels. A dot directly after a comma is a label instead. */
const FULL_STOP = /(?<=,.{0,60}[\p{L}\d]) ?\.\s*$/u;
/** Matches the mark of a continued line in MATLAB, Fortran, Python or C. */
const CONTINUATION_MARK = /(?<=[\s,;]|\d)(?:\.\.\.|&|(?<!\\)\\)\s*$/;
const LEADING_COMMA = /^\s*[,;]\s*(?=\S)/;
/** Matches a label followed by its half in brackets, such as `A(K)`. */
const HALF_IN_BRACKETS = /(?<=[\p{L}\d])\(([\p{L}\d]{1,6})\)/gu;
const INNERMOST_BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g;
/** Matches a label and its half in brackets, such as `('fish', 1)` or `(FISH, HEAD)`. */
const LABEL_AND_HALF = /[([{]\s*["']?([^\s"',;()[\]{}]+)["']?\s*,\s*["']?([^\s"',;()[\]{}]+)["']?\s*[)\]}]/g;
/** Matches a name before brackets, such as `new Side(`. */
const CALLED_NAME = /\b(?:new )?\w{1,40}(?=\()/g;
const LABELS_PER_TILE = { least: 3, most: 6 };

/** Returns whether a line ends with a remark in brackets, such as `(14 moves)`. */
export const hasRemark = (line: string): boolean => FINAL_REMARK.test(line);

const NUMBERS_LINE = /^\s*(?:\d[\d\s,;]*)?$/;

/** Returns the lines without markup. The number of lines stays the same. */
export function withoutMarkup(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => NUMBERS_LINE.test(line))) return lines;
  const isSql = lines.some((line) => /^\s*INSERT INTO\b/i.test(line));
  let plain: readonly string[] = lines.map((line) =>
    (isSql ? line.replace(SQL_STATEMENT, '') : line)
      .replace(BOX_BARS, '|')
      .replace(BOX_LINES, '-')
      .replace(KEYWORD_ARGUMENTS, ')')
      .replace(PICTOGRAMS, (run) => Array.from(run).join(' ')),
  );
  plain = withoutDimacs(plain.map(withoutCodeBefore));
  if (hasMost(plain, (line) => LINE_ELEMENT.test(line)))
    plain = plain.map((line) => line.replace(LINE_ELEMENT, '$2'));
  plain = plain.map((line) =>
    line.replace(INLINE_COMMENT, (comment) => ' '.repeat(comment.length)).replace(LINE_COMMENT, ''),
  );
  plain = withoutQuotes(plain);
  for (const mark of [CONTINUATION_MARK, FINAL_REMARK, LEADING_COMMA, FULL_STOP]) {
    if (hasMost(plain, (line) => mark.test(line))) plain = plain.map((line) => line.replace(mark, ''));
  }
  if (hasMost(plain, (line) => NAME_BEFORE_LABELS.test(line) && line.trim().split(/[\s,;/.|-]+/).length > 4))
    plain = plain.map((line) => line.replace(NAME_BEFORE_LABELS, ''));
  if (hasMost(plain, (line) => NAME_BEFORE_LIST.test(line)))
    plain = plain.map((line) => line.replace(NAME_BEFORE_LIST, ''));
  plain = withoutTableMarks(plain);
  if (hasMost(plain, (line) => LIST_MARKER.test(line)))
    plain = plain.map((line) => line.replace(LIST_MARKER, ''));
  if (plain.some((line) => /<(?:t[dhr]|li|dd|pre|code|p|div)[\s>]/i.test(line)))
    plain = plain.map((line) => line.replace(CELL_END, ',').replace(TAG, ' '));
  if (hasMost(plain, (line) => / & /.test(line)))
    plain = plain.map((line) =>
      line
        .trimEnd()
        .replace(/\\hline$/, '')
        .trimEnd()
        .replace(/\\\\$/, ''),
    );
  plain = withoutCommand(plain);
  for (const separator of SPACED_SEPARATORS) {
    if (hasMost(plain, (line) => line.split(separator).length > 2))
      plain = plain.map((line) => line.replaceAll(separator, ', '));
  }
  if (hasMost(plain, (line) => (line.match(HALF_IN_BRACKETS)?.length ?? 0) > 2))
    plain = plain.map((line) => line.replace(HALF_IN_BRACKETS, '-$1'));
  if (hasMost(plain, (line) => isTile(line.match(LABEL_AND_HALF)?.length ?? 0)))
    plain = plain.map(withJoinedPairs);
  return withoutCalls(plain);
}

const QUOTE_MARK_AS_LABEL = /(?:^|[\s,;|])>(?:[\s,;|]|$)/;

/** Removes email quote marks, even if only part of the email is quoted. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const bare = lines.map((line) => line.replace(QUOTE_MARK, ''));
  const quoted = lines.filter((line, i) => line !== bare[i]).length;
  return quoted >= MIN_MARKED_LINES && !bare.some((line) => QUOTE_MARK_AS_LABEL.test(line)) ? bare : lines;
}

function withoutCodeBefore(line: string): string {
  const at = line.trimEnd().search(NESTED_LIST_START);
  const code = line.slice(0, Math.max(0, at));
  if (
    !/\p{L}/u.test(code) ||
    /[:=]/.test(code) ||
    line.slice(at).split(/[\s,;]+/).length < LABELS_PER_TILE.least
  )
    return line;
  return ' '.repeat(at) + line.slice(at);
}

function withoutTableMarks(lines: readonly string[]): readonly string[] {
  const plain = hasMost(lines, (line) => line.search(BOLD_WORD) !== -1)
    ? lines.map((line) => line.replace(BOLD_WORD, '$1'))
    : lines;
  const isWiki = plain.some((line) => /^(?:\{\||\|\|.*\|\|\s*$)/.test(line));
  return isWiki ? plain.map((line) => line.replace(WIKI_RULE, '').replace(WIKI_CELL, '|')) : plain;
}

/** Matches the problem line of a DIMACS file, such as `p em 4 4 5`. */
const DIMACS_PROBLEM_LINE = /^p\s+[a-z]\w*\s+(?=\d)/;

/** Removes the letters at the start of DIMACS lines: `c …`, `p em 4 4`, `t 0 0 1 2`. */
function withoutDimacs(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => DIMACS_PROBLEM_LINE.test(line));
  const letter = at === -1 ? undefined : /^([a-z]) /.exec(lines.slice(at + 1).find(isWritten) ?? '')?.[1];
  if (letter === undefined || !hasMost(lines.slice(at + 1), (line) => line.startsWith(`${letter} `)))
    return lines;
  return lines.map((line, i) => {
    if (i === at) return line.replace(DIMACS_PROBLEM_LINE, '');
    if (/^c(?: |$)/.test(line)) return '';
    return line.startsWith(`${letter} `) ? line.slice(2) : line;
  });
}

const isWritten = (line: string): boolean => line.trim() !== '';

function withoutCommand(lines: readonly string[]): readonly string[] {
  const wordOf = (line: string): string | undefined => {
    const [start = '', word] = LINE_COMMAND.exec(line) ?? [];
    return word !== undefined && !line.slice(start.length).includes(word) ? word : undefined;
  };
  const word = lines
    .slice(0, MAX_SAMPLED_LINES)
    .map(wordOf)
    .find((each) => each !== undefined);
  if (word === undefined || !hasMost(lines, (line) => wordOf(line) === word)) return [...lines];
  return lines.map((line) => (wordOf(line) === word ? line.replace(LINE_COMMAND, '') : line));
}

const isTile = (labels: number): boolean => labels >= LABELS_PER_TILE.least && labels <= LABELS_PER_TILE.most;

/** Returns the text with each label joined to the half that follows it: `('fish', 1)` becomes `fish-1`. */
export const withJoinedPairs = (text: string): string =>
  text.replace(CALLED_NAME, '').replace(LABEL_AND_HALF, ' $1-$2 ');

function hasMost(lines: readonly string[], test: (line: string) => boolean): boolean {
  const written: string[] = [];
  for (let i = 0; i < lines.length && written.length < MAX_SAMPLED_LINES; i++) {
    if (lines[i]!.trim() !== '') written.push(lines[i]!);
  }
  const marked = written.filter(test).length;
  return marked >= MIN_MARKED_LINES && marked >= MIN_MARKED_FRACTION * written.length;
}

/** Removes calls around the labels: `tiles.add(new Tile(1, 2, 3, 4));` */
function withoutCalls(lines: readonly string[]): readonly string[] {
  const callOf = (line: string): { name: string; inside: string } | null => {
    const found = Array.from(line.matchAll(INNERMOST_BRACKETS)).findLast(
      ([, inside = '']) => inside.split(/[\s,;]+/).length >= LABELS_PER_TILE.least,
    );
    if (!found) return null;
    const name = line.slice(0, found.index).replace(/\d+/g, '#').trim();
    return /\p{L}/u.test(name) && /[(]/.test(name + found[0][0]!) ? { name, inside: found[1]! } : null;
  };
  const names = lines.slice(0, MAX_SAMPLED_LINES).flatMap((line) => callOf(line)?.name ?? []);
  // The first calls may be declarations, so the calls around the rows may have any of the first three names.
  const name = names
    .slice(0, 3)
    .find((each) => names.filter((other) => other === each).length >= MIN_MARKED_LINES);
  if (name === undefined || !hasMost(lines, (line) => callOf(line)?.name === name)) return lines;
  return lines.map((line) => {
    const call = callOf(line);
    return call?.name === name ? call.inside : line;
  });
}
