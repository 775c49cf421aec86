import { Command } from 'commander';
import { boardOf, shapeName } from '../../src-core/puzzle/board.ts';
import { cellsByKind, tilesByKind, type PieceCounts } from '../../src-core/puzzle/pieces.ts';
import type { EdgePuzzle, SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { expectedSolutions } from '../../src-core/puzzle/expected-solutions.ts';
import { counted, grouped } from '../../src-core/text/counted.ts';
import { problemsOf } from '../../src-core/puzzle/validate.ts';
import { goalNameOf } from '../../src-core/puzzle/sliding-goal.ts';
import { unreachableReason } from '../../src-core/sliding/state.ts';
import { sizeList } from './arguments.ts';
import { CliFailure } from './failure.ts';
import { readPuzzleFile, withPuzzleOptions, type PuzzleOptions } from './input.ts';
import { table } from './table.ts';

interface InfoOptions extends PuzzleOptions {
  sizes?: readonly number[];
  json?: boolean;
}

export const command = withPuzzleOptions(
  new Command('info')
    .description(
      'show the board, tiles and rules of a puzzle, and how many corner, border and centre tiles it has',
    )
    .argument('[puzzle]', 'the puzzle, of any known format; - is standard input')
    .option(
      '--sizes <list>',
      'instead of a puzzle: show how many corner, border and centre tiles n × n puzzles have; sizes such as 2-16',
      sizeList,
    )
    .option('--json', 'print one JSON object; with --sizes, one per line'),
).action(info);

function info(file: string | undefined, { sizes, json, ...options }: InfoOptions): void {
  if ((file === undefined) === (sizes === undefined)) {
    throw new CliFailure('give either a puzzle or --sizes, such as --sizes 2-16');
  }
  if (sizes) {
    const pieces = sizes.map((n) => ({
      n,
      ...summed(cellsByKind({ kind: 'rectangle', width: n, height: n })),
    }));
    process.stdout.write(json ? pieces.map((row) => `${JSON.stringify(row)}\n`).join('') : sizesText(pieces));
    return;
  }
  const { puzzle } = readPuzzleFile(file!, options);
  const facts = puzzle.kind === 'sliding' ? slidingFacts(puzzle) : edgeFacts(puzzle);
  process.stdout.write(json ? `${JSON.stringify(facts)}\n` : factsText(facts));
}

type Summed = PieceCounts & { readonly sum: number };
const summed = (counts: PieceCounts): Summed => ({
  ...counts,
  sum: counts.corners + counts.borders + counts.centres,
});

const head = ['corners', 'borders', 'centres', 'sum'];
const cells = ({ corners, borders, centres, sum }: Summed): number[] => [corners, borders, centres, sum];

const sizesText = (rows: readonly (Summed & { readonly n: number })[]): string =>
  table(
    ['n', ...head],
    rows.map((row) => [row.n, ...cells(row)]),
  );

type Facts = Readonly<Record<string, string | number | readonly string[] | Summed | null>>;

function edgeFacts(puzzle: EdgePuzzle): Facts {
  const { name, board, mating, rim, turns, tiles, labels, hints, forbidden } = puzzle;
  const byKind = tilesByKind(puzzle);
  // Some label numbers may be unused, so count only labels that occur on tiles.
  const colours = new Set(tiles.flatMap(({ edges, back = [] }) => [...edges, ...back])).size;
  return {
    name,
    kind: 'edge matching',
    board: shapeName(board),
    cells: boardOf(board).cells - forbidden.length,
    tiles: tiles.length,
    ...(mating === 'same' ? { colours } : { symbols: labels.length }),
    rim:
      rim.kind === 'colour'
        ? `${labels[rim.colour]?.name ?? rim.colour}${rim.inside ? ', also allowed inside' : ''}`
        : rim.kind,
    turns,
    hints: hints.length,
    places: summed(cellsByKind(board)),
    pieces: byKind && summed(byKind),
    ...expectation(puzzle),
    problems: problemsOf(puzzle).map(({ message }) => message),
  };
}

function expectation(puzzle: EdgePuzzle): Facts {
  const expected = expectedSolutions(puzzle);
  if (!expected) return {};
  const { log10, arrangementsLog10, chanceLog10, edges } = expected;
  const power = (exponent: number): string =>
    exponent > -2 && exponent < 6
      ? grouped(Number((10 ** exponent).toPrecision(2)))
      : `10^${exponent.toFixed(1)}`;
  return {
    'solutions by chance': `about ${power(log10)} = ${power(arrangementsLog10)} arrangements × a chance of ${power(chanceLog10)} that all ${counted(edges, 'edge')} match (random model)`,
  };
}

function slidingFacts(puzzle: SlidingPuzzle): Facts {
  const { name, width, height } = puzzle;
  const reason = unreachableReason(puzzle);
  return {
    name,
    kind: 'sliding',
    board: `${width} × ${height}`,
    goal: goalNameOf(puzzle),
    problems: reason === null ? [] : [reason],
  };
}

function factsText(facts: Facts): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines: string[] = [];
  const kinds: [string, Summed][] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (Array.isArray(value)) lines.push(...value.map((each) => `${name.padEnd(width)}  ${String(each)}\n`));
    else if (typeof value === 'object')
      kinds.push(...(value ? [[name, value as Summed] as [string, Summed]] : []));
    else lines.push(`${name.padEnd(width)}  ${String(value)}\n`);
  }
  if (kinds.length === 0) return lines.join('');
  const by = table(
    ['', ...head],
    kinds.map(([name, counts]) => [name, ...cells(counts)]),
  );
  return `${lines.join('')}\n${by}`;
}
