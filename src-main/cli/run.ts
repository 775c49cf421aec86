import { guardOutput } from './printable.ts';
import { outputWritten } from './output.ts';
import { main } from './program.ts';
import { finalCode, outputLost, repeatedSignalPassed } from './stop.ts';

/** Runs one command line in this process. Returns its exit code when all output has been written. */
export async function run(argv: readonly string[]): Promise<number> {
  // Control characters are escaped only on a terminal. Files and other programs receive the exact bytes.
  if (process.stdout.isTTY) guardOutput(process.stdout);
  guardOutput(process.stderr, { erases: true });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', outputLost);
  const code = finalCode(await main(argv));
  await repeatedSignalPassed();
  await outputWritten();
  return code;
}
