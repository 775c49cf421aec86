/**
 * Runs a C program for comparison with the exact engine. Its source is in the folder above the project and isn't part
 * of the project.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Yardstick {
  /** Returns placements per CPU second, measured over this many CPU seconds. */
  rate(seconds: number, seed: number, pieces: string): number;
  remove(): void;
}

/** Compiles the program. Returns null if its source or gcc is missing. */
export function compileYardstick(source: string): Yardstick | null {
  if (!existsSync(source)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-yardstick-'));
  const program = join(folder, 'yardstick');
  const remove = (): void => rmSync(folder, { recursive: true });
  try {
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, source]);
  } catch (error) {
    remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    rate(seconds, seed, pieces) {
      const said = execFileSync(program, [seconds, seed, 0, pieces].map(String), { encoding: 'utf8' });
      const [, placements, cpu] = /(\d+) placements in ([\d.]+) CPU s/.exec(said)!;
      return Number(placements) / Number(cpu);
    },
    remove,
  };
}
