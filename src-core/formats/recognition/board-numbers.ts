/** Finds a board's numbers in programs, markup and sentences, ignoring the words between them. */

/** Where to split the text into records: at lines, list items, brackets, or words such as `x_0_3_14_2` */
const RECORD_SEPARATORS = [/\r\n|\n|\r/, /^[ \t]*- /m, /[;}]|\)\s*,/, /\s(?=[A-Za-z]+_?\d)/];
/** Matches a cell in chess notation, such as `B3` or `B  3` (column 2, row 3). */
const CHESS_CELL = /(?<![\p{L}\d])([A-Z]) {0,2}(\d{1,2})(?![\p{L}\d])/gu;
const DEGREES = /(?<=\d)(?:°| deg(?:rees)?\b)/gi;
const NUMBERS_PER_RECORD = { least: 2, most: 5 };
const MIN_USUAL_FRACTION = 0.8;

/**
 * Splits the text into records in each possible way. Returns one list of records per way. A record is returned as a
 * string of its numbers, separated by spaces.
 */
export function numbersOfRecords(text: string): string[][] {
  if (!/[\p{L}[({]/u.test(text)) return [];
  return RECORD_SEPARATORS.flatMap((division) => {
    const parts = withoutChess(text.split(division));
    const found = parts
      .map((part) => part.replace(DEGREES, '').match(/\d+/g) ?? [])
      .filter(({ length }) => length >= NUMBERS_PER_RECORD.least);
    const counts = new Map<number, number>();
    for (const { length } of found) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [usual, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
    if (usual > NUMBERS_PER_RECORD.most || count < 4 || count < MIN_USUAL_FRACTION * found.length) return [];
    return [found.filter(({ length }) => length === usual).map((numbers) => numbers.join(' '))];
  });
}

/**
 * Replaces places such as `B3` with two numbers. Returns the parts unchanged if all places have the same letter,
 * because that letter is probably not a column.
 */
function withoutChess(parts: readonly string[]): readonly string[] {
  const letters = new Set(
    parts.flatMap((part) => Array.from(part.matchAll(CHESS_CELL), ([, letter]) => letter)),
  );
  if (letters.size < 2) return parts;
  return parts.map((part) =>
    part.replace(CHESS_CELL, (_, letter: string, row: string) => `${letter.charCodeAt(0) - 64} ${row}`),
  );
}

/** Returns the lists in the text, by name. Example: `tile = [3, 1, 2]; rot = array2d(1..2, 1..2, [0, 1, 3, 2]);` */
export function namedLists(text: string): Record<string, number[]> | null {
  const lists = Array.from(
    text.matchAll(/\b(\w{1,30}) ?[=:] ?(?:array\dd\([\d., ]{1,40})?\[([-\d,\s|[\]]*)\]/g),
    ([, name = '', inside = '']) => [name, (inside.match(/-?\d+/g) ?? []).map(Number)] as const,
  );
  return lists.length > 1 ? Object.fromEntries(lists) : null;
}

/** Removes the names of rows and columns around a grid of cells such as `3/1`. Returns null if there are none. */
export function withoutGridNames(lines: readonly string[]): string[] | null {
  const isCell = (word: string): boolean => /\d[:/@]\d/.test(word);
  const rows = lines
    .map((line) => line.split(/[\s,;|]+/).filter((word) => word !== ''))
    .filter((words) => words.some(isCell));
  const isNamed = ([name = '', ...cells]: readonly string[]): boolean =>
    /^\w{1,2}$/.test(name) && cells.length > 0 && cells.every((word) => isCell(word) || /^[-.]+$/.test(word));
  return rows.length > 1 && rows.every(isNamed) ? rows.map((words) => words.slice(1).join(' ')) : null;
}
