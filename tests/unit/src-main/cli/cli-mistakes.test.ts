// Mistyped commands: the message names the wrong word and the valid ones, and the exit code is 2.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { temporaryDir } from '../../../temporary-dir.ts';

const dir = temporaryDir();
const file = (name: string): string => path.join(dir, name);
mkdirSync(file('folder'));
writeFileSync(file('words.txt'), 'hello world\n');
writeFileSync(file('notes.json'), '{\n  "a": 1\n}');
writeFileSync(file('empty.txt'), '');
writeFileSync(file('sliding.txt'), '1 2 3\n4 5 6\n0 7 8\n');
writeFileSync(file('moves.txt'), '7 8\n');
writeFileSync(file('answer.txt'), 's SATISFIABLE\nv -1 0\n');
writeFileSync(file('shape.json'), '{"kind":"graph","sides":3,"cells":2,"joints":[[0,0,1,0]]}');
afterAll(() => rmSync(dir, { recursive: true }));

let said = '';
let printed = '';
beforeEach(() => {
  said = '';
  printed = '';
  // Load the commands again, because they keep the options of earlier calls.
  vi.resetModules();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return () => vi.restoreAllMocks();
});

async function edgewise(...argv: string[]): Promise<number> {
  const { main } = await import('../../../../src-main/cli/program.ts');
  return main(argv);
}

const sample = 'resources/samples/four-arrows.edgewise';
const noFolder = path.join('no-such-folder', 'x.json');

const mistakes: readonly (readonly [words: readonly string[], ...says: RegExp[]])[] = [
  // wrong commands and options
  [['solv'], /unknown command 'solv'/, /Did you mean solve/, /see --help/],
  [['help', 'solv'], /unknown command 'solv'/, /Did you mean solve/],
  [['solve'], /missing required argument 'file'/, /see --help/],
  [['solve', sample, '--engin', 'exact'], /Did you mean --engine/, /see --help/],
  [
    ['runs', 'shw'],
    /runs: unknown command “shw”; the commands are: show, resume, export, split, work, merge/,
  ],
  [['library', 'imprt', 'x'], /library: unknown command “imprt”; the commands are: import, export/],
  [['engines', 'ad'], /engines: unknown command “ad”; the commands are: add, allow, remove, check/],
  [['lab', 'rn'], /unknown command 'rn'/, /see --help/],
  [['solve', sample, '--first', '--all'], /'--first' cannot be used with option '--all'/],
  ...[
    ['solve', sample],
    ['solutions', '--data', file('data')],
    ['read-model', sample, file('answer.txt')],
  ].map((words): (typeof mistakes)[number] => [
    [...words, '--json', '--format', 'tiles'],
    /'--format <format>' cannot be used with option '--json'/,
  ]),
  [['solve', file('sliding.txt'), '--count'], /edgewise: --count works only for edge-matching puzzles/],
  [['solve', file('sliding.txt'), '--limit', '2'], /edgewise: --limit works only for edge-matching puzzles/],
  [['generate', '--effort', '5'], /edgewise: --effort works only with --unique/],
  // wrong values of options
  [['solve', sample, '--threads', 'x'], /'x' is invalid. Expected a whole number/],
  [['solve', sample, '--turns', 'spin'], /'spin' is invalid. Allowed choices are rotate, flip, fixed/],
  [['solve', sample, '--engine', 'nope'], /no engine “nope”; the engines are: auto, exact, /],
  [['solve', sample, '--engine', 'branch-and-bound'], /solves sliding puzzles, but this is an edge-matching/],
  [
    ['solve', sample, '--engine', 'best', '--count'],
    /--count: engine best ends at the first solution\. Choose/,
  ],
  [
    ['solve', sample, '--engine', 'selective', '--limit', '2'],
    /--limit: engine selective ends at the first solution\. Choose/,
  ],
  [['solve', sample, '--option', 'nope=1'], /has no option “nope”; its options are: order, /],
  [['solve', sample, '--hint', '1=99'], /--hint 1=99: found tile 99, expected 1 to 9/],
  [['convert', sample, '--to', 'nope'], /--to nope: unknown format; for puzzles: edgewise, /],
  [['solve', sample, '--size', '3'], /edgewise: --size: found the size "3"/],
  [
    ['solve', sample, '--engine', 'best', '--option', 'width=1.5'],
    /option width: found “1.5”, expected a whole number/,
  ],
  [
    ['solve', sample, '--engine', 'rows', '--option', 'mining=1.5'],
    /option mining: found “1.5”, expected a whole number/,
  ],
  [
    ['runs', 'split', sample, '--count', '--parts', '100001', '--out', file('parts')],
    /--parts 100001: expected 100000 or fewer/,
  ],
  [
    ['solve', sample, '--from', 'pdf'],
    /edgewise: --from pdf: unknown puzzle format; the formats are: edgewise, /,
  ],
  [
    ['convert', sample, '--to', 'csv', '--break-symmetry'],
    /--break-symmetry works only with --to dimacs, minizinc, xcc/,
  ],
  [['solve', sample, '--threads', '-1'], /'-1' is invalid. Expected a whole number of 1 or more/],
  [['solve', sample, '--threads', '257'], /'257' is invalid. Expected 256 threads or fewer/],
  [['solve', sample, '--nodes', '9'.repeat(20)], /is invalid. Expected 9007199254740991 or less/],
  [['solve', file('sliding.txt'), '--position', 'x'], /--position x: expected all, or numbers row by row/],
  [
    ['solve', file('sliding.txt'), '--size', '9x1'],
    /found a sliding puzzle of size 9 × 1; expected 2 to 8 columns and 2 to 8 rows/,
  ],
  [
    ['solve', file('sliding.txt'), '--goal', '1 1 2 3 4 5 6 7 0'],
    /The goal must list each number from 0 to 8 once; .* Correct the goal\./,
  ],
  [
    ['verify', file('sliding.txt'), file('moves.txt'), '--hint', '1=1'],
    /--hint: a sliding puzzle takes no hints/,
  ],
  [
    ['read-model', sample, file('answer.txt'), '--format', 'bucas'],
    /edgewise: --format bucas: A link can hold only/,
  ],
  [
    ['convert', file('moves.txt'), '--to', 'html', '--puzzle', sample],
    /--puzzle: with --to html, give the puzzle as FILE and the board with --solution/,
  ],
  [['convert', sample, '--to', 'html', '--break-symmetry'], /--break-symmetry works only with --to dimacs/],
  // wrong files and folders
  [['solve', path.join(file('words.txt'), 'x')], /there is no such file/],
  [['solve', 'x'.repeat(5_000)], /the file name is too long/],
  [['solve', file('shape.json')], /shape\.json: Line 1: found the shape of a board, without tiles/],
  [['generate', '-o', dir], /--output .*: it is a folder; name a file/],
  [['generate', '-o', noFolder], /--output .*: there is no such folder/],
  [['runs', 'work', file('folder')], /folder: it is a folder/],
  [
    ['verify', sample, sample],
    /four-arrows\.edgewise: Line 1: found a puzzle, not a board; expected a board: each cell as tile:rotation/,
  ],
  [
    ['verify', sample, file('notes.json')],
    /found "\{ "a": 1 \}"; expected a board: each cell as tile:rotation/,
  ],
  [
    ['engines', 'add', 'mine', '--data', file('data'), '--', file('words.txt')],
    /words\.txt is not an engine: it can't be started: you have no permission to run it \(/,
  ],
  [
    ['read-model', sample, file('empty.txt')],
    /empty\.txt: .*found an empty text; expected the output of a SAT solver/,
  ],
  [['library', 'restore', file('folder'), '--data', file('data')], /folder is not a file/],
  [
    ['runs', 'work', file('words.txt')],
    /words\.txt is not a job file from “runs split”: it contains no JSON/,
  ],
  [['runs', 'merge', file('words.txt')], /words\.txt is not .*: it contains no JSON/],
];

test.each(mistakes.map(([words, ...says]) => ({ line: words.join(' ').replace(dir, 'DIR'), words, says })))(
  'explains the mistake in: edgewise $line',
  async ({ words, says }) => {
    expect(await edgewise(...words)).toBe(2);
    expect(printed).toBe('');
    for (const each of says) expect(said).toMatch(each);
    // The message contains no raw system error. Mask the folder's random name, because it could look like one.
    expect(said.replaceAll(dir, 'DIR')).not.toMatch(/E[A-Z]{4,}:|Unexpected token/);
  },
);
