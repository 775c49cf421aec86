/**
 * Rewrites matrices that list their numbers column by column, as in R, MATLAB, Julia and Fortran. Also unwraps
 * optional numbers, such as `Just 7`.
 */

/** Matches a matrix in R, such as `matrix(c(1, 2, 3, 4), nrow = 2)`. A `t(` before it transposes the matrix. */
const R_MATRIX = /(\bt\( ?)?\bmatrix\(\s?c ?\(([^()]*)\)([^()]*)\)/g;
/**
 * Matches a reshaped matrix in MATLAB or Julia, `reshape([1 2 3 4], 2, 2)`, or Fortran, `reshape((/ 1, 2, 3, 4 /), (/
 * 2, 2 /))`. A `'` after it transposes the matrix. NumPy's `np.reshape` lists numbers row by row, so it is not
 * matched.
 */
const RESHAPED_MATRIX =
  /(?<!\.)\breshape\( ?(?:\[|\(\/)([^[\]()]*)(?:\]|\/\)), ?(?:\[|\(\/)? ?(\d+)(?:, ?| )(\d+) ?(?:\]|\/\))? ?\)(\.?')?/gi;
/** Maximum length, in characters, of text in which matrices are rewritten */
const MAX_TEXT_LENGTH = 200_000;

/** Returns the text with each matrix as a list of rows in brackets, or null if it has none. */
export function withRowsOfMatrices(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH || !/\b(?:matrix|reshape)\(/i.test(text)) return null;
  const rewritten = text
    .replace(R_MATRIX, (whole, turned: string | undefined, list: string, rest: string) =>
      /\bbyrow\s*=\s*T/.test(rest) ? whole : (rowsOf(list, ...shapeIn(rest), turned !== undefined) ?? whole),
    )
    .replace(
      RESHAPED_MATRIX,
      (whole, list: string, rows: string, columns: string, turned: string | undefined) =>
        rowsOf(list, Number(rows), Number(columns), turned !== undefined) ?? whole,
    );
  return rewritten === text ? null : rewritten;
}

/** Matches a number wrapped in an optional, such as `Just 7` or `Some(7)`. */
const OPTIONAL_NUMBER = /\b(?:Just |Some\()(\d{1,3})\)?/g;

/**
 * Unwraps optional numbers: `Just 7` (Haskell) and `Some(7)` (Rust, Scala) become `7`, and a missing number becomes 0.
 * Returns null if the text has none.
 */
export function withoutOptionals(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH || !/\b(?:Just \d|Some\(\d)/.test(text)) return null;
  return text.replace(OPTIONAL_NUMBER, '$1').replace(/\b(?:Nothing|None)\b/g, '0');
}

function shapeIn(rest: string): [rows: number, columns: number] {
  const named = (name: string): number =>
    Number(new RegExp(String.raw`\b${name}\s*=\s*(\d+)`).exec(rest)?.[1] ?? 0);
  const [rows = 0, columns = 0] = rest
    .split(',')
    .filter((each) => /^\s*\d+\s*$/.test(each))
    .map(Number);
  return [named('nrow') || rows, named('ncol') || columns];
}

/** Puts the matrix on lines of its own, so that a declaration before it isn't part of the first row. */
function rowsOf(list: string, rows: number, columns: number, isTurned: boolean): string | null {
  const words = list.split(/[\s,;&]+/).filter((word) => word !== '');
  const height = rows || words.length / columns;
  const width = columns || words.length / rows;
  const lines = isTurned ? chunks(words, height, width) : rowsByColumn(words, height, width);
  return lines && `\n${bracketed(lines)}`;
}

/** Returns a list of rows in brackets, one row per line. */
export const bracketed = (rows: readonly (readonly string[])[]): string =>
  `[${rows.map((row) => `[${row.join(', ')}]`).join(',\n')}]`;

/**
 * Returns the rows of a matrix that is listed by columns, or null if the shape doesn't fit. If the columns look like
 * tiles, returns the columns instead.
 */
export function rowsByColumn(values: readonly string[], height: number, width: number): string[][] | null {
  const columns = chunks(values, height, width);
  if (!columns || (EDGES_PER_TILE.includes(height) && width > height)) return columns;
  return columns[0]!.map((_, at) => columns.map((column) => column[at]!));
}

const EDGES_PER_TILE = [3, 4, 6];

function chunks(values: readonly string[], length: number, count: number): string[][] | null {
  if (!Number.isInteger(length) || !Number.isInteger(count) || length * count !== values.length) return null;
  return Array.from({ length: count }, (_, i) => values.slice(i * length, (i + 1) * length));
}
