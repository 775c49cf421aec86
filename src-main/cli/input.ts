import path from 'node:path';
import { Option, type Command } from 'commander';
import { CannotWrite, FormatError } from '../../src-core/formats/format-error.ts';
import type { ReadOptions } from '../../src-core/formats/format.ts';
import { formats, formatsThat, readPuzzle, type Reading } from '../../src-core/formats/formats.ts';
import { parseBoard } from '../../src-core/formats/board-text.ts';
import { parseRim } from '../../src-core/formats/meaning.ts';
import { parseSize } from '../../src-core/formats/size.ts';
import { readTextFile } from '../read-text-file.ts';
import { CliFailure } from './failure.ts';

/** The text of a file of at most `most` bytes (else of what a puzzle may have); `-` is standard input. A link stands for itself. */
export function readText(file: string, most?: number): string {
  if (/^https?:\/\//.test(file)) return file;
  try {
    return readTextFile(file === '-' ? 0 : file, most);
  } catch (error) {
    throw new CliFailure(`${nameOf(file)}: ${whyNotRead(error)}`);
  }
}

/** Why a file could not be read, or written: what the system says by a code, in words. */
const said = (words: Readonly<Record<string, string>>) => (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return words[code ?? ''] ?? message;
};
const whyNotRead = said({
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
});
export const whyNotWritten = said({
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'it may not be written',
});

/** Runs a reader; what is wrong with the text is reported with the file's name. */
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

/** Options that say how a puzzle file is to be read. */
export interface PuzzleOptions {
  readonly size?: string;
  readonly goal?: 'blank-first' | 'blank-last';
  readonly edgeOrder?: string;
  readonly board?: string;
  readonly mating?: 'same' | 'opposite';
  readonly rim?: string;
  readonly turns?: 'rotate' | 'flip' | 'fixed';
  readonly from?: string;
}

export function readPuzzleFile(
  file: string,
  options: PuzzleOptions = {},
): Reading & { readonly text: string } {
  const { size: given, from } = options;
  const size = given === undefined ? undefined : reading('--size', () => parseSize(given));
  const readers = formatsThat('readPuzzle').map((format) => format.name);
  if (from !== undefined && !readers.includes(from)) {
    throw new CliFailure(`--from ${from}: no format of puzzles; there are: ${readers.join(', ')}`);
  }
  const text = readText(file);
  return reading(file, () => {
    const name =
      file === '-' || file.startsWith('http') ? undefined : path.basename(file).replace(/\.[a-z]+$/i, '');
    const readOptions: ReadOptions & { format?: string } = {
      ...(size === undefined ? {} : { size }),
      ...(options.goal === undefined ? {} : { goal: options.goal }),
      ...(options.edgeOrder === undefined ? {} : { edgeOrder: options.edgeOrder }),
      ...meaningOptions(options),
      ...(from === undefined ? {} : { format: from }),
      ...(name && !file.endsWith('.edgewise') ? { name } : {}),
    };
    const read = readPuzzle(text, readOptions);
    refuseUnheeded(file, options, read.format);
    for (const question of read.questions) {
      process.stderr.write(
        `edgewise: ${nameOf(file)}: ${question.text} Took: ${question.choices[0]?.title}.\n`,
      );
    }
    return { ...read, text };
  });
}

/** An option that changes nothing would leave its user believing that it did. */
function refuseUnheeded(file: string, options: PuzzleOptions, name: string): void {
  const { title, heeds = [] } = formats.find((format) => format.name === name)!;
  const flags = {
    size: '--size',
    goal: '--goal',
    edgeOrder: '--edge-order',
    board: '--board',
    mating: '--mating',
    rim: '--rim',
    turns: '--turns',
  } as const;
  for (const option of Object.keys(flags) as (keyof typeof flags)[]) {
    if (options[option] === undefined || heeds.includes(option)) continue;
    throw new CliFailure(
      `${flags[option]} ${options[option]}: no effect on ${nameOf(file)}, which was read as ${name} (${title}); ` +
        `leave ${flags[option]} out, or name another format with --from`,
    );
  }
}

/** What the options say of a file of bare tiles; a board or a rim that cannot be is told by its option. */
function meaningOptions(options: PuzzleOptions): Pick<ReadOptions, 'board' | 'mating' | 'rim' | 'turns'> {
  const { board, mating, rim, turns } = options;
  if (board !== undefined && options.size !== undefined) {
    throw new CliFailure('--size: --board says the size already; leave one of them out');
  }
  if (rim !== undefined) reading('--rim', () => parseRim(rim));
  return {
    ...(board === undefined ? {} : { board: reading('--board', () => parseBoard(board)) }),
    ...(mating === undefined ? {} : { mating }),
    ...(rim === undefined ? {} : { rim }),
    ...(turns === undefined ? {} : { turns }),
  };
}

/** The options that `PuzzleOptions` come from, for every command that reads a puzzle. */
export function withPuzzleOptions(command: Command): Command {
  return command
    .option('--size <WxH>', 'columns and rows of the board')
    .option(
      '--board <kind>',
      'rectangle:WxH[:cylinder|:torus], triangle:N, parallelogram:WxH, hexagon:N, honeycomb:N, tetrahedron, cube, octahedron, dodecahedron, icosahedron',
    )
    .addOption(
      new Option('--mating <rule>', 'labels that may touch: equal ones, or halves of one symbol').choices([
        'same',
        'opposite',
      ]),
    )
    .option('--rim <rule>', 'free, uniform, colour:C (may also lie inside) or frame:C (stays outside)')
    .addOption(
      new Option(
        '--turns <rule>',
        'what tiles may do; tiles with backs are flipped unless you say otherwise',
      ).choices(['rotate', 'flip', 'fixed']),
    )
    .addOption(
      new Option('--goal <place>', 'sliding: where the empty space ends').choices([
        'blank-first',
        'blank-last',
      ]),
    )
    .option('--edge-order <order>', 'numeric pieces: which edge each number is, such as NESW')
    .option('--from <format>', 'read the file as this format (default: find out)');
}

export const nameOf = (file: string): string =>
  file === '-' ? 'standard input' : file.length > 80 ? `${file.slice(0, 77)}...` : file;
