/** Removes the markup around rows: list markers, calls of programs, cells of LaTeX and HTML, spaced separators. */

/** Share of the lines that must have a kind of markup. */
const MOST = 0.6;
const MIN_LINES = 3;

/** Lines quoted in a mail */
const QUOTE = /^\s*>[> ]*/;
/** A comment after a row, as in C */
const LINE_COMMENT = /(?<=\S)\s+\/\/.*$/;
/** `corner: 0 0 1 2` */
const LEAD = /^\s*\p{L}[\p{L}_ -]*[:=]\s(?=[^:=]*$)/u;
/** `8 1 3 … (14 moves)` */
const REMARK = /\s\(\d* ?\p{L}{3,}\)\s*$/u;

const LIST_MARKER = /^\s*[-*•][ \t]+(?=\S)/;
const BOX_BARS = /[│┃║]/g;
const BOX_LINES = /[\u2500-\u257F]/g;
const CELL_END = /<\/t[dh]>/gi;
const TAG = /<\/?(?:table|thead|tbody|tr|td|th|br)\b[^<>]*>/gi;
const SPACED = [' / ', ' & ', ' · ', ' – ', ' — ', ' • '];
/** `A(K)`: a label with the name of its half in brackets */
const HALF_IN_BRACKETS = /(?<=[\p{L}\d])\(([\p{L}\d]{1,6})\)/gu;
const INNERMOST = /[([{]([^()[\]{}]*)[)\]}]/;

/** Returns the lines without markup. Lines stay lines. */
export function withoutMarkup(lines: readonly string[]): readonly string[] {
  let plain = lines.map((line) => line.replace(BOX_BARS, '|').replace(BOX_LINES, '-'));
  for (const mark of [QUOTE, LINE_COMMENT, REMARK]) {
    if (hasMost(plain, (line) => mark.test(line))) plain = plain.map((line) => line.replace(mark, ''));
  }
  if (hasMost(plain, (line) => LEAD.test(line) && line.trim().split(/[\s,;]+/).length > 4))
    plain = plain.map((line) => line.replace(LEAD, ''));
  if (hasMost(plain, (line) => LIST_MARKER.test(line)))
    plain = plain.map((line) => line.replace(LIST_MARKER, ''));
  if (plain.some((line) => /<t[dhr][\s>]/i.test(line)))
    plain = plain.map((line) => line.replace(CELL_END, ',').replace(TAG, ' '));
  if (hasMost(plain, (line) => / & /.test(line)))
    plain = plain.map((line) =>
      line
        .trimEnd()
        .replace(/\\hline$/, '')
        .trimEnd()
        .replace(/\\\\$/, ''),
    );
  for (const separator of SPACED) {
    if (hasMost(plain, (line) => line.split(separator).length > 2))
      plain = plain.map((line) => line.replaceAll(separator, ', '));
  }
  if (hasMost(plain, (line) => (line.match(HALF_IN_BRACKETS)?.length ?? 0) > 2))
    plain = plain.map((line) => line.replace(HALF_IN_BRACKETS, '-$1'));
  return withoutCalls(plain);
}

function hasMost(lines: readonly string[], test: (line: string) => boolean): boolean {
  const written = lines.filter((line) => line.trim() !== '');
  const marked = written.filter(test).length;
  return marked >= MIN_LINES && marked >= MOST * written.length;
}

/** Takes the arguments of calls that are the same on most lines: `tiles.add(new Tile(1, 2, 3, 4));`. */
function withoutCalls(lines: readonly string[]): readonly string[] {
  const callOf = (line: string): { name: string; inside: string } | null => {
    const found = INNERMOST.exec(line);
    if (!found || found[1]!.split(/[\s,;]+/).length < 3) return null;
    const name = line.slice(0, found.index).replace(/\d+/g, '#').trim();
    return /\p{L}/u.test(name) && /[(]/.test(name + found[0][0]!) ? { name, inside: found[1]! } : null;
  };
  const calls = lines.map(callOf);
  const [first] = calls.filter((call) => call !== null);
  if (!first || !hasMost(lines, (line) => callOf(line)?.name === first.name)) return lines;
  return lines.map((line, i) => (calls[i]?.name === first.name ? calls[i].inside : line));
}
