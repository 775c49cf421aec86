/** Finds all errors in the text so that the user can fix them together. */
import { before } from '../text/trimmed.ts';
import { FormatError, quoted } from './format-error.ts';
import { formatOf } from './formats.ts';
import { readPuzzle, UnknownNotation, type Reading } from './read-puzzle.ts';
import { isProse } from './text.ts';
import type { ReadOptions } from './format.ts';

const MAX_FAULTS = 100;
/**
 * Maximum total number of characters to read, which takes about a second. The text is read again after each error, so
 * not all errors in a long text are found.
 */
const MAX_READ_CHARACTERS = 4_000_000;

/** Reads a puzzle like `readPuzzle`. If that fails, returns an error for each wrong line, in order. */
export function readWhole(
  text: string,
  options: ReadOptions & { readonly format?: string } = {},
): { reading: Reading; faults: readonly [] } | { reading: null; faults: readonly FormatError[] } {
  const faults = new Map<number, FormatError>();
  const lines = text.split(/\r\n|\n|\r/);
  const tries = Math.max(1, Math.min(MAX_FAULTS, Math.floor(MAX_READ_CHARACTERS / Math.max(1, text.length))));
  let chosen = options;
  for (let i = 0; i < tries; i++) {
    try {
      const reading = readPuzzle(i === 0 ? text : lines.join('\n'), chosen);
      if (faults.size === 0) return { reading, faults: [] };
      break;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      if (error instanceof UnknownNotation) return { reading: null, faults: faultsOf(error, lines) };
      // An error about the whole text (line 0) may go away once the wrong lines are fixed.
      if (error.line === 0 ? faults.size > 0 : faults.has(error.line)) break;
      faults.set(error.line, error);
      if (error.line === 0) break;
      if (i === 0) {
        // Choose the format now, because the text may look like another format once lines are replaced.
        const format = options.format ?? formatOf(text);
        if (format === null) break;
        chosen = { ...options, format };
      }
      lines[error.line - 1] = nearestGoodLine(lines, error.line - 1, faults);
    }
  }
  return { reading: null, faults: [...faults.values()].sort((a, b) => a.line - b.line) };
}

const faultsOf = (error: UnknownNotation, lines: readonly string[]): readonly FormatError[] =>
  (error.textKind === null || error.textKind.mayHoldTiles ? unrecognisedLines(lines) : null) ?? [error];

function unrecognisedLines(lines: readonly string[]): FormatError[] | null {
  const strangers: FormatError[] = [];
  for (const [i, line] of lines.entries()) {
    if (strangers.length === MAX_FAULTS) break;
    const said = before(line, '#').trim();
    if (said === '' || isProse(said) || formatOf(said) !== null) continue;
    strangers.push(
      new FormatError({
        line: i + 1,
        found: quoted(said),
        expected: 'the edges of one tile',
        fix: 'Correct this line, or remove it.',
      }),
    );
  }
  return strangers.length > 0
    ? [new UnknownNotation(0, 'a notation that Edgewise does not know', null), ...strangers]
    : null;
}

/** Matches a line number such as `7: `, `7) ` or `7. `. */
const LINE_NUMBER = /^\s*\d+[:).]\s+/;

function numberedAs(wrong: string, good: string): string {
  const number = LINE_NUMBER.exec(wrong)?.[0];
  return number === undefined ? good : good.replace(LINE_NUMBER, number);
}

function nearestGoodLine(
  lines: readonly string[],
  at: number,
  faults: ReadonlyMap<number, FormatError>,
): string {
  const says = (i: number): boolean => {
    const words = before(lines[i] ?? '', '#')
      .trim()
      .split(/[\s,;]+/);
    return words.length > 2 && !faults.has(i + 1);
  };
  for (let away = 1; away < lines.length; away++) {
    for (const near of [at - away, at + away]) if (says(near)) return numberedAs(lines[at]!, lines[near]!);
  }
  return '';
}
