import { app } from 'electron';
import { isCommand } from '../cli/command-names.ts';
import { spawnBy } from '../solver-process/fork-solver.ts';
import type { SpawnSolver } from '../solver-process/protocol.ts';

const questions = ['--help', '-h', '--version', '-V'];

/**
 * What was asked of the application as of a command (`edgewise solve puzzle.txt`), or null when it was started for
 * its window. Switches for Chromium may stand before it.
 */
export function commandAmong(argv: readonly string[], packaged: boolean): string[] | null {
  const given = argv.slice(packaged ? 1 : 2); // from the sources, the application's folder comes first
  const at = given.findIndex((argument) => !argument.startsWith('-') || questions.includes(argument));
  const first = given[at];
  if (first === undefined || !(isCommand(first) || questions.includes(first))) return null;
  return given.slice(at);
}

/** Runs a command without a window and ends the application with its exit code. */
export async function runCommand(argv: readonly string[], spawnSolver: SpawnSolver): Promise<void> {
  app.dock?.hide();
  spawnBy(spawnSolver); // this executable is no Node: the fuses forbid it
  const { run } = await import('../cli/run.ts');
  const code = await run(argv);
  // What was printed may still be on its way through a pipe.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  app.exit(code);
}
