/** Rewrites Fortran DATA statements as rows in brackets. */
import { inRows } from '../../puzzle/rectangle.ts';
import { bracketed, rowsByColumn } from './matrices.ts';

/**
 * Matches the mark of a continued line in Fortran: `&` at the end (free form), or a character in column 6 (fixed
 * form).
 */
const CONTINUATION_MARK = /&[ \t]*(?:!.*)?\r?\n(?:[ \t]*&)?|\n {5}[^\s0]/g;
/** Matches a comment line in Fortran, in fixed or free form. */
const COMMENT = /^(?:[Cc*]\b|[ \t]{0,40}!).*$/gm;
const DATA_STATEMENT = /^[ \t]*DATA\s([^/\n]+)\/([^/]*)\/[ \t\r]*$/gim;
/** Matches an implied loop in Fortran such as `((T(I,J),J=1,4),I=1,16)`, and captures the number of values per row. */
const INNER_LOOP = /^\(\(.*?\)\s*,\s*\w+\s*=\s*1\s*,\s*(\d+)\s*\)/;
/** Maximum length, in characters, of text in which DATA statements are rewritten */
const MAX_TEXT_LENGTH = 200_000;

/** Returns the values of the text's DATA statements as rows in brackets, or null if it has none. */
export function withRowsOfData(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH || !/^[ \t]*DATA\b[^\n]*/im.test(text) || !text.includes('/'))
    return null;
  const joined = text
    .replace(COMMENT, '')
    .replace(/\n{2,}/g, '\n')
    .replace(CONTINUATION_MARK, ' ');
  const statements = Array.from(joined.matchAll(DATA_STATEMENT), ([, target = '', list = '']) => ({
    target: target.trim(),
    values: list.split(',').flatMap(repeated),
  }));
  const [first] = statements;
  if (!first) return null;
  const rows =
    statements.length > 1
      ? statements.map(({ values }) => values)
      : rowsOfOne(first.target, first.values, text);
  return rows && commentsIn(text) + bracketed(rows);
}

/** Returns the values that a Fortran item stands for: `4*0` is four zeros. */
function repeated(value: string): string[] {
  const [, count, label] = /^\s*(\d+)\*(\S+)\s*$/.exec(value) ?? [];
  return count === undefined || Number(count) > 64
    ? [value.trim()]
    : Array<string>(Number(count)).fill(label!);
}

function rowsOfOne(target: string, values: readonly string[], text: string): string[][] | null {
  const width = Number(INNER_LOOP.exec(target)?.[1] ?? 0);
  if (width > 1 && values.length % width === 0) return inRows(values, width);
  const name = /^\w+/.exec(target)?.[0] ?? '';
  const declared = new RegExp(String.raw`\b${name}\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)`, 'i').exec(text);
  return declared ? rowsByColumn(values, Number(declared[1]), Number(declared[2])) : null;
}

/** Returns the text's comments, marked with `#`. They are kept because they can give the edge order. */
const commentsIn = (text: string): string =>
  (text.match(COMMENT) ?? []).map((line) => `# ${line.replace(/^\W*[Cc]?\b\W*/, '')}\n`).join('');
