import { counted } from '../text/counted.ts';
import { FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import type { Line } from './text.ts';

/** Tiles in rows of words or letters. `recognition/` reads them; there is no writer. */
export const words: Format = {
  name: 'words',
  title: 'Words or letters (red blue green yellow)',
  extension: 'txt',
  usesOptions: ['size', 'edgeOrder', 'board', 'mating', 'pairs', 'rim', 'turns'],
  recognises: ({ lines }) => (unevenRow(lines) ? 0.5 : 0),
  readPuzzle({ lines, text }) {
    const uneven = unevenRow(lines);
    if (uneven) {
      const { line, count, usual } = uneven;
      throw new FormatError({
        line: line.number,
        found: counted(count, 'label'),
        expected: `${counted(usual, 'label')}, as on the other lines`,
        fix: count < usual ? 'Add the missing edge.' : 'Write one tile per line.',
      });
    }
    throw new FormatError({
      line: lines[0]?.number ?? 1,
      found: quoted((lines[0]?.text ?? text).trim()),
      expected: 'the same number of labels on every line',
      fix: 'Write one tile per line, its edges clockwise from the top.',
    });
  },
};

/** Matches a label that is a letter or a short word, such as `R`, `red` or `B2`. */
const LABEL_PATTERN = /^\p{L}[\p{L}\d+'-]{0,7}$/u;
const SEPARATOR_PATTERN = /[\s,;]+/;
/** For each row with an unusual number of labels, at least this many rows must have the usual number. */
const MIN_EVEN_ROWS_PER_UNEVEN_ROW = 3;
/** Minimum average number of edges per label. In prose, most words occur only once. */
const MIN_EDGES_PER_LABEL = 2;
const MAX_SIDES = 6;

/**
 * Returns the first row of letters or short words whose number of labels differs from that of nearly all other rows.
 * Returns null if there is none, or if the lines are not rows of labels.
 */
function unevenRow(lines: readonly Line[]): { line: Line; count: number; usual: number } | null {
  const rows = lines.map(({ text }) => text.trim().split(SEPARATOR_PATTERN).filter(Boolean));
  const labels = rows.flat();
  if (!labels.every((label) => LABEL_PATTERN.test(label))) return null;
  if (labels.length < MIN_EDGES_PER_LABEL * new Set(labels).size) return null;
  const rowsByLength = Map.groupBy(rows, ({ length }) => length);
  const [usual = 0, even = []] = [...rowsByLength].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const isClear = even.length >= MIN_EVEN_ROWS_PER_UNEVEN_ROW * (rows.length - even.length);
  const at = rows.findIndex(({ length }) => length !== usual);
  if (at === -1 || !isClear || usual < 3 || usual > MAX_SIDES) return null;
  return { line: lines[at]!, count: rows[at]!.length, usual };
}
