import { Command } from 'commander';
import { proposeEdits, type EditReport, type Proposal } from '../../src-core/edge-matching/design/edits.ts';
import { DistinctSearch } from '../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { labelName } from '../../src-core/puzzle/labels.ts';
import { placementsOf } from '../../src-core/puzzle/partial-board.ts';
import { TOO_MANY_SOLUTIONS_TO_EDIT } from '../../src-core/puzzle/solution-counts.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { blockingErrorsOf } from '../../src-core/puzzle/validate.ts';
import { counted } from '../../src-core/text/counted.ts';
import { positiveWhole } from './arguments.ts';
import { CliFailure, exit } from './failure.ts';
import { readPuzzleFile, withPuzzleOptions, type PuzzleOptions } from './input.ts';

interface UniqueOptions extends PuzzleOptions {
  withinTiles?: boolean;
  limit: number;
  effort: number;
  json?: boolean;
}

export const command = withPuzzleOptions(
  new Command('unique')
    .description(
      'find the smallest edits that leave exactly one solution; rotations of the board count as the same solution',
    )
    .argument('<puzzle>', 'the puzzle, of any known format; - is standard input')
    .option(
      '--within-tiles',
      'exchange labels only within a tile (Brandt et al. 2002 ask whether that is enough)',
    )
    .option('--limit <k>', 'list at most this many edits', positiveWhole, 6)
    .option('--effort <n>', 'maximum effort, in millions of nodes', positiveWhole, 200)
    .option('--json', 'print JSON lines: one for each edit, and a final one of type `done`'),
).action(unique);

function unique(file: string, options: UniqueOptions): void {
  const { puzzle } = readPuzzleFile(file, options);
  if (puzzle.kind === 'sliding') throw new CliFailure(`${file}: a sliding puzzle has no edges to edit`);
  const [error] = blockingErrorsOf(puzzle);
  if (error) throw new CliFailure(`${file}: ${error.message}`);
  const budget = options.effort * 1_000_000;
  const output = options.json ? json(puzzle) : text(puzzle);

  const search = new DistinctSearch(puzzle, 2);
  search.step(budget);
  if (search.done && search.solutions.length === 1) return output.already();
  const work = proposeEdits(puzzle, options.withinTiles ? 'rearrange' : 'relabel', options.limit, budget);
  for (;;) {
    const { done, value } = work.next();
    if (!done) continue;
    for (const proposal of value.proposals) output.proposal(proposal);
    const code = value.proposals.length > 0 ? exit.answered : value.complete ? exit.noSolution : exit.limit;
    process.exitCode = code;
    output.done(value, code);
    return;
  }
}

interface Teller {
  already(): void;
  proposal(proposal: Proposal): void;
  done(report: EditReport, code: number): void;
}

const text = (puzzle: EdgePuzzle): Teller => ({
  already: () => process.stdout.write('The puzzle has exactly one solution as it is.\n'),
  proposal: (proposal) => process.stdout.write(`${describe(puzzle, proposal)}\n`),
  done({ smallest, tooMany, tried, proposals }, code) {
    if (tooMany) {
      process.stderr.write(
        `The puzzle has at least ${TOO_MANY_SOLUTIONS_TO_EDIT} solutions. Changing a few edges can't leave just one: use more colours.\n`,
      );
      return;
    }
    const outcome = {
      [exit.answered]: smallest ? 'no smaller edit leaves one solution' : 'smaller edits may exist',
      [exit.noSolution]: 'no edit of one or two tiles makes the solution unique',
      [exit.limit]: 'no edit was found with this effort; increase --effort',
    }[code];
    process.stderr.write(
      `${counted(tried, 'edit')} tried; ${proposals.length} of them ${proposals.length === 1 ? 'leaves' : 'leave'} one solution; ${outcome}\n`,
    );
  },
});

const json = (puzzle: EdgePuzzle): Teller => {
  const line = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    already: () =>
      line({ type: 'done', status: 'unique', edits: 0, tried: 0, smallest: true, tooMany: false }),
    proposal: ({ tiles, changed, solution }) =>
      line({
        type: 'edit',
        changed,
        tiles,
        text: describe(puzzle, { tiles, changed, solution }),
        placements: placementsOf(solution),
      }),
    done: ({ proposals, tried, smallest, complete, tooMany }, code) =>
      line({
        type: 'done',
        status: code === exit.answered ? 'found' : complete ? 'none' : 'limit',
        edits: proposals.length,
        tried,
        smallest,
        tooMany,
      }),
  };
};

/**
 * Describes an edit in lines such as "tile 3: edges A tail, B head (were B head, A tail)". Tiles are numbered from 1.
 */
function describe(puzzle: EdgePuzzle, { tiles }: Proposal): string {
  const names = (labels: readonly number[]): string =>
    labels.map((label) => labelName(puzzle, label)).join(', ');
  return tiles
    .flatMap(({ tile, edges, back }) => {
      const before = puzzle.tiles[tile]!;
      const faces = [
        { face: back ? 'front' : 'edges', now: edges, was: before.edges },
        ...(back && before.back ? [{ face: 'back', now: back, was: before.back }] : []),
      ];
      return faces
        .filter(({ now, was }) => now.join() !== was.join())
        .map(({ face, now, was }) => `tile ${tile + 1}: ${face} ${names(now)} (were ${names(was)})`);
    })
    .join('; ');
}
