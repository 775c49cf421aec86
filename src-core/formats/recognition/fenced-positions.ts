/** Finds positions of sliding puzzles in the code blocks of a Markdown text, such as a README. */
import { inRows } from '../../puzzle/rectangle.ts';
import type { Source } from '../text.ts';
import { lastSentence, titleIn } from './position-notations.ts';
import { slidingCollection, slidingIn, type SlidingText } from './positions.ts';
import { textRows } from './text-rows.ts';

/** Maximum length of the text, in characters */
const MAX_SEARCH_LENGTH = 20_000;
/** Matches a code block between fences. The second group is the code. */
export const FENCED_BLOCK = /^[ \t]*(?:```|~~~)([^\n`]*)\n([\s\S]*?)^[ \t]*(?:```|~~~)[ \t\r]*$/gm;
/** Matches the first line of a code block in a programming language, where no position is expected. */
const PROGRAM_LANGUAGE = /^[ \t]*(?:sh|bash|console|python|py|java|js|ts|cpp|c|rust|go|json)\b/i;
const MIN_CELLS = 9;
/** If a block isn't a position but has at least this many rows, it is probably a different kind of puzzle. */
const MIN_OTHER_PUZZLE_ROWS = 4;

/**
 * Returns the positions in code blocks as rows, with titles for the start and the goal. Leaves out a block that lists
 * the steps of a solution. Returns null if no block is a position, or if a block has other rows.
 */
export function positionsInFences({ text, lines }: Source): string | null {
  if (text.length > MAX_SEARCH_LENGTH || !/^[ \t]*(?:```|~~~)/m.test(text)) return null;
  const parts = new Map<string, string>();
  let end = 0;
  for (const { 0: whole, 1: language = '', 2: block = '', index } of text.matchAll(FENCED_BLOCK)) {
    const before = text.slice(end, index);
    end = index + whole.length;
    if (PROGRAM_LANGUAGE.test(language)) continue;
    const { rows, blockOf } = textRows({ text: block, lines });
    const position = slidingIn(rows, null);
    if (position && position.start.length >= MIN_CELLS) {
      const title = titleIn(lastSentence(before), position) ?? '';
      const key = position.start.join();
      if (!parts.has(key)) parts.set(key, `${title}:\n${rowsText(position)}`);
    } else if (rows.length >= MIN_OTHER_PUZZLE_ROWS) {
      const isSolution = parts.size > 0 && slidingCollection(rows, blockOf).length > 0;
      if (!isSolution) return null;
    }
  }
  return parts.size > 0 ? [...parts.values()].join('\n\n') : null;
}

const rowsText = ({ start, size }: SlidingText): string =>
  inRows(start, size.width)
    .map((row) => row.join(' '))
    .join('\n');
