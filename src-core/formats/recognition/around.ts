/** Removes the text around a puzzle's rows in a program or a task description. Line numbers stay the same. */

/** Maximum length, in characters, of text that is searched for rows within a program or a task description */
const MAX_SEARCH_LENGTH = 200_000;

/** Matches the quotes around a multi-line string in Python. */
const TRIPLE_QUOTE = /"""|'''/;
/** Matches the quote that begins a multi-line string in JavaScript, Go, PHP or a shell script. */
const OPEN_QUOTE = /(?:[=(,:[]|\breturn)[ \t]*(?:String\.raw)?(["'`])(?=[^"'`]*$)/;
/** Maximum number of multi-line strings. The work grows with the number of strings times the number of lines. */
const MAX_TEXTS = 500;
/** Matches the line of a shell script or Ruby program that begins a here-document, such as `cat > puzzle.txt <<EOF`. */
const HERE_DOCUMENT = /<<[-~]?\s*["']?([A-Za-z_]\w*)["']?/;

/**
 * Returns each multi-line string and each here-document as a text in which all other lines are blank. Comments before
 * it are kept, because they may give the edge order.
 */
export function textsInShell(text: string): string[] {
  if (text.length > MAX_SEARCH_LENGTH || !/["'`]|<</.test(text)) return [];
  const texts: string[] = [];
  let kept: string[] = [];
  let end: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const inside: Inside = end === null ? opened(line) : closed(line, end);
    kept.push(inside.line);
    if (end !== null && inside.end === null) {
      if (texts.length === MAX_TEXTS) return [];
      texts.push(kept.join('\n'));
      kept = kept.map(() => '');
    }
    end = inside.end;
  }
  return end === null ? texts.filter((each) => each.trim() !== '') : [];
}

/** Matches a string of at least four words on one line, such as `"HGEC,AGBH,ABDH,BAGE"`. */
const WORDS_IN_QUOTES = /(["'`])((?:[^\s"'`,;|]{3,12}[ ,;|]{1,2}){3,}[^\s"'`,;|]{3,12})\1/g;

/** Returns the words of the only string that has words of equal length, one per line. Otherwise returns null. */
export function wordsInString(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  const lists = Array.from(text.matchAll(WORDS_IN_QUOTES), ([, , words = '']) =>
    words.split(/[ ,;|]+/),
  ).filter((words) => words.every(({ length }) => length === words[0]!.length));
  return lists.length === 1 ? lists[0]!.join('\n') : null;
}

/** Merges the results of `textsInShell` into one text, with each line in its original place. */
export function joinedTexts(texts: readonly string[]): string {
  const lines: string[] = [];
  for (const text of texts)
    for (const [at, line] of text.split('\n').entries())
      if (line !== '' || at >= lines.length) lines[at] = line;
  return lines.join('\n');
}

/**
 * The part of a line that is inside a multi-line string. `end` is the word or the quotes that will end the string, or
 * null if it has ended.
 */
interface Inside {
  readonly line: string;
  readonly end: string | null;
}

function opened(line: string): Inside {
  const quote = TRIPLE_QUOTE.exec(line);
  if (quote) return closed(line.slice(quote.index + quote[0].length).replace(/\\$/, ''), quote[0]);
  const open = OPEN_QUOTE.exec(line);
  if (open && line.split(open[1]!).length % 2 === 0)
    return { line: line.slice(open.index + open[0].length), end: open[1]! };
  const word = HERE_DOCUMENT.exec(line)?.[1];
  return { line: word === undefined && /^\s*(?:#|\/\/)/.test(line) ? line : '', end: word ?? null };
}

function closed(line: string, end: string): Inside {
  const at = /["'`]/.test(end) ? line.indexOf(end) : line.trim() === end ? 0 : -1;
  return at === -1 ? { line, end } : { line: line.slice(0, at), end: null };
}

/** Matches the beginning of a unified diff. */
const DIFF = /^--- [^\n]*\n\+\+\+ [^\n]*\n@@ -\d/m;

/** Returns the new version of the lines in a unified diff, or null for any other text. */
export function newLinesOfDiff(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !DIFF.test(text)) return null;
  const kept = text
    .split(/\r\n|\n|\r/)
    .map((line) => (/^(?:-|\+\+\+ |@@ |diff |index )/.test(line) ? '' : line.replace(/^[+ ]/, '')));
  return orNull(kept);
}

/** Match a title above a program's answer, such as `Sample Output:`, and a title above its input. */
const OUTPUT_TITLE = /^(?:(?:sample|example|expected) )?(?:output|ausgabe|salida|sortie|saída)(?: ?\d+)?$/iu;
const INPUT_TITLE = /^(?:(?:sample|example) )?(?:input|eingabe|entrada|entrée)(?: ?\d+)?$/iu;

const isTitle = (line: string, title: RegExp): boolean =>
  line.length < 40 && title.test((line.match(/[\p{L}\d]+/gu) ?? []).join(' '));

/**
 * Returns the text without its answers. An answer begins at a title such as `Sample Output` and ends before the next
 * title such as `Sample Input`. Returns null if there are no answers, or no input before the first answer.
 */
export function withoutOutput(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !/put|ausgabe|salida|sortie|saída/i.test(text)) return null;
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => isTitle(line, OUTPUT_TITLE));
  if (first === -1 || !lines.slice(0, first).some((line) => isTitle(line, INPUT_TITLE))) return null;
  let isAnswer = false;
  const kept = lines.map((line) => {
    isAnswer = isTitle(line, OUTPUT_TITLE) || (isAnswer && !isTitle(line, INPUT_TITLE));
    return isAnswer ? '' : line;
  });
  return orNull(kept);
}

const orNull = (lines: readonly string[]): string | null =>
  lines.some((line) => line.trim() !== '') ? lines.join('\n') : null;
