/** Reads tiles and positions in programs that assign each label by its index, such as `tiles[0].edges[2] = 'R'`. */

/** Maximum length, in characters, of text that is searched */
const MAX_SEARCH_LENGTH = 200_000;
/** Assignments are read only if they make up at least this fraction of the text. */
const MIN_FRACTION = 0.4;
const MIN_VALUES = 9;

/** Matches a value that is assigned to an element, as in `card[0].states[0][1] = 3` or `a(1, 2) := 'R'`. */
const ASSIGNMENT =
  /([\p{L}_]\w{0,40}(?:(?:\.|->)\w{1,40}|[[(] ?\d{1,4}(?: ?, ?\d{1,4})? ?[\])]){0,6}[[(] ?\d{1,4}(?: ?, ?\d{1,4})? ?[\])]) ?:?= ?('[^'\n]{0,40}'|"[^"\n]{0,40}"|-?[\p{L}\d_][\w.:]{0,40})[ \t]*(?=[;,\n\r]|$)/gu;
/** Matches a comment, which may state the order of the edges. */
const COMMENT = /^[ \t]*(?:\/\/|#)(.{3,200})$/gm;
const MAX_COMMENTS = 5;

/** The values assigned to the elements of one array */
interface Elements {
  readonly name: string;
  readonly values: Map<string, { readonly indices: readonly number[]; readonly value: string }>;
}

/**
 * Returns the tiles or positions that a program assigns label by label, with one tile or row per line. Returns null for
 * any other text.
 */
export function rowsOfIndexedValues(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !/[\])] ?:?= ?\S/.test(text)) return null;
  const arrays = arraysIn(text);
  const parts = arrays?.map(partOf) ?? [];
  if (parts.length === 0 || parts.some((part) => part === null)) return null;
  const comments = Array.from(text.matchAll(COMMENT), ([, words = '']) => `# ${words.trim()}`);
  return [...comments.slice(0, MAX_COMMENTS), ...parts].join('\n');
}

function arraysIn(text: string): Elements[] | null {
  const arrays = new Map<string, Elements>();
  let length = 0;
  for (const { 0: all, 1: path = '', 2: value = '' } of text.matchAll(ASSIGNMENT)) {
    const name = path.replace(/\d+/g, '#');
    const indices = (path.match(/\d+/g) ?? []).map(Number);
    const array = arrays.get(name) ?? { name, values: new Map() };
    if (array.values.has(indices.join())) return null;
    array.values.set(indices.join(), { indices, value: value.replace(/["']/g, '').trim() });
    arrays.set(name, array);
    length += all.replace(/\s/g, '').length;
  }
  const all = text.replace(/^[ \t]*(?:\/\/|#).*$/gm, '').replace(/\s/g, '').length;
  const large = [...arrays.values()].filter(({ values }) => values.size >= MIN_VALUES);
  return large.length > 0 && length >= MIN_FRACTION * all ? large : null;
}

/** Returns the rows of an array, or null if some of its elements are missing. */
function partOf({ name, values }: Elements): string | null {
  const items = [...values.values()];
  const columns = items[0]!.indices.map((_, at) => [...new Set(items.map(({ indices }) => indices[at]!))]);
  const varying = columns.flatMap((numbers, at) => (numbers.length > 1 ? [at] : []));
  const ranges = varying.map((at) => columns[at]!.toSorted((a, b) => a - b));
  if (ranges.length === 0 || ranges.reduce((all, { length }) => all * length, 1) !== items.length)
    return null;
  const constant = items[0]!.indices;
  const at = (...own: readonly number[]): string => {
    const indices = constant.map((index, place) => own[varying.indexOf(place)] ?? index);
    return values.get(indices.join())?.value || '_';
  };
  const [first, second, third] = ranges as [number[], number[]?, number[]?];
  if (!second) return listOf(name, first.map((i) => at(i))); // oxfmt-ignore
  const rows = first.map((i) => second.map((j) => (third ? third.map((k) => at(i, j, k)) : [at(i, j)])));
  if (!third) return titled(name, rows.map((row) => row.flat())); // oxfmt-ignore
  if (ranges.length > 3) return null;
  // The rotations of a tile may be listed too.
  return rows.every(areRotations)
    ? linesOf(rows.map(([tile]) => tile!))
    : rows.map((grid) => titled(name, grid)).join('\n\n');
}

/** If each value is a whole tile, such as `RGBY`, returns one value per line. Otherwise, returns all on one line. */
const listOf = (name: string, values: readonly string[]): string =>
  values.every((value) => /^[\p{L}\d]{3,}$/u.test(value)) ? values.join('\n') : titled(name, [values]);

const linesOf = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(' ')).join('\n');

/** Adds the array's name above a position, because the name may say that it is a start or a goal. */
function titled(name: string, rows: readonly (readonly string[])[]): string {
  const values = rows.flat();
  const isPosition =
    new Set(values).size === values.length && values.every((value) => /^\d+$|^_$/.test(value));
  const title = (name.match(/\p{L}+/gu) ?? []).join(' ');
  return isPosition ? `\n${title}:\n${linesOf(rows)}\n` : linesOf(rows);
}

const areRotations = ([first, ...rest]: readonly (readonly string[])[]): boolean => {
  const twice = `${[...first!, ...first!].join()},`;
  return rest.every((row) => row.length === first!.length && twice.includes(`${row.join()},`));
};
