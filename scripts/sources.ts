/**
 * Writes the tables of docs/sources.md. Each claim made by a source has a row with the command that reproduces it, the
 * source's figure and ours, which is the command's current output.
 *
 *     npm run sources               all rows except times, which are kept
 *     npm run sources -- --timed    times too (takes some minutes)
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.ts';

interface Row {
  readonly source: Source;
  readonly thing: string;
  /** a shell command line, such as `edgewise solve …`; it may begin with `echo "..." |` to pipe input to the program */
  readonly command: string;
  /** the figure exactly as printed in the source */
  readonly theirs: string;
  /** extracts our figure from the command's standard output */
  readonly ours: (out: string) => string;
  readonly timed?: boolean;
}

type Source = keyof typeof headings;

const headings = {
  hoglan: 'Hoglan 2005',
  assignment: 'The Scramble Squares assignment',
  sliding: 'A-NXN-Puzzle-Solver',
  rows: 'The row solver (COEN 352)',
  brandt: 'Brandt et al. 2002',
} as const;

const root = path.resolve(import.meta.dirname, '..');
/**
 * The program that runs as `edgewise` in the commands. EDGEWISE_COMMAND can name the built program, which starts in
 * less than half the time.
 */
const program = process.env['EDGEWISE_COMMAND'] ?? 'src-main/cli/edgewise.ts';
export const document = path.join(root, 'docs/sources.md');

const samples = 'resources/samples';
const figures = `${samples}/nine-figures.edgewise`;
const cyclists = `${samples}/four-cyclists.edgewise`;
const start = Array.from({ length: 9 }, (_, i) => `${i + 1}:0`).join(' ');

const figure = (value: number): string => value.toLocaleString('en-US');
const found = (pattern: RegExp) => (out: string) => {
  const match = pattern.exec(out);
  if (!match) throw new Error(`expected ${String(pattern)}, found ${out.slice(-400)}`);
  return match[1] ?? match[0];
};
type Line = Record<string, unknown>;
const lines = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
/** Extracts a field from the last line of a command's `--json` output. */
const done =
  (say: (line: Line, all: readonly Line[]) => string) =>
  (out: string): string => {
    const all = lines(out);
    return say(all.at(-1)!, all);
  };
const number = (name: string) => done((line) => figure(Number(line[name])));
const numbers = (name: string) => done((line) => (line[name] as number[]).map(figure).join(' '));
const quality = done(({ quality }) => `${(100 * Number(quality)).toFixed(1)} %`);
const solutions = done(({ moves, optimal }, all) => {
  const improved = all.filter(({ type }) => type === 'improved').map((line) => Number(line['moves']));
  if (improved.at(-1) !== moves)
    throw new Error(`the last of ${improved.length} reported solutions is not the final one`);
  return `${improved.length} solutions, ${improved.join(', ')} moves${optimal ? '; the last proven' : ''}`;
});
/**
 * Returns a function that extracts our figure from a table printed by a command: the third column of the row that
 * starts with `n`.
 */
const reported = (table: string, n: number) => (out: string) => {
  const part = out.split(`\n${table}\n`)[1] ?? '';
  const cells = part
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))
    .find(([first]) => first === String(n));
  if (!cells) throw new Error(`no line ${n} in the table “${table}”`);
  return cells[2]!;
};
/** Converts kilobytes as printed in a table ("95.2k", "870") to MB. */
const megabytes = (kilobytes: string): string =>
  ((Number.parseFloat(kilobytes) * (kilobytes.endsWith('k') ? 1000 : 1)) / 1024).toFixed(0);
const trials = 'edgewise lab run --preset rows-trials --sizes 2-10 --trials 3 --time 5';

const hoglan: readonly Omit<Row, 'source'>[] = [
  {
    thing: 'arrangements, 4^N · N!',
    command: `edgewise solve ${figures} --estimate`,
    theirs: '95,126,814,720',
    ours: found(/= ([\d,]+) arrangements/),
  },
  {
    thing: 'maximum number of states in its tree, 4 · N!',
    command: `edgewise solve ${figures} --estimate`,
    theirs: '4 · 9!, not multiplied out',
    ours: found(/4 · 9! = [\d,]+/),
  },
  {
    thing: 'states created for all solutions',
    command: `edgewise solve ${figures} --engine tree --all --json`,
    theirs: '4,679',
    ours: number('nodes'),
  },
  {
    thing: 'states created until the first solution',
    command: `edgewise solve ${figures} --engine tree --json`,
    theirs: '194',
    ours: number('nodes'),
  },
  {
    thing: 'the same, breadth-first',
    command: `edgewise solve ${figures} --engine tree --option order=breadth-first --json`,
    theirs: '“will expand every node to lvl 9”',
    ours: number('nodes'),
  },
  {
    thing: 'solutions, in its layout, labels and order',
    command: `edgewise solve ${figures} --all --raw --format squares`,
    theirs: '12; S1: 0 6 4 3 7 8 1 2 5',
    ours: (out) => {
      const squares = out.split(/^S\d+$/m).slice(1);
      const first = [...squares[0]!.matchAll(/SQUARE -(\d)-/g)].map(([, square]) => square);
      return `${squares.length}; S1: ${first.join(' ')}`;
    },
  },
  {
    thing: 'different solutions up to rotation',
    command: `edgewise solve ${figures} --count`,
    theirs: '3',
    ours: found(/(\d+) unique/),
  },
  {
    thing: 'start arrangement: squares in conflict; edges in conflict, counted from both sides',
    command: `echo "${start}" | edgewise verify ${figures} - --json`,
    theirs: 'at most 8; at most 24',
    ours: done((line) => `${String(line['squaresInConflict'])}; ${String(line['edgesInConflict'])}`),
  },
  {
    thing: 'brute force by swaps and rotations: children of a state',
    command: `edgewise solve ${figures} --engine brute-force --option threshold=1 --json`,
    theirs: 'not printed (36 swaps, 9 rotations)',
    ours: number('nodes'),
  },
  {
    thing: 'brute force: 100,000 states, solutions found',
    command: `edgewise solve ${figures} --engine brute-force --nodes 100000 --json`,
    theirs: '“extensive amounts of memory”',
    ours: number('solutions'),
  },
  {
    thing: 'operations from the start to S1',
    command: `edgewise solve ${figures} --engine tree --format tiles | edgewise play-plan ${figures} -`,
    theirs: '20',
    ours: (out) => String(out.match(/^(SWAP|ROTATE)/gm)?.length),
  },
];

const assignment: readonly Omit<Row, 'source'>[] = [
  {
    thing: 'arrangements',
    command: 'edgewise solve tests/data/arrows.txt --estimate',
    theirs: '9! × 4^9 = 95,126,814,720',
    ours: found(/= ([\d,]+) arrangements/),
  },
  {
    thing: 'its example: all solutions, in its own output format',
    command: 'edgewise solve tests/data/arrows.txt --all',
    theirs: '2 unique solutions found:',
    ours: found(/^\d unique solutions found:$/m),
  },
  {
    thing: 'a puzzle without a solution',
    command: 'edgewise solve tests/data/scramble/github_lior_no_solution.txt',
    theirs: 'No solution found.',
    ours: found(/^No solution found\.$/m),
  },
  {
    thing: 'solutions with their rotations, and without',
    command: 'edgewise solve tests/data/arrows.txt --count',
    theirs: 'four rotations count as one',
    ours: found(/^\d+ solutions, \d+ unique/m),
  },
];

const bounded = '--engine branch-and-bound --threads 1';
const sliding: readonly Omit<Row, 'source'>[] = [
  {
    thing: '3 × 3: ends by itself with the shortest solution',
    command: `edgewise solve ${samples}/sliding-8.edgewise ${bounded} --json`,
    theirs: '“terminates on all boards within a few seconds”',
    ours: solutions,
  },
  {
    thing: '3 × 3: lower bound reported with each solution (Manhattan distance)',
    command: `edgewise solve ${samples}/sliding-8.edgewise ${bounded} --json`,
    theirs: 'used for pruning; not printed',
    ours: done((_, all) => String(all.find(({ type }) => type === 'improved')!['lowerBound'])),
  },
  {
    thing: '4 × 4: better solutions, without proof (first 500,000 nodes; the best is 57)',
    command: `edgewise solve ${samples}/sliding-15.edgewise ${bounded} --nodes 500000 --json`,
    theirs: '“finding the optimal solutions quickly”, unproven',
    ours: solutions,
  },
  {
    thing: '5 × 5: several solutions, each with fewer moves (first 1.5 million nodes; the best is 81)',
    command: `edgewise solve ${samples}/sliding-24.edgewise ${bounded} --nodes 1500000 --json`,
    theirs: '“several successive solutions”',
    ours: solutions,
  },
  {
    thing: '6 × 6 after 500 random moves: a first solution (first million nodes)',
    command: `edgewise solve tests/data/sliding/walk_6x6.txt ${bounded} --nodes 1000000 --json`,
    theirs: '“I am confident”, not tested',
    ours: solutions,
  },
];

const piecesOf = (n: number) => (out: string) =>
  out
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([first]) => first === String(n))!
    .slice(1)
    .join(', ');
const rows: readonly Omit<Row, 'source'>[] = [
  {
    thing: 'corner, border, centre and all tiles, n = 5',
    command: 'edgewise info --sizes 2-16',
    theirs: '4, 12, 9, 25',
    ours: piecesOf(5),
  },
  {
    thing: 'the same, n = 16',
    command: 'edgewise info --sizes 2-16',
    theirs: '4, 56, 196, 256',
    ours: piecesOf(16),
  },
  {
    thing: 'quality on 5 × 5',
    command: `edgewise solve ${samples}/framed-05.edgewise --engine rows --json`,
    theirs: '100 %',
    ours: quality,
  },
  {
    thing: 'quality on Eternity II without hints (500,000 tiles placed, seed 1)',
    command: `edgewise solve ${samples}/eternity-ii-no-hints.edgewise --engine rows --nodes 500000 --json`,
    theirs: '67.2 % (65 to 70) in 60 s',
    ours: quality,
  },
  {
    thing: 'multi-row backtracking, 10 × 10 (200,000 tiles placed, seed 1)',
    command: `edgewise solve ${samples}/framed-10.edgewise --engine rows --option backtracking=multiple --nodes 200000 --json`,
    theirs: '“could not improve solution quality”',
    ours: quality,
  },
  ...(
    [
      ['Improved Backtracking 2.0', 'backtracking=with-ends'],
      ['Wildcard Tiles', 'wildcards=100'],
      ['Tile Mining', 'mining=1'],
    ] as const
  ).map(([idea, option]) => ({
    thing: `${idea}, 10 × 10 (200,000 tiles placed, seed 1)`,
    command: `edgewise solve ${samples}/framed-10.edgewise --engine rows --option ${option} --nodes 200000 --json`,
    theirs: 'an idea, not built',
    ours: quality,
  })),
  ...([5, 8, 10] as const).flatMap((n) => {
    const printed: Readonly<Record<typeof n, readonly [string, string, string | null]>> = {
      5: ['42.9 ms', '100 %', null],
      8: ['30,680 ms', '83.8 %', '1,407'],
      10: ['14,800 ms', '80.4 %', '266'],
    };
    const [time, share, iterations] = printed[n];
    const row = (thing: string, theirs: string, table: string, unit: string) => ({
      thing: `${thing}, n = ${n} (mean)`,
      command: trials,
      theirs,
      ours: (out: string) => `${reported(table, n)(out)}${unit}`,
      timed: true,
    });
    return [
      row('time to the best board', time, 'Time to the best board (ms)', ' ms'),
      row('quality', share, 'Quality (tiles placed, %)', ' %'),
      ...(iterations ? [row('iterations per second', iterations, 'Iterations per second', '')] : []),
    ];
  }),
  ...([2, 10] as const).map((n) => ({
    thing: `memory, n = ${n} (theirs: computed for its objects; ours: maximum of the process)`,
    command: trials,
    theirs: n === 2 ? 'about 14 KB' : '243 KB (sum of its detail tables)',
    ours: (out: string) => `${megabytes(reported('Memory (KB)', n)(out))} MB`,
    timed: true,
  })),
];

const generated = (board: string): Pick<Row, 'command' | 'ours'> => ({
  command: `edgewise generate --board ${board} --seed 1 | edgewise solve - --count`,
  ours: found(/^\d+ solutions, \d+ unique/m),
});
const brandt: readonly Omit<Row, 'source'>[] = [
  {
    thing: 'Table 2: calls at each level',
    command: `edgewise solve ${cyclists} --engine backtrack --count --json`,
    theirs: '1 9 37 140 80 203 62 116 21 3',
    ours: numbers('callsByLevel'),
  },
  {
    thing: 'calls in total',
    command: `edgewise solve ${cyclists} --engine backtrack --count --json`,
    theirs: '672',
    ours: number('calls'),
  },
  {
    thing: 'Table 1: nodes of the whole tree at level 5 (misprinted) and 9',
    command: `edgewise solve ${cyclists} --engine backtrack --count --json`,
    theirs: '3,890,720; 23,781,703,680',
    ours: done((line) => {
      const tree = line['fullTreeByLevel'] as number[];
      return [tree[5]!, tree[9]!].map((size) => figure(size)).join('; ');
    }),
  },
  {
    thing: 'nodes of the whole tree (misprinted)',
    command: `edgewise solve ${cyclists} --engine backtrack --count --json`,
    theirs: '30,563,311,978',
    ours: done((line) => figure((line['fullTreeByLevel'] as number[]).reduce((sum, size) => sum + size, 0))),
  },
  {
    thing: 'different solutions up to rotation',
    command: `edgewise solve ${cyclists} --count`,
    theirs: '3',
    ours: found(/(\d+) unique/),
  },
  {
    thing: 'question 1, other methods: tiles placed by `exact`, which proves the same',
    command: `edgewise solve ${cyclists} --count --threads 1 --json`,
    theirs: 'asked',
    ours: number('nodes'),
  },
  {
    thing: 'question 2: one solution by rearranging images',
    command: `edgewise unique ${cyclists} --within-tiles --limit 1`,
    theirs: 'asked',
    ours: (out) => `yes: ${out.trim()}`,
  },
  {
    thing: 'question 3: arrangements of 4 × 4',
    command: 'edgewise generate --size 4x4 --seed 1 | edgewise solve - --estimate',
    theirs: '“over 10^22”',
    ours: found(/= (10\^[\d.]+) arrangements/),
  },
  {
    thing: 'question 3: a 4 × 4, counted',
    command: 'edgewise generate --size 4x4 --seed 1 | edgewise solve - --count',
    theirs: 'asked',
    ours: found(/^\d+ solutions, \d+ unique/m),
  },
  {
    thing: 'question 3: a 5 × 5, counted',
    command: 'edgewise generate --size 5x5 --seed 1 | edgewise solve - --count',
    theirs: 'asked',
    ours: found(/^\d+ solutions, \d+ unique/m),
  },
  {
    thing: 'question 4: a two-sided puzzle, counted',
    command: `edgewise solve ${samples}/nine-two-faced.edgewise --count`,
    theirs: 'asked',
    ours: found(/^\d+ solutions, \d+ unique/m),
  },
  {
    thing: 'question 5: any six of the nine on a cube?',
    command: `edgewise convert ${cyclists} --to scramble | edgewise solve - --board cube --count`,
    theirs: 'asked',
    ours: found(/^\d+ solutions/m),
  },
  { thing: 'question 5: a cube, made and counted', theirs: 'asked', ...generated('cube') },
  { thing: 'question 6: an octahedron, made and counted', theirs: 'asked', ...generated('octahedron') },
  { thing: 'question 6: an icosahedron, made and counted', theirs: 'asked', ...generated('icosahedron') },
  { thing: 'question 6: a dodecahedron, made and counted', theirs: 'asked', ...generated('dodecahedron') },
  ...(['backtrack', 'exact'] as const).map((engine) => ({
    thing: `question 3: time for 5 × 5, \`${engine}\`, median of 3 random puzzles, all solutions counted`,
    command: 'edgewise lab run --preset backtracking-questions --trials 3 --time 10',
    theirs: 'asked',
    ours: found(new RegExp(`Halves 5 × 5: .*?${engine} ([^,]*\\))`)),
    timed: true,
  })),
];

export const table: readonly Row[] = Object.entries({ hoglan, assignment, sliding, rows, brandt }).flatMap(
  ([source, things]) => things.map((row) => ({ ...row, source: source as Source })),
);

const ran = new Map<string, string>();

/** Runs a command and returns its output. A command used by several rows is run only once. */
function run(command: string): string {
  const known = ran.get(command);
  if (known !== undefined) return known;
  const data = mkdtempSync(path.join(tmpdir(), 'edgewise-sources-'));
  try {
    let out = '';
    for (const part of command.split(' | ')) {
      const echo = /^echo "(.*)"$/.exec(part);
      if (echo) {
        out = `${echo[1]!}\n`;
        continue;
      }
      const args = [program, ...part.split(' ').slice(1)];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, {
        cwd: root,
        input: out,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: { ...process.env, EDGEWISE_DATA: data },
      });
      if (status === 2 || status === 4) throw new Error(`${part}: ${stderr}`);
      out = stdout;
    }
    ran.set(command, out);
    return out;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Runs a row's command and returns our figure. Throws if the command fails or doesn't print the figure. */
export const measured = ({ command, ours }: Row): string => ours(run(command));

export const escaped = (text: string): string => text.replaceAll('|', '\\|');
const rowStart = ({ thing, command, theirs }: Row): string =>
  `| ${[thing, `\`${command}\``, theirs].map(escaped).join(' | ')} |`;

/** Returns our figure that the document (`text`) already gives in this row; null if the document has no such row. */
export function written(row: Row, text: string): string | null {
  const cells = (line: string): string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  const sought = cells(rowStart(row));
  const line = text
    .split('\n')
    .filter((each) => each.startsWith('|'))
    .map(cells)
    .find((each) => each.length === 4 && sought.every((cell, i) => cell === each[i]));
  return line?.[3] ?? null;
}

const BEGINS = '<!-- made by npm run sources -->';

async function write(timed: boolean): Promise<void> {
  const text = readFileSync(document, 'utf8');
  const stamp = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]!.model.trim()}`;
  const figureOf = (row: Row): string => {
    if (!row.timed) return escaped(measured(row));
    return timed ? escaped(`${measured(row)} (${stamp})`) : (written(row, text) ?? 'not measured yet');
  };
  const tables = Object.entries(headings).map(([source, heading]) => {
    const of = table.filter((row) => row.source === source);
    const cells = of.map((row) => `${rowStart(row)} ${figureOf(row)} |`);
    return `## ${heading}\n\n| what | command | theirs | ours |\n| --- | --- | --- | --- |\n${cells.join('\n')}\n`;
  });
  const [head] = text.split(BEGINS);
  const made = `${head!.trimEnd()}\n\n${BEGINS}\n\n${tables.join('\n')}`;
  writeFileSync(document, await formatted(document, made));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(process.argv.includes('--timed'));
