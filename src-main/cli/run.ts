import { main } from './program.ts';
import { finalCode, outputLost } from './stop.ts';

/** Runs one command line in this process, wherever that is, and returns its exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', outputLost);
  return finalCode(await main(argv));
}
