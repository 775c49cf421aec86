/** Finds positions of sliding puzzles among words and single numbers, as in an exercise, a forum post or a log. */
import type { Source } from '../text.ts';
import { titleIn, type Bracketed } from './position-notations.ts';
import { blocksOf, slidingIn } from './positions.ts';
import type { TextRow } from './line-labels.ts';
import type { TextRows } from './text-rows.ts';

/** Maximum length of the text, in characters */
const MAX_SEARCH_LENGTH = 20_000;
/** Minimum number of cells of a position. Shorter runs of numbers are common in other text. */
const MIN_CELLS = 9;
/** If a block isn't a position but has at least this many rows, it is probably a table of another kind. */
const MIN_OTHER_TABLE_ROWS = 4;

/**
 * Returns the different positions in the text, each with the title given by the words before it. Returns null if the
 * text has no positions, if it is a table of another kind, or if no words are next to the rows.
 */
export function positionsAmongWords({ text }: Source, own: TextRows): Bracketed[] | null {
  if (text.length > MAX_SEARCH_LENGTH || own.skipped.length === 0) return null;
  const lines = text.split('\n');
  const found: Bracketed[] = [];
  let end = 0;
  for (const rows of blocksOf(own.rows, own.blockOf).flatMap(partsOf)) {
    const position = slidingIn(rows, null);
    if (position && position.start.length >= MIN_CELLS) {
      const title = titleIn(lines.slice(end, rows[0]!.line - 1).join('\n'), position);
      const cells = position.start.join();
      if (!found.some((each) => each.position.start.join() === cells && each.title === title))
        found.push({ position: { ...position, isAmongWords: true }, title, name: '', isNext: false });
      end = rows.at(-1)!.line;
    } else if (rows.length >= MIN_OTHER_TABLE_ROWS || rows.some(isLong)) return null;
  }
  return found.length > 0 ? found : null;
}

const isLong = ({ tokens }: TextRow): boolean => tokens.length >= MIN_CELLS;

/**
 * Returns the parts of a block to read separately: its rows if some row is long enough for a complete position, and
 * otherwise the whole block.
 */
const partsOf = (block: readonly TextRow[]): (readonly TextRow[])[] =>
  block.some(isLong) ? block.map((row) => [row]) : [block];
