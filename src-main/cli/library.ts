import { Command } from 'commander';
import { writePuzzle } from '../../src-core/formats/formats.ts';
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { Store } from '../store/store.ts';
import { CliFailure } from './failure.ts';
import { command as rescue } from './library-rescue.ts';
import { reading, readPuzzleFile, withPuzzleOptions, type PuzzleOptions } from './input.ts';
import { changingLibrary, dataOption, readingLibrary } from './open-store.ts';
import { table } from './table.ts';

const list = async (options: { data: string; json?: boolean }): Promise<void> => {
  await readingLibrary(options.data, (store) => {
    const puzzles = store.puzzles.list();
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
  .description('the saved puzzles')
  .addOption(dataOption())
  .option('--json', 'print JSON lines')
  .action(list)
  .addCommand(
    withPuzzleOptions(new Command('import'))
      .description('add puzzle files of any known format')
      .argument('<file...>', '- is standard input')
      .addOption(dataOption())
      .action(async (files: string[], options: PuzzleOptions & { data: string }) => {
        const puzzles = files.map((file) => readPuzzleFile(file, options).puzzle);
        await changingLibrary(options.data, (store) => {
          const added = store.together(() => puzzles.map((puzzle) => store.puzzles.add(puzzle)));
          process.stdout.write(added.map(({ id, name }) => `${id}  ${name}\n`).join(''));
        });
      }),
  )
  .addCommand(
    new Command('export')
      .description('write a saved puzzle')
      .argument('<name>', 'its name or its id')
      .option('--to <format>', 'format to write', 'edgewise')
      .addOption(dataOption())
      .action(async (name: string, options: { to: string; data: string }) => {
        await readingLibrary(options.data, (store) => {
          const { puzzle } = puzzleNamed(store, name);
          const { text, lost } = reading(name, () => writePuzzle(puzzle, options.to));
          if (lost.length > 0)
            process.stderr.write(`edgewise: ${options.to} has no place for ${lost.join(', ')}.\n`);
          process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
        });
      }),
  )
  .addCommand(rescue);

/** By name, else by id. */
export function puzzleNamed(store: Store, name: string): SavedPuzzle {
  const found = store.puzzles.findByName(name);
  if (found) return found;
  if (/^\d+$/.test(name)) {
    try {
      return store.puzzles.get(Number(name));
    } catch (error) {
      throw new CliFailure((error as Error).message);
    }
  }
  throw new CliFailure(`There is no puzzle “${name}” in the library; “edgewise library” lists them.`);
}
