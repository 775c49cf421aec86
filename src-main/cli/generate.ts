import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { expectationOf } from '../../src-core/edge-matching/generate/expected.ts';
import { makeUnique } from '../../src-core/edge-matching/generate/unique.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { Family, Recipe } from '../../src-core/run/recipe.ts';
import { parseBoard } from '../../src-core/formats/board-text.ts';
import { parseRim } from '../../src-core/formats/meaning.ts';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { parseSize } from '../../src-core/formats/size.ts';
import { isPlainRectangle } from '../../src-core/puzzle/board.ts';
import { counted, nounFor } from '../../src-core/text/counted.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { integer, positiveWhole } from './arguments.ts';
import { CliFailure, exit } from './failure.ts';
import { reading, whyNotWritten } from './input.ts';
import { writtenPuzzle } from './written-puzzle.ts';

interface GenerateOptions {
  kind?: Family;
  mating?: 'same' | 'opposite';
  rim?: string;
  size?: string;
  board?: string;
  turns?: 'rotate' | 'fixed' | 'flip';
  frame?: number;
  colours?: number;
  fixed?: boolean;
  seed: number;
  unique?: boolean;
  effort?: number;
  preset?: 'eternity2';
  format: string;
  lossy?: boolean;
  output?: string;
}

/** Default of `--effort`, in millions of nodes */
const DEFAULT_EFFORT = 60;

const writers = formatsThat('writePuzzle')
  .map((format) => format.name)
  .filter((name) => name !== 'sliding');

export const command = new Command('generate')
  .description('make a random puzzle; the same options and seed give the same puzzle on every machine')
  .addOption(
    new Option(
      '--kind <kind>',
      'framed (like Eternity II), unframed (like TetraVex) or scramble (halves of symbols; default)',
    ).choices(['framed', 'unframed', 'scramble']),
  )
  .addOption(
    new Option(
      '--mating <rule>',
      'matching rule, instead of --kind: equal labels match (same), or the two halves of a symbol match (opposite)',
    ).choices(['same', 'opposite']),
  )
  .option(
    '--rim <rule>',
    'rule for the rim, instead of --kind: its edges may show any labels (free), or must all show colour 0, which then appears on no inner edge (frame:0)',
  )
  .option('--size <WxH>', 'columns and rows of the board (default 3x3)')
  .option(
    '--board <kind>',
    'shape of the board: rectangle:WxH[:cylinder|:torus], triangle:N, parallelogram:WxH, hexagon:N, honeycomb:N, tetrahedron, cube, octahedron, dodecahedron, icosahedron',
  )
  .option('--frame <n>', 'with --kind framed: number of colours along the frame', positiveWhole)
  .option(
    '--colours <n>',
    'number of colours or symbols on all other edges (default: the number that makes the hardest puzzles)',
    positiveWhole,
  )
  .addOption(
    new Option(
      '--turns <rule>',
      'whether tiles may be rotated or flipped; with flip, each tile gets a back',
    ).choices(['rotate', 'flip', 'fixed']),
  )
  .option('--fixed', 'the same as --turns fixed')
  .option('--seed <x>', 'random seed', integer, 1)
  .option('--unique', 'make a puzzle with exactly one solution, proved by counting')
  .option(
    '--effort <n>',
    `with --unique: the maximum effort, in millions of nodes (default: ${DEFAULT_EFFORT})`,
    positiveWhole,
  )
  .addOption(
    new Option('--preset <name>', 'the proportions of Eternity II: 16x16, framed, 5 + 17 colours').choices([
      'eternity2',
    ]),
  )
  .addOption(new Option('--format <format>', 'output format').choices(writers).default('edgewise'))
  .option('--lossy', "write even if the format can't store the board's shape or the rules")
  .option('-o, --output <file>', 'write to a file instead of standard output')
  .action(make);

function make(options: GenerateOptions): void {
  if (options.effort !== undefined && !options.unique)
    throw new CliFailure('--effort works only with --unique');
  const recipe = recipeOf(options);
  const puzzle = reading('generate', () =>
    options.unique ? unique(recipe, options) : generate(recipe).puzzle,
  );
  const expected = expectationOf(recipe);
  process.stderr.write(
    `${counted(puzzle.tiles.length, 'tile')}. Expected by chance, besides the intended solution: ${number(expected.solutions, 'solution')}. ` +
      `Expected size of a search for all solutions: ${number(expected.nodes, 'node')}.${options.unique ? ' This puzzle has exactly one solution.' : ''}\n`,
  );
  const text = writtenPuzzle('generate', puzzle, options.format, options);
  if (options.output === undefined) process.stdout.write(text);
  else {
    try {
      writeFileSync(options.output, text);
    } catch (error) {
      throw new CliFailure(`--output ${options.output}: ${whyNotWritten(error)}`);
    }
  }
}

function recipeOf(options: GenerateOptions): Recipe {
  const kind = kindOf(options);
  const family = options.preset ? 'framed' : kind;
  if (options.frame !== undefined && family !== 'framed') {
    throw new CliFailure('--frame: only a framed puzzle has frame colours; add --kind framed');
  }
  const preset = options.preset ? { frameLabels: 5, innerLabels: 17 } : {};
  const turns = turnsOf(options);
  return {
    family,
    ...boardFrom(options),
    seed: options.seed,
    ...preset,
    ...(options.frame === undefined ? {} : { frameLabels: options.frame }),
    ...(options.colours === undefined ? {} : { innerLabels: options.colours }),
    ...(turns === undefined ? {} : { turns }),
  };
}

function turnsOf({ fixed, turns }: GenerateOptions): Recipe['turns'] {
  if (fixed && turns !== undefined && turns !== 'fixed') {
    throw new CliFailure(`--fixed and --turns ${turns} contradict each other; leave one of them out`);
  }
  return fixed ? 'fixed' : turns;
}

function kindOf({ kind, mating, rim }: GenerateOptions): Family {
  if (mating === undefined && rim === undefined) return kind ?? 'scramble';
  const framed = rim !== undefined && isFrame(rim);
  if (framed && mating === 'opposite') {
    throw new CliFailure(
      '--rim frame:0 needs plain colours, but --mating opposite makes halves of symbols; leave one of them out',
    );
  }
  const implied = framed ? 'framed' : mating === 'same' ? 'unframed' : 'scramble';
  if (kind !== undefined && kind !== implied) {
    throw new CliFailure(`--kind ${kind} contradicts --mating and --rim; leave out --kind or the other two`);
  }
  return implied;
}

/**
 * Returns true if the text means a border of colour 0, and false if it means a free rim. Throws for other rim rules.
 */
function isFrame(written: string): boolean {
  const rim = reading('--rim', () => parseRim(written));
  if (rim.kind === 'free') return false;
  if (rim.kind === 'colour' && !rim.inside && rim.colour === '0') return true;
  throw new CliFailure(
    '--rim: expected free, or frame:0 (a border of colour 0); a random puzzle has no other rims',
  );
}

function boardFrom(options: GenerateOptions): Pick<Recipe, 'board' | 'width' | 'height'> {
  const { board, size, preset } = options;
  if (board === undefined) {
    return reading('--size', () => parseSize(size ?? (preset ? '16x16' : '3x3')));
  }
  if (size !== undefined) throw new CliFailure('--size: --board already has the size; leave one of them out');
  const shape = reading('--board', () => parseBoard(board));
  return isPlainRectangle(shape) ? { width: shape.width, height: shape.height } : { board: shape };
}

function unique(recipe: Recipe, { effort = DEFAULT_EFFORT }: GenerateOptions): EdgePuzzle {
  const work = makeUnique(recipe, effort * 1_000_000);
  let tried = 0;
  for (;;) {
    const { done, value } = work.next();
    if (!done) tried = value.tried;
    else if (value) return value.puzzle;
    else {
      throw new CliFailure(
        `no puzzle with exactly one solution was found in ${counted(tried, 'attempt')} and ${effort} million nodes: ` +
          'use more --colours, a smaller --size or a larger --effort',
        exit.limit,
      );
    }
  }
}

/** Returns a string such as "1 node", "0.3 nodes" or "1.2e+8 nodes". */
const number = (value: number, noun: string): string => `${figure(value)} ${nounFor(value, noun)}`;

const figure = (value: number): string =>
  value === 0
    ? '0'
    : value >= 0.01 && value < 1e6
      ? String(Number(value.toPrecision(2)))
      : value.toExponential(1);
