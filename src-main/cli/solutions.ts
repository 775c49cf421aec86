import { Command, Option } from 'commander';
import { MAX_BOARDS_PER_REQUEST, type SavedBoard } from '../../src-core/contract/boards.ts';
import { writeBoard } from '../../src-core/formats/write.ts';
import { placementsOf } from '../../src-core/puzzle/partial-board.ts';
import { counted } from '../../src-core/text/counted.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { positiveWhole } from './arguments.ts';
import { reading } from './input.ts';
import { puzzleNamed } from './library.ts';
import { dataOption, readingLibrary, reportRest } from './open-library.ts';
import { shortTime, table } from './table.ts';
import { movesText } from './text-reporter.ts';

interface SolutionsOptions {
  data: string;
  json?: boolean;
  format?: 'ascii' | 'tiles' | 'bucas';
  limit: number;
}

const DEFAULT_LIMIT = 1000;

export const command = new Command('solutions')
  .description(
    'list the saved boards, best first; the solutions of a sliding puzzle, shortest first (without PUZZLE, only those listed are sorted)',
  )
  .argument('[puzzle]', 'list only boards of this puzzle (name or id)')
  .option('--limit <k>', 'list at most this many', positiveWhole, DEFAULT_LIMIT)
  .addOption(
    new Option('--format <format>', 'print the boards themselves')
      .choices(['ascii', 'tiles', 'bucas'])
      .conflicts('json'),
  )
  .option('--json', 'print JSON lines')
  .addOption(dataOption())
  .action(async (name: string | undefined, options: SolutionsOptions) => {
    await readingLibrary(options.data, async (library) => {
      const saved = name === undefined ? undefined : puzzleNamed(library, name);
      const { items: found, total } = await library['boards.list']({
        puzzleId: saved?.id,
        sort: 'best',
        offset: 0,
        limit:
          saved?.puzzle.kind === 'sliding' ? MAX_BOARDS_PER_REQUEST : Math.max(options.limit, DEFAULT_LIMIT),
      });
      const items = shortestFirst(found).slice(0, options.limit);
      process.stdout.write(printed(library, items, options));
      reportRest(items.length, total, 'best');
    });
  });

/**
 * Sorts the paths of sliding puzzles by length, because the library doesn't. Leaves boards in their places.
 */
function shortestFirst(items: readonly SavedBoard[]): SavedBoard[] {
  const paths = items.filter(({ path }) => path !== null);
  paths.sort((a, b) => a.path!.length - b.path!.length);
  return items.map((item) => (item.path === null ? item : paths.shift()!));
}

function printed(library: OpenLibrary, items: readonly SavedBoard[], options: SolutionsOptions): string {
  if (options.json) return items.map((item) => `${JSON.stringify(jsonOf(item))}\n`).join('');
  const { format } = options;
  if (format) return items.map((item) => boardOf(library, item, format)).join('\n');
  return table(
    ['id', 'puzzle', 'found', 'runs', 'matched', 'placed', 'hints', ''],
    items.map((s) => [
      s.id,
      s.puzzleName,
      shortTime(s.foundAt),
      s.runs.map(({ runId }) => runId).join(', ') || '-',
      s.path ? counted(s.path.length, 'move') : `${s.matched}/${s.edges}`,
      s.path ? '' : `${s.placed}/${s.cells}`,
      s.hints > 0 ? `${s.hintsKept}/${s.hints}` : '',
      s.solved ? 'solved' : '',
    ]),
  );
}

function jsonOf({ board, ...rest }: SavedBoard): object {
  return { ...rest, placements: board && placementsOf(board) };
}

function boardOf(library: OpenLibrary, solution: SavedBoard, format: string): string {
  const { puzzle } = library['library.get']({ id: solution.puzzleId });
  const { board, path } = solution;
  if (puzzle.kind === 'sliding') return `${movesText(puzzle, path ?? [])}\n`;
  if (!board) return '';
  const text = reading(`--format ${format}`, () => writeBoard(puzzle, board, format));
  return text.endsWith('\n') ? text : `${text}\n`;
}
