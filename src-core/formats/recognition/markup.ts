/** Removes markup around rows: list markers, calls, tables of LaTeX, HTML and wikis, comments. */

/** A kind of markup is removed only if at least this fraction of the lines has it. */
const MOST = 0.6;
const MIN_LINES = 3;
const MAX_SAMPLED = 1_000;

/** Pattern: the marks of quoted text in an email at the start of a line, `> > ` */
const QUOTE = /^\s*>[> ]*/;
/** Pattern: a comment after a row, as in C */
const LINE_COMMENT = /(?<=\S)\s+\/\/.*$/;
/** Pattern: a comment within a line, as in C, whose first sign is followed by a blank, a letter or a digit */
const INLINE_COMMENT = /\/\*(?=[\s\p{L}\d])[^*\n]*\*\//gu;
/** Pattern: the start of a list of lists, `(def tiles [[0 0 1 2]` */
const LIST_BEGINS = /[[({] ?[[({](?=[^[\](){}]+[\])}],?$)/;
/** Pattern: a name before the labels of a line, `corner: 0 0 1 2` or `Tile 3b: 0 0 1 2` */
const LEAD = /^(?=[^:=]*\p{L})[\p{L}\p{M}\p{N}#№_ \t-]+[:=]\s(?=[^:=]*$)/u;
/** Pattern: a name before a list, `'p3': [` or `p3 => (` */
const NAME_OF_LIST = /^\s*(["']?)[\p{L}_][\p{L}\d_ .-]{0,30}\1\s*(?::|=>)\s*(?=[[({])/u;
/** Patterns for tables in a wiki: a line between rows, and a separator of cells, as in `| 1 || 2` or `! N !! E` */
const WIKI_RULE = /^(?:\{\||\|[-}]).*$/;
const WIKI_CELL = /\|\||!!|^!/g;
/** Pattern: a word in bold in Markdown, `**8**` */
const BOLD = /\*\*([^*\s]{1,20})\*\*/g;
/** Pattern: a remark at the end of a line, `8 1 3 … (14 moves)` */
const REMARK = /\s\(\d* ?\p{L}{3,}\)\s*$/u;

const LIST_MARKER = /^\s*[-*•][ \t]+(?=\S)/;
const BOX_BARS = /[│┃║┆┊╎]/g;
const BOX_LINES = /[\u2500-\u257F]/g;
const CELL_END = /<\/t[dh]>/gi;
const TAG = /<\/?(?:table|thead|tbody|tr|td|th|br|ul|ol|li|dl|dt|dd|p|pre|code|div|span|b|strong)\b[^<>]*>/gi;
const SPACED = [' / ', ' & ', ' · ', ' – ', ' — ', ' • ', ' - '];
/** Pattern: arguments after the last row of a matrix, `), ncol = 4, byrow = TRUE)` */
const KEYWORD_ARGUMENTS = /\)\s*,\s*[a-z_.]+\s*=[^=].*$/i;
/** Pattern: emoji without blanks between them */
const PICTOGRAMS = /\p{Emoji_Presentation}{3,}/gu;
/** Pattern: an SQL statement that contains no rows */
const SQL_STATEMENT =
  /^\s*(?:CREATE|DROP|ALTER|BEGIN|COMMIT|USE|SET|DELETE|TRUNCATE|SELECT|LOCK|UNLOCK)\b.*$/i;
/** Pattern: a command before the labels of a line, `DATA 0,0,1,2` or `100 DATA 0,0,1,2` */
const COMMAND = /^\s*(?:\d+\s+)?(\p{L}{2,})\s+(?=\S+\s*[,;])/u;
/** Pattern: a line that is an element of XML, `<piece id="3">1 2 3 4</piece>` */
const ELEMENT = /^\s*<(\w+)\b[^<>]*>([^<>]*)<\/\w+>\s*$/;
/** Pattern: a full stop at the end of a line of labels. A dot directly after a comma would be a label. */
const FULL_STOP = /(?<=,.{0,60}[\p{L}\d]) ?\.\s*$/u;
/** Pattern: the mark of a continued line in MATLAB, Fortran, Python or C */
const CONTINUED = /(?<=[\s,;]|\d)(?:\.\.\.|&|(?<!\\)\\)\s*$/;
const LEADING_COMMA = /^\s*[,;]\s*(?=\S)/;
/** Pattern: a label followed by its half in brackets, `A(K)` */
const HALF_IN_BRACKETS = /(?<=[\p{L}\d])\(([\p{L}\d]{1,6})\)/gu;
const INNERMOST = /[([{]([^()[\]{}]*)[)\]}]/g;
/** Pattern: a label and its half in brackets, `('fish', 1)` or `(FISH, HEAD)` */
const PAIR = /[([{]\s*["']?([^\s"',;()[\]{}]+)["']?\s*,\s*["']?([^\s"',;()[\]{}]+)["']?\s*[)\]}]/g;
/** Pattern: a name before brackets, `new Side(` */
const CALLED = /\b(?:new )?\w{1,40}(?=\()/g;
const SIDES = { least: 3, most: 6 };

/** Returns whether a line ends with a remark in brackets, such as `(14 moves)`. */
export const hasRemark = (line: string): boolean => REMARK.test(line);

const NUMBERS = /^\s*(?:\d[\d\s,;]*)?$/;

/** Returns the lines without markup. Their number stays the same. */
export function withoutMarkup(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => NUMBERS.test(line))) return lines;
  const isSql = lines.some((line) => /^\s*INSERT INTO\b/i.test(line));
  let plain: readonly string[] = lines.map((line) =>
    (isSql ? line.replace(SQL_STATEMENT, '') : line)
      .replace(BOX_BARS, '|')
      .replace(BOX_LINES, '-')
      .replace(KEYWORD_ARGUMENTS, ')')
      .replace(PICTOGRAMS, (run) => Array.from(run).join(' ')),
  );
  plain = withoutDimacs(plain.map(withoutCodeBefore));
  if (hasMost(plain, (line) => ELEMENT.test(line))) plain = plain.map((line) => line.replace(ELEMENT, '$2'));
  plain = plain.map((line) =>
    line.replace(INLINE_COMMENT, (comment) => ' '.repeat(comment.length)).replace(LINE_COMMENT, ''),
  );
  plain = withoutQuotes(plain);
  for (const mark of [CONTINUED, REMARK, LEADING_COMMA, FULL_STOP]) {
    if (hasMost(plain, (line) => mark.test(line))) plain = plain.map((line) => line.replace(mark, ''));
  }
  if (hasMost(plain, (line) => LEAD.test(line) && line.trim().split(/[\s,;/.|-]+/).length > 4))
    plain = plain.map((line) => line.replace(LEAD, ''));
  if (hasMost(plain, (line) => NAME_OF_LIST.test(line)))
    plain = plain.map((line) => line.replace(NAME_OF_LIST, ''));
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
  for (const separator of SPACED) {
    if (hasMost(plain, (line) => line.split(separator).length > 2))
      plain = plain.map((line) => line.replaceAll(separator, ', '));
  }
  if (hasMost(plain, (line) => (line.match(HALF_IN_BRACKETS)?.length ?? 0) > 2))
    plain = plain.map((line) => line.replace(HALF_IN_BRACKETS, '-$1'));
  if (hasMost(plain, (line) => isTile(line.match(PAIR)?.length ?? 0))) plain = plain.map(withJoinedPairs);
  return withoutCalls(plain);
}

/** Pattern: a `>` that is a label, not the quote mark of an email */
const MARK_AS_LABEL = /(?:^|[\s,;|])>(?:[\s,;|]|$)/;

/** Removes the quote marks of an email, even if only a part of it is quoted. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const bare = lines.map((line) => line.replace(QUOTE, ''));
  const quoted = lines.filter((line, i) => line !== bare[i]).length;
  return quoted >= MIN_LINES && !bare.some((line) => MARK_AS_LABEL.test(line)) ? bare : lines;
}

function withoutCodeBefore(line: string): string {
  const at = line.trimEnd().search(LIST_BEGINS);
  const code = line.slice(0, Math.max(0, at));
  if (!/\p{L}/u.test(code) || /[:=]/.test(code) || line.slice(at).split(/[\s,;]+/).length < SIDES.least)
    return line;
  return ' '.repeat(at) + line.slice(at);
}

function withoutTableMarks(lines: readonly string[]): readonly string[] {
  const plain = hasMost(lines, (line) => line.search(BOLD) !== -1)
    ? lines.map((line) => line.replace(BOLD, '$1'))
    : lines;
  const isWiki = plain.some((line) => /^(?:\{\||\|\|.*\|\|\s*$)/.test(line));
  return isWiki ? plain.map((line) => line.replace(WIKI_RULE, '').replace(WIKI_CELL, '|')) : plain;
}

/** Pattern: a problem line of DIMACS, `p em 4 4 5` */
const PROBLEM = /^p\s+[a-z]\w*\s+(?=\d)/;

/** Removes the letters before lines of DIMACS: `c …`, `p em 4 4`, `t 0 0 1 2`. */
function withoutDimacs(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => PROBLEM.test(line));
  const letter = at === -1 ? undefined : /^([a-z]) /.exec(lines.slice(at + 1).find(isWritten) ?? '')?.[1];
  if (letter === undefined || !hasMost(lines.slice(at + 1), (line) => line.startsWith(`${letter} `)))
    return lines;
  return lines.map((line, i) => {
    if (i === at) return line.replace(PROBLEM, '');
    if (/^c(?: |$)/.test(line)) return '';
    return line.startsWith(`${letter} `) ? line.slice(2) : line;
  });
}

const isWritten = (line: string): boolean => line.trim() !== '';

function withoutCommand(lines: readonly string[]): readonly string[] {
  const wordOf = (line: string): string | undefined => {
    const [start = '', word] = COMMAND.exec(line) ?? [];
    return word !== undefined && !line.slice(start.length).includes(word) ? word : undefined;
  };
  const word = lines
    .slice(0, MAX_SAMPLED)
    .map(wordOf)
    .find((each) => each !== undefined);
  if (word === undefined || !hasMost(lines, (line) => wordOf(line) === word)) return [...lines];
  return lines.map((line) => (wordOf(line) === word ? line.replace(COMMAND, '') : line));
}

const isTile = (labels: number): boolean => labels >= SIDES.least && labels <= SIDES.most;

/** Joins a label with its half: `('fish', 1)` becomes `fish-1`. */
export const withJoinedPairs = (text: string): string => text.replace(CALLED, '').replace(PAIR, ' $1-$2 ');

function hasMost(lines: readonly string[], test: (line: string) => boolean): boolean {
  const written: string[] = [];
  for (let i = 0; i < lines.length && written.length < MAX_SAMPLED; i++) {
    if (lines[i]!.trim() !== '') written.push(lines[i]!);
  }
  const marked = written.filter(test).length;
  return marked >= MIN_LINES && marked >= MOST * written.length;
}

/** Removes calls around the labels: `tiles.add(new Tile(1, 2, 3, 4));` */
function withoutCalls(lines: readonly string[]): readonly string[] {
  const callOf = (line: string): { name: string; inside: string } | null => {
    const found = Array.from(line.matchAll(INNERMOST)).findLast(
      ([, inside = '']) => inside.split(/[\s,;]+/).length >= SIDES.least,
    );
    if (!found) return null;
    const name = line.slice(0, found.index).replace(/\d+/g, '#').trim();
    return /\p{L}/u.test(name) && /[(]/.test(name + found[0][0]!) ? { name, inside: found[1]! } : null;
  };
  const names = lines.slice(0, MAX_SAMPLED).flatMap((line) => callOf(line)?.name ?? []);
  // The first calls may be declarations, so the name of the calls around the rows is any of the first three names.
  const name = names.slice(0, 3).find((each) => names.filter((other) => other === each).length >= MIN_LINES);
  if (name === undefined || !hasMost(lines, (line) => callOf(line)?.name === name)) return lines;
  return lines.map((line) => {
    const call = callOf(line);
    return call?.name === name ? call.inside : line;
  });
}
