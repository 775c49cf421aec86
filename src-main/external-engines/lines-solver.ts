import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Job, Limits } from '../../src-core/engine.ts';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import type { Hello } from '../../src-core/run/engine-protocol.ts';
import { placementsOf } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { gridOf } from '../../src-core/puzzle/board.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/**
 * Replaces the placeholders in a program's arguments, so that public Eternity II solvers can be used as engines.
 * `{puzzle}` and `{puzzle:FORMAT}` become names of puzzle files. `{seconds}`, `{nodes}`, `{seed}` and `{threads}`
 * become numbers. `forget` deletes the files. Throws if the puzzle can't be written in the format.
 */
export function filledArguments(
  args: readonly string[],
  job: Job,
  limits: Limits,
): { readonly args: string[]; readonly forget: () => void } {
  const folder = makeTemporaryFolder('engine');
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  const values: Readonly<Record<string, string>> = {
    seconds: String(limits.seconds ?? 0),
    nodes: String(limits.nodes ?? 0),
    seed: String(job.seed),
    threads: String(job.threads),
  };
  const puzzleFile = (word: string, format: string): string => {
    const { extension } = formatsThat('writePuzzle').find(({ name }) => name === format) ?? {
      extension: 'txt',
    };
    const file = path.join(folder, `puzzle.${extension}`);
    try {
      // Write the file even if the format can't express the whole puzzle. The program may not need what is missing.
      // In any case, every board that it prints is verified.
      writeFileSync(file, writePuzzle(job.puzzle, format, { lossy: true }).text, { mode: 0o600 });
    } catch (error) {
      throw new Error(`can't write the puzzle for ${word}: ${(error as Error).message}`, { cause: error });
    }
    return file;
  };
  const fill = (argument: string): string =>
    argument.replaceAll(/\{(\w+)(?::([\w-]+))?\}/g, (word, name: string, format?: string) =>
      name === 'puzzle' ? puzzleFile(word, format ?? 'numeric') : (values[name] ?? word),
    );
  try {
    return { args: args.map(fill), forget };
  } catch (error) {
    forget();
    throw error;
  }
}

/**
 * Finds boards in a program's output. A board is an e2.bucas.name link or a list of `tile:rotation` words, either on a
 * single line or with a line for each row.
 */
export class BoardLines {
  readonly #puzzle: EdgePuzzle;
  #rows: string[] = [];

  constructor(puzzle: EdgePuzzle) {
    this.#puzzle = puzzle;
  }

  /** Reads the next line of output. If it completes a board, returns the board's placements; otherwise null. */
  read(line: string): ReturnType<typeof placementsOf> | null {
    // Split the line into words. A single pattern with \S* on both sides would take quadratic time on a long line
    // without spaces.
    const link = line
      .split(/\s/)
      .find((word) => word.includes('board_edges=') || word.includes('board_pieces='));
    if (link !== undefined) return this.#board(link);
    const words = line.trim().split(/[\s,;]+/);
    const isRow = words.every((word) => /^(\d{1,4}[:/]\d|-|\.|-1[:/]-1)$/.test(word));
    if (!isRow) {
      this.#rows = [];
      return null;
    }
    const row = words.join(' ');
    const grid = gridOf(this.#puzzle.board);
    if (words.length === grid.width * grid.height) return this.#board(row);
    if (words.length !== grid.width) return null;
    this.#rows.push(row);
    if (this.#rows.length < grid.height) return null;
    const text = this.#rows.join('\n');
    this.#rows = [];
    return this.#board(text);
  }

  #board(text: string): ReturnType<typeof placementsOf> | null {
    try {
      return placementsOf(readBoard(this.#puzzle, text));
    } catch {
      // The line isn't a board of this puzzle, but other text or a board of another puzzle.
      return null;
    }
  }
}

/** Returns a `hello` message on behalf of a program that only prints boards and sends none itself. */
export const printsBoards = (name: string): Hello => ({
  type: 'hello',
  protocol: 1,
  name,
  version: 'unknown',
  summary: 'Prints the boards it finds; does not count nodes',
  solves: ['edge-matching'],
  boards: ['rectangle'],
  options: [],
  pauses: false,
  checkpoints: false,
  proves: false,
});
