import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { candidatesFor } from '../services/matching-puzzles.ts';
import { matchesAmong } from '../services/match-board.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { CliFailure } from './failure.ts';
import { command as rescue } from './library-rescue.ts';
import { readPuzzleFiles, withPuzzleOptions, type FileReading, type PuzzleOptions } from './input.ts';
import { changingLibrary, dataOption, readingLibrary } from './open-library.ts';
import { table } from './table.ts';
import { writtenPuzzle } from './written-puzzle.ts';

const list = async (options: { data: string; json?: boolean }): Promise<void> => {
  await readingLibrary(options.data, (library) => {
    const puzzles = library['library.list']({});
    process.stdout.write(
      options.json
        ? puzzles.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join('')
        : table(
            ['id', 'name', 'kind', 'size', 'tiles', 'hints', 'runs', 'solutions'],
            puzzles.map((p) => [p.id, p.name, p.kind, p.size, p.tiles, p.hints, p.runs, p.solutions]),
          ),
    );
  });
};

export const command = new Command('library')
  .description('list the saved puzzles, or change the library')
  .addOption(dataOption())
  .option('--json', 'print JSON lines')
  .action(list)
  .addCommand(
    withPuzzleOptions(new Command('import'))
      .description(
        'add puzzles from files of any known format, or puzzles and boards from links to e2.bucas.name',
      )
      .argument('<file-or-link...>', '- is standard input')
      .addOption(dataOption())
      .action(async (files: string[], options: PuzzleOptions & { data: string }) => {
        const read = files.flatMap((file) => readPuzzleFiles(file, options));
        await changingLibrary(options.data, async (library) => {
          for (const each of read) {
            const { id, name } = await importFile(library, each);
            process.stdout.write(`${id}  ${name}\n`);
          }
        });
      }),
  )
  .addCommand(
    new Command('export')
      .description('export a saved puzzle')
      .argument('<name>', 'the name or the number of the puzzle')
      .option('--to <format>', 'format to write', 'edgewise')
      .option(
        '--lossy',
        "write even if the format can't store the board's shape, the tiles' backs or the rules",
      )
      .addOption(dataOption())
      .action(async (name: string, options: { to: string; data: string; lossy?: boolean }) => {
        await readingLibrary(options.data, (library) => {
          const { puzzle } = puzzleNamed(library, name);
          process.stdout.write(writtenPuzzle(name, puzzle, options.to, options));
        });
      }),
  )
  .addCommand(
    new Command('backup')
      .description('write the whole library to one file, even while Edgewise is running')
      .argument('<file>', 'a new file')
      .addOption(dataOption())
      .action(async (file: string, options: { data: string }) => {
        if (existsSync(file)) throw new CliFailure(`${file} already exists. Choose a new file name.`);
        await readingLibrary(options.data, (library) => library.backUp(path.resolve(file)));
        process.stderr.write(`Library saved to ${file}.\n`);
      }),
  )
  .addCommand(
    new Command('restore')
      .description('replace the library with a backup; the previous library is kept as a file')
      .argument('<file>', 'a file written by “library backup” or “Back up…”')
      .addOption(dataOption())
      .action(async (file: string, options: { data: string }) => {
        await changingLibrary(options.data, async (library) => {
          try {
            const kept = await library.restore(path.resolve(file));
            process.stderr.write(`Restored. The previous library is kept in ${kept}.\n`);
          } catch (error) {
            throw new CliFailure((error as Error).message);
          }
        });
      }),
  )
  .addCommand(rescue);

/** Returns the saved puzzle with this name or, if there is none, with this id. */
export function puzzleNamed(library: OpenLibrary, name: string): SavedPuzzle {
  const found = library.puzzleNamed(name);
  if (found) return found;
  if (/^\d+$/.test(name)) {
    try {
      return library['library.get']({ id: Number(name) });
    } catch (error) {
      throw new CliFailure((error as Error).message);
    }
  }
  throw new CliFailure(`There is no puzzle “${name}” in the library; “edgewise library” lists them.`);
}

/** Imports a puzzle file or a link to a board. If the library already has the link's puzzle, adds only the board. */
async function importFile(
  library: OpenLibrary,
  { puzzle, board, text, format }: FileReading,
): Promise<{ id: number; name: string }> {
  const candidates =
    format === 'bucas' && puzzle.kind === 'edge-matching'
      ? [...candidatesFor(library, shapeName(puzzle.board))]
      : [];
  const [match] = matchesAmong(candidates, { text, format });
  if (match) {
    await library['boards.add']({ puzzleId: match.id, board: match.board });
    return match;
  }
  return library['library.import']({ puzzle, once: false, boards: board ? [board] : [], paths: [] });
}
