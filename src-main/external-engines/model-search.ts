import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writePuzzle } from '../../src-core/formats/formats.ts';
import { readAnswer } from '../../src-core/formats/models/answer.ts';
import { modelOf } from '../../src-core/formats/models/model.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { nameOfSolver } from './known-solvers.ts';

/** What a solver of models is set to. */
export interface ModelTask {
  readonly puzzle: EdgePuzzle;
  readonly command: string;
  readonly args: readonly string[];
  readonly seed: number;
  /** more than one solution is wanted */
  readonly many: boolean;
  /** for files that the solver reads and writes */
  readonly folder: string;
  /** False: no more are wanted. One of each class under the puzzle's symmetry is told. */
  found(board: PartialBoard): boolean;
}

/** How a search came out: nothing is left to find, enough was found, or the solver gave up. */
export type Came = 'exhausted' | 'solved' | 'limit';

/**
 * Solutions of the clauses one by one: each that was found is forbidden by a clause of its true options, and the
 * solver is started again. Right for a few solutions; a puzzle with thousands is for `exact` to count.
 */
export async function searchClauses(task: ModelTask, running: Running): Promise<Came> {
  const { puzzle, folder, command } = task;
  const lines = writePuzzle(puzzle, 'dimacs', { breakSymmetry: true })
    .text.split('\n')
    .filter((line) => line !== '' && !line.startsWith('c'));
  const [, variables] = /^p cnf (\d+)/.exec(lines[0]!)!;
  const clauses = lines.slice(1);
  const idOf = new Map(modelOf(puzzle).options.map(({ id, cell, code }) => [`${cell} ${code}`, id + 1]));
  const file = path.join(folder, 'puzzle.cnf');
  const answerFile = path.join(folder, 'answer');
  while (running.isWanted()) {
    writeFileSync(file, [`p cnf ${variables!} ${clauses.length}`, ...clauses, ''].join('\n'));
    rmSync(answerFile, { force: true }); // the one before is no answer to this
    const printed = await running.output(command, [...task.args, ...satArguments(task, file, answerFile)]);
    if (!running.isWanted()) break;
    const writes = nameOfSolver(command) === 'minisat';
    if (writes && !existsSync(answerFile)) throw new Error(`${command} wrote no answer`);
    const answer = readAnswer(puzzle, writes ? readFileSync(answerFile, 'utf8') : printed);
    if (answer.kind === 'none') return 'exhausted';
    if (answer.kind === 'unknown') return 'limit';
    if (!task.found(answer.board)) return 'solved';
    const choice = [...answer.board].flatMap((code, cell) =>
      code < 0 ? [] : [idOf.get(`${cell} ${code}`)!],
    );
    clauses.push(`${choice.map((id) => -id).join(' ')} 0`);
  }
  return 'limit';
}

/** Files and habits of the solvers that are known; another is given the file alone, as SAT competitions have it. */
function satArguments({ command, seed }: ModelTask, file: string, answerFile: string): string[] {
  const positive = Math.abs(seed) % 2 ** 31;
  switch (nameOfSolver(command)) {
    case 'cadical':
    case 'kissat':
      return ['-q', `--seed=${positive}`, file];
    case 'minisat':
      return ['-verb=0', `-rnd-seed=${positive + 1}`, file, answerFile];
    default:
      return [file];
  }
}

/** All solutions in one go, told as MiniZinc prints them. */
export async function searchConstraints(task: ModelTask, running: Running): Promise<Came> {
  const file = path.join(task.folder, 'puzzle.mzn');
  writeFileSync(file, writePuzzle(task.puzzle, 'minizinc', { breakSymmetry: true }).text);
  let block: string[] = [];
  let came: Came = 'limit';
  await running.lines(task.command, [...task.args, ...(task.many ? ['-a'] : []), file], (line) => {
    if (came === 'solved') return;
    if (/^=====UNSATISFIABLE=====|^={10}$/.test(line)) came = 'exhausted';
    if (!/^-{10}$/.test(line)) return void block.push(line);
    const answer = readAnswer(task.puzzle, [...block, line].join('\n'));
    block = [];
    if (answer.kind !== 'board' || task.found(answer.board)) return;
    came = 'solved';
    running.leave();
  });
  return came;
}

/** The program that is being waited for. It shares our process group, so it is halted and ended with us. */
export class Running {
  #child: ChildProcess | null = null;
  /** it was told to end, and so its end is no fault */
  #left = false;
  #ended = false;

  isWanted(): boolean {
    return !this.#ended;
  }

  end(): void {
    this.#ended = true;
    this.leave();
  }

  /** Nothing more is wanted of the program that runs now. */
  leave(): void {
    this.#left = true;
    this.#child?.kill();
  }

  async output(command: string, args: readonly string[]): Promise<string> {
    const pieces: string[] = [];
    await this.lines(command, args, (line) => void pieces.push(line));
    return pieces.join('\n');
  }

  /** Throws, with its exit code or signal, when a program ends as none that has an answer does. */
  lines(command: string, args: readonly string[], take: (line: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
      this.#child = child;
      this.#left = false;
      let rest = '';
      let complaint = ''; // MiniZinc warns of its own library; said only when it fails
      child.stderr
        .setEncoding('utf8')
        .on('data', (text: string) => (complaint = (complaint + text).slice(-1000)));
      const each = (line: string): void => {
        try {
          take(line);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          child.kill();
        }
      };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const whole = (rest + text).split(/\r?\n/);
        rest = whole.pop()!;
        whole.forEach(each);
      });
      child.once('error', (error) => reject(new Error(`${command} can't be started: ${error.message}`)));
      child.once('close', (code, signal) => {
        this.#child = null;
        if (rest !== '') each(rest);
        // 10 and 20: satisfiable and not, as SAT competitions have it
        const answered = this.#left || code === 0 || code === 10 || code === 20;
        if (answered) resolve();
        else {
          process.stderr.write(complaint);
          const how =
            signal === null ? `ended with exit code ${code ?? 'unknown'}` : `was ended by ${signal}`;
          reject(new Error(`${command} ${how}`));
        }
      });
    });
  }
}
