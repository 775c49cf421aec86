import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { readAnswer } from '../../src-core/formats/models/answer.ts';
import { modelOf } from '../../src-core/formats/models/model.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { nameOfSolver } from './known-solvers.ts';

/** A search by a SAT solver or MiniZinc. */
export interface ModelTask {
  readonly puzzle: EdgePuzzle;
  readonly command: string;
  readonly args: readonly string[];
  readonly seed: number;
  /** true if more than one solution is wanted */
  readonly many: boolean;
  /** folder for the solver's input and output files */
  readonly folder: string;
  /**
   * Takes a board that the solver found, and reports it along with the symmetric boards that the model excludes.
   * Returns false if no more boards are needed.
   */
  found(board: PartialBoard): boolean;
}

/**
 * Why a search ended: the solver proved that there are no more solutions, enough solutions were found, or the solver
 * gave up.
 */
export type SolverOutcome = 'exhausted' | 'solved' | 'limit';

/**
 * Finds solutions of the clauses one by one. After each solution, adds a clause that excludes it, and starts the
 * solver again. This is fine for a few solutions. To count thousands, use `exact`.
 */
export async function searchClauses(task: ModelTask, running: Running): Promise<SolverOutcome> {
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
    // Delete the solver's previous answer, so that it can't be read again.
    rmSync(answerFile, { force: true });
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

/** Returns the arguments for a solver. Unknown solvers are given only the file, as in SAT competitions. */
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

/** Finds the wanted solutions in a single run of MiniZinc, which prints them as it finds them. */
export async function searchConstraints(task: ModelTask, running: Running): Promise<SolverOutcome> {
  const file = path.join(task.folder, 'puzzle.mzn');
  writeFileSync(file, writePuzzle(task.puzzle, 'minizinc', { breakSymmetry: true }).text);
  let block: string[] = [];
  let outcome: SolverOutcome = 'limit';
  await running.lines(task.command, [...task.args, ...(task.many ? ['-a'] : []), file], (line) => {
    if (outcome === 'solved') return;
    if (/^=====UNSATISFIABLE=====|^={10}$/.test(line)) outcome = 'exhausted';
    if (!/^-{10}$/.test(line)) return void block.push(line);
    const answer = readAnswer(task.puzzle, [...block, line].join('\n'));
    block = [];
    if (answer.kind !== 'board' || task.found(answer.board)) return;
    outcome = 'solved';
    running.leave();
  });
  return outcome;
}

/** The solver program that is running. It is in this process's group, so both are suspended and killed together. */
export class Running {
  #child: ChildProcess | null = null;
  /** true after `leave`; from then on, the program may end without causing an error */
  #left = false;
  #ended = false;

  isWanted(): boolean {
    return !this.#ended;
  }

  end(): void {
    this.#ended = true;
    this.leave();
  }

  /** Ends the current program, because no more output is needed. */
  leave(): void {
    this.#left = true;
    this.#child?.kill();
  }

  async output(command: string, args: readonly string[]): Promise<string> {
    const pieces: string[] = [];
    await this.lines(command, args, (line) => void pieces.push(line));
    return pieces.join('\n');
  }

  /**
   * Runs a program and passes on its lines. If it ends without an answer, throws an error with the exit code or
   * signal.
   */
  lines(command: string, args: readonly string[], take: (line: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
      this.#child = child;
      this.#left = false;
      let rest = '';
      // MiniZinc prints warnings about its own library, so show its messages only if it fails.
      let complaint = '';
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
        // In SAT competitions, exit code 10 means satisfiable and 20 means unsatisfiable.
        const answered = this.#left || code === 0 || code === 10 || code === 20;
        if (answered) resolve();
        else {
          process.stderr.write(complaint);
          const how =
            signal === null ? `ended with exit code ${code ?? 'unknown'}` : `was killed by ${signal}`;
          reject(new Error(`${command} ${how}`));
        }
      });
    });
  }
}
