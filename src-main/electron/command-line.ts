import { app } from 'electron';
import { isCommand } from '../cli/command-names.ts';
import { spawnBy } from '../solver-process/fork-solver.ts';
import type { SpawnSolver } from '../solver-process/protocol.ts';

const questions = ['--help', '-h', '--version', '-V'];

/** Returns the folder given with `--data`, whose library the window should open; undefined if none is given. */
export function dataDirAmong(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => /^--data(=|$)/.test(argument));
  return at < 0 ? undefined : (/^--data=(.+)$/.exec(argv[at]!)?.[1] ?? argv[at + 1]);
}

/**
 * Returns the command in the application's arguments (`edgewise solve puzzle.txt`), or null if there is none and a
 * window should open. The command may come after Chromium's switches and `--data DIR`.
 */
export function commandAmong(argv: readonly string[], packaged: boolean): string[] | null {
  // When run from the sources, the first argument is the application's folder.
  const given = argv.slice(packaged ? 1 : 2);
  const at = given.findIndex(
    (argument, i) => (!argument.startsWith('-') && given[i - 1] !== '--data') || questions.includes(argument),
  );
  const first = given[at];
  if (first === undefined || !(isCommand(first) || questions.includes(first))) return null;
  return given.slice(at);
}

/** Exit code of a command that failed although its input was fine. See docs/reference/cli.md. */
const EXIT_FAILED = 4;

/** Runs a command without a window and quits the application with its exit code. */
export async function runCommand(argv: readonly string[], spawnSolver: SpawnSolver): Promise<void> {
  app.dock?.hide();
  // fork() can't start a solver, because Electron's fuses prevent this executable from running as Node
  spawnBy(spawnSolver);
  let code = EXIT_FAILED;
  try {
    const { run } = await import('../cli/run.ts');
    code = await run(argv);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  // Wait until all output has been written to the pipe.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => stream.write('', resolve));
  }
  app.exit(code);
}
