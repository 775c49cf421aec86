/**
 * Compares `exact` with cadical and MiniZinc's Gecode on the same n × n framed random puzzles. Prints the sizes of
 * the models and the times to a first solution, as a table for docs/notebook/other-solvers.md. Times are the CPU
 * seconds of each program, including startup and reading the model. Every board is read back and verified.
 *
 * Environment: SOLVERS_SIZES ("4-9"), SOLVERS_SEEDS (3) and SOLVERS_SECONDS (60), the maximum CPU seconds of a
 * program.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../src-core/formats/write.ts';
import { readAnswer } from '../src-core/formats/models/answer.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../src-core/puzzle/score.ts';

const [FROM, TO] = (process.env['SOLVERS_SIZES'] ?? '4-9').split('-').map(Number) as [number, number];
const SEEDS = Number(process.env['SOLVERS_SEEDS'] ?? 3);
const SECONDS = Number(process.env['SOLVERS_SECONDS'] ?? 60);

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-solvers-'));

/**
 * Runs a program. Returns its output and its CPU time in seconds, including that of child processes. `seconds` is null
 * if the program reached the time limit.
 */
function timed(command: readonly string[]): { readonly seconds: number | null; readonly printed: string } {
  const script = `ulimit -t ${SECONDS}; TIMEFORMAT='cpu %U %S'; time "$@"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    // in ms of wall time; generous, because other programs may be using the machine
    timeout: SECONDS * 8_000,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  const seconds = Number(user ?? NaN) + Number(system ?? NaN);
  // At the time limit, the system kills the program (exit code 137) or only one of its child processes. In the second
  // case, the program reports an error.
  const killed = stdout.includes('=====ERROR=====') && seconds > SECONDS / 2;
  const isCut = status === null || status > 128 || seconds > SECONDS * 0.9 || killed;
  return { seconds: isCut ? null : seconds, printed: stdout };
}

const said = (seconds: number | null | undefined): string =>
  seconds === undefined
    ? 'not tried'
    : seconds === null
      ? `over ${SECONDS}`
      : seconds.toFixed(seconds < 10 ? 2 : 0);
const row = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

/**
 * For each program, the number of consecutive puzzles that it didn't solve in time. When this number reaches `SEEDS`,
 * the program is no longer run.
 */
const cutOff = new Map<string, number>();

/**
 * Returns how many CPU seconds a program takes to find a verified board. Returns null if it found none in time, and
 * undefined if it wasn't run because it had failed too often (see `cutOff`). Throws if its answer is wrong.
 */
function secondsToSolve(puzzle: EdgePuzzle, command: readonly string[]): number | null | undefined {
  const name = command[0]!;
  if ((cutOff.get(name) ?? 0) >= SEEDS) return undefined;
  const seconds = solved(puzzle, command);
  cutOff.set(name, seconds === null ? (cutOff.get(name) ?? 0) + 1 : 0);
  return seconds;
}

function solved(puzzle: EdgePuzzle, command: readonly string[]): number | null {
  const { seconds, printed } = timed(command);
  if (seconds === null) return null;
  const answer = readAnswer(puzzle, printed);
  if (answer.kind === 'unknown') return null;
  if (answer.kind !== 'board' || !scoreOf(puzzle, answer.board).solved)
    throw new Error(`${command[0]!}: no board`);
  return seconds;
}

/** Measures the whole program, including Node's startup, and the search by itself. */
function timeExact(file: string): { readonly program: number | null; readonly search: number | null } {
  const cli = path.resolve(import.meta.dirname, '../src-main/cli/edgewise.ts');
  const { seconds, printed } = timed([
    process.execPath,
    cli,
    'solve',
    file,
    '--threads',
    '1',
    '--json',
    '--first',
  ]);
  const [, elapsed] = /"status":"solved".*"elapsedMs":([\d.]+)/.exec(printed) ?? [];
  if (elapsed === undefined) return { program: null, search: null };
  return { program: seconds, search: Number(elapsed) / 1000 };
}

row(
  'size',
  'seed',
  'clauses',
  'CNF, MB',
  'rows of tables',
  'exact',
  'its search',
  'cadical',
  'MiniZinc (Gecode)',
);
row('---', ...Array.from({ length: 8 }, () => '---:'));
for (let size = FROM; size <= TO; size++) {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { puzzle } = generate({ family: 'framed', width: size, height: size, seed });
    const file = (name: string, text: string): string => {
      const full = path.join(folder, name);
      writeFileSync(full, text);
      return full;
    };
    const clauses = writePuzzle(puzzle, 'dimacs', { breakSymmetry: true }).text;
    const model = writePuzzle(puzzle, 'minizinc', { breakSymmetry: true }).text;
    const cnf = file('puzzle.cnf', clauses);
    const exact = timeExact(file('puzzle.edgewise', writePuzzle(puzzle, 'edgewise').text));
    row(
      `${size} × ${size}`,
      seed,
      /^p cnf \d+ (\d+)/m.exec(clauses)![1]!,
      (statSync(cnf).size / 1e6).toFixed(1),
      // Each row of a table in the model is a tile in one orientation.
      [...model.matchAll(/array2d\(1\.\.(\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0),
      said(exact.program),
      said(exact.search),
      said(secondsToSolve(puzzle, ['cadical', '-q', cnf])),
      said(secondsToSolve(puzzle, ['minizinc', '--solver', 'gecode', file('puzzle.mzn', model)])),
    );
  }
}
rmSync(folder, { recursive: true, force: true });
