import { before } from '../../src-core/text/trimmed.ts';
import { counted } from '../../src-core/text/counted.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { CannotWrite, FormatError } from '../../src-core/formats/format-error.ts';
import { cleanedText } from '../../src-core/formats/cleaned.ts';
import type { ReadOptions } from '../../src-core/formats/format.ts';
import { boardText as shapeText } from '../../src-core/formats/board-text.ts';
import { assumptionsText } from '../../src-core/formats/recognition/candidate.ts';
import { goalNames, type GoalRequest } from '../../src-core/puzzle/sliding-goal.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { formats, formatsThat } from '../../src-core/formats/formats.ts';
import { readBoardAs } from '../../src-core/formats/read-board.ts';
import { readPuzzles, type Reading } from '../../src-core/formats/read-puzzle.ts';
import { parseBoard } from '../../src-core/formats/board-text.ts';
import { parseRim } from '../../src-core/formats/meaning.ts';
import { parseGoal } from '../../src-core/formats/sliding-text.ts';
import { parseSize } from '../../src-core/formats/size.ts';
import { readTextFile } from '../read-text-file.ts';
import { CliFailure } from './failure.ts';

const isLink = (file: string): boolean => /^(?:https?:\/\/|edgewise:puzzle\?)/.test(file);

let isInputRead = false;

/**
 * Returns the text of a file, or of standard input if `file` is `-`. Returns a link unchanged. Throws CliFailure if
 * the file can't be read or is too large, or if standard input was already read. `most`: maximum size in bytes;
 * default: the maximum for puzzle files.
 */
export function readText(file: string, most?: number): string {
  if (isLink(file)) return file;
  if (file === '-') {
    if (isInputRead) throw new CliFailure('-: standard input can be read only once; name a file instead');
    isInputRead = true;
  }
  try {
    return readTextFile(file === '-' ? 0 : file, most);
  } catch (error) {
    throw new CliFailure(`${nameOf(file)}: ${whyNotRead(error)}`);
  }
}

/**
 * Returns a function that describes an error of the file system. `words`: descriptions by error code, such as
 * `ENOENT`.
 */
const describe = (words: Readonly<Record<string, string>>) => (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return words[code ?? ''] ?? message;
};
export const whyNotRead = describe({
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'the file name is too long',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to read it',
});
export const whyNotWritten = describe({
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  ENAMETOOLONG: 'the file name is too long',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'you have no permission to write it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
});

/** Calls `read` and returns its result. If the file's text has an error, throws a CliFailure that names the file. */
export function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError || error instanceof CannotWrite || error instanceof RangeError) {
      const option = error instanceof FormatError && error.asks === 'size' ? ' (--size WxH)' : '';
      throw new CliFailure(`${nameOf(file)}: ${error.message}${option}`);
    }
    throw error;
  }
}

/** Options for reading a puzzle file. */
export interface PuzzleOptions {
  readonly size?: string;
  readonly goal?: string;
  readonly position?: string;
  readonly edgeOrder?: string;
  readonly board?: string;
  readonly mating?: 'same' | 'opposite';
  readonly pairs?: string;
  readonly rim?: string;
  readonly turns?: 'rotate' | 'flip' | 'fixed';
  readonly from?: string;
}

/** A reading of a puzzle file, along with the file's text. */
export type FileReading = Reading & { readonly text: string };

type NamedReadOptions = ReadOptions & { readonly format?: string };

/**
 * Reads the first puzzle in a file. Prints on standard error what was assumed, and whether there are more puzzles.
 * Throws CliFailure if the text is ambiguous.
 */
export function readPuzzleFile(file: string, options: PuzzleOptions = {}): FileReading {
  const [first, ...rest] = readPuzzleFiles(file, options) as [FileReading, ...FileReading[]];
  if (rest.length > 0) {
    const other =
      first.puzzle.kind === 'sliding' ? 'choose it with --position' : 'copy it to a file of its own';
    process.stderr.write(
      `Only the first of ${counted(rest.length + 1, 'puzzle')} is used. To use a different one, ${other}.\n`,
    );
  }
  return first;
}

/** Reads every puzzle in a file. Prints assumptions and throws CliFailure like `readPuzzleFile`. */
export function readPuzzleFiles(file: string, options: PuzzleOptions = {}): FileReading[] {
  const { size: given, from } = options;
  const size = given === undefined ? undefined : reading('--size', () => parseSize(given));
  const readers = formatsThat('readPuzzle').map((format) => format.name);
  if (from !== undefined && !readers.includes(from)) {
    throw new CliFailure(`--from ${from}: unknown puzzle format; the formats are: ${readers.join(', ')}`);
  }
  const text = readText(file);
  return reading(file, () => {
    const name = file === '-' || isLink(file) ? undefined : path.basename(file).replace(/\.[a-z]+$/i, '');
    const readOptions: NamedReadOptions = {
      ...(size === undefined ? {} : { size }),
      ...(options.goal === undefined ? {} : { goal: goalFrom(options.goal) }),
      ...(options.position === undefined ? {} : { position: positionFrom(options.position) }),
      ...(options.edgeOrder === undefined ? {} : { edgeOrder: options.edgeOrder }),
      ...(options.pairs === undefined ? {} : { pairs: options.pairs }),
      ...meaningOptions(options),
      ...(from === undefined ? {} : { format: from }),
      ...(name && !file.endsWith('.edgewise') ? { name } : {}),
    };
    const readings = readPuzzles(text, readOptions);
    for (const read of readings) refuseUnusedOptions(file, options, read.format);
    refuseAmbiguous(file, readings);
    printAssumptions(readings);
    for (const text of new Set(readings.map(({ cleaned }) => cleanedText(cleaned))))
      if (text) process.stderr.write(`${text}\n`);
    return readings.map((read) => ({ ...read, text }));
  });
}

/**
 * Reads a board of this puzzle from a file. If the text is ambiguous, prints on standard error how it was read. Throws
 * CliFailure if no reading of the file fits the puzzle better than chance.
 */
export function readBoardFile(puzzle: EdgePuzzle, file: string): PartialBoard {
  const text = readText(file);
  const { board, readAs, doubt } = reading(file, () => readBoardAs(puzzle, text));
  if (doubt !== null) {
    throw new CliFailure(
      `${nameOf(file)}: no board notation fits this puzzle. The best reading is “${readAs}”: ${doubt} Check that the board belongs to the puzzle.`,
    );
  }
  if (readAs !== '') process.stderr.write(`board read as ${readAs}\n`);
  return board;
}

function refuseAmbiguous(file: string, readings: readonly Reading[]): void {
  const [question] = readings.flatMap(({ questions }) => questions);
  if (!question) return;
  const choices = question.choices.map(({ title, options }) => `  ${flagsOf(options)}  (${title})`);
  const lead = choices.length > 1 ? 'Choose one' : 'If so, add';
  throw new CliFailure(`${nameOf(file)}: ${question.text} ${lead}:\n${choices.join('\n')}`);
}

function printAssumptions(readings: readonly Reading[]): void {
  const { assumptions, skipped, remarks, puzzle } = readings[0]!;
  const shown = assumptions.filter(({ usual }) => !usual);
  const without = [...linesText('', skipped), ...linesText('remarks on ', remarks)].join(' and ');
  if (shown.length === 0) {
    if (without !== '') process.stderr.write(`ignored ${without}\n`);
    return;
  }
  const flags = [
    ...new Set(
      shown
        .filter(
          ({ option, options }) =>
            Object.keys(options).length > 0 && (option !== 'size' || hasOtherSize(puzzle)),
        )
        .map(({ option }) => FLAG_BY_OPTION[option]!),
    ),
  ];
  const change = flags.length === 0 ? '' : `; change with ${listed(flags)}`;
  const lines = without === '' ? '' : `, ignoring ${without}`;
  const count = readings.length > 1 ? `${readings.length} puzzles, the first ` : '';
  process.stderr.write(`read as ${count}${assumptionsText(assumptions)}${lines}${change}\n`);
}

/** Returns whether the same number of cells could form a different rectangle, such as 2 × 6 instead of 3 × 4. */
const hasOtherSize = (puzzle: Puzzle): boolean =>
  puzzle.kind !== 'sliding' ||
  puzzle.width !== puzzle.height ||
  Array.from({ length: puzzle.width - 2 }, (_, i) => i + 2).some(
    (height) => puzzle.start.length % height === 0 && puzzle.start.length / height <= MAX_SLIDING_SIDE,
  );

const MAX_SLIDING_SIDE = 8;

/**
 * Returns a note about some lines, such as “remarks on lines 1 to 3, 7”, as a list with one item. The list is empty if
 * there are no lines.
 */
const linesText = (what: string, numbers: readonly number[]): string[] =>
  numbers.length === 0 ? [] : [`${what}${numbers.length === 1 ? 'line' : 'lines'} ${ranges(numbers)}`];

const FLAG_BY_OPTION: Readonly<Record<string, string>> = {
  size: '--size',
  board: '--board',
  mating: '--mating',
  pairs: '--pairs',
  rim: '--rim',
  turns: '--turns',
  edgeOrder: '--edge-order',
  goal: '--goal',
  position: '--position',
  format: '--from',
};

/** Returns the options that select this reading, as they would be typed. */
export function flagsOf(options: NamedReadOptions): string {
  const value: Readonly<Record<string, string | undefined>> = {
    size: options.size && `${options.size.width}x${options.size.height}`,
    board: options.board && shapeText(options.board),
    mating: options.pairs === undefined ? options.mating : undefined,
    pairs: options.pairs,
    rim: options.rim,
    turns: options.turns,
    edgeOrder: options.edgeOrder,
    position: wordOrNumbers(options.position),
    goal: wordOrNumbers(options.goal),
    format: options.format,
  };
  return Object.entries(value)
    .filter(([, text]) => text !== undefined)
    .map(([option, text = '']) => `${FLAG_BY_OPTION[option]!} ${/[\s"'{]/.test(text) ? `'${text}'` : text}`)
    .join(' ');
}

const wordOrNumbers = (value: string | readonly number[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(',') : value;

const listed = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;

/** Returns numbers as text, such as "1 to 3, 7". */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  const texts = parts.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  return texts.length > 6 ? `${texts.slice(0, 5).join(', ')} …` : texts.join(', ');
}

/** Parses a goal, which is a name, a list of numbers or a file that contains the list. */
function goalFrom(text: string): GoalRequest {
  const own = parseGoal(text);
  if (own !== null) return own;
  if (!existsSync(text)) {
    throw new CliFailure(
      `--goal ${text}: expected auto, ${goalNames.join(', ')}, numbers row by row, or a file with such numbers`,
    );
  }
  const goal = parseGoal(
    readText(text)
      .split('\n')
      .map((line) => before(line, '#'))
      .join('\n'),
  );
  if (goal !== null) return goal;
  throw new CliFailure(`--goal ${text}: expected numbers row by row, 0 or _ for the empty space`);
}

/** Parses the value of `--position`, which is `all` or the numbers of a position. */
function positionFrom(text: string): NonNullable<ReadOptions['position']> {
  const position = text.trim() === 'all' ? 'all' : parseGoal(text);
  if (position === 'all' || Array.isArray(position)) return position;
  throw new CliFailure(`--position ${text}: expected all, or numbers row by row, 0 or _ for the empty space`);
}

/**
 * Throws CliFailure if an option has no effect on a file in the format `name`. Ignoring it silently would mislead the
 * user.
 */
function refuseUnusedOptions(file: string, options: PuzzleOptions, name: string): void {
  const { title, usesOptions = [] } = formats.find((format) => format.name === name)!;
  const flags = {
    size: '--size',
    goal: '--goal',
    position: '--position',
    edgeOrder: '--edge-order',
    board: '--board',
    mating: '--mating',
    pairs: '--pairs',
    rim: '--rim',
    turns: '--turns',
  } as const;
  for (const option of Object.keys(flags) as (keyof typeof flags)[]) {
    if (options[option] === undefined || usesOptions.includes(option)) continue;
    throw new CliFailure(
      `${flags[option]} ${options[option]}: no effect on ${nameOf(file)}, which was read as ${name} (${title}); ` +
        `leave ${flags[option]} out, or name a different format with --from`,
    );
  }
}

function meaningOptions(options: PuzzleOptions): Pick<ReadOptions, 'board' | 'mating' | 'rim' | 'turns'> {
  const { board, mating, rim, turns } = options;
  if (board !== undefined && options.size !== undefined) {
    throw new CliFailure('--size: --board already has the size; leave one of them out');
  }
  if (rim !== undefined) reading('--rim', () => parseRim(rim));
  return {
    ...(board === undefined ? {} : { board: reading('--board', () => boardFrom(board)) }),
    ...(mating === undefined ? {} : { mating }),
    ...(rim === undefined ? {} : { rim }),
    ...(turns === undefined ? {} : { turns }),
  };
}

/** Parses the value of `--board`: the name of a board (such as `cube`), JSON, or a file that contains either. */
const boardFrom = (text: string): ReturnType<typeof parseBoard> =>
  parseBoard(!text.startsWith('{') && existsSync(text) ? readText(text).trim() : text);

/** Adds the options in `PuzzleOptions` to a command that reads a puzzle. */
export function withPuzzleOptions(command: Command): Command {
  return command
    .option('--size <WxH>', 'columns and rows of the board')
    .option(
      '--board <kind>',
      'shape of the board: rectangle:WxH[:cylinder|:torus], triangle:N, parallelogram:WxH, hexagon:N, honeycomb:N, tetrahedron, cube, octahedron, dodecahedron, icosahedron, or a JSON file that describes a graph',
    )
    .addOption(
      new Option(
        '--mating <rule>',
        'which edges match: equal labels (same) or the two halves of a symbol (opposite)',
      ).choices(['same', 'opposite']),
    )
    .option(
      '--pairs <pairs>',
      'which two numbers are the halves of a symbol: numbers with a constant sum (sum) or a constant difference (apart), consecutive numbers (next), or a list such as 1=5,2=6',
    )
    .option(
      '--rim <rule>',
      'what the edges along the rim show: any labels (free), the same colour all around (uniform), colour C (colour:C), or colour C, which then appears on no inner edge (frame:C)',
    )
    .addOption(
      new Option(
        '--turns <rule>',
        'whether tiles may be rotated or flipped (default: rotate, or flip if they have backs)',
      ).choices(['rotate', 'flip', 'fixed']),
    )
    .option(
      '--goal <goal>',
      'the goal of a sliding puzzle: blank-last, blank-first, snail, the numbers row by row, or a file with these numbers (default: auto, which is blank-last or, if that can’t be reached, blank-first)',
    )
    .option(
      '--position <position>',
      'which position in the text is the puzzle: its numbers row by row, or “all” to read each position as a puzzle',
    )
    .option(
      '--edge-order <order>',
      'numeric format: the order of the four edges of a tile, such as NESW (north, east, south, west)',
    )
    .option('--from <format>', 'read the file as this format (default: the one that fits best)');
}

export const nameOf = (file: string): string =>
  file === '-' ? 'standard input' : file.length > 80 ? `${file.slice(0, 77)}...` : file;
