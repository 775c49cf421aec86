/** Writes a puzzle or board in a format, or says why the format can't hold it. */
import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { unpaintedProblem, withoutSpareBlank } from '../puzzle/unpainted.ts';
import { boardText } from './board-text.ts';
import { edgewise } from './edgewise.ts';
import { CannotWrite, FormatError } from './format-error.ts';
import type { Format, WriteOptions, WrittenPuzzle } from './format.ts';
import { formatsThat, named } from './formats.ts';
import { numeric } from './numeric.ts';
import { readPuzzles } from './read-puzzle.ts';

/** Maximum length, in characters, of text returned as one string: half the maximum length of a JavaScript string */
const MAX_WRITTEN_LENGTH = 2 ** 28;

/**
 * Writes a puzzle in the named format. Throws CannotWrite if the format can't hold the puzzle or the text is too long.
 * Also throws if the text would be read as a different puzzle, unless `lossy` is set.
 */
export function writePuzzle(given: Puzzle, format: string, options?: WriteOptions): WrittenPuzzle {
  const { puzzle, writer } = writerOf(given, format);
  if (writer.parts) return { text: joined(writer.parts(puzzle, options), format), lost: [] };
  let written = writer.writePuzzle!(puzzle, options);
  // If the rows alone would be read as a different puzzle, begin with lines such as `# board: …` that state the board
  // and the rules.
  if (
    writer === numeric &&
    puzzle.kind === 'edge-matching' &&
    !written.changed?.length &&
    !isReadAs(written.text, puzzle)
  ) {
    written = writer.writePuzzle!(puzzle, { ...options, head: true });
  }
  return expectUnchanged(written, format, options);
}

/**
 * Writes a puzzle like `writePuzzle`, but yields its text in parts, because a model can take gigabytes. May throw
 * CannotWrite after some parts.
 */
export function writeInParts(
  given: Puzzle,
  format: string,
  options?: WriteOptions,
): { readonly parts: Iterable<string>; readonly lost: readonly string[] } {
  const { puzzle, writer } = writerOf(given, format);
  if (writer.parts) return { parts: writer.parts(puzzle, options), lost: [] };
  const { text, lost } = writePuzzle(given, format, options);
  return { parts: [text], lost };
}

/**
 * Returns a sentence that says why a format can't hold a puzzle, or null if it can. This is fast, because models for
 * solvers, which can be large, are checked without writing them.
 */
export function cannotHold(given: Puzzle, format: string): string | null {
  try {
    const { puzzle, writer } = writerOf(given, format);
    if (writer.cannotHold) return writer.cannotHold(puzzle);
    expectUnchanged(writer.writePuzzle!(puzzle), format);
    return null;
  } catch (error) {
    if (error instanceof CannotWrite) return error.message;
    throw error;
  }
}

/**
 * Returns the approximate size, in bytes, of a puzzle in a format that is written in parts, or null for other formats.
 */
export function aboutBytes(given: Puzzle, format: string): number | null {
  const { puzzle, writer } = writerOf(given, format);
  return writer.about?.(puzzle) ?? null;
}

function writerOf(given: Puzzle, format: string): { puzzle: Puzzle; writer: Format } {
  const blank = format === edgewise.name ? null : unpaintedProblem(given);
  if (blank) throw new CannotWrite(`${blank.message} Only an .edgewise file can hold unpainted edges.`);
  const writer = named(format, formatsThat('writePuzzle'), 'writes puzzles');
  const refused = writer.cannotHold?.(given);
  if (refused) throw new CannotWrite(refused);
  return { puzzle: withoutSpareBlank(given), writer };
}

function expectUnchanged(written: WrittenPuzzle, format: string, options?: WriteOptions): WrittenPuzzle {
  const changed = written.changed ?? [];
  if (changed.length === 0 || options?.lossy) return { ...written, lost: [...changed, ...written.lost] };
  throw new CannotWrite(
    `${format} can't hold ${changed.join(' and ')}: the text would be read as a different puzzle. ` +
      'Use the edgewise format, or allow the change (--lossy).',
  );
}

function joined(parts: Iterable<string>, format: string): string {
  const taken: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > MAX_WRITTEN_LENGTH) {
      throw new CannotWrite(
        `The text is longer than ${MAX_WRITTEN_LENGTH / 2 ** 20} MB. Write it to a file: edgewise convert FILE --to ${format}.`,
      );
    }
    taken.push(part);
  }
  return taken.join('');
}

function isReadAs(text: string, puzzle: EdgePuzzle): boolean {
  try {
    const [read, more] = readPuzzles(text);
    return (
      more === undefined && read!.questions.length === 0 && patternOf(read!.puzzle) === patternOf(puzzle)
    );
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Returns everything that affects a puzzle's solutions, as text that doesn't depend on how labels are numbered. */
function patternOf(puzzle: Puzzle): string {
  if (puzzle.kind === 'sliding') return JSON.stringify(puzzle);
  const numbers = new Map<number, number>();
  const number = (label: number): number => {
    const own = puzzle.mating === 'same' ? label : label >> 1;
    if (!numbers.has(own)) numbers.set(own, numbers.size);
    return puzzle.mating === 'same' ? numbers.get(own)! : 2 * numbers.get(own)! + (label & 1);
  };
  const tiles = puzzle.tiles.map(({ edges, back = [] }) => [edges.map(number), back.map(number)]);
  const { board, mating, rim, turns } = puzzle;
  const rule = rim.kind === 'colour' ? { ...rim, colour: number(rim.colour) } : rim;
  return JSON.stringify([boardText(board), mating, rule, turns, tiles]);
}

/**
 * Returns a board as text in the named format. Throws CannotWrite if no format with this name writes boards, or if the
 * format can't hold boards of this puzzle.
 */
export function writeBoard(puzzle: EdgePuzzle, board: PartialBoard, format: string): string {
  return named(format, formatsThat('writeBoard'), 'writes boards').writeBoard!(puzzle, board);
}
