/** Repeats tiles that are written once with a number of copies: `A B C D x2`, `2x ABCD`, `0 1 2 3 (4)`. */
import { MAX_TILES } from '../../puzzle/puzzle.ts';

const COUNT_AFTER_LABELS = /[ \t,;](?:[x×*] ?(\d{1,3})|(\d{1,3})[x×]|\([x×]?(\d{1,3})\))$/i;
const COUNT_BEFORE_LABELS = /^(?:(\d{1,3}) ?[x×*]|\((\d{1,3})[x×]\))[ \t:]+/i;
/** Matches a number of copies that can't be a label: `(x2)` after the labels, or `2x` before them. */
const UNAMBIGUOUS_COUNT = /\([x×]\d{1,3}\)$|^\d{1,3} ?[x×][ \t]/i;
const COUNT_AMONG_LABELS = /(?:^|[ \t,;(])(?:[x×*]\d{1,3}|\d{1,3}[x×])(?=$|[ \t,;)])/i;
const SIZE_LINE = /^\d+ ?[x×] ?\d+$/;
const MAX_HEADER_LINES = 3;

/**
 * Returns the text with each tile repeated by the number of copies on its line. Returns null if these numbers are more
 * likely tile numbers or labels.
 */
export function rowsWithCopies(text: string): string | null {
  const lines = text.split('\n').map((line) => line.trim());
  const written = lines.filter((line) => line !== '');
  if (written.length < 2 || written.length > MAX_TILES || !written.slice(0, 20).some(isMarked)) return null;
  for (const pattern of [COUNT_AFTER_LABELS, COUNT_BEFORE_LABELS]) {
    const counts = lines.map((line) => countIn(pattern, line));
    const marked = counts.filter((count) => count > 0);
    const from = counts.findIndex((count) => count > 0);
    const isClear = lines.every((line, i) => counts[i] === 0 || UNAMBIGUOUS_COUNT.test(line));
    if (marked.length < (isClear ? 1 : 0.5 * written.length) || from > MAX_HEADER_LINES) continue;
    // If the numbers are all 1, they may be labels. If they are all different, they are probably tile numbers.
    if (
      (marked.every((count) => count === 1) && !isClear) ||
      (marked.length > 3 && new Set(marked).size === marked.length)
    )
      continue;
    const tiles = lines.map((line) => line.replace(pattern, ''));
    if (tiles.some((tile) => COUNT_AMONG_LABELS.test(tile) && !SIZE_LINE.test(tile))) continue;
    if (counts.reduce((sum, count) => sum + count, 0) > MAX_TILES) continue;
    return tiles
      .flatMap((tile, i) => Array<string>(i < from ? 1 : Math.max(1, counts[i]!)).fill(tile))
      .join('\n');
  }
  return null;
}

const isMarked = (line: string): boolean => COUNT_AFTER_LABELS.test(line) || COUNT_BEFORE_LABELS.test(line);

function countIn(pattern: RegExp, line: string): number {
  if (SIZE_LINE.test(line)) return 0;
  const [, ...groups] = pattern.exec(line) ?? [];
  return Number(groups.join(''));
}
